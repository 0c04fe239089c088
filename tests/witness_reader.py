"""The candidate of a witness, read again from what ``proofs.claims.candidates.plain`` wrote."""

from typing import Any

from proofs.claims.candidates import Example, FiniteClass, Point, Sample
from proofs.exact.errors import InputError
from proofs.exact.rationals import read_rational, simplest


def read(written: Any) -> Any:
    """Read what ``plain`` wrote: the candidate of a witness.

    Raises:
        InputError: an example, a point or a rational cannot be read.

    """
    if isinstance(written, dict) and "examples" in written:
        examples = tuple([_example(entry) for entry in written["examples"]])
        if len({len(x) for x, _ in examples}) > 1:
            raise InputError("the points have different dimensions; all should have as many coordinates")
        return Sample(examples, **{name: _point(written[name]) for name in ("target", "w", "x") if name in written})
    if isinstance(written, dict) and "concepts" in written and written.keys() <= {"concepts", "sequence"}:
        sequence = tuple([(x, label) for x, label in written["sequence"]]) if "sequence" in written else None
        return FiniteClass(tuple(written["concepts"]), sequence)
    if isinstance(written, dict):
        return {key: read(value) for key, value in written.items()}
    if isinstance(written, list):
        return tuple(map(read, written))
    return _number(written) if isinstance(written, str) else written


def _number(text: str) -> Any:
    try:
        return read_rational(text)
    except InputError:
        return text


def _point(written: Any) -> Point:
    if not isinstance(written, list) or not all(isinstance(text, str) for text in written):
        raise InputError(f'{written!r} is not a point; write its coordinates like ["1", "-1/2"]')
    return tuple([simplest(read_rational(text)) for text in written])


def _example(written: Any) -> Example:
    if not isinstance(written, list) or len(written) != 2 or type(written[1]) is not int or written[1] not in (1, -1):
        raise InputError(f'{written!r} is not an example; write it like [["1", "-1/2"], 1], with a label 1 or -1')
    return _point(written[0]), written[1]
