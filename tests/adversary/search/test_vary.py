"""What does not matter in a counterexample is said only of what was tried."""

from fractions import Fraction

from adversary.search.counterexample import Counterexample, Variation, read_counterexample, write_counterexample
from adversary.search.vary import FEWEST, TRIES, varied
from adversary.views.excerpt import variations_text
from learners.protocol import Fault
from proofs.classes.catalog import find_class
from proofs.exact.vectors import vector
from proofs.formats.trace import Round
from proofs.settings import Finite, Halfspaces

A, B = vector(enumerate((Fraction(3, 5), Fraction(4, 5)))), vector({1: 1})
GAME = Counterexample("a.py", Halfspaces(2, Fraction(1, 9), unit_norm=True), (Round(A, -1, 1), Round(B, -1, 1)))


def test_a_sort_of_points_is_named_if_all_of_it_that_was_tried_is_a_violation() -> None:
    tried = []

    def violates(game: Counterexample) -> bool:
        tried.append(game)
        x, y = (entry.x for entry in game.rounds)
        return dict(x.entries).get(1, 0) > 0 and y == B and all(entry.label == 1 for entry in game.rounds)  # type: ignore[union-attr]

    found = varied(GAME, violates)
    (only,) = found.variations
    assert (only.point, only.label, only.signs) == (0, False, ((1, 1),))
    assert FEWEST <= only.tried < TRIES
    assert sum(violates(game) for game in [*tried]) == only.tried
    assert (
        variations_text(found)
        == f"A violation, too: each of {only.tried} other points tried with x2 > 0 in place of A."
    )
    assert varied(GAME, violates) == found
    assert read_counterexample(write_counterexample(found, names=True), "a.py").variations == found.variations


def test_labels_and_points_of_a_class_are_varied_too() -> None:
    game = Counterexample("a.py", Finite(find_class("thresholds:5")), (Round(0, 1, -1),))
    assert varied(game, lambda _: True).variations == (Variation(0, 1, label=True), Variation(0, 4))
    assert varied(game, lambda _: None).variations == ()


def test_what_was_found_before_the_time_ran_out_stays() -> None:
    def ends(game: Counterexample) -> bool:
        if game.rounds[0].x != A:
            raise Fault("timeout", "no more")
        return True

    assert varied(GAME, ends).variations == (Variation(0, 1, label=True),)
