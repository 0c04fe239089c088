"""The exact maximum margin of labeled data, and what it says about the Perceptron."""

import pickle
import resource
import subprocess
import sys
from fractions import Fraction
from math import ceil
from typing import Any

from learners.sandbox.child import python_command
from proofs.exact.margins import Separable, best_margin
from proofs.exact.vectors import Vector
from proofs.formats.samples import Sample
from proofs.solvers.budget import Budget

LONGEST_SHOWN = 60
"""Characters of a number that a table shows."""

NUMBERS_SHOWN = 12
"""Numbers of a long list that a table shows; JSON has all of them."""

MOST_SECONDS_WAITED = 10**6
"""Seconds that anybody may wait."""


def margin_within(sample: Sample, name: str, seconds: float) -> dict[str, Any]:
    """Return what ``margin_of`` returns, or that it is unknown, after so many seconds.

    It is found in a process of its own: one linear system in long numbers is one call of the exact arithmetic, which
    may take minutes and hears of no signal meanwhile. Raises InputError if there are no seconds.
    """
    Budget(seconds=seconds)
    try:
        done = subprocess.run(  # noqa: S603 - this very interpreter
            python_command("from adversary.cli.margin import answer\nanswer()"),
            input=pickle.dumps((sample, name, seconds)),
            stdout=subprocess.PIPE,
            timeout=min(seconds, MOST_SECONDS_WAITED),
            start_new_session=True,  # so that Ctrl-C is ours to hear
            check=False,
        )
        if done.returncode == 0:
            return dict(pickle.loads(done.stdout))  # noqa: S301 - what our own process has said
        note = f"its process ended with exit code {done.returncode}"
    except subprocess.TimeoutExpired:
        note = f"{seconds:g} seconds did not suffice; give --seconds more"
    return {**_about(sample, name), "separable": None, "margin_squared": None, "support": [], "note": note}


def answer() -> None:
    """Be that process."""
    sample, name, seconds = pickle.load(sys.stdin.buffer)  # noqa: S301 - from margin_within
    most = ceil(min(seconds, MOST_SECONDS_WAITED)) + 5  # in case that nobody is left to end it
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    sys.stdout.buffer.write(pickle.dumps(margin_of(sample, name)))


def margin_of(sample: Sample, name: str) -> dict[str, Any]:
    """Return plain JSON values: whether the sample is separable, and the certificate, verified.

    Separable: w with y⟨w,x⟩ ≥ 1 and ‖w‖² least, as alphas ≥ 0 with w = Σ αᵢyᵢxᵢ and Σ αᵢ = ‖w‖² prove; the margin² is
    1/‖w‖², and the Perceptron makes at most R²‖w‖² mistakes (Cesa-Bianchi, Lecture 13, convergence theorem). Not
    separable: weights ≥ 0 that add up to 1, with Σ uᵢyᵢxᵢ = 0 (Farkas).
    """
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # the certificate of long numbers is longer still
    try:
        return _margin_of(sample, name)
    finally:
        sys.set_int_max_str_digits(limit)


def _margin_of(sample: Sample, name: str) -> dict[str, Any]:
    found = best_margin(sample.examples)
    found.verify(sample.examples)
    radius = max(Fraction(x.norm_squared()) for x, _ in sample.examples)
    about = {**_about(sample, name), "radius_squared": _plain(radius)}
    if isinstance(found, Separable):
        bound = radius * found.norm_squared
        return {
            **about,
            "separable": True,
            "margin_squared": _plain(found.margin_squared),
            "margin": _root(found.margin_squared),
            "norm_squared": _plain(found.norm_squared),
            "w": _dense(found.w, sample.dimension),
            "support": list(found.support),
            "alphas": [_plain(found.alphas[index]) for index in found.support],
            "perceptron_bound": bound.numerator // bound.denominator,
        }
    return {
        **about,
        "separable": False,
        "margin_squared": None,
        "support": list(found.support),
        "weights": [_plain(found.weights[index]) for index in found.support],
    }


def _about(sample: Sample, name: str) -> dict[str, Any]:
    labels = {"-1": sample.names[0], "1": sample.names[1]}
    return {"file": name, "examples": len(sample.examples), "dimension": sample.dimension, "labels": labels}


def margin_rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the same for people to read."""
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


def _dense(w: Vector, dimension: int) -> list[Any]:
    values = dict(w.entries)
    return [_plain(values.get(index, 0)) for index in range(dimension)]


def _root(value: Fraction) -> float | None:
    """Return the root in floats, or ``None`` where these do not reach."""
    try:
        return float(value) ** 0.5 or None
    except OverflowError:
        return None


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value


def _cut(text: str) -> str:
    return (
        text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}… ({len(text):,} characters; --json has them)"
    )


def _shown(values: list[Any]) -> str:
    more = f", … ({len(values):,} in all)" if len(values) > NUMBERS_SHOWN else ""
    return ", ".join([_cut(str(value)) for value in values[:NUMBERS_SHOWN]]) + more
