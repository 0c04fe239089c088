#!/bin/sh
# Extract the judge and compile it: build.sh FORMAL DIRECTORY makes DIRECTORY/judge, a native program.
# FORMAL is proofs/formal, compiled (FilePrinter.vo has to be there). Needs coqc and ocamlfind's ocamlopt.
set -eu
formal=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cd "$2"
cp "$here/Extract.v" "$here/judge_main.ml" .
coqc -q -R "$formal" ForcedMistakes Extract.v
ocamlfind ocamlopt -w -a judge.mli judge.ml judge_main.ml -o judge
