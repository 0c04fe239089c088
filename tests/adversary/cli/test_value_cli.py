"""The command ``value``: bounds in the margin game, the largest known margins, and the search for better trees."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from conftest import Ran
from oracles import margin as oracle

from proofs import margin_checker
from proofs.margin_game import search
from proofs.margin_game.search import better_trees
from proofs.margin_game.trees import MistakeTree

Run = Callable[..., Ran]


@pytest.mark.long
def test_lists_are_a_table(adversary: Run) -> None:
    ran = adversary("value", "--dimension", "2,4", "--margin", "1/2..1/3", "--json")
    values = [(row["dimension"], row["margin_squared"], row["lower"], row["upper"]) for row in ran.json]
    assert values == [(2, "1/4", 2, 2), (2, "1/9", 3, 3), (4, "1/4", 4, 4), (4, "1/9", 5, 5)]
    shown = adversary("value", "-d", "2,4", "-m", "1/2..1/3").out.splitlines()
    assert [line.split()[0] for line in shown[-4:]] == ["2", "2", "4", "4"]


@pytest.mark.long
def test_a_gap_is_said_to_be_one(adversary: Run) -> None:
    ran = adversary("value", "--dimension", 4, "--margin", "1/4")
    assert ran.code == 0, "no budget ran out: dimension 4 has no branch and bound"
    assert "unknown: at least 6 mistakes can be forced, and at most 7\n" in ran.out


def test_a_budget_that_ran_out_is_named(adversary: Run) -> None:
    command = "value", "--dimension", 3, "--margin", "3/10", "--seconds", "0.01"
    ran, answer = adversary(*command), adversary(*command, "--json")
    assert (ran.code, answer.code, answer.json["exact"]) == (1, 1, False)
    assert "unknown: at least 4 mistakes can be forced, and at most 5\n" in ran.out
    assert "cut short after 0.01 seconds; --seconds gives it more" in " ".join(ran.out.split())
    assert "--seconds" in answer.err


@pytest.mark.long
def test_a_margin_that_is_long_to_write_is_rounded(adversary: Run) -> None:
    assert "dimension 2, δ² ≈ 1e-40 (" in adversary("value", "--dimension", "2", "--margin", f"1/{10**20}").out


def test_a_false_certificate_is_refused(adversary: Run, tmp_path: Path) -> None:
    adversary("value", "--dimension", 3, "--margin", "2/5", "-o", "c.json")
    certificate = json.loads((tmp_path / "c.json").read_text())
    certificate["claims"][1]["mistakes"] = 3
    (tmp_path / "c.json").write_text(json.dumps(certificate))
    ran = adversary("check", "c.json", "--json")
    assert (ran.code, ran.json["valid"]) == (1, False)
    assert ran.json["reason"].startswith("upper bound: 2^4 cones may fit")


def test_the_largest_known_margin(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("value", "--dimension", 4, "--mistakes", 6, "-o", "c.json", "--json")
    assert Fraction(ran.json["inverse"]) == 1 / Fraction(ran.json["margin_squared"]) < Fraction("10.4")
    tree = json.loads((tmp_path / "c.json").read_text())["lower"]["trees"][0]
    assert oracle.margin_squared(tree) == Fraction(ran.json["margin_squared"])
    assert adversary("value", "--dimension", 5, "--mistakes", 5, "--json").json["inverse"] == "5"


def test_many_mistakes_are_certified(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("value", "--dimension", 30_000, "--margin", "sqrt(1/20001)", "-o", "c.json", "--json")
    assert (ran.code, ran.json["lower"], ran.json["upper"]) == (0, 20_001, 20_001)
    assert margin_checker.check(tmp_path / "c.json").valid


def first_trees(number: int, end: type[BaseException] | None = None) -> Callable[..., Iterator[MistakeTree]]:
    """Return a search that ends after so many trees, and not after some seconds."""

    def found(dimension: int, mistakes: int, _: float, known: MistakeTree | None) -> Iterator[MistakeTree]:
        yield from islice(better_trees(dimension, mistakes, 3600.0, known), number)
        if end:
            raise end

    return found


@pytest.mark.long
def test_a_search_goes_on_from_the_tree_in_its_file(
    adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "better_trees", first_trees(1))
    command = "value", "--dimension", 3, "--mistakes", 4, "--search", "-o", "t.json", "--json"
    first, again = adversary(*command), adversary(*command)
    assert Fraction(again.json["inverse"]) < Fraction(first.json["inverse"])
    assert first.err.startswith("note: a larger margin is known, with 1/δ² ≈ ")
    tree = json.loads((tmp_path / "t.json").read_text())["lower"]["trees"][0]
    assert oracle.margin_squared(tree) == Fraction(again.json["margin_squared"])


def test_an_interrupted_search_keeps_the_best_so_far(
    adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "better_trees", first_trees(1, KeyboardInterrupt))
    ran = adversary("value", "--dimension", 3, "--mistakes", 3, "--search", "-o", "t.json", "--json")
    assert ran.code == 0
    assert margin_checker.check(tmp_path / "t.json").valid
    assert (Fraction(ran.json["inverse"]) > 3) == ("a larger margin is known, with 1/δ² = 3: leave out" in ran.err)


def test_a_search_that_is_interrupted_before_it_has_a_tree_is_interrupted(
    adversary: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "better_trees", first_trees(0, KeyboardInterrupt))
    ran = adversary("value", "--dimension", 3, "--mistakes", 3, "--search")
    assert (ran.code, ran.out, ran.err) == (130, "", "adversary: interrupted; no output is half-written\n")


@pytest.mark.full
def test_a_search_from_scratch_finds_a_good_tree() -> None:
    margins = [Fraction(0)]
    for tree in better_trees(3, 4, 3600.0):
        assert oracle.margin_squared(msgspec.to_builtins(tree.record())) == tree.margin_squared > margins[-1]
        margins.append(tree.margin_squared)
        if 1 / tree.margin_squared < Fraction("6.25"):
            break
    assert len(margins) > 1


@pytest.mark.long
def test_where_no_certificate_is_small_enough_the_theorem_on_the_plane_counts_in_space_too(adversary: Run) -> None:
    plane, space = (adversary("value", "-d", dimension, "-m", f"1/{10**8}", "--json").json for dimension in (2, 3))
    assert (plane["lower"], plane["upper"], plane["exact"]) == (28, 28, True)
    assert (space["lower"], space["exact"], space["by"]["upper"]) == (28, False, "cap")
    for answer in plane, space:
        assert answer["by"]["lower"].startswith("the theorem ⌊log₂(π/arcsin δ)⌋ on the plane; the certificate shows 1")


@pytest.mark.full
def test_a_table_marks_what_rests_on_the_theorem(adversary: Run) -> None:
    legend = "* the theorem ⌊log₂(π/arcsin δ)⌋ on the plane; a judged certificate shows each other number"
    ran = adversary("value", "-d", "2,3", "-m", f"1/3,1/{10**8}")
    rows = [line.split()[-2:] for line in ran.out.splitlines() if "≈" in line or "= 1e-16" in line]
    assert [row[0].endswith("*") for row in rows] == [False, True, False, True]
    assert not any(upper.endswith("*") for _, upper in [rows[0], *rows[2:]])  # the theorem bounds the plane alone
    assert " ".join(ran.out.split()).endswith(legend)
    assert "*" not in adversary("value", "-d", "2", "-m", "1/3,1/2").out
