"""The sources of the theorems: what is found in them without Rocq, and what they may not say."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from book import digest_of
from conftest import ROOT, Ran

from proofs.formal.audit import AUDIT, COMPARED_ON, REAL_AXIOMS, audit_text, refused
from proofs.formal.definitions import field_of
from proofs.formal.theorems import EXPECTED, FOLDER, RocqFile, read_audit, sources, theorems, without_comments

WORDS = Path(__file__).parent / "words.txt"
"""Every theorem with a digest of its comment."""

TEXT = """\
(** A file of (* two *) theorems. "*)" *)

From Coq Require Import List.
From ForcedMistakes Require Import Learner MistakeTree.
Local Open Scope Q_scope.

Section Spaces.
  Context {V : space}.

  (** It is true,
      and remains so (Smith, Theorem 2).

      More about it.

      Idea: [I]. *)
  Theorem truth : True.
  Proof. exact I. Qed.
End Spaces.

(* Every number [n] is one, see [1; 2]. Idea: by computation. *)
Theorem one' : 1 = 1. Proof. reflexivity. Qed.

Lemma unnamed : True. Proof. exact I. Qed.
Theorem silent : True. Proof. exact I. Qed.
"""


def test_theorems_are_found_with_what_is_said_above_them() -> None:
    found = RocqFile("Example.v", TEXT)
    assert [(theorem.name, theorem.says, theorem.idea) for theorem in found.theorems] == [
        ("truth", "It is true, and remains so (Smith, Theorem 2).", "I."),
        ("one'", "Every number n is one, see [1; 2].", "by computation."),
        ("silent", "", ""),
    ]
    assert found.needs == ("Learner", "MistakeTree")
    assert found.imports[0] == "From Coq Require Import List."
    assert found.context[-2:] == ("From ForcedMistakes Require Import Example.", "Local Open Scope Q_scope.")
    assert refused((found,)) == ["silent has no comment above it that says it in words"]
    assert {"two theorems are named truth", "two files are named Example.v"} <= {*refused((found, found))}


def test_comments_nest_and_keep_their_place() -> None:
    assert without_comments('a (* (* " *) *)" *)\n *) b "(*" c') == f'a {" " * 17}\n    b "(*" c'
    assert len(without_comments(TEXT)) == len(TEXT)


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("Axiom a : False.", "Axiom"),
        ("Local Axioms (a b : False).", "Axioms"),
        ("Parameter a : nat.", "Parameter"),
        ("Theorem t : True. Admitted.", "Admitted"),
        ("Lemma t : True. Proof. admit. Qed.", "admit"),
        ("Conjecture t : True.", "Conjecture"),
        ("Unset\n Guard  Checking.", "Unset Guard Checking"),
        ("Obligation Tactic := idtac. Admit Obligations of f.", "Admit Obligations"),
        ("Declare Module M : T.", "Declare Module"),
        ("#[global] Declare Instance i : C nat.", "Declare Instance"),
        ('Declare  ML Module "ltac_plugin".', "Declare ML Module"),
        ('Redirect "../elsewhere" Check 1.', "Redirect"),
        ('Print Sorted Universes "elsewhere".', "Print Sorted Universes"),
        ('Cd "/tmp".', "Cd"),
        ("Include Type Decidable.", "Include"),
        ("Rewrite Rule r := f 0 => 1.", "Rewrite Rule"),
        ("Hypothesis a : False.", "Hypothesis outside of a section"),
        ("Section S.\nVariable x : nat.\nEnd S.\nLocal Variables a b : False.", "Variables outside of a section"),
        ("#[global] Context (a : False).", "Context outside of a section"),
        ("Section S.\nEnd S.\nTimeout 9 Time Hypotheses (a : False).", "Hypotheses outside of a section"),
        ("Module M.\n  Definition a := 1.\nEnd M.", "Module"),
        ('Load "elsewhere".', "Load"),
        ('Theorem t : True. Proof. - Load "elsewhere".', "Load"),
        ("#[canonical]Hypothesis a : False.", "Hypothesis outside of a section"),
        ("Program Variable a : False.", "Variable outside of a section"),
        ("#[bypass_check(guard)] Fixpoint f (n : nat) : nat := f n.", "bypass_check"),
    ],
)
def test_what_assumes_something_is_refused(sentence: str, word: str) -> None:
    assert RocqFile("Example.v", f"(* Fine. *)\n{sentence}\n").forbidden == (word,)


def test_words_in_comments_strings_and_names_are_fine() -> None:
    text = '(* Axiom *) Definition no_Axiom := "Admitted". Lemma admits : M.admit = 1. Section S. Variable x : nat. Definition End := x. End S.'
    assert RocqFile("Example.v", text).forbidden == ()


def test_our_sources_are_in_order() -> None:
    files = sources()
    assert {FOLDER / file.name for file in files} == {*FOLDER.rglob("*.v")} - {AUDIT}
    assert refused(files) == []
    names = [file.module for file in files]
    for place, file in enumerate(files):
        assert set(file.needs) <= set(names[:place]), f"_CoqProject has {file.name} before what it needs"
        assert re.search(r"^\(\*\* ", file.text), f"{file.name} does not say what it is about"


def test_no_theorem_is_forgotten() -> None:
    files = sources()
    assert AUDIT.read_text() == audit_text(files), "python -m proofs.formal.audit"
    declared = [theorem.name for file in files for theorem in file.theorems]
    assert [found.name for found in read_audit(EXPECTED.read_text())] == declared
    assert list(theorems()) == declared


def test_only_theorems_about_the_reals_rest_on_axioms_and_on_theirs_alone() -> None:
    resting = [theorem for theorem in theorems().values() if theorem.assumptions]
    assert resting
    for theorem in resting:
        assert theorem.file.startswith("reals/")
        assert {*theorem.assumptions} <= REAL_AXIOMS


def test_theorems_about_all_real_points_are_those_of_two_folders() -> None:
    real = {name for name in theorems() if field_of(name) == "real"}
    assert real == {name for name, found in theorems().items() if found.file.startswith(("fields/", "reals/"))}


def test_the_audit_is_read_as_rocq_prints_it() -> None:
    printed = """\
@first
     : forall V : space,
       True
Closed under the global context
second
     : True
Axioms:
ClassicalDedekindReals.sig_forall_dec
  : forall P : nat -> Prop, True
ax : False
"""
    first, second = read_audit(printed)
    assert (first.name, first.statement, first.assumptions) == ("first", "forall V : space, True", ())
    assert (second.name, second.assumptions) == ("second", ("ClassicalDedekindReals.sig_forall_dec", "ax"))
    with pytest.raises(ValueError, match="does not say what first rests on"):
        read_audit("first\n     : True\n")


def test_the_guide_shows_the_sources_as_they_are() -> None:
    texts = [file.text for file in sources()]
    shown = re.findall(r"```coq\n(?!From )(.*?)```", (ROOT / "docs" / "proofs.md").read_text(), re.DOTALL)
    assert len(shown) >= 6
    for block in shown:
        assert any(block in text for text in texts), block


def test_the_guide_names_theorems_that_there_are() -> None:
    page = (ROOT / "docs" / "proofs.md").read_text()
    table = page.partition("## What Rocq has checked")[2].partition("\n### ")[0]
    named = [name for row in table.splitlines() for name in re.findall(r"`([a-z_0-9]+)`", row.rpartition(" | ")[2])]
    assert len(named) >= 15
    assert {*named} <= theorems().keys()


def test_the_words_about_every_theorem_are_the_ones_that_were_read(request: pytest.FixtureRequest) -> None:
    """A comment above a theorem is shown to users, but Rocq does not check it.

    Written anew by --write-golden: read each comment whose line changes, beside its theorem.
    """
    lines = "".join(f"{name} {digest_of(found.says, found.idea)}\n" for name, found in theorems().items())
    if request.config.getoption("--write-golden"):
        WORDS.write_text(lines, encoding="utf-8")
    assert lines.splitlines() == WORDS.read_text(encoding="utf-8").splitlines()


def test_a_claim_shows_its_theorem(adversary: Callable[..., Ran]) -> None:
    shown = " ".join(adversary("claims", "notes3-1.4-count", "--verbose").out.split())
    found = theorems()["count_1_4"]
    assert f"theorem count_1_4, checked by Rocq: {found.says}" in shown
    assert f"idea {found.idea}" in shown
    assert f"in Rocq {found.statement}" in shown


def test_the_package_for_opam_is_of_this_version() -> None:
    package = (ROOT / "coq-forced-mistakes.opam").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f'\nversion: "{project["version"]}"\n' in package
    assert f'\nlicense: "{project["license"]}"\n' in package
    assert f'"coq" {{>= "{COMPARED_ON.removesuffix(".")}"}}' in package
