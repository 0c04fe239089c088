"""The exact maximum margin of labeled data, and what it says about the Perceptron."""

from fractions import Fraction
from typing import Any

from adversary.judge import plain
from proofs.margins import Separable, best_margin
from proofs.samples import Sample
from proofs.vectors import Vector

MOST_LISTED = 12
"""Numbers of a long list that a table shows; JSON has all of them."""


def margin_of(sample: Sample, name: str) -> dict[str, Any]:
    """Return plain JSON values: whether the sample is separable, and the certificate, verified.

    Separable: w with y⟨w,x⟩ ≥ 1 and ‖w‖² least, as alphas ≥ 0 with w = Σ αᵢyᵢxᵢ and Σ αᵢ = ‖w‖² prove; the margin² is
    1/‖w‖², and the Perceptron makes at most R²‖w‖² mistakes (Cesa-Bianchi, Lecture 13, convergence theorem). Not
    separable: weights ≥ 0 that add up to 1, with Σ uᵢyᵢxᵢ = 0 (Farkas).
    """
    found = best_margin(sample.examples)
    found.verify(sample.examples)
    radius = max(Fraction(x.norm_squared()) for x, _ in sample.examples)
    about = {
        "file": name,
        "examples": len(sample.examples),
        "dimension": sample.dimension,
        "labels": {"-1": sample.names[0], "1": sample.names[1]},
        "radius_squared": plain(radius),
    }
    if isinstance(found, Separable):
        bound = radius * found.norm_squared
        return {
            **about,
            "separable": True,
            "margin_squared": plain(found.margin_squared),
            "norm_squared": plain(found.norm_squared),
            "w": _dense(found.w, sample.dimension),
            "support": list(found.support),
            "alphas": [plain(found.alphas[index]) for index in found.support],
            "perceptron_bound": bound.numerator // bound.denominator,
        }
    return {
        **about,
        "separable": False,
        "margin_squared": None,
        "support": list(found.support),
        "weights": [plain(found.weights[index]) for index in found.support],
    }


def margin_rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the same for people to read."""
    labels = found["labels"]
    rows = [
        ("data", f"{found['file']}: {found['examples']:,} examples in dimension {found['dimension']:,}"),
        ("labels", f"-1 is {labels['-1']}, +1 is {labels['1']}"),
    ]
    if not found["separable"]:
        return [
            *rows,
            ("separable", "no: these examples, with these weights, cancel out (Farkas)"),
            ("examples", f"{_shown(found['support'])} (counted from 0)"),
            ("weights", _shown(found["weights"])),
        ]
    value = float(Fraction(found["margin_squared"])) ** 0.5
    return [
        *rows,
        ("separable", "yes"),
        ("margin²", f"{found['margin_squared']} (margin ≈ {value:.6g})"),
        ("w", f"({_shown(found['w'])}), with y⟨w,x⟩ ≥ 1 and ‖w‖² = 1/margin²"),
        ("support", f"examples {_shown(found['support'])} (counted from 0): their weights prove that no w is shorter"),
        (
            "Perceptron",
            f"at most ⌊R²/margin²⌋ = {found['perceptron_bound']:,} mistakes, in any order and however often shown",
        ),
    ]


def _dense(w: Vector, dimension: int) -> list[Any]:
    values = dict(w.entries)
    return [plain(values.get(index, 0)) for index in range(dimension)]


def _shown(values: list[Any]) -> str:
    more = f", … ({len(values):,} in all)" if len(values) > MOST_LISTED else ""
    return ", ".join(map(str, values[:MOST_LISTED])) + more
