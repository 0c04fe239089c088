(* The extracted judge on the files that standard input names, one a line. Prints the path, a tab, and the verdict for each
   of them. With --print it also prints anew what it reads: FILE.printed, beside FILE. *)

let chunk = 4096

let text_of bytes first last =
  let text = ref Judge.End in
  for i = last - 1 downto first do
    text := Judge.Char (bytes.[i], !text)
  done;
  !text

let rec file_of bytes first =
  let last = min (first + chunk) (String.length bytes) in
  if first = last then [] else text_of bytes first last :: file_of bytes last

let contents path =
  let channel = open_in_bin path in
  Fun.protect
    ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

let rec output_text channel = function
  | Judge.End -> ()
  | Judge.Char (byte, rest) -> output_char channel byte; output_text channel rest

let print_anew path file =
  match Judge.read_file file with
  | None -> ()
  | Some read ->
      let channel = open_out_bin (path ^ ".printed") in
      List.iter (output_text channel) (Judge.print_file read);
      close_out channel

let verdict print path =
  let file = file_of (contents path) 0 in
  if print then print_anew path file;
  match Judge.judge file with
  | Judge.Valid -> "valid"
  | Judge.NotValid -> "not valid"
  | Judge.Malformed -> "malformed"

let report print path =
  let said = try verdict print path with
    | Sys_error reason -> "error: " ^ reason
    | Stack_overflow -> "error: stack overflow"
    | Out_of_memory -> "error: out of memory" in
  Printf.printf "%s\t%s\n%!" path said

let () =
  let print = Array.length Sys.argv > 1 && Sys.argv.(1) = "--print" in
  try while true do report print (input_line stdin) done with End_of_file -> ()
