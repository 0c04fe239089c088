(* The extracted judge on files: those on the command line, or, if there are none, those that standard input names, one
   a line. Prints the path, a tab, and the verdict for each of them. *)

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

let verdict path =
  match Judge.judge (file_of (contents path) 0) with
  | Judge.Valid -> "valid"
  | Judge.NotValid -> "not valid"
  | Judge.Malformed -> "malformed"

let report path =
  let said = try verdict path with
    | Sys_error reason -> "error: " ^ reason
    | Stack_overflow -> "error: stack overflow"
    | Out_of_memory -> "error: out of memory" in
  Printf.printf "%s\t%s\n%!" path said

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> (try while true do report (input_line stdin) done with End_of_file -> ())
  | paths -> List.iter report paths
