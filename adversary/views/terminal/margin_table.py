"""The maximum margin of labeled data as a table for the terminal."""

from typing import Any

_MAX_SHOWN = 60
"""Characters of a number that a table shows."""

_MAX_LISTED = 12
"""Numbers of a long list that a table shows; JSON has all of them."""


def margin_rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what ``margin_within`` has found as rows of a table: a name, and what there is to say."""
    labels = found["labels"]
    rows = [
        ("data", f"{found['file']}: {found['examples']:,} examples in dimension {found['dimension']:,}"),
        ("labels", f"-1 is {labels['-1']}, +1 is {labels['1']}"),
    ]
    if found["separable"] is None:
        return [*rows, ("separable", f"unknown: {found['note']}")]
    if not found["separable"]:
        return [
            *rows,
            ("separable", "no: these examples, with these weights, cancel out (Farkas)"),
            ("examples", f"{_shown(found['support'])} (counted from 0)"),
            ("weights", _shown(found["weights"])),
        ]
    about = "" if found["margin"] is None else f" (margin ≈ {found['margin']:.6g})"
    bound = _cut(f"{found['perceptron_bound']:,}")
    return [
        *rows,
        ("separable", "yes"),
        ("margin²", f"{_cut(found['margin_squared'])}{about}"),
        ("w", f"({_shown(found['w'])}), with y⟨w,x⟩ ≥ 1 and ‖w‖² = 1/margin²"),
        ("support", f"examples {_shown(found['support'])} (counted from 0): their weights prove that no w is shorter"),
        (
            "Perceptron",
            f"at most ⌊R²/margin²⌋ = {bound} mistakes, in any order and however often shown",
        ),
    ]


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}… ({len(text):,} characters; --json has them)"


def _shown(values: list[Any]) -> str:
    more = f", … ({len(values):,} in all)" if len(values) > _MAX_LISTED else ""
    return ", ".join([_cut(str(value)) for value in values[:_MAX_LISTED]]) + more
