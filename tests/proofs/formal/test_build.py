"""The theorems compiled: once, complete or not at all, and never by a coqc that does not work."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from rocq import pretended_coqc, rocq, theory, without_coqc

from proofs.formal import coqc as module
from proofs.formal.coqc import BrokenError, build, find_coqc
from proofs.formal.theorems import sources

pytestmark = pytest.mark.full  # each starts coqc, or what pretends to be it

SMALL = {
    "First": "(** One. *)\nDefinition one := 1.\n",
    "room/Second": "(** Two. *)\nFrom ForcedMistakes Require Import First.\nDefinition two := one + one.\n",
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def kept(tmp_path: Path) -> list[str]:
    """Return what is in the cache, but for the lock."""
    return sorted(path.name for path in (tmp_path / "cache" / "forced-mistakes").iterdir() if path.name != "lock")


@pytest.mark.rocq
def test_a_theory_is_compiled_once_and_anew_when_it_changes(tmp_path: Path) -> None:
    coqc = find_coqc()
    folder = theory(tmp_path / "theory", **SMALL)
    steps: list[tuple[int, int]] = []
    first = build(coqc, lambda *step: steps.append(step), folder=folder)
    assert steps == [(1, 2), (2, 2)]
    assert (first / "room" / "Second.vo").is_file()
    assert build(coqc, lambda *step: steps.append(step), folder=folder) == first
    assert len(steps) == 2, "it is not compiled again"
    assert build(coqc, lambda *step: steps.append(step), again=True, folder=folder) == first
    assert len(steps) == 4
    theory(folder, **SMALL | {"First": "(** One. *)\nDefinition one := 3.\n"})
    assert build(coqc, folder=folder) != first
    assert len(kept(tmp_path)) == 2


@pytest.mark.rocq
def test_what_does_not_compile_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = theory(tmp_path / "theory", **SMALL | {"First": "Lemma false : 1 = 2. Proof. reflexivity. Qed.\n"})
    with pytest.raises(BrokenError, match=r"does not compile First.v: .*Unable to unify"):
        build(find_coqc(), folder=folder)
    assert kept(tmp_path) == []


def test_files_are_compiled_after_those_that_they_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever their order is; one that fails stops the others, and a circle is said and not waited for."""
    needs = {name: f"(** It. *)\nFrom ForcedMistakes Require Import {needed}.\n" for name, needed in ("AB", "BC")}
    pretended_coqc(tmp_path, monkeypatch, f'echo "$5" >> {tmp_path}/order; ! grep -q broken "$5"')
    folder = theory(tmp_path / "theory", **needs, C="(** It. *)\n")
    build(find_coqc(), folder=folder)
    assert (tmp_path / "order").read_text().split() == ["C.v", "B.v", "A.v"]
    with pytest.raises(BrokenError, match=r"does not compile C\.v: code 1"):
        build(find_coqc(), folder=theory(folder, **needs, C="(** It is broken. *)\n"))
    assert (tmp_path / "order").read_text().split()[3:] == ["C.v"], "B and A are not begun"
    with pytest.raises(BrokenError, match=r"^A, B need files that need them$"):
        build(find_coqc(), folder=theory(folder, A=needs["A"], B=needs["B"].replace("C", "A")))
    assert len(kept(tmp_path)) == 1


def test_what_nobody_has_used_for_long_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretended_coqc(tmp_path, monkeypatch, "true")
    folder = theory(tmp_path / "theory", **SMALL)
    first = build(find_coqc(), folder=folder)
    for name in (".formal-killed", "formal-old", "formal-recent"):
        (first.parent / name / "room").mkdir(parents=True)
        os.utime(first.parent / name, None if name == "formal-recent" else (0, 0))
    os.utime(first, (0, 0))
    assert build(find_coqc(), folder=folder) == first
    theory(folder, **SMALL | {"First": "(** Another. *)\n"})
    second = build(find_coqc(), folder=folder)
    assert kept(tmp_path) == sorted([first.name, second.name, "formal-recent"])


@pytest.mark.rocq
def test_two_processes_at_once_compile_it_once(tmp_path: Path) -> None:
    folder = theory(tmp_path / "theory", **SMALL)
    code = f"from pathlib import Path; from proofs.formal import coqc; coqc.build(coqc.find_coqc(), print, folder=Path({str(folder)!r}))"
    processes = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    steps = [process.communicate()[0].strip() for process in processes]
    assert sorted(map(bool, steps)) == [False, False, True]
    assert len(kept(tmp_path)) == 1


def test_no_coqc_is_said_with_what_installs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_coqc(tmp_path, monkeypatch)
    with pytest.raises(BrokenError, match=r"is not installed .*apt-get install"):
        find_coqc()


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("exit 1", "coqc 8.16.1 does not compile First.v: code 1"),
        ("kill -9 $$", "coqc 8.16.1 does not compile First.v: signal 9"),
        ("echo Error: no more space >&2; exit 1", "coqc 8.16.1 does not compile First.v: no more space"),
        ("sleep 600", "coqc did not finish within 0.3 seconds"),
    ],
)
def test_a_coqc_that_does_not_work(does: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretended_coqc(tmp_path, monkeypatch, does)
    monkeypatch.setattr(module, "BUILD_SECONDS", 0.3 if "sleep" in does else 60)
    with pytest.raises(BrokenError) as error:
        build(find_coqc(), folder=theory(tmp_path / "theory", **SMALL))
    assert str(error.value) == message
    assert kept(tmp_path) == []


def test_a_program_that_only_has_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretended_coqc(tmp_path, monkeypatch, "exit 0")
    (tmp_path / "bin" / "coqc").write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(BrokenError, match="coqc does not work: coqc --print-version: code 3"):
        find_coqc()
    (tmp_path / "bin" / "coqc").write_text("#!/no/such/interpreter\n")
    with pytest.raises(BrokenError, match="coqc cannot be started"):
        find_coqc()


@pytest.mark.parametrize("home", ["/dev/null", "relative"])
def test_without_a_home_they_are_kept_where_no_one_else_writes(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretended_coqc(tmp_path, monkeypatch, "true")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", home)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    built = build(find_coqc(), folder=theory(tmp_path / "theory", **SMALL))
    assert built.parent == tmp_path / f"forced-mistakes-{os.getuid()}"
    assert built.parent.stat().st_mode & 0o077 == 0


def test_a_cache_that_others_may_write_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretended_coqc(tmp_path, monkeypatch, "true")
    folder = theory(tmp_path / "theory", **SMALL)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "cache" / "forced-mistakes").mkdir(parents=True)
    (tmp_path / "cache" / "forced-mistakes").chmod(0o777)
    (tmp_path / f"forced-mistakes-{os.getuid()}").symlink_to(tmp_path / "theory")
    with pytest.raises(BrokenError, match="cannot be kept"):
        build(find_coqc(), folder=folder)


@pytest.mark.rocq
def test_the_theorems_themselves_compile() -> None:
    coqc, built = rocq()
    assert coqc.version
    assert all((built / file.name).with_suffix(".vo").is_file() for file in sources())
