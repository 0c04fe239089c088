"""What tests of Rocq's part use: this machine's coqc with the theorems compiled, and a coqc that is none."""

from functools import cache
from pathlib import Path

import pytest

from proofs.formal.coqc import Coqc, build, find_coqc


@cache
def rocq() -> tuple[Coqc, Path]:
    coqc = find_coqc()
    return coqc, build(coqc)


def pretended_coqc(folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    """Let coqc be a program that answers about itself, and then does as it is told, in the shell's language."""
    answers = 'case "$1" in --print-version) echo 8.16.1 4.14 ;; -where) echo /nowhere ;;'
    program = folder / "bin" / "coqc"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\n{answers} *) touch "$5o"; {does} ;; esac\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))


def without_coqc(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no coqc be there."""
    (folder / "empty").mkdir()
    monkeypatch.setenv("PATH", str(folder / "empty"))


def theory(folder: Path, **texts: str) -> Path:
    """Write a small theory, one file a name, and return its folder."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.v").write_text(text)
    (folder / "_CoqProject").write_text("-R . ForcedMistakes\n" + "".join(f"{name}.v\n" for name in texts))
    return folder
