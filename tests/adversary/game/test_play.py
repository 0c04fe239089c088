"""Whole games through the Python API."""

import html
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adversary.game import ending
from adversary.game.play import play
from adversary.progress import Bar
from adversary.views.cells import render
from adversary.views.terminal.show import game_table
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from learners.protocol import Card, Fault, Label
from learners.runner.child import LIMITS
from learners.runner.runner import LocalRunner
from proofs.exact.errors import InputError
from proofs.exact.vectors import Target, Vector, basis_vector
from proofs.formats.trace import Transcript


class Stubborn:
    """Says what it was told to say."""

    def __init__(self, answer: Any = -1) -> None:
        self.answer = answer

    def predict(self, x: Any) -> Any:
        return self.answer

    def update(self, x: Any, y: Any) -> None:
        pass


@pytest.mark.parametrize(
    "learner", [Stubborn, Stubborn(-1), Stubborn(1), lambda: Stubborn(1), lambda dimension: Stubborn(-1)]
)
def test_objects_play_and_are_replayed(learner: object) -> None:
    game = play(learner, margin="1/4")  # two replays have thirty rounds; of a shorter game there are more
    assert game.ok
    assert (game.mistakes, game.replayed) == (16, True)


def test_a_bound_that_is_no_theorem_of_ours_is_the_learners_word() -> None:
    class Boasts(Stubborn):
        card = Card(summary="sixteen mistakes, it says", mistake_bound=lambda _setting: 16)

    game = play(Boasts, margin="1/4")
    assert game.ok
    assert (game.mistakes, game.bounds, game.tight) == (16, {"lower": 16, "upper": 16}, None)
    assert game.note == "the upper bound is the learner's own word: it is on its card, and no theorem here gives it"
    shown = render(game_table(game))
    assert "bounds  lower 16, upper 16 (the learner's word)\n" in shown
    assert "(the learner's word)" in html.unescape(game._repr_html_())
    ours = play("perceptron", margin="1/3")
    assert (ours.tight, ours.note) == (True, None)
    assert "word" not in render(game_table(ours))
    assert ours.to_json().keys() == game.to_json().keys()


def test_a_dimension_too_large_for_dense_points_is_unusable_input() -> None:
    for dimension in (10**12, 10**20):
        with pytest.raises(InputError, match="too large"):
            play(Stubborn, margin="1/2", dimension=dimension)


@pytest.mark.full
def test_the_replay_has_another_hash_seed_than_this_process(tmp_path: Path) -> None:
    code = (
        "from adversary import play\nclass L:\n    def predict(self, x): return 1 if hash('abc1') % 2 else -1\n"
        "    def update(self, x, y): pass\nprint(play(L, margin='1/3').replayed)"
    )

    def replayed(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code]
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout

    assert any(replayed(seed) == "False\n" for seed in ("2", "3", "5", "7", "11", "13"))


@pytest.mark.parametrize("learner", [Perceptron(), lambda: Perceptron()])  # noqa: PLW0108 - a factory
def test_what_makes_an_exact_learner_is_shown_exact_points_and_has_its_card(learner: object) -> None:
    game = play(learner, margin="1/3", watch=True)
    assert game.ok, game.reason
    assert game.bounds == {"lower": 9, "upper": 9}
    assert game.watched is not None


def test_a_card_is_refuted_by_its_own_game() -> None:
    class Boasts(Perceptron):
        card = Card(summary="one mistake at most", sees="exact", mistake_bound=lambda _setting: 1)

    game = play(Boasts, margin="1/3")
    assert not game.ok
    assert game.reason == "the bound on the learner's card is refuted: 9 mistakes, where it allows 1"
    assert len(game.statements) == 3


def test_a_bound_that_cannot_be_computed_is_unusable_input() -> None:
    class Broken(Perceptron):
        card = Card(summary="", sees="exact", mistake_bound=lambda _setting: 1 // 0)

    with pytest.raises(InputError, match="card raised ZeroDivisionError"):
        play(Broken, margin="1/3")


def test_an_object_that_cheats_or_raises_forfeits() -> None:
    assert play(Stubborn(2), margin="1/3").fault == "illegal label: predict returned 2 of type int; a label is 1 or -1"

    class Raises(Stubborn):
        def update(self, x: Any, y: Any) -> None:
            raise RuntimeError("never mind")

    assert play(Raises, margin="1/3").fault == "raised: update raised RuntimeError: never mind"


def test_no_state_passes_from_game_to_game() -> None:
    calls = [0]

    class Counts(Stubborn):
        def predict(self, x: Any) -> Any:
            calls[0] += 1
            return 1 if calls[0] > 5 else -1

    first, second = play(Counts, margin="1/4"), play(Counts, margin="1/4")
    assert first == second
    assert first.ok
    assert calls == [0]


def test_nothing_was_made_of_an_object_before_its_game() -> None:
    class Numbered(Stubborn):
        made = 0

        def __init__(self) -> None:
            type(self).made += 1
            super().__init__(1 if self.made == 1 else -1)

    game = play(Numbered, margin="1/4")
    assert (game.reason, game.replayed) == (None, True)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (Fault("raised", "no"), "not deterministic: in round 1 of the replay: raised: no"),
        (Fault("timeout", "slow"), "the replay was not finished: in round 1: timeout: slow"),
    ],
)
def test_who_fails_in_the_replay_has_no_run_bound(fault: Fault, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Fails(LocalRunner):
        def begin(self, *_: object) -> None:
            raise fault

    monkeypatch.setattr(ending, "start_runner", lambda source, *_: Fails(source))
    game = play("perceptron", margin="1/3")
    assert (game.ok, game.reason) == (False, reason)
    assert "run bound" not in [statement["statement"] for statement in game.statements]


@pytest.mark.parametrize("lines", [0, 1, 5, 9])
def test_a_replay_of_fewer_rounds_than_were_played_is_no_replay(lines: int, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    game = play("perceptron", margin="1/3", output=trace)
    trace.write_bytes(b"".join(trace.read_bytes().splitlines(keepends=True)[:lines]))
    played = Transcript(game.setting, 9, 9, trace)
    differs = ending.disagreement(find("perceptron"), played, LIMITS, trace, Bar("replaying", 9))
    assert differs == f"the replay was not finished: it had {max(lines - 1, 0)} of 9 rounds"


@pytest.mark.full
def test_an_object_that_is_not_deterministic_is_found_out() -> None:
    class Environmental(Stubborn):
        def predict(self, x: Any) -> Any:
            return 1 if os.environ.get("PYTHONHASHSEED") == "2" else -1

    game = play(Environmental, margin="1/3")
    assert game.replayed is False
    assert game.reason == "not deterministic: in round 1 it said -1 in the game and +1 in the replay"


def test_without_a_replay_no_run_bound_is_claimed() -> None:
    game = play("perceptron", margin="1/3", replay=False)
    assert game.replayed is None
    assert [statement["statement"] for statement in game.statements] == ["realizable", "universal bound"]
    assert game.tight is False


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"margin": float("nan")}, "nan is not finite; give a rational, like '1/10'"),
        ({"margin_squared": Fraction(-1, 2)}, "above 0"),
        ({"margin": "1/3", "margin_squared": "1/9"}, "not both"),
        ({}, "standard-basis needs a margin"),
        ({"margin": "1/3", "dimension": 0}, "at least 1"),
        ({"margin": "1/3", "dimension": 2.5}, "dimension should be an int"),
        ({"margin": "1/3", "seed": 1}, "standard-basis takes no --seed"),
        (
            {"margin": "1/3", "concept_class": "intervals:3"},
            "a game on a class takes no margin: leave out the class or the margin",
        ),
        ({"margin": "1/3", "against": "standard-basis:x"}, "standard-basis takes no :FILE"),
        ({"margin": "1/3", "against": "scripted"}, "scripted needs a file, as scripted:FILE"),
        ({"margin": "1/3", "against": "orthonormal", "as_printed": True}, "orthonormal takes no ?as-printed"),
        ({"margin": "1/3", "against": object()}, "object is not an adversary: it lacks the method next_point"),
        ({"margin": "1/3", "time_limit": "5"}, "the time limit should be above 0 and at most 86,400 seconds, not '5'"),
        ({"margin": "1/3", "output": "a\0b"}, "no file has such a name"),
        ({"margin": f"1/{'9' * 999}*sqrt(1/{'9' * 999})/{'9' * 999}"}, "takes more than 1000 digits"),
    ],
)
def test_unusable_arguments_are_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        play("perceptron", **arguments)
    assert says in str(caught.value)


# ------------------------------------------------------------------------------------------------ the trace's file


def test_the_trace_appears_complete_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # or else Python, too, leaves something there
    output = tmp_path / "t.jsonl"
    with pytest.raises(InputError):
        play(str(tmp_path / "no.py"), margin="1/3", output=output)
    (tmp_path / "bad.py").write_text("")
    with pytest.raises(InputError):
        play(str(tmp_path / "bad.py"), margin="1/3", output=output)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.py"]
    play("perceptron", margin="1/3", output=output)
    before = output.read_bytes()
    with pytest.raises(InputError):
        play(str(tmp_path / "bad.py"), margin="1/3", output=output)
    assert output.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.py", "t.jsonl"]


@pytest.mark.parametrize("output", [".", "no/such/folder/t.jsonl", "/dev/null"])
def test_places_that_take_no_trace_are_refused_before_the_game(output: str, tmp_path: Path) -> None:
    place = output if output.startswith("/") else tmp_path / output
    with pytest.raises(InputError, match="cannot write"):
        play("perceptron", margin="1/3", output=place)


# ------------------------------------------------------------------------------------------------ one's own adversary


class Own:
    """Shows e₁ over and over, and always says +1."""

    def __init__(self, point: Any = None, label: Any = 1, target: Any = None) -> None:
        self.left, self.point, self.says = 5, point or basis_vector(0), label
        self.offers = target or Target(basis_vector(0), Fraction(1))

    def next_point(self) -> Vector | None:
        self.left -= 1
        return self.point if self.left >= 0 else None

    def label(self, x: Vector, predicted: Any) -> Any:
        return self.says

    def target(self) -> Any:
        return self.offers


def test_an_adversary_of_ones_own() -> None:
    game = play("always-minus", against=Own(), margin=1, dimension=1)
    assert game.ok
    assert (game.played, game.mistakes, game.bounds["lower"]) == (5, 5, None)
    with pytest.raises(InputError, match="give a margin and a dimension"):
        play("always-minus", against=Own())


@pytest.mark.parametrize(
    ("own", "says"),
    [
        (Own(point=Vector(((0, 0.6),))), "Own showed a vector that is not one"),  # type: ignore[arg-type]
        (Own(point=Vector(((0, 0),))), "Own showed a vector out of order"),
        (Own(target=Target("zzz", Fraction(1))), "Own offered a value of type str"),  # type: ignore[arg-type]
        (Own(target=Target(basis_vector(3), Fraction(1))), "Own offered a vector out of order, or outside dimension 1"),
        (Own(target=Target(Vector(((0, 10**5000),)), Fraction(1))), "Own offered a number of more than 1000 digits"),
        (Own(point=[1, 0]), "Own showed 2 coordinates, but the dimension is 1"),
        (Own(point=[0.5]), "Own showed 0.5, which is a float; exact numbers are ints and Fractions"),
        (Own(point=["1"]), "Own showed a str as a coordinate, not an int or a Fraction"),
        (Own(point="1"), "Own showed a value of type str, not a list or tuple of 1 ints and Fractions"),
        (Own(point={1: 1}), "Own showed a vector out of order, or outside dimension 1"),
        (Own(target=([1], 0)), "whose scale_squared is not a Fraction above 0"),
        (
            Own(target=([1], Fraction(1, 10**5000))),
            "whose scale_squared is not a Fraction above 0 of at most 1000 digits",
        ),
        (Own(label=0), "Own: label returned 0 of type int"),
        (Own(target=7), "Own offered a value of type int"),
    ],
)
def test_an_adversary_that_breaks_the_rules_is_unusable_input(own: Own, says: str) -> None:
    with pytest.raises(InputError) as caught:
        play("perceptron", against=own, margin=1, dimension=1)
    assert says in str(caught.value)


def test_a_target_that_does_not_explain_the_labels_proves_nothing() -> None:
    game = play("perceptron", against=Own(label=-1), margin=1, dimension=1)
    assert not game.ok
    assert (game.reason, game.statements) == ("round 1: the label is -1, the target says +1", [])
    assert play("perceptron", margin_squared="2/5", as_printed=True).tight is None  # the bounds are about legal games
    assert game.target["margin_squared"] is None


def test_a_number_too_large_for_a_float_is_unusable_input(tmp_path: Path) -> None:
    lines = [
        '{"dimension": 1, "margin_squared": "1", "unit_norm": false}',
        '{"x": [[0, "%s"]], "label": 1}' % ("9" * 400),
    ]
    (tmp_path / "s.jsonl").write_text("\n".join([*lines, '{"target": null}']))
    with pytest.raises(InputError, match="too large for a float64"):
        play("dense-perceptron", against=f"scripted:{tmp_path / 's.jsonl'}")
    assert not play("perceptron", against=f"scripted:{tmp_path / 's.jsonl'}").ok


@pytest.mark.parametrize("rounds", [0, 1, 127, 128, 129, 255, 256, 300])
def test_the_rounds_before_a_fault_are_kept(rounds: int, tmp_path: Path) -> None:
    class Gives(Perceptron):
        def predict(self, x: Vector) -> Label:
            if len(self.weights) == rounds:
                raise ValueError("enough")
            return super().predict(x)

    trace = tmp_path / "trace.jsonl"
    game = play(Gives, margin="1/18", replay=False, output=trace)
    assert (game.played, game.mistakes) == (rounds, rounds)
    assert game.fault is not None
    assert game.fault.startswith("raised: predict raised ValueError: enough")
    assert len(trace.read_bytes().splitlines()) == rounds + 2
