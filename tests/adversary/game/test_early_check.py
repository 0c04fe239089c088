"""Long games are checked while they are replayed, and prove the same as if they were checked afterwards."""

import base64
import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from adversary import play
from adversary.game import ending
from adversary.game.judge import judge_file
from adversary.game.result import GameResult
from learners.algorithms.perceptron import Perceptron
from learners.runner.child import Child, python_command
from proofs import checker
from proofs.exact.vectors import Target, Vector, basis_vector
from proofs.formats.trace import ClaimLine, TraceWriter
from proofs.settings import Halfspaces
from proofs.statements import Statement

pytestmark = pytest.mark.full

GAMES: dict[str, dict[str, Any]] = {
    "valid": {"learner": "perceptron", "margin": "1/12"},
    "not valid": {"learner": "perceptron", "margin_squared": "2/7", "as_printed": True},
    "other points": {"learner": "perceptron-ties", "margin_squared": "1/50", "against": "orthonormal", "seed": 3},
    "dense": {"learner": "dense-perceptron", "margin": "1/8"},
    "watched": {"learner": "perceptron", "margin": "1/5", "watch": True, "steps": True},
    "hinge": {"learner": "perceptron", "against": "hinge", "mistakes": 8},
    "finite": {"learner": "soa", "concept_class": "intervals:8", "against": "littlestone", "lies": 1},
    "randomized": {"learner": "randomized-halving", "concept_class": "intervals:8", "against": "worst-sequence"},
}

BROKEN = {
    "ends at once": "raise SystemExit(3)",
    "is killed": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "is no Python": "this is not Python",
    "writes no pickle": "import os, sys\nos.write(int(sys.argv[-1]), b'valid\\n')",
    "writes half a pickle": "import os, sys\nos.write(int(sys.argv[-1]), b'gASVBAAAAA==\\n')",
    "writes something else": f"import os, sys\nos.write(int(sys.argv[-1]), {base64.b64encode(pickle.dumps(True))!r} + b'\\n')",
    "writes without end": "import os, sys\nwhile True:\n    os.write(int(sys.argv[-1]), b'x' * 4096)",
    "sleeps": "import time\ntime.sleep(600)",
    "computes": "while True:\n    pass",
}


@contextmanager
def checked(monkeypatch: pytest.MonkeyPatch, *, early: bool) -> Iterator[list[str]]:
    """Have games of any length checked early, or none; yield which checks gave findings, in order."""
    order: list[str] = []
    found = ending.early_verdict

    def judge(path: Path) -> Any:
        order.append("here")
        return judge_file(path)

    def findings(check: Child, trace: Path) -> Any:
        heard = found(check, trace)
        order.append("early" if heard else "early: nothing")
        return heard

    with monkeypatch.context() as patch:
        patch.setattr(ending, "LONG_TRACE", 0 if early else 1 << 60)
        patch.setattr(ending, "judge_file", judge)
        patch.setattr(ending, "early_verdict", findings)
        yield order


def both(monkeypatch: pytest.MonkeyPatch, folder: Path, game: dict[str, Any]) -> tuple[GameResult, bytes, list[str]]:
    """Play a game that is checked early, see that it is as without, and return it, its trace and its checks."""
    paths = folder / "late.jsonl", folder / "early.jsonl"
    with checked(monkeypatch, early=False) as order:
        ordinary = play(**game, output=paths[0])
        assert order == ["here"]
    with checked(monkeypatch, early=True) as order:
        result = play(**game, output=paths[1])
    assert replace(result, trace=None) == replace(ordinary, trace=None)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == ["early.jsonl", "late.jsonl"]
    return result, paths[1].read_bytes(), order


@pytest.mark.parametrize("name", GAMES)
def test_the_verdict_is_that_of_a_check_afterwards(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    result, _, order = both(monkeypatch, tmp_path, GAMES[name])
    assert order == ["early"]
    assert result.replayed
    assert result.ok == (name != "not valid")


def test_a_game_with_the_code_of_somebody_else_is_checked_afterwards(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its process is still there while the learner is replayed, and might write to the trace that is being read."""
    (tmp_path / "game").mkdir()
    example = ROOT / "examples" / "my_adversary.py"
    game = {"learner": "perceptron", "against": example, "margin": "1/5", "dimension": 25}
    result, _, order = both(monkeypatch, tmp_path / "game", game)
    assert order == ["here"]
    assert result.ok


def says_minus_from(number: int) -> Callable[[Perceptron, Vector], int]:
    """Return a way to predict that is +1 for the first points of the standard basis, and then -1."""
    return lambda _, x: 1 if x.entries[0][0] < number else -1


@pytest.mark.parametrize("learner", ["perceptron", "normalized:perceptron"])
def test_a_replay_that_disagrees_leaves_no_run_bound(
    learner: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Perceptron, "predict", says_minus_from(80))  # here, and not in the process of the replay
    result, trace, order = both(monkeypatch, tmp_path, {"learner": learner, "margin": "1/10"})
    assert order == ["here"]
    assert (result.replayed, result.mistakes) == (False, 100)
    assert result.reason == "not deterministic: in round 81 it said -1 in the game and +1 in the replay"
    assert [found["statement"] for found in result.statements] == ["realizable", "universal bound"]
    claims = json.loads(trace.splitlines()[-1])["claims"]
    assert [claim["statement"] for claim in claims] == ["realizable", "universal bound"]
    assert checker.check(tmp_path / "early.jsonl").valid


@pytest.mark.parametrize("how", BROKEN)
def test_a_process_without_findings_is_no_verdict(how: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ending, "python_command", lambda _: python_command(BROKEN[how]))
    monkeypatch.setattr(ending, "LEAST_SECONDS", 0.3)
    result, _, order = both(monkeypatch, tmp_path, GAMES["valid"])
    assert order == ["early: nothing", "here"]
    assert result.ok


def test_neither_is_a_process_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ending, "python_command", lambda _: [str(tmp_path / "no-python")])
    assert both(monkeypatch, tmp_path, GAMES["valid"])[2] == ["here"]


def test_a_file_that_cannot_be_judged_is_judged_again_here(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Memory may be short because two processes want it, so that an early refusal says nothing."""
    path = tmp_path / "trace.jsonl"
    path.write_text("{}\n")
    check = ending.begin_check(path)
    assert check is not None
    with closing(check):
        assert ending.early_verdict(check, path) is None
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("game", [{"replay": False}, {"margin": "1/3"}, {"learner": Perceptron}])
def test_it_is_for_long_replays_of_our_own_learners(game: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    if "margin" not in game:
        monkeypatch.setattr(ending, "LONG_TRACE", 0)
    monkeypatch.setattr(ending, "begin_check", lambda _: pytest.fail("a process was started"))
    assert play(**{"learner": "perceptron", "margin": "1/4", **game}).reason is None


def test_a_game_of_fifty_thousand_rounds_is_checked_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "judge_file", lambda _: pytest.fail("it was checked here"))
    assert play("perceptron", margin_squared=Fraction(1, 50_000)).ok


def test_a_second_footer_takes_the_place_of_the_first(tmp_path: Path) -> None:
    target = Target(basis_vector(0), Fraction(1))

    def write(name: str, *claims: list[ClaimLine]) -> bytes:
        with (tmp_path / name).open("wb") as file:
            record = TraceWriter(file)
            record.header("-", "-", Halfspaces(1, Fraction(1)))
            record.round(basis_vector(0), 1, 1)
            for each in claims:
                record.footer(target, each, None)
        return (tmp_path / name).read_bytes()

    short, long = (
        [ClaimLine(Statement.REALIZABLE)],
        [ClaimLine(Statement.REALIZABLE), ClaimLine(Statement.RUN_BOUND, 0)],
    )
    assert write("a", short, long) == write("b", long)
    assert write("c", long, short) == write("d", short)
    assert checker.check(tmp_path / "c").statements == [{"statement": "realizable"}]
