"""What the theorems say of a learner's weights, checked after each of its mistakes."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Ran

from adversary.game.play import play
from adversary.game.watch import WATCHABLE, broken_rule
from learners.protocol import Card
from proofs.exact.errors import InputError
from proofs.exact.vectors import vector


@pytest.mark.parametrize(
    "learner", ["perceptron", "perceptron-ties", "dual-perceptron", "perceptron-half-step-minus", "batch-perceptron"]
)
@pytest.mark.parametrize("against", ["standard-basis", "orthonormal"])
def test_what_the_theorems_say_of_w_holds_in_every_game_of_a_perceptron(learner: str, against: str) -> None:
    for margin_squared in ("1", "2/5", "1/25"):
        game = play(learner, against=against, margin_squared=margin_squared, watch=True)
        assert game.ok, game.reason
        assert game.watched is not None
        assert [entry.claim for entry in game.watched] == ["notes3-1.2", "notes3-1.3", "hsu-norm", "uml-9.2"]
        assert {(entry.mistakes, entry.violation) for entry in game.watched} == {(game.played, None)}


def test_a_violation_names_the_round_the_numbers_and_the_hypothesis() -> None:
    game = play("perceptron-half-step", margin="1/5", watch=True)
    assert game.watched is not None
    assert not game.ok
    first, *others = game.watched
    assert first.violation == (
        "round 1, M = 1: sign(w·v)(w·v)² = 1/100 < 1/25 = δ²M²; "
        "failed hypothesis: in round 1 w changed by something else than y·x"
    )
    assert [entry.violation for entry in others] == [None] * 3


def test_the_rule_of_the_perceptron_is_read_off_w_before_and_after_a_round() -> None:
    w, x = vector({0: 1}), vector(enumerate((Fraction(1, 2), 1)))
    added, subtracted = [vector(enumerate((Fraction(n, 2), m))) for n, m in ((3, 1), (1, -1))]
    assert broken_rule(3, w, w, x, 1) == broken_rule(3, w, subtracted, x, -1) == ""
    assert broken_rule(3, w, w, x, -1) == "in round 3 y(w·x) = -1/2 < 0, and w did not change"
    assert broken_rule(3, w, added, x, 1) == "in round 3 w changed, though y(w·x) = 1/2 > 0"
    assert broken_rule(3, w, added, x, -1) == "in round 3 w changed by something else than y·x"


def test_rounding_is_seen() -> None:
    game = play("dense-perceptron", against="orthonormal", margin="1/5", watch=True)
    assert game.watched is not None
    assert any(entry.violation and "w changed by something else than y·x" in entry.violation for entry in game.watched)


def test_points_that_are_too_long_break_1_3_and_not_hsus_bound(tmp_path: Path) -> None:
    lines = [
        '{"dimension": 2, "margin_squared": "1", "unit_norm": false}',
        '{"x": [[0, "3"]], "label": -1}',
        '{"x": [[1, "4"]], "label": -1}',
    ]
    footer = '{"target": {"direction": [[0, "-1"], [1, "-1"]], "scale_squared": "1/2"}}'
    (tmp_path / "s.jsonl").write_text("\n".join([*lines, footer]))
    game = play("perceptron", against=f"scripted:{tmp_path / 's.jsonl'}", watch=True)
    assert game.watched is not None
    by_claim = {entry.claim: entry.violation for entry in game.watched}
    assert by_claim == {
        "notes3-1.2": None,
        "notes3-1.3": "round 1, M = 1: ‖w‖² = 9 > 1 = M; failed hypothesis: the point of round 1 has norm² 9, not 1",
        "hsu-norm": None,
        "uml-9.2": None,
    }


def test_watching_numbers_of_any_length(tmp_path: Path) -> None:
    n = 10**300 + 1  # ((n² − 1)/(n² + 1), 2n/(n² + 1)) is a rational unit point
    x = f'[[0, "{n * n - 1}/{n * n + 1}"], [1, "{2 * n}/{n * n + 1}"]]'
    lines = ['{"dimension": 2, "margin_squared": "1/4"}', *[f'{{"x": {x}, "label": -1}}'] * 9]
    footer = '{"target": {"direction": [[0, "-1"]], "scale_squared": "1"}}'
    (tmp_path / "s.jsonl").write_text("\n".join([*lines, footer]))
    for learner in ("perceptron", "hinge-descent", "passive-aggressive", "averaging"):
        game = play(learner, against=f"scripted:{tmp_path / 's.jsonl'}", watch=True)
        assert game.realizable
        assert all(entry.violation is None or len(entry.violation) <= 400 for entry in game.watched or ())


def test_weights_that_are_no_numbers_are_unusable_input() -> None:
    class Infinite:
        card = Card(summary="", weights=True)
        weights: Any = None

        def predict(self, _x: Any) -> int:
            return 1

        def update(self, _x: Any, _y: int) -> None: ...

    class Overflowing(Infinite):
        weights = np.array([np.inf, 0.0])

    class Words(Infinite):
        weights = ["a"]  # noqa: RUF012 - as students write it

    class Table(Infinite):
        weights = np.eye(2)

    for learner in (Infinite, Overflowing, Words, Table):
        with pytest.raises(InputError, match="shows no weights that are finite numbers"):
            play(learner, margin="1/2", watch=True)


def test_a_class_is_watched_as_the_message_says() -> None:
    class Mine:
        card = Card("mine", weights=True)
        zero: Any = 0

        def __init__(self, dimension: int) -> None:
            self.weights = [self.zero] * dimension

        def predict(self, x: Any) -> int:
            return 1 if sum(w * a for w, a in zip(self.weights, x, strict=True)) > 0 else -1

        def update(self, x: Any, y: int) -> None:
            if self.predict(x) != y:
                self.weights = [w + y * a for w, a in zip(self.weights, x, strict=True)]

    class Numpys(Mine):
        zero = np.float32(0)

    for learner in (Mine, Numpys):
        watched = play(learner, margin="1/3", watch=True).watched
        assert watched is not None
        assert [(entry.claim, entry.mistakes) for entry in watched] == [(claim, 9) for claim in WATCHABLE]


def test_watching_needs_weights_and_is_in_the_trace(adversary: Callable[..., Ran], tmp_path: Path) -> None:
    refused = adversary("play", "last-label", "--margin", "1/3", "--watch")
    assert (refused.code, refused.err) == (
        2,
        "adversary: last-label does not show its weights: only a learner whose card says weights can be watched (docs/extend.md)\n",
    )
    apart = adversary("play", ROOT / "examples/my_learner.py", "--margin", "1/3", "--watch")  # its card says weights
    assert (apart.code, "its weights are not seen; in Python, play(Student, …, watch=True)" in apart.err) == (2, True)
    watched = adversary("play", "dual-perceptron", "--margin", "1/5", "--watch", "--json", "-o", "t.jsonl")
    assert watched.code == 0
    assert watched.json["watched"][1] == {
        "claim": "notes3-1.3",
        "statement": "‖w‖² ≤ M",
        "mistakes": 25,
        "violation": None,
    }
    assert '"watched":[{"claim":"notes3-1.2"' in (tmp_path / "t.jsonl").read_text()
    assert adversary("check", "t.jsonl").code == 0
