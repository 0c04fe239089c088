"""An attack's result as a table for the terminal, and for notebooks."""

from adversary.report.cells import Renderable, details_table, indented, stack
from adversary.report.excerpt import story, violation_rows
from adversary.report.table import rounds_table
from adversary.search.attack import Attack
from proofs.exact.errors import counted, one_line


def attack_rows(found: Attack) -> list[tuple[str, str]]:
    """Return what there is to say, as titles and texts."""
    rows = [
        ("learner", one_line(found.learner)),
        ("bound", f"M ≤ {found.bound}" if "M" not in found.bound else found.bound),
        ("verdict", found.verdict if found.counterexample else f"not refuted: no violation in {found.games:,} games"),
    ]
    if found.problem:
        rows.append(("but", one_line(found.problem)))
    if found.counterexample is None:
        whole = [f"{name} (all games of {rounds} rounds)" for name, rounds in found.exhaustive.items() if rounds]
        rows += [("exhausted", "; ".join(whole))] if whole else []
    else:
        rows += violation_rows(found.counterexample, found.learner, "not shown")
    return [
        *rows,
        ("tried", f"{counted(found.games, 'game')} in {found.seconds:.1f} s"),
        ("ran in", ", ".join(found.isolation)),
    ]


def attack_table(found: Attack) -> Renderable:
    """Return an attack as tables for the terminal."""
    parts: list[Renderable] = [details_table(attack_rows(found))]
    if found.counterexample is not None:
        parts += ["", indented(story(found.counterexample)), "", rounds_table(found.counterexample)]
    return stack(*parts)
