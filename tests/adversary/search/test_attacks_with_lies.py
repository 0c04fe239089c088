"""Attacks on bounds where labels may be lies: what is found is one, and what a learner keeps stands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran
from searches import ends_after

from adversary.game.judge import judge_file
from adversary.grading.grade import grade
from adversary.grading.hints import hints
from adversary.search.attack import attack
from adversary.search.counterexample import paragraph, rounds_of
from adversary.search.games.class_games import class_games
from adversary.search.grader import Grader
from adversary.search.record import broken
from adversary.search.spaces.classes import class_space, explained
from adversary.search.spaces.registry import space_of
from adversary.search.spaces.space import LABELS
from adversary.views.cells import to_html
from adversary.views.excerpt import rounds_table
from adversary.views.game.files import attack_command
from learners.loading.sources import find
from learners.runner.child import Limits
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import read_bound
from proofs.formats.trace import Round
from proofs.settings import Finite

pytestmark = pytest.mark.usefixtures("local_learners")

TABLE = find_class("intervals:4")


def test_one_lie_breaks_the_bound_of_halving(tmp_path: Path) -> None:
    trace = tmp_path / "game.jsonl"
    result = attack("halving", "log2(C)", concept_class=TABLE, lies=1, isolation="plain", seconds=20, output=trace)
    found = result.counterexample
    assert found is not None
    assert isinstance(found.setting, Finite)
    assert isinstance(found.target, int)
    table = found.setting.concept_class
    unlike = [table.label(found.target, int(x)) != y for x, y in rounds_of(found.rounds)]  # type: ignore[arg-type]
    assert (sum(unlike), len(found.lies)) == (1, 1)
    assert unlike[found.lies[0]]
    assert found.minimal
    findings = judge_file(trace)
    assert findings.valid
    assert findings.lies == 1
    assert findings.statements == [{"statement": "realizable"}, {"statement": "run bound", "mistakes": found.mistakes}]
    assert result.to_json()["lies"] == 1
    told = paragraph(found)
    assert "At most 1 label may be a lie" in told
    assert "All labels but 1 lie are those of" in told
    assert "the truth" not in told
    assert attack_command("halving", "log2(C)", "intervals:4", 0, 1).endswith("--lies 1")
    assert "(a lie)" in to_html(rounds_table(found))


def test_a_bound_that_is_one_name_is_said_once_with_its_number() -> None:
    played = [Round(0, 1, LABELS[1])] * 4
    found = broken("anybody", space_of(Finite(TABLE, 1), read_bound("L")), played)
    assert found is not None
    assert found.reason == "L = 3"
    twice = broken("anybody", space_of(Finite(TABLE, 2), read_bound("L")), played)
    assert twice is not None
    assert "At most 2 labels may be lies: the target gives the other label." in paragraph(twice)


def test_a_bound_that_counts_the_lies_stands() -> None:
    bound = "(log2(C)+K)/log2(4/3)"
    result = attack(
        "weighted-majority", bound, concept_class=find_class("thresholds:3"), lies=1, progress=ends_after(60)
    )
    assert result.counterexample is None
    assert result.problem is None
    assert result.tightest is not None
    assert result.tightest.game.statements
    assert result.tightest.game.mistakes == 5  # its exact worst case


def test_without_lies_k_is_0() -> None:
    result = attack("halving", "log2(C) - 1 + K", concept_class=find_class("cube:2"), seconds=10)
    assert result.counterexample is not None
    assert "K = 0" in result.counterexample.reason


def test_lies_on_halfspaces_are_refused() -> None:
    with pytest.raises(InputError, match="lies are for games on a finite class"):
        attack("perceptron", "1/delta2", lies=1, seconds=1)


def test_the_best_explanation_is_a_concept_unlike_the_fewest_labels() -> None:
    rounds = [(0, LABELS[0]), (1, LABELS[0]), (2, LABELS[1]), (3, LABELS[0])]
    truthful, lying = (explained(Finite(TABLE, lies), rounds) for lies in (0, 1))
    assert truthful is None
    assert lying is not None
    assert TABLE.concept_name(lying) == "[1, 2]"


@pytest.mark.parametrize("lies", [0, 1, 2])
def test_games_tell_no_more_lies_than_they_may(lies: int) -> None:
    space = class_space(find_class("thresholds:3"), read_bound("10**6"), lies=lies)
    most = 0
    with Grader(find("first-consistent"), "plain", None, Limits(5, 60)) as grader:
        for game in class_games(space, 0):
            played: tuple[Round, ...] = grader.play(game).played
            concept = explained(Finite(find_class("thresholds:3"), lies), rounds_of(played))
            if played and concept is not None:
                most = max(most, sum(entry.mistake for entry in played))
    assert most > 5 if lies else most <= 3


KIND = 'setting = "finite"\nbound = "{bound}"\nclasses = ["intervals:4"]\nlies = {lies}\n'


def test_a_custom_kind_may_have_lies(tmp_path: Path) -> None:
    path = tmp_path / "kind.toml"
    path.write_text(KIND.format(bound="log2(C) + K", lies=1))
    failed = grade("halving", str(path), seconds=20)
    assert failed.verdict == "failed"
    assert failed.counterexample is not None
    assert "K = 1" in failed.counterexample.reason
    assert any(check.expected.endswith("realizable sequence with at most 1 lie") for check in failed.checks)
    assert any("agree with all labels before it but at most 1" in hint for hint in hints(failed))


def test_the_commands_say_the_lies(adversary: Callable[..., Ran], tmp_path: Path) -> None:
    refuted = adversary("attack", "halving", "--bound", "1", "--class", "thresholds:3", "--lies", 1, "-o", "g.jsonl")
    assert refuted.code == 1
    assert adversary("show", "g.jsonl", "-o", "g.html", "--json").json["lies"] == 1
    assert adversary("show", "g.jsonl", "-o", "g.svg", "--json").json["files"][0]["lies"] == 1
    for command, says in (
        (["tournament", "halving"], "--lies is a number, a list like 4,8,16 or a range like 3..11, not '-1'"),
        (["attack", "halving", "--bound", "C"], "lies should be an int from 0 to 10,000, but are -1"),
    ):
        refused = adversary(*command, "--class", "thresholds:3", "--lies", "-1")
        assert (refused.code, refused.err) == (2, f"adversary: {says}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.html", "g.jsonl", "g.svg"]


@pytest.mark.long
def test_games_are_as_long_as_many_lies_need() -> None:
    found = attack("halving", "2*K", concept_class="thresholds:3", lies=150, seconds=30, isolation="plain")
    assert found.counterexample is not None
    assert (found.counterexample.mistakes, found.counterexample.allowed) == (301, 300)
