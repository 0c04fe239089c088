"""Games with a hinge budget, whole: what is forced, what is refused, and every view of them."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, VECTOR_LEARNERS, type_in
from hypothesis import given, settings
from hypothesis import strategies as st

from adversary.game.play import play
from adversary.strategies.halfspaces.hinge import HingeBudget
from adversary.strategies.halfspaces.standard_basis import plan_orthonormal
from adversary.strategies.protocol import Plan
from learners.algorithms.perceptron import online_perceptron
from proofs.claims.candidates import Sample, dot, norm_squared
from proofs.exact.errors import InputError
from proofs.settings import Hinge

Run = Callable[..., Any]
BOUNDED = (
    "perceptron",
    "perceptron-ties",
    "perceptron-half-step-plus",
    "perceptron-half-step-minus",
    "dual-perceptron",
)
"""Whose cards have a bound with a hinge budget: they err where y(w·x) ≤ 0, and then add y·x to w."""

OWN = str(ROOT / "examples" / "my_adversary.py")

scales = st.fractions(0, 1, max_denominator=40)
rationals = st.fractions(0, 60, max_denominator=12)


@settings(max_examples=40)
@given(st.integers(1, 30), scales, st.sampled_from(VECTOR_LEARNERS))
def test_every_learner_errs_in_every_round(mistakes: int, scale: Fraction, learner: str) -> None:
    game = play(learner, against="hinge", mistakes=mistakes, scale=scale, replay=False, second_opinion=False)
    claim = {"statement": "universal bound", "mistakes": mistakes}
    assert (game.ok, game.played, game.mistakes, game.bounds["lower"]) == (True, mistakes, mistakes, mistakes)
    assert game.statements == [{"statement": "realizable"}, claim]
    assert game.setting == Hinge(mistakes, (1 - scale) * mistakes, scale**2 * mistakes)
    norm = scale**2 * mistakes
    assert game.target == {"norm_squared": norm, "margin_squared": None, "hinge": (1 - scale) * mistakes}
    assert game.bounds["upper"] == (mistakes if learner in BOUNDED else None)


@given(rationals, rationals)
def test_most_mistakes_is_the_last_integer_that_the_proof_allows(hinge: Fraction, norm_squared: Fraction) -> None:
    def allowed(m: int) -> bool:
        return m <= hinge or (m - hinge) ** 2 <= norm_squared * m

    most = Hinge(1, hinge, norm_squared).most_mistakes
    assert [m for m in range(most + 40) if allowed(m)] == list(range(most + 1))


def test_an_equality_of_squares_is_met_exactly() -> None:
    for mistakes in (*range(1, 60), 10**6, 10**12 + 7):
        for scale in (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(22, 23), Fraction(1)):
            hinge, square = (1 - scale) * mistakes, scale**2 * mistakes
            assert Hinge(1, hinge, square).most_mistakes == mistakes
            if scale:
                assert Hinge(1, hinge, square - Fraction(1, 10**40)).most_mistakes == mistakes - 1


@pytest.mark.parametrize("learner", BOUNDED)
def test_it_is_tight_for_the_perceptron(learner: str) -> None:
    game = play(learner, against="hinge", mistakes=7, scale="2/7")
    assert (game.bounds, game.tight, game.second_opinion.word) == ({"lower": 7, "upper": 7}, True, "agrees")


def test_the_printed_bound_is_computed() -> None:
    says = {
        (25, Fraction(1, 2)): "H, is ≈ 27.5888, which is larger",  # 25/4 + √(25/4 · 25/2) + 25/2
        (25, Fraction(0)): "H, is 25, too",
        (25, Fraction(1)): "H, is 25, too",
        (4, Fraction(5, 9)): "H, is ≈ 4.49383, which is larger",  # 100/81 + 40/27 + 16/9 = 364/81
    }
    for (mistakes, scale), end in says.items():
        note = HingeBudget(mistakes=mistakes, scale=scale).plan.note or ""
        assert note.endswith(end)
        assert f"is M ≤ {mistakes} here for Online Perceptron" in note
    tiny = HingeBudget(mistakes=2, scale=Fraction(1, 10**300)).plan.note or ""
    assert tiny.endswith("which is larger")


def test_a_plan_of_too_many_rounds_speaks_of_margins_where_there_is_one() -> None:
    says = "this game would have 100,000,001 rounds, and at most 100,000,000 are played"
    with pytest.raises(InputError, match=f"^{says}$"):
        Plan(Hinge(1, Fraction(1), Fraction(1)), 10**8 + 1)
    with pytest.raises(InputError, match=f"^{says}: the smallest margin is 1/10000, unless a --dimension limits them$"):
        plan_orthonormal(Fraction(1, 10**8 + 1), None, as_printed=False)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("hinge", "hinge needs a number of mistakes to force, like hinge?mistakes=25"),
        ("hinge?mistakes=0", "the mistakes should be 1 to 1,000,000, but are 0"),
        ("hinge?mistakes=1000001", "the mistakes should be 1 to 1,000,000, but are 1000001"),
        ("hinge?mistakes=3&scale=3/2", "the scale should be from 0 to 1, but is 3/2"),
        ("hinge?mistakes=3&scale=-1/2", "the scale should be from 0 to 1, but is -1/2"),
        ("hinge?mistakes=3&scale=half", "'half' is not a rational number; write it like 3/5, 0.1 or 7"),
        (f"hinge?mistakes=3&scale=1/{10**900}", "the scale's square takes more than 1000 digits"),
        ("hinge?mistakes=3 --dimension 2", "3 orthonormal points need a dimension of at least 3, not 2"),
        ("hinge?mistakes=3 --margin 1/2", "hinge takes no --margin"),
        ("hinge?mistakes=3 --class cube:2", "hinge takes no --class"),
        ("hinge?mistakes=3 --seed 1", "hinge takes no --seed"),
        ("hinge?mistakes=3&as-printed", "hinge takes no ?as-printed"),
        ("hinge?mistakes=3 --watch", "what is watched is about a target with a margin"),
        ("standard-basis?mistakes=3 --margin 1/2", "standard-basis takes no ?mistakes"),
        ("standard-basis?scale=1/2 --margin 1/2", "standard-basis takes no ?scale"),
        (f"{OWN}?scale=1", "takes no ?scale: only registered adversaries are given it"),
    ],
)
def test_unusable_options_get_one_line(options: str, says: str, adversary: Run) -> None:
    assert says in adversary("play", "perceptron", "--against", *options.split()).refusal


def test_in_python() -> None:
    for scale in (float("inf"), "0.5.5", [1]):
        with pytest.raises(InputError):
            play("perceptron", against="hinge", mistakes=3, scale=scale)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="soa: it learns finite classes"):
        play("soa", against="hinge", mistakes=3)
    with pytest.raises(InputError, match="mistakes should be an int"):
        play("perceptron", against="hinge", mistakes="3")  # type: ignore[arg-type]
    assert play("perceptron", against="hinge", mistakes=3, scale=1, dimension=5).setting == Hinge(
        5, Fraction(), Fraction(3)
    )


def test_a_file_that_names_a_margin_gets_one_line(adversary: Run, tmp_path: Path) -> None:
    code = "class Mine:\n    def __init__(self, margin_squared): pass\n    def predict(self, x): return 1\n"
    (tmp_path / "mine.py").write_text(f"{code}    def update(self, x, y): pass\n")
    ran = adversary("play", "mine.py", "--against", "hinge?mistakes=4")
    assert "it needs a margin, and a game on a finite class, or with a hinge budget, has none" in ran.refusal


@pytest.mark.full
def test_a_program_plays_it_and_is_told_the_budget(adversary: Run, tmp_path: Path) -> None:
    program = tmp_path / "learner"
    program.write_text(
        '#!/bin/sh\nread hello\necho "$hello" > hello\necho ready exact\n'
        "while read word rest; do case $word in point) echo +1;; quit) exit;; esac; done\n"
    )
    program.chmod(0o755)
    played = adversary("play", f"exec:{program}", "--against", "hinge?mistakes=4&scale=1/3", "--json")
    assert (played.code, played.json["mistakes"]) == (0, 4)
    hello = (tmp_path / "hello").read_text()
    assert hello == "forced-mistakes 1 hinge dimension=4 hinge=8/3 norm_squared=4/9\n"


def test_who_forfeits_leaves_a_target_within_the_budget() -> None:
    class Three:
        def __init__(self) -> None:
            self.rounds = 0

        def predict(self, x: Any) -> int:
            self.rounds += 1
            return 1 if self.rounds <= 3 else 0

        def update(self, x: Any, y: int) -> None:
            """Learn nothing."""

    for scale in ("0", "1/2", "1"):
        game = play(Three, against="hinge", mistakes=9, scale=scale)
        assert (game.played, game.realizable, game.statements) == (3, True, [{"statement": "realizable"}])
        assert (game.termination, game.second_opinion.word) == ("forfeit", "agrees")


def test_its_views(adversary: Run) -> None:
    play_it = ("play", "perceptron", "--against", "hinge?mistakes=3", "-o", "h.jsonl")
    steps = " ".join(adversary(*play_it, "--steps").out.split())
    within = {"setting": "hinge", "hinge": "3/2", "norm_squared": "3/4"}
    checked = adversary("check", "h.jsonl", "--json").json
    assert {key: checked.get(key) for key in within} == within
    assert "makes at least 3 mistakes, within this hinge budget" in " ".join(adversary("check", "h.jsonl").out.split())
    assert "hinge losses of at most 3/2, ‖u‖² ≤ 3/4, dimension 3" in steps
    assert "u = s·(-1, -1, -1) with s² = 1/4" in steps
    Path("broken.jsonl").write_text('{"format": "forced-mistakes/1", "setting": "hinge"}\n')
    assert "broken.jsonl is neither a trace nor a certificate" in adversary("check", "broken.jsonl", "--rocq").err
    again = adversary("play", "always-minus", "--against", "scripted:h.jsonl", "--json").json
    assert (again["setting"], again["hinge"], again["mistakes"], again["realizable"]) == ("hinge", "3/2", 0, True)
    assert again["bounds"] == {"lower": None, "upper": None}
    assert adversary("play", "perceptron", "--against", "scripted:h.jsonl", "--margin", "1/2").code == 2
    html = play("perceptron", against="hinge", mistakes=3)._repr_html_()
    assert "hinge losses" in html


def test_a_person_is_told_the_budget(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "+\n-\n")
    ran = adversary("play", "--me", "--against", "hinge?mistakes=2")
    assert ran.code == 0
    assert "‖u‖² ≤ 1/2, and its hinge losses max(0, 1 − y⟨u,x⟩) sum to at most 1, in dimension 2" in ran.err


def test_a_script_with_a_budget_needs_it_whole(adversary: Run, tmp_path: Path) -> None:
    rounds = ['{"x": [[0, "1"]], "label": 1}', '{"target": {"direction": [[0, "1"]], "scale_squared": "1"}}']
    for header, says in (
        ({"setting": "hinge", "dimension": 1, "hinge": "1"}, "the header has no norm_squared, and no option gives it"),
        ({"setting": "hinge", "dimension": 1, "hinge": "-1", "norm_squared": "1"}, "hinge budget should be 0 or more"),
    ):
        (tmp_path / "s.jsonl").write_text("\n".join([json.dumps(header), *rounds]))
        assert says in adversary("play", "perceptron", "--against", "scripted:s.jsonl").refusal


def hinge_game(mistakes: int, scale: Fraction) -> Sample:
    """Return the game of the Perceptron with a hinge budget, each example a mistake, and its target."""
    strategy, learner, examples = HingeBudget(mistakes=mistakes, scale=scale), online_perceptron(), []
    while (x := strategy.next_point()) is not None:
        label = strategy.label(x, 1 if learner.predict(x) == 1 else -1)
        learner.update(x, label)
        examples.append((x.coordinates(mistakes), label))
    return Sample(tuple(examples), tuple([scale * v for v in strategy.target().direction.coordinates(mistakes)]))


def test_the_bound_of_the_proof_is_met() -> None:
    played = [hinge_game(mistakes, Fraction(n, 4)) for mistakes in range(1, 6) for n in range(5)]
    printed_is_larger = 0
    for game in played:
        assert game.target is not None
        made, square = len(game.examples), norm_squared(game.target) * game.radius_squared
        over_all = sum(max(0, 1 - label * dot(game.target, x)) for x, label in game.examples)
        assert (made - over_all) ** 2 == square * made
        printed = square + over_all
        rest = made - printed
        printed_is_larger += rest < 0 or rest**2 < square * over_all
    assert printed_is_larger == 15  # where 0 < c < 1
