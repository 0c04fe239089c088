"""The trusted checker for finite classes: a corpus, brute force, mutations beside a second judge, what it stands on."""

import copy
import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st
from oracles.finite import best_ranks, best_tree, dimension, judged_twice, pulled_back

from proofs import finite_checker
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.solvers.littlestone import Littlestone

CERTIFICATES = DATA / "certificates" / "finite"
CHECKER = Path(finite_checker.__file__)


def words(statements: list[dict[str, Any]]) -> list[str]:
    return [" ".join(str(value) for value in statement.values()) for statement in statements]


def test_a_report_says_what_was_played() -> None:
    report = finite_checker.check(CERTIFICATES / "valid" / "probabilities.jsonl")
    assert report == (
        True,
        True,
        3,
        Fraction(5, 6),
        [{"statement": "realizable"}, {"statement": "expected mistakes", "mistakes": "5/6"}],
        1,
        4,
        3,
        "thresholds on 3 points",
        ("---", "--+", "-++", "+++"),
        None,
        0,
        None,
        None,
    )
    report = finite_checker.check(CERTIFICATES / "valid" / "certificate.jsonl")
    assert (report.realizable, report.rounds, report.mistakes, report.target) == (False, None, None, None)
    assert (report.concepts, report.points) == (11, 4)


def test_a_sum_that_is_too_long_is_no_number() -> None:
    report = finite_checker.check(CERTIFICATES / "invalid" / "probabilities_with_too_long_a_sum.jsonl")
    assert report.realizable
    assert report.mistakes is None


@pytest.mark.parametrize("key", ['"points": ', '"x": ', '"label": ', '"concept": ', '"mistakes": ', '"rank": '])
def test_a_million_digits(key: str, tmp_path: Path) -> None:
    text = (CERTIFICATES / "valid" / "halving_on_thresholds.jsonl").read_text()
    assert key in text
    (tmp_path / "t.jsonl").write_text(text.replace(key, key + "7" * 10**6, 1))
    with pytest.raises(finite_checker.MalformedError, match=r"^line \d: not JSON: Exceeds"):
        finite_checker.check(tmp_path / "t.jsonl")


# ------------------------------------------------------------------------------------------------ work, which is counted


def test_many_claims_are_read_in_linear_time(tmp_path: Path) -> None:
    text = (CERTIFICATES / "valid" / "upper_bound_above_what_is_proved.jsonl").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    claims = [{"statement": "upper bound", "mistakes": 2 + k // 2} for k in range(60_000)]
    lines[-1]["claims"] = claims
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, lines)))
    report = finite_checker.check(tmp_path / "t.jsonl")  # squared: some minutes
    assert report.valid
    assert sum(found["statement"] == "upper bound" for found in report.statements) == 30_000


def cube_with_equal_nodes(points: int, many: int) -> dict[str, Any]:
    """Return a certificate about all labelings, with many equal nodes; the maps of their moves rename nothing."""
    rows = rows_of(find_class(f"cube:{points}"))
    moves = [[x, 1, many, list(range(1, points + 1))] for x in range(points)]
    nodes = [{"given": [], "rank": points - 2, "moves": moves}] * many
    return certificate(rows, at_most=points, ranks=[*nodes, {"given": [], "rank": points - 3, "moves": []}])


def test_equal_nodes_are_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finite_checker, "MAX_WORK", 10**8)
    (tmp_path / "c.json").write_text(json.dumps(cube_with_equal_nodes(11, 100)))
    assert finite_checker.check(tmp_path / "c.json").reason == "upper bound: node 100 needs a move for point 0"


def test_certificates_that_we_find_take_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finite_checker, "MAX_WORK", 10**8)
    (tmp_path / "c.json").write_text(json.dumps(solved(find_class("halfspaces:4"))))
    assert finite_checker.check(tmp_path / "c.json").valid


@pytest.mark.parametrize("keys", [("at_least", "tree"), ("at_most", "ranks")])
def test_what_takes_too_much_has_no_verdict(
    keys: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(finite_checker, "MAX_WORK", 10**5)
    made = solved(find_class("halfspaces:4"))
    path = tmp_path / "c.json"
    path.write_text(json.dumps(certificate(made["concepts"], **{key: made[key] for key in keys})))
    with pytest.raises(finite_checker.TooMuchError, match=r"^too much arithmetic: it takes more than 100,000 steps$"):
        finite_checker.check(path)
    assert finite_checker.main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{path}: too much arithmetic: it takes more than 100,000 steps\n")


# ------------------------------------------------------------------------------------------------ what it stands on


def test_it_prints_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert finite_checker.main([str(CERTIFICATES / "valid" / "certificate.jsonl")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "concepts 11, points 4",
        "proved: universal bound 2",
        "proved: upper bound 2",
        "valid",
    ]
    assert finite_checker.main([str(CERTIFICATES / "invalid" / "run_bound_too_low.jsonl")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "rounds 3, mistakes 2, concepts 4, points 3",
        "proved: realizable",
        "not valid: run bound: 1 claimed, 2 shown",
    ]
    assert finite_checker.main([]) == 2
    assert capsys.readouterr().err == "usage: python -m proofs.finite_checker FILE\n"


# ------------------------------------------------------------------------------------------------ brute force

TRACE = {"format": finite_checker.TRACE, "setting": "finite", "learner": "", "adversary": "", "class": ""}


@st.composite
def tables(draw: st.DrawFn) -> list[str]:
    points = draw(st.integers(1, 5))
    row = st.text(draw(st.sampled_from(["+-", "+-*"])), min_size=points, max_size=points)
    return draw(st.lists(row, min_size=1, max_size=7, unique=True))


def certificate(rows: list[str], **fields: Any) -> dict[str, Any]:
    about = {"format": finite_checker.CERTIFICATE, "class": "", "points": len(rows[0]), "concepts": rows}
    return {**about, **fields}


@given(rows=tables(), terse=st.booleans(), below=st.integers(0, 3), above=st.integers(0, 3))
def test_what_brute_force_finds_is_accepted_and_one_more_or_less_is_not(
    rows: list[str], terse: bool, below: int, above: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("small") / "c.json"
    d = dimension(frozenset(rows))
    witnesses = {"tree": best_tree(rows, d), "ranks": best_ranks(rows, terse=terse)}
    assert best_tree(rows, d + 1) is None
    for at_least, at_most in ((d, d), (max(0, d - below), d + above)):
        report = judged_twice([certificate(rows, at_least=at_least, at_most=at_most, **witnesses)], path)
        assert report is not None
        assert report.valid
        assert words(report.statements) == [f"universal bound {at_least}", f"upper bound {at_most}"]
    report = judged_twice([certificate(rows, at_least=d + 1, at_most=d, **witnesses)], path)
    assert report is not None
    assert words(report.statements) == [f"upper bound {d}"]
    if d:
        report = judged_twice([certificate(rows, at_least=d, at_most=d - 1, **witnesses)], path)
        assert report is not None
        assert words(report.statements) == [f"universal bound {d}"]
        lowered = [{**node, "rank": max(0, node["rank"] - 1)} for node in witnesses["ranks"]]
        report = judged_twice([certificate(rows, at_most=d - 1, ranks=lowered)], path)
        assert report is not None
        assert not report.valid


@st.composite
def witnesses(draw: st.DrawFn) -> tuple[list[str], Any, list[Any]]:
    """Draw a class, a tree and nodes, with maps, that have nothing to do with it but their form."""
    rows = draw(tables())
    point, concept, label = st.integers(0, len(rows[0]) - 1), st.integers(0, len(rows) - 1), st.sampled_from([1, -1])
    tree = draw(st.recursive(concept, lambda tree: st.tuples(point, tree, tree).map(list), max_leaves=6))
    many = draw(st.integers(1, 4))
    to, image = st.integers(0, many - 1), st.integers(-len(rows[0]), len(rows[0]))
    images = st.lists(image, min_size=len(rows[0]), max_size=len(rows[0]))
    move = st.one_of(st.tuples(point, label, to).map(list), st.tuples(point, label, to, images).map(list))
    node = st.fixed_dictionaries(
        {
            "given": st.lists(st.tuples(point, label).map(list), max_size=2),
            "rank": st.integers(0, 3),
            "moves": st.lists(move, max_size=3, unique_by=lambda move: move[0]),
        }
    )
    nodes = draw(st.lists(node, min_size=many, max_size=many))
    return rows, tree, [{**nodes[0], "given": []}, *nodes[1:]]


@given(drawn=witnesses(), at_least=st.integers(0, 3), at_most=st.integers(0, 3))
def test_nothing_false_is_ever_proved(
    drawn: tuple[list[str], Any, list[Any]], at_least: int, at_most: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rows, tree, ranks = drawn
    path = tmp_path_factory.mktemp("drawn") / "c.json"
    report = judged_twice([certificate(rows, at_least=at_least, tree=tree, at_most=at_most, ranks=ranks)], path)
    assert report is not None
    check_truth(report)


def check_truth(report: finite_checker.Report) -> None:
    """Assert that the bounds that a report has proved are those that the dimension allows."""
    d = dimension(frozenset(report.table))
    for statement in report.statements:
        assert statement["statement"] != "universal bound" or statement["mistakes"] <= d
        assert statement["statement"] != "upper bound" or statement["mistakes"] >= d


@given(rows=tables(), data=st.data())
def test_what_a_map_leads_into_a_space_has_no_larger_dimension(rows: list[str], data: st.DataObject) -> None:
    points = len(rows[0])
    images = data.draw(st.lists(st.integers(-points, points), min_size=1, max_size=5))
    labels = data.draw(st.text("+-", min_size=len(images), max_size=len(images)))
    assert dimension(frozenset([pulled_back(row, images) + labels for row in rows])) <= dimension(frozenset(rows))


chances = st.fractions(0, 1, max_denominator=4).map(str)


@given(rows=tables(), data=st.data(), randomized=st.booleans())
def test_it_agrees_with_the_second_judge_on_small_games(
    rows: list[str], data: st.DataObject, randomized: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    label = st.sampled_from([1, -1])
    said = chances if randomized else label
    one = st.fixed_dictionaries({"x": st.integers(0, len(rows[0]) - 1), "predicted": said, "label": label})
    rounds = data.draw(st.lists(one, max_size=3))
    target = data.draw(st.none() | st.fixed_dictionaries({"concept": st.integers(0, len(rows) - 1)}))
    claims = [
        {"statement": "run bound", "mistakes": data.draw(st.integers(0, 2))},
        {"statement": "expected mistakes", "mistakes": data.draw(st.fractions(0, 2, max_denominator=4).map(str))},
    ]
    footer = {"target": target, "claims": data.draw(st.sampled_from([claims[:1], claims[1:], []]))}
    lines = [{**TRACE, "points": len(rows[0]), "concepts": rows}, *rounds, {**footer, "termination": "finished"}]
    assert judged_twice(lines, tmp_path_factory.mktemp("game") / "t.jsonl") is not None


# ------------------------------------------------------------------------------------------------ known values

KNOWN = {
    "thresholds:7": 3,
    "singletons:8": 1,
    "dictators:4": 2,
    "parities:3": 3,
    "monotone-conjunctions:3": 3,
    "conjunctions:1": 2,
    "conjunctions:2": 3,
    "cube:4": 4,
    **{f"intervals:{n}": d for n, d in enumerate([1, 2, 2, 3, 3, 4, 4, 4], 1)},
    **{f"decision-lists:{n}": d for n, d in enumerate([2, 3, 5], 1)},
    **{f"halfspaces:{n}": d for n, d in enumerate([2, 3, 6, 9], 1)},
    **{f"projective-plane:{q}": 2 for q in (2, 3, 5)},
}
TOO_LARGE = ("halfspaces:4", "projective-plane:5")  # for brute force


def rows_of(known: ConceptClass) -> list[str]:
    return [known.row_text(concept) for concept in range(known.size)]


@cache
def solved(known: ConceptClass) -> dict[str, Any]:
    """Return the certificate of the class that proofs.solvers.littlestone finds, as it is read from a file."""
    solver = Littlestone(known)
    d = solver.dimension()
    made = certificate(rows_of(known), at_least=d, tree=solver.tree(), at_most=d, ranks=solver.ranks())
    return dict(json.loads(json.dumps(made)))


def images_of(record: dict[str, Any]) -> list[list[int]]:
    return [move[3] for node in record["ranks"] for move in node["moves"] if len(move) > 3]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.full] * (name == "halfspaces:4")) for name in KNOWN]
)
def test_every_known_value_is_certified_both_ways_and_no_other(name: str, tmp_path: Path) -> None:
    d, made = KNOWN[name], solved(find_class(name))
    if name not in TOO_LARGE:
        assert dimension(frozenset(made["concepts"])) == d
    report = judged_twice([made], tmp_path / "c.json")
    assert report is not None
    assert report.valid
    assert report.statements == [
        {"statement": "universal bound", "mistakes": d},
        {"statement": "upper bound", "mistakes": d},
    ]
    for key, count in (("at_least", d + 1), ("at_most", d - 1)):
        report = judged_twice([{**made, key: count}], tmp_path / "c.json")
        assert report is not None
        assert not report.valid
        assert len(report.statements) == 1


@pytest.mark.parametrize("name", ["intervals:8", "projective-plane:3", "decision-lists:3", "halfspaces:4"])
def test_maps_occur(name: str) -> None:
    images = {image for found in images_of(solved(find_class(name))) for image in found}
    assert 0 in images
    assert max(images) > 0
    assert min(images) < 0 or not name.startswith("halfspaces")


# ------------------------------------------------------------------------------------------------ mutations

Lines = list[Any]


@cache
def certificates_with_maps() -> list[dict[str, Any]]:
    """Return certificates of named classes, and of random ones, in which points lead on by maps."""
    rng = random.Random(3)
    found = [
        solved(find_class(name)) for name in ("intervals:5", "intervals:8", "projective-plane:3", "decision-lists:3")
    ]
    while len(found) < 16:
        made = solved(class_of_rows("", rng.sample(range(16), rng.randrange(8, 12)), ["a", "b", "c", "d"]))
        found += [made] if images_of(made) else []
    return found


def moves_of(lines: Lines, length: int) -> list[Any]:
    return [move for node in lines[-1]["ranks"] for move in node["moves"] if len(move) == length]


def some_certificate_with_maps(rng: random.Random) -> Lines:
    return [copy.deepcopy(rng.choice(certificates_with_maps()))]


def some_images(lines: Lines, rng: random.Random) -> list[int]:
    return rng.choice(images_of(lines[-1]))


def some_place(images: list[int], rng: random.Random) -> int:
    """Return a point that has an image."""
    return rng.choice([x for x, image in enumerate(images) if image])


def add_an_image(lines: Lines, rng: random.Random) -> None:
    images = some_images(lines, rng)
    if free := [x for x, image in enumerate(images) if not image]:
        images[rng.choice(free)] = rng.choice([-1, 1]) * rng.randrange(1, 1 + len(images))


def add_map(lines: Lines, rng: random.Random) -> None:
    """Give a move that has no map the one that renames nothing, with a sign flipped or not."""
    images = list(range(1, 1 + lines[0]["points"]))
    images[0] *= rng.choice([-1, 1])
    rng.choice(moves_of(lines, 3)).append(images)


def at_most_two_of_five() -> list[str]:
    rows = [f"{number:05b}".replace("1", "+").replace("0", "-") for number in range(32)]
    return [row for row in rows if row.count("+") <= 2]


def some_class(rng: random.Random) -> list[str]:
    if not rng.randrange(3):
        return at_most_two_of_five()
    points = rng.randrange(3, 6)
    rows = ["".join(rng.choice("+-") for _ in range(points)) for _ in range(rng.randrange(5, 8))]
    return list(dict.fromkeys(rows))


def some_certificate(rng: random.Random) -> Lines:
    rows = some_class(rng)
    d = dimension(frozenset(rows))
    return [certificate(rows, at_least=d, tree=best_tree(rows, d), at_most=d, ranks=best_ranks(rows, terse=d % 2 == 0))]


def some_game(rng: random.Random) -> Lines:
    """Let a learner that guesses, or says how likely it guesses +1, play against one concept."""
    about = some_certificate(rng)[0]
    rows, concept, randomized = about["concepts"], rng.randrange(len(about["concepts"])), rng.randrange(2)
    rounds, expected = [], Fraction(0)
    for _ in range(rng.randrange(2, 6)):
        x = rng.randrange(about["points"])
        label = 1 if rows[concept][x] == "+" else -1
        likely = Fraction(rng.randrange(4), 3) if randomized else Fraction(rng.randrange(2))
        rounds.append({"x": x, "predicted": str(likely) if randomized else 1 if likely else -1, "label": label})
        expected += abs(likely - (label == 1))
    claims = [
        {"statement": "realizable"},
        {"statement": "expected mistakes", "mistakes": str(expected)}
        if randomized
        else {"statement": "run bound", "mistakes": int(expected)},
        {"statement": "universal bound", "mistakes": about["at_least"]},
        {"statement": "upper bound", "mistakes": about["at_most"]},
    ]
    header = {**TRACE, "points": about["points"], "concepts": rows}
    footer = {"target": {"concept": concept}, "claims": claims, "termination": "finished"}
    return [header, *rounds, {**footer, "tree": about["tree"], "ranks": about["ranks"]}]


def subtrees(tree: Any) -> list[Any]:
    """List the inner nodes of a tree, as lists that may be changed."""
    return [tree, *subtrees(tree[1]), *subtrees(tree[2])] if isinstance(tree, list) else []


def change_prediction(lines: Lines, rng: random.Random) -> None:
    entry = rng.choice(lines[1:-1])
    entry["predicted"] = f"{rng.randrange(6)}/5" if isinstance(entry["predicted"], str) else -entry["predicted"]


def change_claim(lines: Lines, rng: random.Random) -> None:
    claim = rng.choice(lines[-1]["claims"][1:])
    number = max(Fraction(0), Fraction(claim["mistakes"]) + rng.choice([-1, 1]))
    claim["mistakes"] = str(number) if claim["statement"] == "expected mistakes" else int(number)


def change_count(lines: Lines, rng: random.Random) -> None:
    key = rng.choice(["at_least", "at_most"])
    lines[0][key] = max(0, lines[0][key] + rng.choice([-1, 1]))


def change_concept(lines: Lines, rng: random.Random) -> None:
    rows, number, point = lines[0]["concepts"], rng.randrange(len(lines[0]["concepts"])), rng.randrange(3)
    sign = "+" if rows[number][point] == "-" else "-"
    rows[number] = rows[number][:point] + sign + rows[number][point + 1 :]


def change_leaf(lines: Lines, rng: random.Random) -> None:
    if inner := [node for node in subtrees(lines[-1]["tree"]) if isinstance(node[1], int)]:
        rng.choice(inner)[rng.choice([1, 2])] = rng.randrange(len(lines[0]["concepts"]))


def cut_branch(lines: Lines, rng: random.Random) -> None:
    if inner := subtrees(lines[-1]["tree"]):
        node, side = rng.choice(inner), rng.choice([1, 2])
        while isinstance(node[side], list):
            node[side] = node[side][rng.choice([1, 2])]


def drop_move(lines: Lines, rng: random.Random) -> None:
    if nodes := [node for node in lines[-1]["ranks"] if node["moves"]]:
        moves = rng.choice(nodes)["moves"]
        del moves[rng.randrange(len(moves))]


def change_given(lines: Lines, rng: random.Random) -> None:
    node = rng.choice(lines[-1]["ranks"])
    if node["given"] and rng.randrange(2):
        rng.choice(node["given"])[rng.choice([1])] *= -1
    else:
        node["given"].append([rng.randrange(lines[0]["points"]), rng.choice([1, -1])])


def drop_given(lines: Lines, rng: random.Random) -> None:
    node = rng.choice(lines[-1]["ranks"])
    if node["given"]:
        del node["given"][rng.randrange(len(node["given"]))]


def drop_node(lines: Lines, rng: random.Random) -> None:
    """Drop a node, so that moves lead to the one that takes its place, or to the one before."""
    ranks = lines[-1]["ranks"]
    if len(ranks) > 1:
        del ranks[rng.randrange(len(ranks))]
        for node in ranks:
            node["moves"] = [[x, y, min(to, len(ranks) - 1), *maps] for x, y, to, *maps in node["moves"]]


def put(where: Any, key: Any, value: object) -> None:
    where[key] = value


def negate(where: Any, key: Any) -> None:
    where[key] *= -1


def drop(where: Any, key: Any) -> None:
    del where[key]


def some_round(lines: Lines, rng: random.Random) -> Any:
    return rng.choice(lines[1:-1])


def some_inner(lines: Lines, rng: random.Random) -> Any:
    """Return an inner node of the tree; of a tree without any one that is in no file, so that nothing changes."""
    return rng.choice(subtrees(lines[-1]["tree"]) or [[0, 0, 0]])


def some_move(lines: Lines, rng: random.Random) -> Any:
    """Return a move, likewise."""
    return rng.choice([move for node in lines[-1]["ranks"] for move in node["moves"]] or [[0, 0, 0]])


def some_node(lines: Lines, rng: random.Random) -> int:
    return rng.randrange(len(lines[-1]["ranks"]))


def some_point(lines: Lines, rng: random.Random) -> int:
    return rng.randrange(int(lines[0]["points"]))


def some_concept(lines: Lines, rng: random.Random) -> int:
    return rng.randrange(len(lines[0]["concepts"]))


Mutation = Callable[[Lines, random.Random], object]
OF_BOTH: dict[str, Mutation] = {
    "change concept": change_concept,
    "add concept": lambda lines, rng: lines[0]["concepts"].append(
        "".join(rng.choice("+-") for _ in range(lines[0]["points"]))
    ),
    "swap concepts": lambda lines, rng: rng.shuffle(lines[0]["concepts"]),
    "swap branches": lambda lines, rng: put(node := some_inner(lines, rng), slice(1, None), node[:0:-1]),
    "change branching point": lambda lines, rng: put(some_inner(lines, rng), 0, some_point(lines, rng)),
    "change leaf": change_leaf,
    "cut branch": cut_branch,
    "change rank": lambda lines, rng: put(
        node := rng.choice(lines[-1]["ranks"]), "rank", max(0, node["rank"] + rng.choice([-1, -1, 1]))
    ),
    "change move": lambda lines, rng: put(some_move(lines, rng), 2, some_node(lines, rng)),
    "flip move": lambda lines, rng: negate(some_move(lines, rng), 1),
    "drop move": drop_move,
    "change given": change_given,
    "drop given": drop_given,
    "drop node": drop_node,
    "drop witness": lambda lines, rng: drop(lines[-1], rng.choice(["tree", "ranks"])),
}
OF_GAMES: dict[str, Mutation] = {
    "flip label": lambda lines, rng: negate(some_round(lines, rng), "label"),
    "change point": lambda lines, rng: put(some_round(lines, rng), "x", some_point(lines, rng)),
    "change prediction": change_prediction,
    "drop round": lambda lines, rng: drop(lines, rng.randrange(1, len(lines) - 1)),
    "repeat round": lambda lines, rng: lines.insert(1, some_round(lines, rng)),
    "swap rounds": lambda lines, rng: put(lines, slice(1, -1), rng.sample(lines[1:-1], len(lines) - 2)),
    "change target": lambda lines, rng: put(lines[-1]["target"], "concept", some_concept(lines, rng)),
    "change claim": change_claim,
}
OF_MAPS: dict[str, Mutation] = {
    "flip a sign": lambda lines, rng: negate(images := some_images(lines, rng), some_place(images, rng)),
    "swap images": lambda lines, rng: rng.shuffle(some_images(lines, rng)),
    "drop an image": lambda lines, rng: put(images := some_images(lines, rng), some_place(images, rng), 0),
    "add an image": add_an_image,
    "change an image": lambda lines, rng: put(
        images := some_images(lines, rng), some_point(lines, rng), rng.randint(-len(images), len(images))
    ),
    "change node of a map": lambda lines, rng: put(rng.choice(moves_of(lines, 4)), 2, some_node(lines, rng)),
    "drop map": lambda lines, rng: drop(rng.choice(moves_of(lines, 4)), 3),
    "add map": add_map,
}
MAPS_TOO = ["flip move", "drop node", "change rank", "change given"]
MUTATIONS: list[tuple[Callable[[random.Random], Lines], str, Mutation]] = [
    *[(some_certificate_with_maps, *entry) for entry in OF_MAPS.items()],
    *[(some_certificate_with_maps, name, OF_BOTH[name]) for name in MAPS_TOO],
    *[(some_certificate, *entry) for entry in {**OF_BOTH, "change count": change_count}.items()],
    *[(some_game, *entry) for entry in (OF_GAMES | OF_BOTH).items()],
]


@pytest.mark.parametrize("times", [8, pytest.param(60, marks=pytest.mark.full)])
def test_a_mutated_file_is_still_true_or_rejected(tmp_path: Path, times: int) -> None:
    rng = random.Random(14)
    path = tmp_path / "mutated.jsonl"
    rejected = dict.fromkeys([name for _, name, _ in MUTATIONS], 0)
    accepted, malformed = dict(rejected), 0
    for number in range(times * len(MUTATIONS)):
        some, name, mutate = MUTATIONS[number % len(MUTATIONS)]
        lines = some(rng)
        before = judged_twice(lines, path)
        assert before is not None
        assert before.valid
        mutated = copy.deepcopy(lines)
        mutate(mutated, rng)
        if mutated == lines:
            continue
        report = judged_twice(mutated, path)
        if report is None:
            malformed += 1
            continue
        check_truth(report)
        (accepted if report.valid else rejected)[name] += 1
    assert sum(rejected.values()) >= times * 16, rejected
    assert malformed > 0
    assert {name for name, count in rejected.items() if count == 0} == {"swap rounds"}
    assert not any(accepted[name] for name in ("flip label", "swap branches", "cut branch", "drop witness", "drop map"))
    assert accepted["swap rounds"] > 0
    assert sum(rejected[name] for name in OF_MAPS) >= times * 3, rejected
    assert sum(accepted[name] for name in OF_MAPS) > 0, "some mutations keep the concepts in the space"


@pytest.mark.full
def test_a_mutated_map_of_a_large_class_is_judged_alike(tmp_path: Path) -> None:
    rng = random.Random(4)
    made, rejected = solved(find_class("halfspaces:4")), set()
    for name, mutate in OF_MAPS.items():
        lines = [copy.deepcopy(made)]
        mutate(lines, rng)
        report = judged_twice(lines, tmp_path / "c.json")
        assert report is not None
        if not report.valid:
            assert words(report.statements) == ["universal bound 9"]
            rejected.add(name)
    assert {"flip a sign", "drop an image", "drop map"} <= rejected
