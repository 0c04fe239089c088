"""The checker of certificates of values: brute force, known values, mutations, and files that are made to deceive."""

import copy
import json
import operator
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from oracles.classes import all_fewest, both_orders, random_texts
from oracles.mutations import mutated
from oracles.values import true

from adversary.views.schemas import schemas
from proofs import finite_checker, values_checker
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.classes.files import load_class
from proofs.finite_checker import MalformedError, Report, TooMuchError
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.certificates import models_certificate, reachable
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.apple_tasting import apple_tasting_bounds
from proofs.solvers.other_models.orders import self_directed
from proofs.solvers.values import TIE_RULES, halving_worst_case, randomized_littlestone

KEPT = DATA / "certificates" / "values"


def values_of(table: ConceptClass, lies: int = 0) -> list[dict[str, Any]]:
    (worst, first), (best, last) = both_orders(table)
    some = {"mistakes": randomized_littlestone(table, lies=lies).value(), "lies": lies}
    return [
        {"statement": "worst order", "mistakes": worst, "order": first},
        {"statement": "best order", "mistakes": best, "order": last},
        {"statement": "randomized dimension", "mistakes": randomized_littlestone(table).value()},
        *([{"statement": "randomized dimension", **some}] if lies else []),
        *[
            {"statement": f"Halving with {ties} ties", "mistakes": halving_worst_case(table, ties).value()}
            for ties in TIE_RULES
        ],
        {"statement": "self-directed", "mistakes": self_directed(table)},
        {"statement": "don't know", "fewest": all_fewest(table)},
        {"statement": "apple tasting", "mistakes": apple_tasting_bounds(table, 0, Budget()).value},
    ]


def certificate(table: ConceptClass, lies: int = 0) -> dict[str, Any]:
    solvers = [Littlestone(table, lies=told) for told in sorted({0, lies})]
    made: dict[str, Any] = json.loads(json.dumps(models_certificate(table, values_of(table, lies), solvers)))
    return made


@cache
def known(name: str, lies: int = 0) -> str:
    return json.dumps(certificate(load_class(name), lies))


def check(record: dict[str, Any], path: Path) -> Report:
    path.write_text(json.dumps(record) + "\n")
    return finite_checker.check(path, values_checker.ValuesFile)


def some_class(rng: random.Random, most: int = 6) -> ConceptClass:
    return class_of_texts("", random_texts(rng, most))


@pytest.mark.parametrize(
    ("name", "lies"),
    [
        ("thresholds:7", 0),
        pytest.param("intervals:6", 0, marks=pytest.mark.full),
        ("halfspaces:2", 1),
        pytest.param("singletons:15", 0, marks=pytest.mark.full),
        pytest.param("cube:5", 0, marks=pytest.mark.full),
        ("intervals:4", 1),
        ("cube:3", 1),
    ],
)
def test_all_values_of_a_class_are_certified(
    name: str, lies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "singletons:15":  # whose orders the solver takes long to find: any order is the worst, and the best
        table = load_class(name)
        some = [{"statement": s, "mistakes": 1, "order": list(range(15))} for s in ("worst order", "best order")]
        some += [{"statement": "self-directed", "mistakes": 1}]
        made = json.loads(json.dumps(models_certificate(table, some, [Littlestone(table)])))
    else:
        made = json.loads(known(name, lies))
    monkeypatch.setattr(finite_checker, "MAX_WORK", 6 * 10**8)
    report = check(made, tmp_path / "c.json")
    assert report.reason is None
    assert len(report.statements) == len(made["values"])
    assert len(json.dumps(made)) < 30_000


def test_values_are_as_published(tmp_path: Path) -> None:
    report = check(json.loads(known("halfspaces:2", 1)), tmp_path / "c.json")
    assert {"statement": "randomized dimension", "mistakes": "865/256", "lies": 1} in report.statements
    assert {"statement": "universal bound", "mistakes": 5, "lies": 1} in report.statements
    assert {"statement": "don't know", "fewest": [4, 3, 1, 0]} in report.statements
    assert {"statement": "apple tasting", "mistakes": 4} in report.statements
    report = check(json.loads(known("thresholds:7")), tmp_path / "c.json")
    assert {"statement": "worst order", "mistakes": 3} in report.statements
    assert {"statement": "best order", "mistakes": 1} in report.statements


def wrong(entry: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return an entry whose number is another one."""
    by = rng.choice([-1, 1])
    if "fewest" in entry:
        fewest = list(entry["fewest"])
        at = rng.randrange(len(fewest))
        fewest[at] = fewest[at] + 1 if not fewest[at] else fewest[at] + by
        return entry | {"fewest": fewest}
    number = Fraction(entry["mistakes"]) + (by if entry["mistakes"] not in (0, "0") else 1)
    return entry | {"mistakes": str(number) if isinstance(entry["mistakes"], str) else int(number)}


@pytest.mark.parametrize("seed", range(4))
def test_random_classes_are_certified_and_nothing_false_is(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for _ in range(8):
        made = certificate(some_class(rng, 5), rng.randint(0, 1))
        report = check(made, tmp_path / "c.json")
        assert report.valid, (report.reason, made)
        for number, entry in enumerate(made["values"]):
            if "tree" not in entry and "ranks" not in entry:
                assert true(report.table, entry), entry
                changed = copy.deepcopy(made)
                changed["values"][number] = wrong(entry, rng)
                report = check(changed, tmp_path / "c.json")
                assert not report.valid
                assert len(report.statements) == len(made["values"]) - 1


@pytest.mark.parametrize("seed", range(4))
def test_what_a_mutated_table_or_class_proves_is_true(seed: int, tmp_path: Path) -> None:
    rng = random.Random(100 + seed)
    accepted = refused = 0
    for _ in range(12):
        made = certificate(some_class(rng, 5), rng.randint(0, 1))
        for _ in range(8):
            changed = dict(made)
            if rng.random() < 0.8 or len(made["concepts"]) < 2:
                changed["tables"] = mutated(made["tables"], rng)
            else:  # the tables of one class for another
                other = some_class(rng, 5)
                changed |= {"points": other.points, "concepts": [other.row_text(i) for i in range(other.size)]}
            try:
                report = check(changed, tmp_path / "c.json")
            except MalformedError:
                continue
            accepted, refused = accepted + report.valid, refused + (not report.valid)
            for found in report.statements:
                entries = [e for e in changed["values"] if e["statement"] == found["statement"]]
                assert any(true(report.table, e) for e in entries if e.get("lies", 0) == found.get("lies", 0)), changed
    assert refused
    assert accepted


# ------------------------------------------------------------------------------------------------ made to deceive


def small(statement: str = "randomized dimension", value: Any = "5/4", **table: Any) -> dict[str, Any]:
    """Return a certificate of thresholds on 5 points, whose table is ours but for what is given."""
    found = load_class("thresholds:5")
    made = models_certificate(found, [{"statement": "self-directed", "mistakes": 1}])
    made["tables"][0] |= table
    made["values"] = [{"statement": statement, "mistakes": value, "table": 0}]
    return made


def spaces() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = small()["tables"][0]["spaces"]
    return found


def first_move(found: list[dict[str, Any]]) -> list[Any]:
    moves: list[list[Any]] = next(node["moves"] for node in found if node["moves"])
    return moves[0]


def spaces_that_lead_to_each_other() -> dict[str, Any]:
    """Have two spaces say that each one's side is the other, so that any value would do."""
    same = [1, 2, 3, 4, 5]
    nodes = [
        {"given": [], "moves": [[x, y, 1, same] for x in range(5) for y in (-1, 1)]},
        {"given": [[0, -1]], "moves": [[x, y, 0, same] for x in range(5) for y in (-1, 1)]},
    ]
    return small(value="9", spaces=nodes)


def labels_exchanged_for_halving() -> dict[str, Any]:
    table = class_of_texts("", ["--", "+-", "-+"])
    nodes: list[dict[str, Any]] = [{"given": [], "moves": []}, {"given": [[0, -1]], "moves": []}]
    move = [1, -1, 1, [-2, 0]]
    nodes[0]["moves"] = [move]
    made = models_certificate(table, [{"statement": "self-directed", "mistakes": 1}])
    made["tables"] = [{"lies": 0, "spaces": nodes}]
    made["values"] = [{"statement": "Halving with positive ties", "mistakes": 1, "table": 0}]
    return made


def the_table_of_a_larger_space() -> dict[str, Any]:
    """Lead what is left to a space that has one concept more."""
    table = class_of_texts("", ["---", "+--", "-+-", "--+", "++-"])
    made = models_certificate(table, [{"statement": "self-directed", "mistakes": 2}])
    made["tables"][0]["spaces"] = [
        {"given": [], "moves": [[0, 1, 1, [0, 2, 0]]]},
        {"given": [[0, -1]], "moves": []},
    ]
    return made


def check_refused(made: dict[str, Any], reason: str, path: Path) -> None:
    report = check(made, path)
    assert not report.valid
    assert report.statements == []
    assert report.reason is not None
    assert reason in report.reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda found: found[0].update(given=[[0, -1]]), "space 0 has given labels"),
        (
            lambda found: found.append({"given": [[0, 1], [0, -1]], "moves": []}),
            "its given labels leave no concept",
        ),
        (lambda found: next(node["moves"] for node in found if node["moves"]).pop(0), "needs a move for label"),
        (lambda found: operator.setitem(first_move(found), 2, 0), "what is left is not like space 0"),
        (
            lambda found: operator.setitem(first_move(found), 3, [image and 1 for image in first_move(found)[3]]),
            "what is left is not like space",
        ),
        (lambda found: operator.setitem(first_move(found), 3, [0] * 5), "what is left is not like space"),
    ],
    ids=["given at the root", "nothing left", "a move too few", "to the whole class", "all points to one", "no points"],
)
def test_a_table_that_is_changed(change: Callable[[list[dict[str, Any]]], object], reason: str, tmp_path: Path) -> None:
    found = spaces()
    change(found)
    check_refused(small(spaces=found), reason, tmp_path / "c.json")


@pytest.mark.parametrize(
    ("deceit", "reason"),
    [
        (spaces_that_lead_to_each_other, "what is left is not like space 1"),
        (labels_exchanged_for_halving, "a map exchanges labels, which this game does not treat alike"),
        (the_table_of_a_larger_space, "what is left is not like space 1"),
    ],
)
def test_a_table_that_deceives(deceit: Callable[[], dict[str, Any]], reason: str, tmp_path: Path) -> None:
    check_refused(deceit(), reason, tmp_path / "c.json")


def test_what_is_true_beside_the_deceits(tmp_path: Path) -> None:
    assert check(small(), tmp_path / "c.json").valid
    exchanged = labels_exchanged_for_halving()
    exchanged["values"][0]["statement"] = "Halving with optimal ties"
    assert check(exchanged, tmp_path / "c.json").valid
    twice = small(spaces=[*spaces(), copy.deepcopy(spaces()[1])])
    assert check(twice, tmp_path / "c.json").valid
    alone = small(spaces=[*spaces(), {"given": [[0, 1], [4, -1]], "moves": []}])
    assert not check(alone, tmp_path / "c.json").valid  # on thresholds these labels leave no concept


def test_an_order_is_compared_with_all_others(tmp_path: Path) -> None:
    table = load_class("thresholds:7")
    worse = {"statement": "worst order", "mistakes": 1, "order": [0, 1, 2, 3, 4, 5, 6]}
    report = check(models_certificate(table, [worse]), tmp_path / "c.json")
    assert report.reason == "worst order: in another order it is more: 3"
    better = {"statement": "best order", "mistakes": 3, "order": [3, 1, 0, 2, 5, 4, 6]}
    report = check(models_certificate(table, [better]), tmp_path / "c.json")
    assert report.reason == "best order: in another order it is fewer: 1"
    alone = {"statement": "self-directed", "mistakes": 3}  # which is false, and so no reason to look no further
    report = check(models_certificate(table, [alone, better]), tmp_path / "c.json")
    assert report.statements == []
    ranks = Littlestone(table)
    report = check(models_certificate(table, [worse], [ranks]), tmp_path / "c.json")
    assert [found["statement"] for found in report.statements] == ["universal bound", "upper bound"]


# ------------------------------------------------------------------------------------------------ work, and forms


def test_what_takes_too_much_has_no_verdict(tmp_path: Path) -> None:
    table = load_class("singletons:26")
    made = models_certificate(table, [{"statement": "worst order", "mistakes": 1, "order": list(range(26))}])
    with pytest.raises(TooMuchError, match="it takes more than"):
        check(made, tmp_path / "c.json")
    made["values"] = [{"statement": "upper bound", "mistakes": 3, "lies": 10**17, "ranks": []}]
    with pytest.raises(TooMuchError, match="it takes more than"):
        check(made, tmp_path / "c.json")


def test_much_apple_tasting_has_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = models_certificate(load_class("singletons:8"), [{"statement": "apple tasting", "mistakes": 7}])
    assert check(made, tmp_path / "c.json").statements
    monkeypatch.setattr(finite_checker, "MAX_WORK", 1_000)
    with pytest.raises(TooMuchError, match="it takes more than"):
        check(made, tmp_path / "c.json")


def test_so_many_spaces_are_not_even_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finite_checker, "MAX_WORK", 4 * 10**6)  # a thousandth of it
    monkeypatch.setattr(finite_checker.Game, "read_given", lambda *_: pytest.fail("they were looked at"))
    with pytest.raises(TooMuchError):
        check(small(spaces=[{"given": [], "moves": []}] * 1_000), tmp_path / "c.json")


def test_what_is_stated_twice_is_listed_once(tmp_path: Path) -> None:
    made = small()
    made["values"] *= 3
    assert check(made, tmp_path / "c.json").statements == [{"statement": "randomized dimension", "mistakes": "5/4"}]


def test_a_long_game_of_apple_tasting_has_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values_checker, "MAX_DEEP", 1)
    deep = sys.getrecursionlimit()
    made = models_certificate(load_class("singletons:300"), [{"statement": "apple tasting", "mistakes": 299}])
    monkeypatch.setattr(finite_checker, "MAX_WORK", 10**18)
    sys.setrecursionlimit(300)
    try:
        with pytest.raises(TooMuchError, match="games of more than"):
            check(made, tmp_path / "c.json")
        assert sys.getrecursionlimit() == 300
    finally:
        sys.setrecursionlimit(deep)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "forced-mistakes/littlestone/1"}, '"format" should be "forced-mistakes/values/1"'),
        ({"values": []}, '"values" is empty'),
        ({"values": [{"statement": "luck", "mistakes": 1}]}, '"statement" should be '),
        ({"values": [{"statement": "self-directed", "mistakes": 1}]}, '"table" is missing'),
        ({"values": [{"statement": "self-directed", "mistakes": 1, "table": 1}]}, '"table" should be in range(0, 1)'),
        ({"values": [{"statement": "self-directed", "mistakes": 1, "table": 0, "lies": 1}]}, '"lies" should be 0'),
        ({"values": [{"statement": "self-directed", "mistakes": "1", "table": 0}]}, '"mistakes" should be '),
        ({"values": [{"statement": "randomized dimension", "mistakes": 1, "table": 0}]}, '"mistakes" should be str'),
        (
            {"values": [{"statement": "randomized dimension", "mistakes": "1", "lies": 1, "table": 0}]},
            "table 0 has 0 lies, not 1",
        ),
        ({"values": [{"statement": "don't know", "fewest": [], "table": 0}]}, '"fewest" is empty'),
        (
            {"values": [{"statement": "don't know", "fewest": [True], "table": 0}]},
            '"fewest" should be a list of counts',
        ),
        ({"values": [{"statement": "best order", "mistakes": 1, "order": [0]}]}, '"order" should have all points'),
        ({"tables": []}, '"table" should be in range(0, 0), but is 0'),
        ({"tables": [{"spaces": []}]}, '"spaces" is empty'),
        *[({"tables": [table]}, "a table is not an object") for table in (5, None, True, "lies", [], ["spaces"])],
        (
            {"tables": [{"spaces": [{"given": [], "moves": [[0, 1, 0]]}]}]},
            "the spaces have something else where a move",
        ),
        ({"tables": [{"spaces": [{"given": [], "moves": [[0, 1, 9, []]]}]}]}, "the spaces have something else where ["),
        ({"tables": [{"spaces": [{"given": [], "moves": [[0, 1, 0, [0]]]}]}]}, "the spaces have no list of 0 or"),
        (
            {"tables": [{"spaces": [{"given": [[0]], "moves": []}]}]},
            "the spaces have something else where [point, label]",
        ),
    ],
)
def test_what_is_malformed(change: dict[str, Any], says: str, tmp_path: Path) -> None:
    with pytest.raises(MalformedError) as caught:
        check(small("self-directed", 1) | change, tmp_path / "c.json")
    assert str(caught.value).startswith(f"line 1: {says}")


def test_a_budget_that_runs_out_writes_nothing() -> None:
    with pytest.raises(OutOfBudget):
        reachable(load_class("intervals:8"), 0, Budget(states=10), exchange=True)


# ------------------------------------------------------------------------------------------------ what is kept


@pytest.mark.parametrize("path", sorted((KEPT / "valid").iterdir()), ids=lambda path: path.stem)
def test_what_is_kept_as_valid_is_true(path: Path) -> None:
    record = json.loads(path.read_text())
    assert all(true(tuple(record["concepts"]), entry) for entry in record["values"])
    Draft202012Validator(schemas()["values-certificate"]).validate(record)
