"""The audit: whatever Rocq says other than what is written down is named."""

from pathlib import Path

import pytest
from rocq import rocq, theory

from proofs.formal.audit import audit, audit_text, differences, printed
from proofs.formal.build import build
from proofs.formal.theorems import read_audit, sources

SMALL = """\
(** One file. *)

(** One is one. *)
Theorem one : 1 = 1.
Proof. reflexivity. Qed.
"""

EXPECTED = "one\n     : 1 = 1\nClosed under the global context\n"


@pytest.mark.rocq
def test_our_theorems_are_what_is_written_down() -> None:
    assert audit(*rocq()) == []


@pytest.mark.rocq
@pytest.mark.parametrize(
    ("text", "expected", "wrong"),
    [
        (SMALL, EXPECTED, []),
        (SMALL.replace("1 = 1", "2 = 2"), EXPECTED, ["one does not state what audit.expected says, but 2 = 2"]),
        (
            SMALL.replace("1 = 1", "1 = 2").replace("Proof. reflexivity. Qed", "Admitted"),
            EXPECTED.replace("1 = 1", "1 = 2"),
            [
                "One.v says Admitted",
                "one does not rest on what audit.expected says, but on ['one']",
                "one rests on ['one']",
            ],
        ),
        (
            SMALL + "(** Two is two. *)\nTheorem two : 2 = 2.\nProof. reflexivity. Qed.\n",
            EXPECTED,
            ["two is not in audit.expected"],
        ),
        (
            SMALL.replace("Theorem", "Lemma"),
            EXPECTED,
            ["one is in audit.expected, and is not a theorem of the sources"],
        ),
        (
            SMALL,
            EXPECTED.replace("1 = 1", "1 =  1"),
            ["audit.expected differs from what Rocq prints in blanks, or in the types of axioms"],
        ),
    ],
)
def test_what_differs_is_named(
    text: str, expected: str, wrong: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    coqc, _ = rocq()
    folder = theory(tmp_path / "theory", One=text)
    (folder / "Audit.v").write_text(audit_text(sources(folder)))
    (folder / "audit.expected").write_text(expected)
    assert audit(coqc, build(coqc, folder=folder), folder) == wrong


@pytest.mark.rocq
def test_the_files_own_notations_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    coqc, _ = rocq()
    head = "(** Half. *)\nFrom Coq Require Import QArith.\nOpen Scope Q_scope.\n"
    half = "(** It is so. *)\nTheorem half (x : Q) : x <= 1 -> x * x == x * x.\nProof. reflexivity. Qed.\n"
    folder = theory(tmp_path / "theory", Half=head + half, One=SMALL)
    found = printed(coqc, build(coqc, folder=folder), sources(folder))
    assert found == f"half\n     : forall x : Q, x <= 1 -> x * x == x * x\n{EXPECTED}"
    assert [(theorem.name, theorem.assumptions) for theorem in read_audit(found)] == [("half", ()), ("one", ())]


def test_on_another_version_names_and_axioms_are_compared(tmp_path: Path) -> None:
    files = sources(theory(tmp_path, One=SMALL))
    other = EXPECTED.replace("1 = 1", "S O = S O")
    assert differences(other, EXPECTED, files, exact=False) == []
    assert differences(other, EXPECTED, files, exact=True) != []
    assert differences("", EXPECTED, files, exact=False) == ["Rocq does not show one"]
    reals = EXPECTED.replace("Closed under the global context", "Axioms:\nReals.{} : True")
    expected = reals.format("Classical.sig_not_dec")
    assert differences(reals.format("sig_not_dec"), expected, files, exact=False) == []
    assert len(differences(reals.format("classic"), expected, files, exact=False)) == 2
