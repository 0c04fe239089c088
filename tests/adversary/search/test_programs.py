"""Programs that are graded and attacked: what is found, and what is said of them."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT

from adversary.game.judge import judge_file
from adversary.grading.grade import UNSEEN, grade
from adversary.search.attack import attack
from adversary.search.grader import Grader
from adversary.tournaments.run import run_tournament
from adversary.tournaments.specification import TournamentSpecification
from learners.loading.sources import find
from learners.runner.child import Limits
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.settings import Finite

pytestmark = pytest.mark.full

IN_C, IN_SH = (f"exec:{ROOT / 'examples' / name}" for name in ("learner_in_c", "learner_in_sh"))
THRESHOLDS = Finite(find_class("thresholds:3"))
LOOP = (
    "while read -r word label x; do\n[ $word = forced-mistakes ] && echo ready\n[ $word = point ] || continue\n{}\ndone"
)
REMEMBERS = LOOP.format('[ $label = +0 ] || eval "m$last=$label"; last=$x; eval "echo \\${m$x:-+1}"')
KIND = 'name = "memory"\nsetting = "finite"\nbound = "n"\nclasses = ["thresholds:3"]\n'

Written = Callable[[str], str]


@pytest.fixture
def program(tmp_path: Path) -> Written:
    """Return what makes an executable of the text of a shell script."""

    def write(text: str) -> str:
        path = tmp_path / "program"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return f"exec:{path}"

    return write


@pytest.fixture
def kind(tmp_path: Path) -> str:
    """Return the kind of learners that err at most once a point, on a class of three points."""
    path = tmp_path / "memory.toml"
    path.write_text(KIND)
    return str(path)


def test_a_program_that_keeps_its_bound_passes_and_nothing_is_claimed_of_what_is_not_seen(
    program: Written, kind: str
) -> None:
    found = grade(program(REMEMBERS), kind, seconds=120)
    assert (found.verdict, found.problem, found.counterexample) == ("passed", None, None), found.checks
    statuses = {check.name: (check.status, check.required) for check in found.checks}
    assert statuses.pop("keeps to itself") == ("skipped", False)
    assert statuses.pop("predict changes nothing") == ("skipped", False)
    assert {*statuses.values()} == {("passed", True)}
    assert [check.found for check in found.checks if check.name == "keeps to itself"] == [UNSEEN]
    assert found.isolation == ("limits on time alone, no sandbox: a program can do whatever you can",)
    assert found.games > 50


@pytest.mark.parametrize(
    ("answer", "check", "words"),
    [
        ("echo +1", "the games of this kind", "where 3 are allowed"),
        ("echo 0", "answers with labels", "answered with '0'"),
        ("[ $label = +0 ] && echo +1 || exit 7", "answers with labels", "ended with exit code 7"),
        ("[ $(($$ % 2)) = 0 ] && echo +1 || echo -1", "is deterministic", "it plays the same game differently"),
    ],
)
def test_what_a_program_does_wrong_is_found(program: Written, kind: str, answer: str, check: str, words: str) -> None:
    found = grade(program(LOOP.format(answer)), kind, seconds=60)
    assert (found.verdict, found.problem) == ("failed", None)
    (failed,) = [entry for entry in found.checks if entry.status == "failed" and entry.required]
    if check != "is deterministic":  # chance may look like anything at first, and is never a counterexample
        assert failed.name == check
        assert words in failed.found


def test_a_sleeping_program_is_not_blamed(program: Written, kind: str) -> None:
    found = grade(program(LOOP.format("sleep 60")), kind, seconds=1)
    assert found.verdict == "error"
    assert found.counterexample is None
    assert "the time did not suffice (1 slow call took " in found.summary
    assert found.summary.endswith("): give more with --seconds")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("echo oops >&2; exit 3", "ended with exit code 3 during the handshake; it wrote: oops"),
        ("cat", "the handshake was answered with 'forced-mistakes'"),
        ("sleep 60", "the time did not suffice"),
    ],
)
def test_what_does_not_answer_the_handshake_is_no_learner(program: Written, kind: str, text: str, words: str) -> None:
    learner = program(text)
    with pytest.raises(InputError) as caught:
        attack(learner, "1/gamma2", seconds=1)
    for problem in (grade(learner, kind, seconds=1).problem, str(caught.value)):
        assert problem is not None
        assert problem.startswith(f"{learner} does not answer the handshake with ready: ")
        assert words in problem


def test_a_false_bound_falls_to_a_program_and_the_trace_is_judged(tmp_path: Path) -> None:
    found = attack(IN_C, "R2/gamma2 - 1", seconds=60, output=tmp_path / "game.jsonl")
    game = found.counterexample
    assert (found.verdict, found.problem) == ("refuted", None)
    assert game is not None
    assert (game.mistakes, game.allowed, game.minimal) == (1, 0, True)
    assert game.reason.startswith("it was told γ² = ")  # the handshake tells the margin
    assert [entry["statement"] for entry in json.loads(json.dumps(game.to_json()))["statements"]] == [
        "realizable",
        "run bound",
    ]
    assert judge_file(tmp_path / "game.jsonl").valid


def test_a_true_bound_survives_and_a_search_beats_what_does_not_learn() -> None:
    survived = attack(IN_C, "R2/gamma2", seconds=2)
    assert (survived.verdict, survived.problem) == ("not refuted", None)
    beaten = attack(IN_SH, "2*log2(C)", concept_class="thresholds:3", seconds=60)
    assert beaten.counterexample is not None
    assert (beaten.counterexample.mistakes, beaten.counterexample.allowed) == (5, 4)
    spec = TournamentSpecification((IN_SH,), classes=(THRESHOLDS.concept_class,), seconds=2)
    (cell,) = run_tournament(spec).cells
    assert cell.mistakes is not None
    assert cell.mistakes > 3
    assert cell.games > 4  # those of the strategies


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"isolation": "strict"}, "a program has no sandbox: leave out --isolation strict"),
        ({"visible": ROOT}, "a program has no sandbox: leave out --visible"),
        ({"isolation": "strong"}, "unknown isolation 'strong'"),
    ],
)
def test_a_sandbox_that_there_is_not_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        grade(IN_SH, "halving", **options)  # type: ignore[arg-type]


def test_it_gets_the_environment_of_a_game(program: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OF_THE_CALLER", "-1")
    learner = find(program(LOOP.format("echo words >&2; echo $OF_THE_CALLER")))
    with Grader(learner, "auto", None, Limits(2.0, 60.0)) as one:
        one.runner.begin(THRESHOLDS)
        assert one.runner.predict(0) == -1
        one.end()
        assert one.output == "words\n"
