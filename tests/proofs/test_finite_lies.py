"""The checker of finite classes on games with lies, and with announced orders: beside a second judge, and brute force."""

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from oracles import other_models
from oracles.classes import random_texts
from oracles.finite import judged_twice
from oracles.lies import deterministic
from oracles.mutations import mutated

from proofs import finite_checker
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.classes.files import load_class
from proofs.solvers.certificates import littlestone_certificate
from proofs.solvers.littlestone import Littlestone

HEADER = {"format": finite_checker.TRACE, "setting": "finite", "learner": "", "adversary": "", "class": ""}


judged = partial(judged_twice, strict=False)


def certificate(table: ConceptClass, lies: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(littlestone_certificate(Littlestone(table, lies=lies))))
    return found


@pytest.mark.parametrize(
    ("name", "lies", "dimension"),
    [
        ("halfspaces:2", 1, 5),
        ("halfspaces:2", 2, 7),
        ("intervals:4", 1, 5),
        ("thresholds:5", 1, 5),
        ("thresholds:5", 0, 2),
        ("singletons:8", 1, 3),
        ("singletons:8", 2, 5),
        ("cube:3", 1, 5),
        ("cube:3", 2, 7),
        ("singletons:2", 4, 9),
    ],
)
def test_dimensions_with_lies_are_certified(name: str, lies: int, dimension: int, tmp_path: Path) -> None:
    made = certificate(load_class(name), lies)
    report = judged([made], tmp_path / "c.json")
    assert report is not None
    assert report.valid
    assert report.lies == lies
    assert [found["mistakes"] for found in report.statements] == [dimension, dimension]
    for change in ({"at_least": dimension + 1}, {"at_most": dimension - 1}, {"lies": lies + 1}):
        report = judged([made | change], tmp_path / "c.json")
        assert report is not None
        assert not report.valid


@pytest.mark.parametrize("seed", range(4))
def test_random_certificates_are_accepted_and_mutated_ones_true_or_refused(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    refused = accepted = 0
    for _ in range(15):
        table, lies = class_of_texts("", random_texts(rng, 6)), rng.randint(0, 2)
        made = certificate(table, lies)
        truth = deterministic(tuple(made["concepts"]), lies)
        report = judged([made], tmp_path / "c.json")
        assert report is not None
        assert report.valid, (report.reason, made)
        assert made["at_least"] == made["at_most"] == truth
        for _ in range(8):
            key = rng.choice(["tree", "ranks", "at_least", "at_most", "lies"])
            changed = mutated({key: made.get(key, 0)}, rng) if key in ("at_least", "at_most", "lies") else None
            if changed is None and not isinstance(made[key], list):
                continue
            report = judged([made | (changed or {key: mutated(made[key], rng)})], tmp_path / "c.json")
            if report is None or report.lies > 3:
                continue
            truth = deterministic(report.table, report.lies)
            for found in report.statements:
                lower = found["statement"] == "universal bound"
                assert found["mistakes"] <= truth if lower else found["mistakes"] >= truth
            accepted, refused = accepted + report.valid, refused + (not report.valid)
    assert refused > 10
    assert accepted


def test_an_unlikely_number_of_lies_is_judged_where_it_costs_nothing(tmp_path: Path) -> None:
    many = 10**17
    header = {**HEADER, "points": 1, "concepts": ["+", "-"], "lies": many}
    rounds = [{"x": 0, "predicted": 1, "label": -1}]
    footer = {
        "target": {"concept": 0},
        "claims": [{"statement": "run bound", "mistakes": 1}],
        "termination": "finished",
    }
    report = judged([header, *rounds, footer], tmp_path / "t.jsonl")
    assert report is not None
    assert report.valid
    for told in (many, 10**9):  # a version space of 10**9 lies would still fit into a computer, with some time
        (tmp_path / "c.json").write_text(json.dumps(certificate(load_class("cube:1"), 1) | {"lies": told}))
        with pytest.raises(finite_checker.TooMuchError):
            finite_checker.check(tmp_path / "c.json")


def test_few_concepts_of_a_huge_rank_are_few(tmp_path: Path) -> None:
    node = {"given": [], "rank": 10**17, "moves": []}
    made = certificate(load_class("cube:2"), 2) | {"at_most": 10**17, "ranks": [node]}
    (tmp_path / "c.json").write_text(json.dumps(made))
    assert finite_checker.check(tmp_path / "c.json").valid


def test_a_weighted_majority_errs_fewer_times_than_the_weights_say() -> None:
    game = finite_checker.ConceptTable({"class": "", "points": 1, "concepts": ["+", "-"]}).game(2)
    assert game.few(game.everything, 6)  # 2 (1 + 6 + 15) < 64: at most 5 mistakes, which is the dimension
    assert not game.few(game.everything, 5)  # 2 (1 + 5 + 10) = 32


# ------------------------------------------------------------------------------------------------ games


def some_game(rng: random.Random) -> list[Any]:
    """Play some labels of a concept, some of them lies, perhaps in an order that was announced."""
    table = class_of_texts("", random_texts(rng, 6))
    rows = [table.row_text(concept) for concept in range(table.size)]
    concept, lies = rng.randrange(table.size), rng.choice([0, 1, 2])
    order = rng.sample(range(table.points), rng.randint(1, table.points)) if rng.random() < 0.5 else None
    points = order or [rng.randrange(table.points) for _ in range(rng.randint(1, 5))]
    told = set() if order else set(rng.sample(range(len(points)), min(lies, len(points))))
    rounds = []
    for number, x in enumerate(points):
        label = 1 if (rows[concept][x] == "+") != (number in told) else -1
        rounds.append({"x": x, "predicted": rng.choice([1, -1]), "label": label})
    mistakes = sum(entry["predicted"] != entry["label"] for entry in rounds)
    claims = [{"statement": "realizable"}, {"statement": "run bound", "mistakes": mistakes}]
    header = {**HEADER, "points": table.points, "concepts": rows}
    footer = {"target": {"concept": concept}, "claims": claims, "termination": "finished"}
    if order:
        claims.append({"statement": "announced order", "mistakes": other_models.in_order(frozenset(rows), order)})
        return [header | {"order": order}, *rounds, footer]
    found = certificate(table, lies)
    claims.append({"statement": "universal bound", "mistakes": found["at_least"]})
    claims.append({"statement": "upper bound", "mistakes": found["at_most"]})
    return [header | {"lies": lies}, *rounds, footer | {"tree": found["tree"], "ranks": found["ranks"]}]


@pytest.mark.parametrize("seed", range(4))
def test_games_are_judged_as_by_the_second_judge(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    refused = 0
    for _ in range(30):
        lines = some_game(rng)
        report = judged(lines, tmp_path / "t.jsonl")
        assert report is not None
        assert report.valid, (report.reason, lines)
        for _ in range(3):
            changed = judged(mutated(lines, rng), tmp_path / "t.jsonl")
            refused += changed is not None and not changed.valid
    assert refused > 10


ORDERED = {**HEADER, "points": 3, "concepts": ["---", "--+", "-++", "+++"], "order": [1, 0, 2]}
END: dict[str, Any] = {"target": {"concept": 0}, "claims": [], "termination": "finished"}


@pytest.mark.parametrize(
    ("points", "claim", "reason"),
    [
        ([1, 0, 2], {"statement": "announced order", "mistakes": 2}, None),
        ([1, 0], {"statement": "announced order", "mistakes": 2}, None),
        ([1, 2], {}, "round 2: point number 2 (from 0) is not the next of the announced order"),
        ([1, 0, 2, 1], {}, "round 4: point number 1 (from 0) is not the next of the announced order"),
        ([1], {"statement": "announced order", "mistakes": 1}, "announced order: 1 claimed, 2 shown"),
        ([1], {"statement": "announced order", "mistakes": 3}, "announced order: 3 claimed, 2 shown"),
        (
            [1],
            {"statement": "universal bound", "mistakes": 0},
            "universal bound: the learner was told the order of the points",
        ),
        (
            [1],
            {"statement": "upper bound", "mistakes": 9},
            "upper bound: the learner was told the order of the points",
        ),
    ],
)
def test_an_order_is_kept(points: list[int], claim: dict[str, Any], reason: str | None, tmp_path: Path) -> None:
    rounds = [{"x": x, "predicted": 1, "label": -1} for x in points]
    report = judged([ORDERED, *rounds, END | {"claims": [claim] if claim else []}], tmp_path / "t.jsonl")
    assert report is not None
    assert report.reason == reason


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"order": [0, 0]}, 'line 1: "order" should be a list of different points'),
        ({"order": [3]}, 'line 1: "order" has 3, which is no point: they are in range(0, 3)'),
        ({"order": [True]}, 'line 1: "order" has true, which is no point: they are in range(0, 3)'),
        ({"order": [0], "lies": 1}, 'line 1: a game has "order" or "lies", not both'),
        ({"order": None}, 'line 1: "order" should be list, but is null'),
        ({"lies": -1}, 'line 1: "lies" should be in range(0, 1000000000000000000), but is -1'),
        ({"lies": True}, 'line 1: "lies" should be in range(0, 1000000000000000000), but is true'),
    ],
)
def test_what_is_malformed(change: dict[str, Any], says: str, tmp_path: Path) -> None:
    lines = [ORDERED | change, {"x": 1, "predicted": 1, "label": -1}, END]
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(finite_checker.MalformedError) as caught:
        finite_checker.check(tmp_path / "t.jsonl")
    assert str(caught.value) == says


def test_a_game_without_an_order_has_none_to_claim(tmp_path: Path) -> None:
    header = {key: value for key, value in ORDERED.items() if key != "order"}
    rounds = [{"x": 1, "predicted": 1, "label": -1}]
    claims = [{"statement": "announced order", "mistakes": 0}]
    report = judged([header, *rounds, END | {"claims": claims}], tmp_path / "t.jsonl")
    assert report is not None
    assert report.reason == "announced order: no order is announced"
