"""Questions to the atlas: their answers are what a plain loop over the classes finds, and what is unknown is said."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from here import run_here

from adversary import survey
from adversary.game.judge import judge_file
from adversary.survey import (
    AtlasAnswer,
    answer_question,
    ask,
    attack_relation,
    certify,
    tabulate,
    write_classes,
)
from adversary.tasks.store import Store
from adversary.tasks.task import Task, TaskOutcome, Where
from adversary.views.cells import render
from adversary.views.terminal.atlas_table import atlas_json, atlas_table, relation_table
from proofs.atlas.bitsets import HOW_MANY, classes, concept_class
from proofs.atlas.quantities import NAMES, values
from proofs.classes.concepts import ConceptClass
from proofs.solvers.certificates import RefusedError, models_certificate
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import randomized_littlestone
from proofs.solvers.vc import vc_dimension


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AtlasAnswer]:
    """Return what answers a question in this process."""
    monkeypatch.setattr(survey, "run", run_here)

    def found(points: int, where: str | None = None, extremal: str | None = None, quantities: Any = ()) -> AtlasAnswer:
        question = ask(points, where, extremal, quantities)
        return answer_question(question, tabulate(question, Where(), Store(None), lambda *_: None))

    return found


def picked(found: AtlasAnswer) -> list[int]:
    return [int(found.numbers[place]) for place in found.chosen]


def test_a_condition_picks_the_classes_of_which_it_holds_the_smallest_first(asked: Callable[..., AtlasAnswer]) -> None:
    expected = []
    for number in classes(3).tolist():
        table = concept_class(number, 3)
        if Littlestone(table).dimension() > vc_dimension(table)[0].at_most:
            expected.append(number)
    expected.sort(key=lambda number: (number.bit_count(), number))
    found = asked(3, "L > VC")
    assert picked(found) == expected
    assert (found.compared, found.undefined, found.unknown, found.value) == (len(expected), 0, 0, None)
    assert expected


def test_the_largest_value_is_that_of_all_classes_that_are_left(asked: Callable[..., AtlasAnswer]) -> None:
    gaps = {}
    for number in classes(3).tolist():
        table = concept_class(number, 3)
        if table.size >= 4:
            gaps[number] = Littlestone(table).dimension() - randomized_littlestone(table).value()
    found = asked(3, "size >= 4", "L - RL")
    assert found.value == max(gaps.values())
    assert sorted(picked(found)) == sorted(number for number, gap in gaps.items() if gap == found.value)
    assert found.compared == len(gaps)
    assert found.values(int(found.chosen[0])).keys() == {"size", "L", "RL"}


def test_a_largest_value_of_zero_or_below_is_found(asked: Callable[..., AtlasAnswer]) -> None:
    assert asked(3, None, "L - L").value == 0
    assert len(asked(3, None, "L - L").chosen) == 21
    assert asked(3, "L > 0", "0 - RL").value == Fraction(-1, 2)
    assert asked(2, "1 < 2").compared == 5
    assert "L > 3: none of 21" in render(atlas_table(asked(3, "L > 3")))


def test_values_are_counted_for_all_classes(asked: Callable[..., AtlasAnswer]) -> None:
    found = asked(4)
    assert sum(count for _, count in found.distribution) == HOW_MANY[4] == 401
    assert found.question.quantities == ("L", "VC")
    by_hand = list(zip(values("L", classes(4), 4), values("VC", classes(4), 4), strict=True))
    for row, count in found.distribution:
        assert by_hand.count((row["L"], row["VC"])) == count


def test_a_division_by_zero_is_no_answer_and_is_counted(asked: Callable[..., AtlasAnswer]) -> None:
    found = asked(3, "L / VC > 1")
    alone = [number for number in classes(3).tolist() if number.bit_count() == 1]
    assert found.undefined == len(alone) == 1
    assert not set(picked(found)) & set(alone)
    assert "undefined  1 of 21: there the expression is not defined" in render(atlas_table(found))
    assert asked(2, None, "1 / (L - L)").value is None
    assert "has no value in any class" in render(atlas_table(asked(2, None, "1 / (L - L)")))


def test_a_condition_is_counted_apart_from_the_largest_value(asked: Callable[..., AtlasAnswer]) -> None:
    found = asked(4, "L >= 2", "1/(L-2)")
    expected = [value >= 2 for value in values("L", classes(4), 4)].count(True)
    twos = [value == 2 for value in values("L", classes(4), 4)].count(True)
    text = render(atlas_table(found))
    assert f"where      L >= 2: {expected} of 401" in text
    assert f"in 196 of {expected - twos}" in text
    assert (found.holding, found.compared, found.undefined) == (expected, expected - twos, twos) == (386, 197, 189)
    both = asked(4, "1/(VC-1) > 0 or L >= 2", "1/(L-2)")  # divides by zero in both
    assert both.compared + both.undefined != both.holding
    shown = atlas_json(both)
    assert [shown["holding"], shown["compared"], shown["undefined"]] == [both.holding, both.compared, both.undefined]


def test_what_is_only_computed_is_said(asked: Callable[..., AtlasAnswer]) -> None:
    for where, extremal, said in (
        ("L >= 0", None, "that every class matches: this was only computed"),
        ("L >= 1", None, "that no other class matches: this was only computed"),
        (None, "L", "that no class has a larger value: this was only computed"),
        ("L >= 0", "L", "which classes match, and that none of them has a larger value: this was only computed"),
    ):
        found = asked(3, where, extremal)
        found.certified.append(certify(1, 3, {"L": 0}))
        assert said in " ".join(render(atlas_table(found)).split())


# ------------------------------------------------------------------------------------------------ what fails


def test_what_a_failed_shard_leaves_out_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(tasks: Sequence[Task], *_: Any, **__: Any) -> list[TaskOutcome]:
        return [*run_here(tasks[:6]), TaskOutcome(None, "its process ended 3 times")]

    monkeypatch.setattr(survey, "run", run)
    monkeypatch.setattr(survey, "shards", lambda _: [0x0, 0x1, 0x3, 0x6, 0x7, 0x1B, 0xF])
    question = ask(5, "L >= 2", None, ())
    found = answer_question(question, tabulate(question, Where(), Store(None), lambda *_: None))
    first = int(found.chosen[0])
    found.certified.append(certify(int(found.numbers[first]), 5, found.values(first)))
    assert 0 < found.holding == len(found.chosen) < found.total - found.unknown
    text = " ".join(render(atlas_table(found)).split())
    assert "certified L of each of these, by the trusted checker" in text
    assert f"whether another class matches, or has a larger value: {found.unknown:,} were not computed" in text
    assert "only computed" not in text
    assert f"L >= 2: at least {found.holding:,} of 1,228,157" in text
    assert f"{found.unknown:,} of 1,228,157: these were not computed" in text
    assert "its process ended 3 times" in text
    assert atlas_json(found)["failures"] == ["its process ended 3 times"]


def test_an_enumeration_that_is_not_complete_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(tasks: Sequence[Task], *_: Any, **__: Any) -> list[TaskOutcome]:
        done = run_here(tasks)
        done[0].value["classes"] = done[0].value["classes"][8:]
        return done

    monkeypatch.setattr(survey, "run", run)
    question = ask(3, "1 < 2", None, ())
    with pytest.raises(AssertionError, match="20 classes were enumerated, but there are 21"):
        answer_question(question, tabulate(question, Where(), Store(None), lambda *_: None))


# ------------------------------------------------------------------------------------------------ certificates, files


@pytest.mark.parametrize("points", [1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_the_trusted_checker_agrees_with_every_value_that_has_a_certificate(points: int, tmp_path: Path) -> None:
    some = classes(points)[:: 1 if points < 4 else 8]
    columns = {name: values(name, some, points) for name in NAMES}
    for place, number in enumerate(some.tolist()):
        found = certify(number, points, {name: column[place] for name, column in columns.items()}, tmp_path / "c.json")
        assert set(found.certified) == {*NAMES} - {"VC", "star", "size", "points"}
        assert found.without_certificate == ["VC", "star"]
        assert found.certificate is not None
        judged = judge_file(found.certificate)
        assert judged.valid
        assert {"statement": "universal bound", "mistakes": columns["L"][place]} in judged.statements


@pytest.mark.parametrize("name", ["L", "RL", "halving_optimal", "announced", "self_directed"])
def test_a_wrong_value_is_not_certified(name: str, tmp_path: Path) -> None:
    number = 0b1101_1001_0110_1111
    found = values(name, np.array([number], dtype=np.uint32), 4)[0]
    certify(number, 4, {name: found})
    with pytest.raises(RefusedError, match=f"the solvers find another value of {name}"):
        certify(number, 4, {name: found + 1, "VC": 3}, tmp_path / "c.json")
    assert list(tmp_path.iterdir()) == []


def test_what_the_checker_does_not_find_proved_is_named_and_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_any(table: ConceptClass, _entries: Any, *others: Any) -> dict[str, Any]:
        return models_certificate(table, [], *others)

    monkeypatch.setattr("proofs.solvers.dimensions.models_certificate", without_any)
    with pytest.raises(RefusedError, match=r"^the trusted checker does not find RL, announced proved$"):
        certify(0xF, 3, {"L": 2, "RL": 1, "VC": 2, "announced": 2}, tmp_path / "c.json")
    assert list(tmp_path.iterdir()) == []


def test_what_has_no_certificate_gets_no_file(tmp_path: Path) -> None:
    found = certify(0b111, 2, {"VC": 1, "size": 3}, tmp_path / "c.json")
    assert (found.certified, found.without_certificate, found.certificate) == ([], ["VC"], None)
    assert list(tmp_path.iterdir()) == []


def test_the_table_of_classes_has_all_of_them_exactly(asked: Callable[..., AtlasAnswer], tmp_path: Path) -> None:
    found = asked(2, None, None, ["RL", "size"])
    assert write_classes(tmp_path, found, lambda _: None) == tmp_path / "classes.csv"
    assert (tmp_path / "classes.csv").read_text().splitlines() == [
        "class,RL,size,concepts",
        "atlas-2-1,0,1,00",
        "atlas-2-3,1/2,2,00 01",
        "atlas-2-6,1/2,2,01 10",
        "atlas-2-7,3/4,3,00 01 10",
        "atlas-2-f,1,4,00 01 10 11",
    ]


# ------------------------------------------------------------------------------------------------ relations


def test_a_counterexample_to_a_relation_has_the_fewest_points_and_concepts(tmp_path: Path) -> None:
    answer = attack_relation("halving_adversarial <= L", 5, 600, tmp_path / "c.json")
    assert (answer.verdict, answer.points, answer.classes) == ("refuted", 4, 2 + 5 + 21 + 401)
    found = answer.counterexample
    assert found is not None
    assert (len(found.concepts), found.values, found.without_certificate) == (8, {"halving_adversarial": 3, "L": 2}, [])
    assert judge_file(tmp_path / "c.json").valid
    for number in classes(4)[values("halving_adversarial", classes(4), 4) > np.array(values("L", classes(4), 4))]:
        assert int(number).bit_count() >= 8


def test_a_relation_that_holds_or_is_not_defined_is_not_refuted() -> None:
    single = 4  # classes of one concept, of which there is one on each number of points
    for text, undefined in (("RL <= L <= 2*RL and VC <= L", 0), ("L/(size - 1) >= 1/15", single), ("1 < 2", 0)):
        answer = attack_relation(text, 4, 600)
        assert (answer.verdict, answer.points, answer.undefined) == ("not refuted", 4, undefined)
        assert answer.classes + answer.undefined == 429
    assert attack_relation("2 < 1", 4, 600).points == 1


def test_a_relation_is_unknown_where_the_time_runs_out() -> None:
    answer = attack_relation("VC <= L", 4, 1e-9)
    assert (answer.verdict, answer.counterexample) == ("unknown", None)
    text = render(relation_table(answer))
    assert "unknown, because the time ran out" in text
