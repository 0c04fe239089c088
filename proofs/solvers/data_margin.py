"""The exact maximum margin of labeled data, with its certificate, and what it says about the Perceptron."""

import pickle
import signal
import subprocess
import sys
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any

from proofs.exact.margins import Separable, best_margin
from proofs.exact.rationals import plain_number
from proofs.exact.samples import LabeledData
from proofs.solvers.budget import Budget

_MAX_SECONDS = 10**6
"""The largest budget, which a timer can count."""


def margin_within(sample: LabeledData, name: str, seconds: float) -> dict[str, Any]:
    """Return the result of ``margin_of``, or "unknown" after a number of processor seconds.

    It is found in a process of its own: one linear system in long numbers is one call of the exact arithmetic, which
    may take minutes, in which Python handles no signal.

    Raises:
        InputError: there are no seconds.

    """
    Budget(seconds=seconds)
    margin, note = _answered((sample, name, seconds))
    if note:
        return {**_about(sample, name), "separable": None, "margin_squared": None, "support": [], "note": note}
    return dict(margin)


def _answered(question: tuple[LabeledData, str, float]) -> tuple[Any, str]:
    """Return what ``answer`` says in another process, or why it says nothing."""
    ours = str(Path(__file__).resolve().parents[2])  # for the caller's folder may have a proofs.py
    start = f"import sys\nsys.path[:] = [{ours!r}]\nimport proofs\nsys.path[:] = {sys.path!r}\n"
    start += "from proofs.solvers.data_margin import answer\nanswer()"
    child = subprocess.run(  # noqa: S603 - this very interpreter
        [sys.executable, "-P", "-c", start],
        input=pickle.dumps(question),
        stdout=subprocess.PIPE,
        start_new_session=True,  # so that Ctrl-C is ours to hear
        check=False,
    )
    if child.returncode == -signal.SIGPROF:
        return None, f"{question[2]:g} seconds did not suffice; give --seconds more"
    if child.returncode:
        return None, f"its process ended with exit code {child.returncode}"
    return pickle.loads(child.stdout), ""  # noqa: S301 - what our own process has said


def answer() -> None:
    """Compute the margin in the child process, which a timer of processor time ends."""
    sys.set_int_max_str_digits(0)  # the certificate of long numbers is longer still
    sample, name, seconds = pickle.load(sys.stdin.buffer)  # noqa: S301 - from margin_within
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, min(max(seconds, 1e-6), _MAX_SECONDS))  # 0 would be no limit
    sys.stdout.buffer.write(pickle.dumps(margin_of(sample, name)))


def margin_of(sample: LabeledData, name: str) -> dict[str, Any]:
    """Return plain JSON values: whether the sample is separable, and the certificate, verified.

    Separable: w with y⟨w,x⟩ ≥ 1 and ‖w‖² least, as alphas ≥ 0 with w = Σ αᵢyᵢxᵢ and Σ αᵢ = ‖w‖² prove; the margin² is
    1/‖w‖², and the Perceptron makes at most R²‖w‖² mistakes (Lecture 13 (27-04-2020), convergence theorem). Not
    separable: weights ≥ 0 that add up to 1, with Σ uᵢyᵢxᵢ = 0 (Farkas).
    """
    margin = best_margin(sample.examples)
    radius = max(Fraction(x.norm_squared()) for x, _ in sample.examples)
    about = {**_about(sample, name), "radius_squared": plain_number(radius)}
    if isinstance(margin, Separable):
        return {
            **about,
            "separable": True,
            "margin_squared": plain_number(margin.margin_squared),
            "margin": _root(margin.margin_squared),
            "norm_squared": plain_number(margin.norm_squared),
            "w": [plain_number(value) for value in margin.w.coordinates(sample.dimension)],
            "support": list(margin.support),
            "alphas": [plain_number(margin.alphas[index]) for index in margin.support],
            "perceptron_bound": floor(radius * margin.norm_squared),
        }
    return {
        **about,
        "separable": False,
        "margin_squared": None,
        "support": list(margin.support),
        "weights": [plain_number(margin.weights[index]) for index in margin.support],
    }


def _about(sample: LabeledData, name: str) -> dict[str, Any]:
    labels = {"-1": sample.names[0], "1": sample.names[1]}
    return {"file": name, "examples": len(sample.examples), "dimension": sample.dimension, "labels": labels}


def _root(value: Fraction) -> float | None:
    """Return the root in floats, or ``None`` where these do not reach."""
    try:
        return float(value) ** 0.5 or None
    except OverflowError:
        return None
