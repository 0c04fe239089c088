"""The audit: whatever Rocq says other than what is written down is named."""

import re
from pathlib import Path

import pytest
from rocq import rocq, theory

from proofs.formal import definitions
from proofs.formal.audit import REFUSES, audit, audit_text, differences
from proofs.formal.coqc import BrokenError, build, find_coqc
from proofs.formal.definitions import Meaning, differing_meanings, meanings, printed
from proofs.formal.theorems import read_audit, sources

SMALL = """\
(** One file. *)

(** One is one. *)
Theorem one : 1 = 1.
Proof. reflexivity. Qed.
"""

EXPECTED = "one\n     : 1 = 1\nClosed under the global context\n"


@pytest.mark.rocq
@pytest.mark.timeout(1_800)  # on a machine that is busy
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
                "one does not rest on what audit.expected says, but on ['One.one']",
                "one rests on ['One.one']",
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
    coqc = find_coqc()
    folder = theory(tmp_path / "theory", One=text)
    (folder / "Audit.v").write_text(audit_text(sources(folder)))
    (folder / "audit.expected").write_text(expected)
    built = build(coqc, folder=folder)
    (folder / "definitions.expected").write_text("".join(map(str, meanings(coqc, built, sources(folder)).values())))
    assert audit(coqc, built, folder) == wrong


CLAIM = """\
(** A claim. *)

Record pair := { one : nat; two : nat }.
Definition sum (p : pair) : nat := one p + two p.
Definition unused : nat := 5.
Notation "a 'is' b" := (a = b) (at level 70).
Definition claim : Prop := forall p, sum p is one p.

(** It is false. *)
Theorem claim_is_false : ~ claim.
Proof. intro H; try exact H; assert (E := H {| one := 0; two := 1 |}); cbv in E; intuition discriminate. Qed.
"""


@pytest.mark.rocq
@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (("unused : nat := 5", "unused : nat := 6"), []),
        (
            ("claim : Prop := forall p, sum p is one p", "claim : Prop := False"),
            [
                "One.pair is in definitions.expected, and no theorem unfolds to it",
                "One.sum is in definitions.expected, and no theorem unfolds to it",
                "One.claim is not what definitions.expected says, but claim = False : Prop (used by claim_is_false)",
            ],
        ),
        (
            ("(a = b) (", "(a = b /\\ False) ("),
            ["One.claim looks as definitions.expected says, and means something else: a notation has changed"],
        ),
    ],
)
def test_a_definition_that_is_replaced_fails_the_audit(
    change: tuple[str, str], wrong: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    coqc = find_coqc()
    folder = theory(tmp_path / "theory", One=CLAIM)
    files = sources(folder)
    built = build(coqc, folder=folder)
    found = meanings(coqc, built, files)
    assert [*found] == ["One.pair", "One.sum", "One.claim", "claim_is_false"]
    assert found["claim_is_false"].rests == ("One.claim",)
    (folder / "definitions.expected").write_text("".join(map(str, found.values())))
    (folder / "Audit.v").write_text(audit_text(files))
    (folder / "audit.expected").write_text(printed(coqc, built, audit_text(files), REFUSES))
    theory(folder, One=CLAIM.replace(*change))
    assert audit(coqc, build(coqc, folder=folder), folder) == wrong


MUTUAL = """\
(** Trees. *)

Definition δ : nat := 3.
Inductive tree : Type := node : nat -> forest -> tree
with forest : Type := empty : forest | more : tree -> forest -> forest.
Class pointed (A : Type) := point : A.

(** There are so many. *)
Theorem many : tree -> δ = 3.
Proof. reflexivity. Qed.

(** There is one. *)
Theorem some : exists f : forest, f = f.
Proof. exists empty; reflexivity. Qed.
"""


@pytest.mark.rocq
@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (
            ("more : tree -> forest -> forest", "more : forest -> forest"),
            "Multi.tree is not what definitions.expected says, but Inductive tree",
        ),
        (("δ : nat := 3", "δ : nat := 2 + 1"), "Multi.δ is not what definitions.expected says, but δ = 2 + 1"),
        (("(** There are", "Declare Instance any : pointed False.\n\n(** There are"), "Multi.v says Declare Instance"),
        (
            ("(** There are", 'Declare ML Module "coq-core.plugins.ltac".\n\n(** There are'),
            "Multi.v says Declare ML Module",
        ),
        (("(** There are", 'Redirect "written" Check 1.\n\n(** There are'), "Multi.v says Redirect"),
    ],
)
def test_a_mutation_that_was_once_missed_fails_the_audit(
    change: tuple[str, str], wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    coqc = find_coqc()
    folder = theory(tmp_path / "theory", Multi=MUTUAL)
    files = sources(folder)
    built = build(coqc, folder=folder)
    found = meanings(coqc, built, files)
    assert [*found] == ["Multi.δ", "Multi.tree", "many", "some"]
    assert found["some"].rests == ("Multi.tree",), "it is about the second type"
    (folder / "definitions.expected").write_text("".join(map(str, found.values())))
    (folder / "Audit.v").write_text(audit_text(files))
    (folder / "audit.expected").write_text(printed(coqc, built, audit_text(files), REFUSES))
    assert audit(coqc, built, folder) == []
    assert MUTUAL.count(change[0]) == 1
    theory(folder, Multi=MUTUAL.replace(*change))
    lines = audit(coqc, build(coqc, folder=folder), folder)
    assert any(line.startswith(wrong) for line in lines), lines


@pytest.mark.rocq
def test_a_definition_that_the_audit_cannot_place_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    coqc = find_coqc()
    folder = theory(tmp_path / "theory", One=CLAIM)
    built = build(coqc, folder=folder)
    monkeypatch.setattr(
        definitions, "_ITEM", re.compile(r"^ {5}(?P<kind>Record|Parameter)\s+(?P<name>\w+)", re.MULTILINE)
    )
    with pytest.raises(BrokenError, match=r"does not find what defines One\.claim, which a theorem uses"):
        meanings(coqc, built, sources(folder))


def test_on_another_version_names_of_definitions_are_compared() -> None:
    then = {"One.claim": Meaning("One.claim", "a" * 16, "True"), "one": Meaning("one", "b" * 16, "", ("One.claim",))}
    now = then | {"One.claim": Meaning("One.claim", "c" * 16, "False")}
    assert differing_meanings(now, then, exact=False) == []
    assert len(differing_meanings(now, then, exact=True)) == 1
    assert differing_meanings(now | {"one": Meaning("one", "b" * 16)}, then, exact=False) != []


@pytest.mark.rocq
def test_the_files_own_notations_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    coqc = find_coqc()
    head = "(** Half. *)\nFrom Coq Require Import QArith.\nLocal Open Scope Q_scope.\n"
    half = "(** It is so. *)\nTheorem half (x : Q) : x <= 1 -> x * x == x * x.\nProof. reflexivity. Qed.\n"
    folder = theory(tmp_path / "theory", Half=head + half, One=SMALL)
    found = printed(coqc, build(coqc, folder=folder), audit_text(sources(folder)), REFUSES)
    assert found == f"half\n     : forall x : Q, x <= 1 -> x * x == x * x\n{EXPECTED}"
    assert [(theorem.name, theorem.assumptions) for theorem in read_audit(found)] == [("half", ()), ("one", ())]


def test_on_another_version_names_and_axioms_are_compared(tmp_path: Path) -> None:
    files = sources(theory(tmp_path, One=SMALL))
    other = EXPECTED.replace("1 = 1", "S O = S O")
    assert differences(other, EXPECTED, files, exact=False) == []
    assert differences(other, EXPECTED, files, exact=True) != []
    assert differences("", EXPECTED, files, exact=False) == ["Rocq does not show one"]
    reals = EXPECTED.replace("Closed under the global context", "Axioms:\n{} : True")
    expected = reals.format("ClassicalDedekindReals.sig_not_dec")
    assert differences(expected, expected, files, exact=False) == []
    for strange in ("sig_not_dec", "Ours.sig_not_dec", "Classical_Prop.classic"):
        assert len(differences(reals.format(strange), expected, files, exact=False)) == 2
