"""Whole tournaments: the same results however they are run, whatever the players do."""

import csv
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, ROOT, Ran

from adversary.runs.where import Where
from adversary.tournament.game import command_of
from adversary.tournament.pairs import pairs_of
from adversary.tournament.result import PlayedGame, Tournament, read_tournament
from adversary.tournament.run import Run, run_tournament
from adversary.tournament.specification import read_specification
from proofs.exact.errors import InputError

SMALL = {
    "learners": "perceptron,halving",
    "margins": "1/2",
    "classes": "thresholds:3",
    "against": "orthonormal,littlestone",
}
"""Four pairs, and three games: halving plays on classes alone."""

LONG = ROOT / "examples" / "tournament.toml"
HOSTILE = DATA / "submissions" / "hostile"

Command = Callable[..., Ran]


def run(folder: Path, jobs: int = 1, options: dict[str, str] = SMALL, *, traces: bool = True) -> Run:
    """Run a small tournament, or what the options say."""
    return run_tournament(read_specification(None, options), folder, Where(jobs), traces=traces)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small tournament."""
    folder = tmp_path_factory.mktemp("small")
    assert run(folder).failed == 0
    return folder


def test_games_are_certified_and_pairs_that_do_not_fit_are_listed(small: Path) -> None:
    found = read_tournament(small)
    assert [(game.learner, game.adversary, game.mistakes, game.lower, game.bound) for game in found.games] == [
        ("perceptron", "orthonormal", 4, 4, 4),
        ("perceptron", "littlestone", 2, 2, 2),
        ("halving", "littlestone", 2, 2, 2),
    ]
    assert all(game.certified and game.replayed and game.realizable and game.ratio == 1 for game in found.games)
    (unfit,) = found.unfit
    assert (unfit.learner, unfit.adversary, unfit.by_adversary) == ("halving", "orthonormal", False)
    assert unfit.reason.startswith("halving: it learns finite classes")


def test_files_are_the_same_however_it_is_run(small: Path, tmp_path: Path) -> None:
    again = run(tmp_path / "two", 2)
    assert (again.finished, again.skipped, again.failed) == (3, 0, 0)
    names = [
        "results.jsonl",
        "unfit.jsonl",
        "summary.json",
        *(f"traces/{p.name}" for p in (small / "traces").iterdir()),
    ]
    assert len(names) == 3 + 3
    for name in names:
        assert (tmp_path / "two" / name).read_bytes() == (small / name).read_bytes(), name


def test_nothing_is_played_twice_and_a_trace_that_is_gone_is_played_again(small: Path) -> None:
    before = {path: path.read_bytes() for path in small.rglob("*") if path.is_file()}
    again = run(small)
    assert (again.finished, again.skipped) == (0, 3)
    assert {path: path.read_bytes() for path in small.rglob("*") if path.is_file()} == before
    gone = small / str(again.tournament.games[1].trace)
    gone.unlink()
    assert (run(small).finished, gone.read_bytes()) == (1, before[gone])


def test_another_specification_takes_what_is_there(small: Path, tmp_path: Path) -> None:
    for name in ("store.jsonl", "results.jsonl"):
        (tmp_path / name).write_bytes((small / name).read_bytes())
    fewer = run(tmp_path, 1, SMALL | {"learners": "halving,perceptron", "against": "littlestone"}, traces=False)
    assert (fewer.finished, fewer.skipped) == (0, 2)
    assert [(game.number, game.learner) for game in read_tournament(tmp_path).games] == [
        (1, "halving"),
        (2, "perceptron"),
    ]
    assert all(game.trace is None and game.trace_sha256 for game in fewer.tournament.games)
    assert not (tmp_path / "traces").exists()


def test_the_command_of_a_game_plays_it_again(small: Path, adversary: Command, tmp_path: Path) -> None:
    for game in read_tournament(small).games:
        program, *arguments = shlex.split(game.command)
        assert program == "adversary"
        found = adversary(*arguments, "-o", "t.jsonl", "--json").json
        assert found["mistakes"] == game.mistakes
        trace = (tmp_path / "t.jsonl").read_bytes()
        assert sha256(trace).hexdigest() == game.trace_sha256
        assert trace == (small / str(game.trace)).read_bytes()


def test_a_command_is_quoted_for_the_shell() -> None:
    odd = {"learners": "kernel-perceptron?kernel=polynomial&degree=3", "margins": "1/2", "against": "orthonormal"}
    spec = read_specification(None, odd | {"seeds": "-1"})
    ((pair,), _) = pairs_of(spec)
    assert command_of(pair, spec) == (
        "adversary play 'kernel-perceptron?kernel=polynomial&degree=3' --against orthonormal "
        "--margin-squared 1/4 --seed -1"
    )


def test_a_folder_with_results_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_text("mine")
    with pytest.raises(InputError, match=r"has a results\.csv that no tournament has left there"):
        run(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["results.csv"]
    file = tmp_path / "results.csv"
    with pytest.raises(InputError, match="cannot write to the folder"):
        run(file)


# ------------------------------------------------------------------------------------------------ untrusted players

RAISES = """
class Raises:
    def __init__(self, dimension, margin_squared):
        self.dimension, self.plan = dimension, {"rounds": 2, "claims": 2}
        self.shown = 0
    def next_point(self):
        self.shown += 1
        if self.shown == 2:
            raise ValueError(__file__)
        return [1] + [0] * (self.dimension - 1)
    def label(self, x, predicted):
        return -predicted
    def target(self):
        return None
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Tournament]:
    """Return the folder of hostile players, and what became of them beside two that are not."""
    folder = tmp_path_factory.mktemp("hostile")
    for name in ("kills_its_parent.py", "exits_at_once.py"):
        (folder / name).write_bytes((HOSTILE / name).read_bytes())
    (folder / "=formula.py").write_text((ROOT / "examples" / "student.py").read_text())
    (folder / "raises.py").write_text(RAISES)
    (folder / "t.toml").write_text(
        'title = "<script>"\nmargins = ["1/2"]\ndimensions = [4]\nagainst = ["standard-basis", "raises.py"]\n'
        'learners = ["kills_its_parent.py", "perceptron", "exits_at_once.py", "=formula.py"]\n'
    )
    found = run_tournament(read_specification(folder / "t.toml", {}), folder / "out", Where(2))
    assert found.failed == 2
    return folder, found.tournament


def games_of(found: Tournament, learner: str) -> list[PlayedGame]:
    """Return a learner's games."""
    return [game for game in found.games if game.learner == learner]


def test_a_hostile_player_costs_its_own_games_only(hostile: tuple[Path, Tournament]) -> None:
    _, found = hostile
    for learner in ("perceptron", "=formula.py"):
        (game,) = games_of(found, learner)
        assert (game.adversary, game.mistakes, game.certified) == ("standard-basis", 4, True)
    assert {(one.termination, bool(one.fault), one.ratio) for one in games_of(found, "exits_at_once.py")} == {
        ("forfeit", True, None)
    }
    killed = games_of(found, "kills_its_parent.py")
    assert [(one.termination, one.mistakes, one.ratio) for one in killed] == [("failed", None, None)] * 2
    assert {one.reason for one in killed} == {"its process ended 3 times: killed by signal 9"}
    blamed = [(one.learner, one.adversary, one.by_adversary) for one in found.unfit]
    assert ("perceptron", "raises.py", True) in blamed
    summary = json.loads((hostile[0] / "out" / "summary.json").read_text())
    (group,) = summary["groups"]
    assert [(one["rank"], one["learner"]) for one in group["ranking"]] == [(1, "perceptron"), (1, "=formula.py")]
    assert [one["learner"] for one in group["apart"]] == ["kills_its_parent.py", "exits_at_once.py"]


def test_no_place_of_this_machine_is_in_the_results(hostile: tuple[Path, Tournament]) -> None:
    folder, found = hostile
    assert any("raises.py" in one.reason for one in found.unfit)
    for name in ("results.jsonl", "unfit.jsonl", "summary.json"):
        text = (folder / "out" / name).read_text()
        assert str(folder) not in text, name
        assert "/tmp" not in text, name  # noqa: S108 - it is looked for
    for trace in (folder / "out" / "traces").iterdir():
        assert str(folder) not in trace.read_text()


def test_tables_are_inert(hostile: tuple[Path, Tournament], adversary: Command) -> None:
    folder, _ = hostile
    others = "perceptron,exits_at_once.py,=formula.py"
    ran = adversary("tournament", folder / "t.toml", "--learners", others, "-o", folder / "out", "--jobs", 1)
    assert ran.code == 0, ran.err
    assert ran.out.endswith(": 0 played now, 4 before, 0 failed\n")
    with (folder / "out" / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["learner"] for row in rows if "formula" in row["learner"]] == ["'=formula.py"]
    assert {row["certified"] for row in rows} == {"yes", "no"}
    with (folder / "out" / "times.csv").open() as file:
        times = list(csv.DictReader(file))
    assert [row["number"] for row in times] == [row["number"] for row in rows]


def test_a_changed_file_is_played_again(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text((ROOT / "examples" / "student.py").read_text())
    (tmp_path / "t.toml").write_text(
        'learners = ["one.py", "perceptron"]\nmargins = ["1/2"]\nagainst = ["standard-basis"]\n'
    )
    spec = read_specification(tmp_path / "t.toml", {})
    first = run_tournament(spec, tmp_path / "out", Where(1))
    (tmp_path / "one.py").write_text((tmp_path / "one.py").read_text() + "\n# changed\n")
    again = run_tournament(spec, tmp_path / "out", Where(1))
    assert (first.finished, again.finished, again.skipped) == (2, 1, 1)
    assert again.tournament == first.tournament


# ------------------------------------------------------------------------------------------------ the command

FAST = 'learners = ["perceptron", "averaging"]\nmargins = ["1/2..1/4"]\nagainst = ["standard-basis"]\n'


def start(folder: Path) -> "subprocess.Popen[str]":
    """Start the command in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "adversary",
        "tournament",
        "t.toml",
        "-o",
        "out",
        "--json",
        "--jobs",
        "1",
        "--no-pages",
    ]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def lines_of(store: Path) -> int:
    """Return how many results are in a store; the first line is none."""
    return max(store.read_bytes().count(b"\n") - 1, 0) if store.exists() else 0


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(FAST)
    store = tmp_path / "out" / "store.jsonl"
    killed = start(tmp_path)
    while lines_of(store) < 2 and killed.poll() is None:
        time.sleep(0.02)
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    left = lines_of(store)
    assert 2 <= left <= 6
    assert not (tmp_path / "out" / "results.jsonl").exists() or left == 6
    ended = start(tmp_path)
    out, err = ended.communicate()
    assert ended.returncode == 0, err
    found: dict[str, Any] = json.loads(out)
    assert list(found) == ["games", "finished", "skipped", "failed", "seconds"]
    assert (found["games"], found["finished"], found["skipped"], found["failed"]) == (6, 6 - left, left, 0)
    whole = run_tournament(read_specification(tmp_path / "t.toml", {}), tmp_path / "whole", Where(2))
    assert whole.finished == 6
    for name in ("results.jsonl", "summary.json", "unfit.jsonl"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_the_table_says_what_was_found(adversary: Command) -> None:
    ran = adversary("tournament", *[text for key, value in SMALL.items() for text in (f"--{key}", value)], "-o", "out")
    assert ran.code == 0
    assert "finite classes: mistakes/bound over 1 game\n" in ran.out
    assert " = 1   perceptron                 1       1\n" in ran.out
    assert "1 pair of unfit.jsonl; 1: halving: it learns finite classes" in ran.out
    assert ran.out.endswith("3 games in out: 3 played now, 0 before, 0 failed\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--learners perceptron --margins 1/2", "a tournament needs a folder for its results: give one, like -o out"),
        ("--learners perceptron --margins 1/2 --against hinge -o out", "there is no game to play"),
        ("nothing.toml -o out", "the specification nothing.toml cannot be read"),
        ("--learners perceptron --margins 1/2 -o out --jobs 2 --cluster local:2", "give one of --jobs, --scheduler"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(
    arguments: str, says: str, adversary: Command, tmp_path: Path
) -> None:
    ran = adversary("tournament", *arguments.split())
    assert ran.code == 2
    assert ran.err.startswith(f"adversary: {says}")
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_example_is_what_the_acceptance_needs() -> None:
    pairs, unfit = pairs_of(read_specification(LONG, {}))
    assert 100 <= len(pairs) <= 250
    assert not unfit
