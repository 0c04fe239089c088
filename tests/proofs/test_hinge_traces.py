"""Traces of games with a hinge budget, before both judges: changed, long, and as they are played."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from oracles import halfspaces

from adversary import play
from proofs import checker, second_judge


def changed(lines: list[str], rng: random.Random) -> list[str]:
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


def test_what_is_changed_is_judged_as_another_judge_does(tmp_path: Path) -> None:
    rng, refused = random.Random(16), 0
    for number in range(300):
        path = tmp_path / "t.jsonl"
        if number % 50 == 0:
            scale = Fraction(rng.randint(1, 6), 6)
            play("always-plus", against="hinge", mistakes=rng.randint(2, 6), scale=scale, output=path)
            lines = path.read_text().splitlines()
        mutant = changed(lines, rng)
        path.write_text("\n".join(mutant))
        report = checker.check(path)
        valid, held = halfspaces.verdict(mutant)
        proved = [(found["statement"], found.get("mistakes")) for found in report.statements]
        assert valid == report.valid, report
        assert set(held) <= set(proved)
        refused += not valid
        if number % 10 == 0:
            second = second_judge.judgment(path)
            mine = report.norm_squared, report.margin_squared, report.realizable, report.hinge
            assert second == second_judge.Judgment(*mine)
    assert 150 < refused < 300


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


def test_games_that_are_played_take_no_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play("always-plus", against="hinge", mistakes=400, output=tmp_path / "t.jsonl", replay=False, second_opinion=False)
    monkeypatch.setattr(checker, "MAX_WORK", 0)
    assert checker.check(tmp_path / "t.jsonl").valid
