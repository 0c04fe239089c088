"""The trusted checker: a corpus of certificates, mutations beside a second judge, and what it stands on."""

import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, sizes
from hypothesis import given
from hypothesis import strategies as st
from oracles.halfspaces import verdict

from adversary.game.play import play
from proofs import checker, finite_checker, second_judge

CERTIFICATES = DATA / "certificates"


def test_a_million_digits(tmp_path: Path) -> None:
    lines = (CERTIFICATES / "valid" / "standard_basis.jsonl").read_text().splitlines()
    for old, new in (
        ('"1"', f'"{"7" * 10**6}"'),
        ("[[0", f"[[{'7' * 10**6}"),
        ('"label": -1', f'"label": {"7" * 10**6}'),
    ):
        lines_now = [lines[0], lines[1].replace(old, new), *lines[2:]]
        assert lines_now != lines
        (tmp_path / "t.jsonl").write_text("\n".join(lines_now))
        with pytest.raises(checker.MalformedError, match=r"^line 2: (a rational has more|not JSON: Exceeds)"):
            checker.check(tmp_path / "t.jsonl")


def test_a_file_that_becomes_shorter_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (CERTIFICATES / "valid" / "standard_basis.jsonl").read_text().splitlines(keepends=True)
    path = tmp_path / "t.jsonl"
    path.write_text("".join(lines))
    judge = vars(checker)["_judge"]

    def judge_what_was_cut(trace: Any) -> checker.Report:
        path.write_text("".join(lines[:-3]))  # after its ends have been read
        found: checker.Report = judge(trace)
        return found

    monkeypatch.setattr("proofs.checker._judge", judge_what_was_cut)
    with pytest.raises(checker.MalformedError, match=r"^line \d+: the file has become shorter since"):
        checker.check(path)


# ------------------------------------------------------------------------------------------------ work, which is counted


def written(path: Path, points: list[dict[int, str]], claims: list[dict[str, Any]], **header: Any) -> Path:
    """Write a game in which every label is that of the sum of the points, all orthonormal if there is to be a proof."""
    size = len(points[0])
    about = {"format": checker.FORMAT, "setting": "halfspaces", "learner": "", "adversary": "", "dimension": size}
    sums = (
        [[i, str(sum(Fraction(point.get(i, "0")) for point in points))] for i in range(size)] if claims else [[0, "1"]]
    )
    footer = {"target": {"direction": sums, "scale_squared": f"1/{len(points)}"}, "claims": claims}
    lines = [{**about, "margin_squared": f"1/{len(points)}", **header}]
    lines += [{"x": [[i, q] for i, q in point.items()], "predicted": -1, "label": 1} for point in points]
    path.write_text("\n".join(map(json.dumps, [*lines, {**footer, "termination": "finished"}])))
    return path


@cache
def hadamard(n: int) -> list[dict[int, str]]:
    """Return an orthonormal basis of the dimension n², without a 0 in it."""
    return [{j: f"{(-1) ** (i & j).bit_count()}/{n}" for j in range(n * n)} for i in range(n * n)]


@pytest.mark.full
def test_many_dense_points_are_little_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MAX_WORK", 10**8)
    points = hadamard(16)
    claim = {"statement": "universal bound", "mistakes": 256}
    report = checker.check(written(tmp_path / "t.jsonl", points, [claim] * 100))
    assert (report.reason, report.statements) == (None, [{"statement": "realizable"}, *[claim] * 100])
    near = [*points[:254], points[255], points[255]]  # in one integer
    far = [points[255], *points[1:]]  # in two
    slanted = [{**points[0], 7: str(-Fraction(points[0][7]))}, *points[1:]]
    for changed in (near, far, slanted):
        assert claim not in checker.check(written(tmp_path / "t.jsonl", changed, [claim])).statements


def test_long_denominators_are_little_work(tmp_path: Path) -> None:
    rng = random.Random(5)
    points = [{i: f"1/{rng.randrange(10**998, 10**999)}" for i in range(53)} for _ in range(5)]
    path = written(tmp_path / "t.jsonl", points, [])
    assert path.stat().st_size > 250_000
    report = checker.check(path)
    assert report.reason == "round 1: the point's norm² is a rational of more than 1000 digits, not 1"
    assert report.margin_squared == min(Fraction(point[0]) for point in points) ** 2 / 5


def test_games_that_are_played_take_next_to_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MAX_WORK", 0)
    play("perceptron", margin="1/20", output=tmp_path / "t.jsonl", replay=False)
    for path in [CERTIFICATES / "valid" / "standard_basis.jsonl", tmp_path / "t.jsonl"]:
        assert checker.check(path).realizable
    monkeypatch.setattr(checker, "MAX_WORK", 10**7)
    play("perceptron", against="orthonormal", margin="1/30", output=tmp_path / "t.jsonl", replay=False)
    assert checker.check(tmp_path / "t.jsonl").realizable


def test_what_takes_too_much_has_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checker, "MAX_WORK", 10**7)
    long = written(tmp_path / "long.jsonl", [{i: f"1/{10**999 + i}" for i in range(100)}], [])
    wide = written(tmp_path / "wide.jsonl", hadamard(16), [{"statement": "universal bound", "mistakes": 1}])
    for path in (long, wide):
        with pytest.raises(checker.TooMuchError, match=r"^too much arithmetic: it takes more than 10,000,000 steps$"):
            checker.check(path)
        assert checker.main([str(path)]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"{path}: too much arithmetic: it takes more than 10,000,000 steps\n")


# ------------------------------------------------------------------------------------------------ what it stands on


@pytest.mark.parametrize("module", [checker, finite_checker])
def test_a_message_is_one_line_that_does_nothing(module: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["no\nvalid\x1b[2Jé\u2028"]) == 2
    assert capsys.readouterr() == ("", "no\\nvalid\\x1b[2Jé\\u2028: No such file or directory\n")


def test_its_usage_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert checker.main([]) == 2
    assert capsys.readouterr() == ("", "usage: python -m proofs.checker TRACE\n")


# ------------------------------------------------------------------------------------------------ mutations


def games(folder: Path) -> list[list[str]]:
    """Return the lines of some valid traces of different kinds."""
    traces: list[list[str]] = []
    games = ("standard-basis", "1/9"), ("standard-basis", "2/13"), ("orthonormal", "1/8"), ("orthonormal", "1")
    for against, margin_squared in games:
        path = folder / f"{len(traces)}.jsonl"
        assert play("perceptron", against=against, margin_squared=margin_squared, output=path).ok
        traces.append(path.read_text().splitlines())
    return traces


Lines = list[str]
Mutation = Callable[[Lines, random.Random], Lines]


def at(lines: Lines, number: int, change: Callable[[Any], object]) -> Lines:
    """Return the lines with one of them changed."""
    records = [json.loads(line) for line in lines]
    change(records[number])
    return list(map(json.dumps, records))


def some_round(lines: Lines, rng: random.Random) -> int:
    return rng.randrange(1, len(lines) - 1)


def shifted(text: str, rng: random.Random) -> str:
    return str(Fraction(text) + rng.choice([1, -1]) * Fraction(1, 10**12))


def shift_one(pairs: list[list[Any]], rng: random.Random) -> None:
    pair = rng.choice(pairs)
    pair[1] = shifted(pair[1], rng)


def drop_one(entries: list[Any], rng: random.Random) -> None:
    entries.pop(rng.randrange(len(entries)))


def in_round(change: Callable[[Any, random.Random], object]) -> Mutation:
    return lambda lines, rng: at(lines, some_round(lines, rng), lambda record: change(record, rng))


def in_header(change: Callable[[Any, random.Random], object]) -> Mutation:
    return lambda lines, rng: at(lines, 0, lambda record: change(record, rng))


def in_footer(change: Callable[[Any, random.Random], object]) -> Mutation:
    return lambda lines, rng: at(lines, -1, lambda record: change(record, rng))


def change_claim(footer: Any, rng: random.Random) -> None:
    claim = rng.choice([claim for claim in footer["claims"] if "mistakes" in claim])
    claim["mistakes"] = max(0, claim["mistakes"] + rng.choice([-2, -1, 1, 2]))


def drop_round(lines: Lines, rng: random.Random) -> Lines:
    number = some_round(lines, rng)
    return lines[:number] + lines[number + 1 :]


def repeat_round(lines: Lines, rng: random.Random) -> Lines:
    number, again = some_round(lines, rng), some_round(lines, rng)
    return [*lines[:number], lines[again], *lines[number:]]


def swap_rounds(lines: Lines, rng: random.Random) -> Lines:
    one, other = some_round(lines, rng), some_round(lines, rng)
    swapped = list(lines)
    swapped[one], swapped[other] = lines[other], lines[one]
    return swapped


def swap_points(lines: Lines, rng: random.Random) -> Lines:
    one, other = some_round(lines, rng), some_round(lines, rng)
    x = json.loads(lines[other])["x"]
    return at(lines, one, lambda record: record.update(x=x))


MUTATIONS: dict[str, tuple[Mutation, str]] = {
    "flip a label": (in_round(lambda r, rng: r.update(label=-r["label"])), "the label is|run bound"),
    "flip a prediction": (in_round(lambda r, rng: r.update(predicted=-r["predicted"])), "run bound"),
    "shift a point": (in_round(lambda r, rng: shift_one(r["x"], rng)), "the point's norm²"),
    "shift the target": (
        in_footer(lambda r, rng: shift_one(r["target"]["direction"], rng)),
        "the target's norm²|the margin²",
    ),
    "scale the target": (
        in_footer(lambda r, rng: r["target"].update(scale_squared=shifted(r["target"]["scale_squared"], rng))),
        "the target's norm²|the margin²",
    ),
    "shift the margin": (
        in_header(lambda r, rng: r.update(margin_squared=shifted(r["margin_squared"], rng))),
        "the margin²",
    ),
    "change a claim": (in_footer(change_claim), "run bound|universal bound"),
    "drop a round": (drop_round, "run bound|no round was played"),
    "repeat a round": (repeat_round, "run bound"),
    "swap two rounds": (swap_rounds, "-"),
    "drop a claim": (in_footer(lambda r, rng: drop_one(r["claims"], rng)), "-"),
    "swap a point for another": (swap_points, "the label is|not orthogonal"),
    "drop a coordinate": (in_round(lambda r, rng: drop_one(r["x"], rng)), "the point's norm²"),
    "drop a target's coordinate": (
        in_footer(lambda r, rng: drop_one(r["target"]["direction"], rng)),
        "the label is|the margin²",
    ),
}


def judged_twice(lines: Lines, path: Path) -> checker.Report:
    """Return the checker's report, which is the second judge's."""
    path.write_text("\n".join(lines) + "\n")
    report = checker.check(path)
    true, held = verdict(lines)
    assert report.valid == true, lines
    shown = [(s["statement"], s.get("mistakes")) for s in report.statements if s["statement"] != "realizable"]
    assert shown == [claim for claim in held if claim[0] != "realizable"], lines
    return report


@pytest.mark.parametrize("number", sizes(25, 200))
def test_a_mutated_trace_is_still_true_or_rejected_for_the_right_reason(number: int, tmp_path: Path) -> None:
    rng = random.Random(14)
    traces = games(tmp_path)
    path = tmp_path / "mutated.jsonl"
    rejected = dict.fromkeys(MUTATIONS, 0)
    accepted = dict.fromkeys(MUTATIONS, 0)
    for name, (mutate, reasons) in [*MUTATIONS.items()] * number:
        lines = mutate(rng.choice(traces), rng)
        report = judged_twice(lines, path)
        if report.valid:
            accepted[name] += 1
        else:
            rejected[name] += 1
            assert any(reason in str(report.reason) for reason in reasons.split("|")), (name, report.reason)
    assert sum(rejected.values()) > 5 * number
    assert {name for name, count in rejected.items() if count == 0} == {"swap two rounds", "drop a claim"}
    assert accepted["swap two rounds"] == accepted["drop a claim"] == number


@pytest.mark.parametrize("number", sizes(8, 20))
def test_a_mutated_span_bound_is_still_true_or_rejected(number: int, tmp_path: Path) -> None:
    rng = random.Random(15)
    path = tmp_path / "t.jsonl"
    traces = []
    for seed in range(3):
        assert play("perceptron", against="hadamard", dimension=4 << seed, seed=seed, output=path).ok
        traces.append(path.read_text().splitlines())
    held_up = refused = 0
    for mutate, _ in [*MUTATIONS.values()] * number:
        lines = mutate(rng.choice(traces), rng)
        report = judged_twice(lines, path)
        held_up += report.valid
        refused += str(report.reason).startswith("span bound: ")
    assert 2 * number <= held_up < 4 * number  # rounds swapped, or a claim dropped or lowered
    assert refused > number / 3


@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.full) for n in (1, 2, 3))])
def test_a_trace_cut_anywhere_is_never_accepted(number: int, tmp_path: Path) -> None:
    whole = "\n".join(games(tmp_path)[number]) + "\n"
    path = tmp_path / "cut.jsonl"
    for length in range(len(whole) - 1):
        path.write_text(whole[:length])
        with pytest.raises(checker.MalformedError):
            checker.check(path)


@given(
    place=st.integers(0, 10**3),
    noise=st.sampled_from([*'0129-/.,:{}[]"\\e\n\x00\u2028é', "null", "true", "1e9", '"x"', "NaN"]),
)
def test_noise_is_malformed_or_judged_as_it_stands(
    place: int, noise: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = (CERTIFICATES / "valid" / "standard_basis.jsonl").read_text()
    place %= len(text)
    path = tmp_path_factory.mktemp("noise") / "t.jsonl"
    path.write_text(text[:place] + noise + text[place + 1 :])
    try:
        report = checker.check(path)
    except checker.MalformedError:
        return
    assert report.valid == verdict(path.read_text().removesuffix("\n").split("\n"))[0]


UNUSUAL: dict[str, tuple[str, str]] = {  # a line of a round, and what is said of it in the end, if anything
    "blanks": ('{"x": [[0, "1"]], "predicted": 1, "label": -1}', ""),
    "another order": ('{"label":-1,"predicted":1,"x":[[0,"1"]]}', ""),
    "something more": ('{"x":[[0,"1"]],"predicted":1,"label":-1,"more":{"predicted":1}}', ""),
    "the end of the line": ('{"x":[[0,"1"]],"predicted":1,"label":-1}\r', ""),
    "escapes": (r'{"\u0078":[[0,"\u0031"]],"predicted":1,"label":-1}', ""),
    "another x": (
        '{"x":[[1,"1"]],"x":[[0,"1"]],"predicted":1,"label":-1}',
        "line 2: a key appears twice in one object",
    ),
    "another key": ('{"X":[[0,"1"]],"predicted":1,"label":-1}', 'line 2: "x" is missing'),
    "an object": ('{"x":{"x":[],"predicted":1,"label":-1}', "line 2: not JSON: Expecting"),
    "an object inside": ('{"x":[[0,"1"],{"a":1,"a":2}],"predicted":1,"label":-1}', "line 2: a key appears twice"),
    "a list that goes on": ('{"x":[[0,"1"]],[],"predicted":1,"label":-1}', "line 2: not JSON: Expecting"),
    "a list that is cut": ('{"x":[[0,"1"],"predicted":1,"label":-1}', "line 2: not JSON: Expecting"),
    "a text that goes on": ('{"x":[[0,"1,"predicted":1,"label":-1}', "line 2: not JSON: Expecting"),
    "a float": ('{"x":[[0,1.0]],"predicted":1,"label":-1}', "line 2: the number 1.0 is not exact"),
    "another label": ('{"x":[[0,"1"]],"predicted":1,"label":-2}', 'line 2: "predicted" and "label" should be'),
    "true": ('{"x":[[0,"1"]],"predicted":true,"label":-1}', 'line 2: "predicted" should be int, but is true'),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_a_round_in_an_unusual_spelling_is_read_as_json_is(name: str, tmp_path: Path) -> None:
    line, reason = UNUSUAL[name]
    path = written(tmp_path / "t.jsonl", [{0: "1"}], [{"statement": "run bound", "mistakes": 1}])
    usual = checker.check(path)
    header, _, footer = path.read_text().splitlines()
    path.write_bytes(f"{header}\n{line}\n{footer}\n".encode())
    if not reason:
        flipped = checker.check(path)
        assert (flipped.mistakes, flipped.norm_squared, flipped.realizable) == (1, usual.norm_squared, False)
        return
    with pytest.raises(checker.MalformedError, match=re.escape(reason)):
        checker.check(path)


@pytest.mark.parametrize("path", sorted(CERTIFICATES.glob("valid/*.jsonl")), ids=lambda path: path.stem)
def test_nothing_depends_on_how_the_json_is_spelled(path: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    copy = tmp_path / "copy.jsonl"
    reports = []
    for separators in ((",", ":"), (", ", ": ")):
        copy.write_text("".join([json.dumps(line, separators=separators) + "\n" for line in lines]))
        reports.append(checker.check(copy))
    assert reports == [checker.check(path)] * 2


points = st.dictionaries(st.integers(0, 3), st.fractions(-2, 2, max_denominator=3), max_size=4)


@given(
    rounds=st.lists(st.tuples(points, st.sampled_from([1, -1]), st.sampled_from([1, -1])), max_size=4),
    direction=points,
    unit_norm=st.booleans(),
)
def test_it_agrees_with_the_second_judge_on_small_games(
    rounds: list[tuple[dict[int, Fraction], int, int]],
    direction: dict[int, Fraction],
    unit_norm: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    def written(point: dict[int, Fraction]) -> list[list[object]]:
        return [[index, str(value)] for index, value in point.items()]

    header = {"format": checker.FORMAT, "setting": "halfspaces", "learner": "", "adversary": "", "dimension": 4}
    claims = [
        {"statement": "realizable"},
        {"statement": "run bound", "mistakes": len(rounds)},
        {"statement": "universal bound", "mistakes": 1},
        {"statement": "span bound", "mistakes": 1},
    ]
    target = {"direction": written(direction), "scale_squared": "1/3"}
    lines = [
        json.dumps({**header, "margin_squared": "1/8", "unit_norm": unit_norm}),
        *(json.dumps({"x": written(x), "predicted": p, "label": y}) for x, p, y in rounds),
        json.dumps({"target": target, "claims": claims, "termination": "finished"}),
    ]
    report = judged_twice(lines, tmp_path_factory.mktemp("small") / "t.jsonl")
    assert report.realizable == (("realizable", None) in verdict(lines)[1])


# ------------------------------------------------------------------------------------------------ any norm


@pytest.mark.parametrize("number", sizes(120, 500))
def test_span_bounds_on_points_of_any_norm(number: int, tmp_path: Path) -> None:
    # Small dimensions and sizes far apart, so that products often are 0, or would cancel in one integer.
    rng = random.Random(16)
    agreed: dict[bool, int] = {True: 0, False: 0}
    for _ in range(number):
        size = rng.choice([1, 2, 4])
        rows = [[(-1) ** (i & j).bit_count() for j in range(size)] for i in range(size)]
        points = [
            {j: str(Fraction(value * rng.choice([1, 2, 2**7]), rng.choice([1, 1, 3]))) for j, value in enumerate(row)}
            if rng.random() < 0.1
            else {j: str(value * scale) for j, value in enumerate(row)}
            for row in rows
            for scale in [Fraction(rng.choice([1, -3, 2**9, 10**30]), rng.choice([1, 7]))]
        ]
        if rng.random() < 0.1:
            points.append(rng.choice([{0: "1"}, {0: "0"}, {size - 1: "-5"}]))
        claims = [{"statement": "span bound", "mistakes": rng.choice([0, 1, 2, 3])}]
        path = written(tmp_path / "t.jsonl", points, claims, unit_norm=False, dimension=size)
        lines = [at(path.read_text().splitlines(), n + 1, relabeled(rng))[n + 1] for n in range(len(points))]
        whole = [path.read_text().splitlines()[0], *lines, path.read_text().splitlines()[-1]]
        agreed[claims[0] in judged_twice(whole, path).statements] += 1
    assert min(agreed.values()) > number / 5


def relabeled(rng: random.Random) -> Callable[[Any], None]:
    label = rng.choice([1, -1])
    return lambda record: record.update(label=label)


@pytest.mark.parametrize("sizes", [(4, 1), (1, 1), (16, 4), (64, 8)])
def test_products_that_cancel_in_one_integer_are_seen(sizes: tuple[int, int], tmp_path: Path) -> None:
    # ⟨x₁,x₃⟩ and ⟨x₂,x₃⟩ are of different signs, a power of two apart: packed too closely, they add up to 0.
    one, other = sizes
    points = [
        dict.fromkeys(range(one), "1"),
        {one + i: "1" for i in range(other)},
        {i: "1" if i < one else "-1" for i in range(one + other)},
    ]
    claim = {"statement": "span bound", "mistakes": 1}
    path = written(tmp_path / "t.jsonl", points, [claim], unit_norm=False, dimension=one + other)
    path.write_text(path.read_text().replace('"label": 1', '"label": -1', 1))
    report = checker.check(path)
    assert claim not in report.statements
    assert not report.valid


# ------------------------------------------------------------------------------------------------ hinge budgets


def changed_budget(lines: list[str], rng: random.Random) -> list[str]:
    """Return the lines of a trace with a number changed a little, a sign, or a line."""
    records = [json.loads(line) for line in lines]
    tiny = rng.choice([1, -1]) * Fraction(1, rng.choice([3, 10**6]))
    entry = rng.choice(records[1:-1])

    def shift(place: Any, key: Any) -> None:
        place[key] = str(
            max(Fraction(0), Fraction(place[key]) + tiny) if isinstance(key, str) else Fraction(place[key]) + tiny
        )

    match rng.randrange(9):
        case 0:
            shift(records[0], "hinge")
        case 1:
            shift(records[0], "norm_squared")
        case 2:
            shift(rng.choice(records[-1]["target"]["direction"]), 1)
        case 3:
            shift(rng.choice(entry["x"]), 1)
        case 4:
            entry["label"] *= -1
        case 5:
            entry["predicted"] *= -1
        case 6:
            records.insert(1, entry)
        case 7:
            records.remove(entry)
        case _:
            rng.choice(records[-1]["claims"][1:])["mistakes"] += rng.choice([-1, 1])
    return list(map(json.dumps, records))


@pytest.mark.parametrize("mutants", sizes(100, 300))
def test_what_is_changed_is_judged_as_another_judge_does(mutants: int, tmp_path: Path) -> None:
    rng, refused = random.Random(16), 0
    for number in range(mutants):
        path = tmp_path / "t.jsonl"
        if number % 50 == 0:
            scale = Fraction(rng.randint(1, 6), 6)
            play("always-plus", against="hinge", mistakes=rng.randint(2, 6), scale=scale, output=path)
            lines = path.read_text().splitlines()
        mutant = changed_budget(lines, rng)
        report = judged_twice(mutant, path)
        refused += not report.valid
        if number % 10 == 0:
            second = second_judge.judgment(path)
            assert second == (report.norm_squared, report.margin_squared, report.realizable, report.hinge)
    assert mutants / 2 < refused < mutants


def test_long_losses_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = {"format": checker.FORMAT, "setting": "hinge", "learner": "", "adversary": "", "dimension": 200}
    lines: list[Any] = [header | {"hinge": "200", "norm_squared": "1"}]
    lines += [{"x": [[i, "1"]], "predicted": -1, "label": 1} for i in range(200)]
    direction = [[i, f"1/{10**998 + i}"] for i in range(200)]
    target = {"direction": direction, "scale_squared": "1"}
    lines.append({"target": target, "claims": [], "termination": "finished"})
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, lines)))
    monkeypatch.setattr(checker, "MAX_WORK", 10**7)
    with pytest.raises(checker.TooMuchError):
        checker.check(tmp_path / "t.jsonl")


def test_games_with_a_budget_take_no_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play("always-plus", against="hinge", mistakes=400, output=tmp_path / "t.jsonl", replay=False, second_opinion=False)
    monkeypatch.setattr(checker, "MAX_WORK", 0)
    assert checker.check(tmp_path / "t.jsonl").valid


# ------------------------------------------------------------------------------------------------ rounds counted together


def found(path: Path) -> checker.Report | str:
    """Return what the checker finds, or why the file is malformed."""
    try:
        return checker.check(path)
    except checker.MalformedError as error:
        return str(error)


def long_game(rng: random.Random) -> list[str]:
    """Return the lines of a game whose points have one coordinate, with a few things wrong or spelled otherwise."""
    size = 300
    labels = [rng.choice([1, -1]) for _ in range(size)]
    target = json.dumps([[i, str(label)] for i, label in enumerate(labels)])
    lines = [
        f'{{"x":[[{i},"1"]],"predicted":{rng.choice([1, -1])},"label":{label}}}\n' for i, label in enumerate(labels)
    ]
    if rng.random() < 0.3:
        rng.shuffle(lines)
    for _ in range(rng.choice([0, 1, 1, 2])):
        place = rng.randrange(size)
        old, new = rng.choice(
            [
                ('"1"', '"-1"'),
                ('"1"', '"2"'),
                ('"1"', '"0"'),
                ('"1"', '"3/3"'),
                ('"1"]', '"1"],[1,"0"]'),
                ("[[", "[[0"),
                ("[[", "[[1"),
                ("[[", "[[9"),
                ('"label":', '"label": '),
                ('"label":-', '"label":'),
                ('"predicted":', '"predicted":3'),
                ("\n", "\r\n"),
                ("\n", ""),
                ("\n", "\n\n"),
                ("{", " {"),
                ('[["', "[['"),
                ("}", ',"more":1}'),
            ]
        )
        lines[place] = lines[place].replace(old, new)
    if rng.random() < 0.3:
        lines[rng.randrange(size)] = rng.choice(lines)
    claims: list[dict[str, Any]] = [{"statement": "realizable"}]
    claims += [{"statement": kind, "mistakes": size - rng.choice([0, 1])} for kind in rng.sample(CLAIMS, 1)]
    budget = (
        '"hinge","hinge":"0","norm_squared":"1"' if rng.random() < 0.1 else f'"halfspaces","margin_squared":"1/{size}"'
    )
    header = f'{{"format":"{checker.FORMAT}","setting":{budget},"learner":"-","adversary":"-","dimension":{size}}}\n'
    end = f'"claims":{json.dumps(claims)},"termination":"finished"}}\n'
    return [header, *lines, f'{{"target":{{"direction":{target},"scale_squared":"1/{size}"}},{end}']


CLAIMS = ["universal bound", "span bound", "run bound"]


@pytest.mark.parametrize("number", sizes(50, 150))
def test_rounds_that_are_counted_together_amount_to_the_same(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rng, path, kinds = random.Random(6), tmp_path / "trace.jsonl", set()
    nothing, together, counted = re.compile("(?!)"), 0, vars(checker)["_Tally"].count_rounds

    def count(tally: Any, rounds: Any) -> Any:
        nonlocal together
        together += (done := counted(tally, rounds))
        return done

    for _ in range(number):
        path.write_text("".join(long_game(rng)), newline="")
        monkeypatch.setattr("proofs.checker._SHORT", nothing)
        alone = found(path)
        monkeypatch.undo()
        monkeypatch.setattr("proofs.checker._Tally.count_rounds", count)
        for piece in (1, 100, 2_000, checker.PIECE):
            monkeypatch.setattr("proofs.checker.PIECE", piece)
            assert found(path) == alone
        kinds.add(re.sub(r"\d+", "", alone if isinstance(alone, str) else str(alone.reason)))
    assert together > 3 * number
    assert len(kinds) > 10


def test_a_coordinate_that_is_out_of_range_is_malformed_where_rounds_are_counted_together(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The target has no coordinate there, as it has none at an earlier point that is spelled alike."""
    lines = long_game(random.Random(1))
    assert '"halfspaces"' in lines[0]
    target = json.loads(lines[-1])
    target["target"] = {"direction": [[0, "1"]], "scale_squared": "1"}
    rounds = [f'{{"x":[[{place},"1"]],"predicted":1,"label":1}}\n' for place in (7, 8, 9, 300)]
    (tmp_path / "trace.jsonl").write_text("".join([lines[0], *rounds, json.dumps(target) + "\n"]))
    monkeypatch.setattr(checker, "PIECE", 1)
    assert found(tmp_path / "trace.jsonl") == "line 5: coordinate 300 is out of range(0, 300)"


# ------------------------------------------------------------------------------------------------ probabilities


def changed_chance(lines: list[str], rng: random.Random) -> list[str]:
    """Return the lines of a trace with probabilities with one of them, a label, a line or a claim changed."""
    records = [json.loads(line) for line in lines]
    entry, claims = rng.choice(records[1:-1]), records[-1]["claims"]
    (expected,) = [claim for claim in claims if claim["statement"] == "expected mistakes"]
    match rng.randrange(7):
        case 0:
            entry["predicted"] = str(Fraction(rng.randrange(5), 4))
        case 1:
            entry["label"] *= -1
        case 2:
            records.insert(1, entry)
        case 3:
            records.remove(entry)
        case 4:
            expected["mistakes"] = str(Fraction(expected["mistakes"]) + rng.choice([-1, 1]) * Fraction(1, 10**9))
        case 5:
            claims[claims.index(expected)] = {"statement": "run bound", "mistakes": rng.randrange(4)}
        case _:
            expected["mistakes"] = str(Fraction(1, 2) * len(records[1:-1]))
    return list(map(json.dumps, records))


@pytest.mark.parametrize("mutants", sizes(100, 400))
def test_probabilities_that_are_changed_are_judged_as_another_judge_does(mutants: int, tmp_path: Path) -> None:
    rng, reasons = random.Random(17), set[str]()
    for number in range(mutants):
        path = tmp_path / "t.jsonl"
        if number % 50 == 0:
            squared = Fraction(1, rng.randint(1, 6))
            play("half-margin", against="orthonormal", margin_squared=squared, seed=number, replay=True, output=path)
            lines = path.read_text().splitlines()
        report = judged_twice(changed_chance(lines, rng), path)
        reasons.add(re.sub(r"[^a-z ]", "", str(report.reason)))
        assert report.mistakes is not None
        assert 0 <= report.mistakes <= report.rounds
    assert {"one", "expected mistakes  claimed  made", "run bound the learner was randomized"} <= reasons


def test_a_sum_of_long_probabilities_is_not_proved(tmp_path: Path) -> None:
    likely = [f"1/{10**999 + more}" for more in (1, 3, 7, 9)]
    lines: list[Any] = [json.loads((CERTIFICATES / "valid" / "standard_basis.jsonl").read_text().splitlines()[0])]
    lines += [{"x": [[0, "1"]], "predicted": chance, "label": -1} for chance in likely]
    claims = [{"statement": "expected mistakes", "mistakes": "1"}]
    target = {"direction": [[0, "-1"]], "scale_squared": "1"}
    lines.append({"target": target, "claims": claims, "termination": "finished"})
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, lines)))
    report = checker.check(tmp_path / "t.jsonl")
    assert (report.realizable, report.mistakes, report.statements) == (True, None, [{"statement": "realizable"}])
    assert report.reason == "expected mistakes: the sum is too long"
