"""An attack's result as a table for the terminal, and for notebooks."""

from math import ceil, floor

from adversary.search.attack import Attack
from adversary.search.tightest import Tightness
from adversary.views.cells import Renderable, details_table, indented, stack
from adversary.views.excerpt import rounds_table, story, violation_rows
from proofs.exact.errors import counted, lies_suffix, one_line
from proofs.exact.rationals import short_number

_DIGITS = 10**6
"""What is between two numbers is shown with six digits behind the point, rounded outward."""


def attack_rows(found: Attack) -> list[tuple[str, str]]:
    """Return what there is to say, as titles and texts."""
    rows = [
        ("learner", one_line(found.learner)),
        ("bound", (f"M ≤ {found.bound}" if "M" not in found.bound else found.bound) + lies_suffix(found.lies)),
        ("verdict", found.verdict if found.counterexample else f"not refuted: no violation in {found.games:,} games"),
    ]
    if found.problem:
        rows.append(("but", one_line(found.problem)))
    if found.counterexample is None:
        whole = [f"{name} (all games of {rounds} rounds)" for name, rounds in found.exhaustive.items() if rounds]
        rows += [("exhausted", "; ".join(whole))] if whole else []
    else:
        rows += violation_rows(found.counterexample, found.learner, "not shown")
    if found.note:
        rows.append(("note", one_line(found.note)))
    if found.tightest and found.counterexample is None:  # a counterexample says more
        rows.append(("tightest", tightest_text(found.tightest)))
    return [
        *rows,
        ("tried", f"{counted(found.games, 'game')} in {found.seconds:.1f} s"),
        ("ran in", ", ".join(found.isolation)),
    ]


def tightest_text(found: Tightness) -> str:
    """Return what the tightest game has shown: M, the bound there, and M/bound as exactly as it is known."""
    low, high = found.ratio
    if low == high:
        shown = short_number(low)
        ratio = f"M/bound = {shown}".replace("= ≈", "≈ ")
    else:
        ratio = f"M/bound between {floor(low * _DIGITS) / _DIGITS:.6f} and {ceil(high * _DIGITS) / _DIGITS:.6f}"
    where = f"{counted(len(found.game.rounds), 'round')} on {one_line(found.space)}"
    judged = "judged" if found.game.statements else "not judged"
    return f"M = {found.mistakes}, {ratio} in {where}; {judged}. No larger M/bound was found; one may exist"


def attack_table(found: Attack) -> Renderable:
    """Return an attack as tables for the terminal."""
    parts: list[Renderable] = [details_table(attack_rows(found))]
    if found.counterexample is not None:
        parts += ["", indented(story(found.counterexample)), "", rounds_table(found.counterexample)]
    return stack(*parts)
