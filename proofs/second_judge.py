"""The second judge of games on halfspaces: it judges again, with sympy's exact matrices, after the trusted checker.

It shares neither arithmetic nor the reading of numbers with the checker. It decides whether the points have norm 1, the
target has norm at most 1, and every label has a margin of at least δ. With a hinge budget, it decides whether the
target's norm and the sum of its hinge losses are within the budget. It reads only what the checker accepts.
"""

import gc
import json
import os
import signal
import sys
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any, NamedTuple

from proofs.checker import show
from proofs.exact.errors import InputError, one_line

MAX_JUDGED_ROUNDS = 2_000
"""Rounds up to which there is a second judgment: it holds the whole game in one matrix."""

JUDGING_SECONDS = 60
"""How long one may take."""

MATRICES = "sympy.polys.matrices.domainmatrix"


class Judgment(NamedTuple):
    """What a judge finds: the target's norm² and least margin² (``None``: a label contradicts it), and the verdict.

    With a hinge budget it is the sum of the target's ``hinge`` losses in place of a margin.
    """

    norm_squared: Fraction | None
    margin_squared: Fraction | None
    realizable: bool
    hinge: Fraction | None = None


def judgment(trace: str | Path) -> Judgment:
    """Judge a trace with sympy.

    Raises:
        InputError: it has more than ``MAX_JUDGED_ROUNDS`` rounds.

    """
    header, rounds, footer = _read(trace)
    from sympy.polys.domains import QQ  # type: ignore[import-untyped]
    from sympy.polys.matrices.domainmatrix import DomainMatrix  # type: ignore[import-untyped]

    values: dict[str, Any] = {}

    def number(text: str) -> Any:
        if text not in values:
            values[text] = QQ(*map(int, text.split("/")))
        return values[text]

    def row(point: list[tuple[int, str]]) -> dict[int, Any]:
        return {index: value for index, text in point if (value := number(text))}

    points = [row(entry["x"]) for entry in rounds]
    legal = header.get("unit_norm") is False or all(sum((q * q for q in x.values()), QQ(0)) == 1 for x in points)
    if footer["target"] is None:
        return Judgment(None, None, realizable=False)
    direction, scale = row(footer["target"]["direction"]), number(footer["target"]["scale_squared"])
    columns = {index: column for column, index in enumerate(sorted(set(direction).union(*points)))}

    def matrix(rows: list[dict[int, Any]]) -> Any:
        entries = {n: {columns[index]: value for index, value in x.items()} for n, x in enumerate(rows) if x}
        return DomainMatrix(entries, (len(rows), len(columns)), QQ)

    u = matrix([direction]).transpose()
    norm_squared = scale * (u.transpose() * u).rep.getitem(0, 0)
    products = matrix(points) * u
    signed = [entry["label"] * products.rep.getitem(n, 0) for n, entry in enumerate(rounds)]
    margin_squared = hinge = None
    if header["setting"] == "hinge":
        root = QQ.exsqrt(scale)  # it is rational, or the checker would not have read the file
        hinge = sum((max(QQ(0), 1 - root * product) for product in signed), QQ(0))
        within = norm_squared <= number(header["norm_squared"]) and hinge <= number(header["hinge"])
    else:
        least = min(signed, default=QQ(0))
        margin_squared = scale * least * least if least > 0 else None
        enough = margin_squared is not None and margin_squared >= number(header["margin_squared"])
        within = norm_squared <= 1 and enough
    numbers = norm_squared, margin_squared, hinge
    norm, margin, losses = [None if q is None else Fraction(int(QQ.numer(q)), int(QQ.denom(q))) for q in numbers]
    return Judgment(norm, margin, bool(legal and rounds and within), losses)


def judges_differ(second: Judgment, first: Judgment) -> str | None:
    """Return the first thing that sympy and the checker find differently, with both numbers, or ``None``."""
    names = ("norm²", "margin²", "realizable", "the sum of hinge losses")
    for what, ours, theirs in zip(names, second, first, strict=True):
        if ours != theirs:
            return f"sympy finds {what} {_shown(ours)}, the checker {_shown(theirs)}"
    return None


def import_matrices() -> None:
    """Import sympy's exact matrices without the rest of sympy, which takes twice as long.

    ``sympy`` and ``sympy.polys`` are left empty, because running them imports everything. All of sympy is imported if
    its version does not allow that.
    """
    try:
        for name in ("sympy", "sympy.polys"):
            if name not in sys.modules and (spec := find_spec(name)):
                sys.modules[name] = module_from_spec(spec)
        import_module(MATRICES)
    except Exception:  # noqa: BLE001 - whatever goes wrong in half of a package
        for name in [name for name in sys.modules if name.partition(".")[0] == "sympy"]:
            del sys.modules[name]
        import_module(MATRICES)


def serve_judgments() -> None:
    """Answer traces, a path as JSON a line, with judgments, a line each; the pipes' numbers are the last arguments.

    Only what is asked of this process limits how long it lives: it ends with its questions.
    """
    gc.disable()  # importing sympy is most of the work, and makes no garbage
    import_matrices()  # now, while the game is played

    with os.fdopen(int(sys.argv[-2]), "rb") as questions:
        for question in questions:
            signal.alarm(JUDGING_SECONDS)
            answer = answer_to(json.loads(question))
            signal.alarm(0)
            os.write(int(sys.argv[-1]), json.dumps(answer).encode() + b"\n")


def read_judgment(line: bytes) -> Judgment:
    """Read what ``serve_judgments`` has written. Raises InputError with the reason where there is no judgment."""
    answer = json.loads(line)
    if isinstance(answer, str):
        raise InputError(answer)
    return Judgment(*map(_read_value, answer))


def answer_to(trace: str) -> Any:
    """Return a judgment as JSON has it, or in a line why there is none."""
    try:
        verdict = judgment(trace)
    except InputError as error:
        return str(error)
    except (OSError, ValueError) as error:
        return f"it cannot read the trace: {getattr(error, 'strerror', '') or 'it has changed'}"
    except Exception as error:  # noqa: BLE001 - it has its reason, and the game has not failed by it
        return one_line(f"{type(error).__name__}: {error}")
    return list(map(_written, verdict))


def _written(value: Any) -> Any:
    return [hex(n) for n in value.as_integer_ratio()] if isinstance(value, Fraction) else value  # however long it is


def _read_value(written: Any) -> Any:
    return Fraction(*[int(text, 16) for text in written]) if isinstance(written, list) else written


def _read(trace: str | Path) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    lines: list[str] = []
    with Path(trace).open(encoding="utf-8", newline="\n") as file:
        for line in file:
            lines.append(line)
            if len(lines) > MAX_JUDGED_ROUNDS + 2:
                raise InputError(
                    f"a second opinion is given on at most {MAX_JUDGED_ROUNDS:,} rounds, and this trace has more"
                )
    header, *rounds, footer = [json.loads(line) for line in lines]
    return header, rounds, footer


def _shown(value: Fraction | bool | None) -> str:  # noqa: FBT001 - one of the three
    return show(value) if isinstance(value, Fraction) else str(value)
