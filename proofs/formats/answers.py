"""JSON answers: the types of their values, from which schemas are derived, and the conversion of results."""

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from proofs.exact.rationals import Rational, plain_number, shown_number
from proofs.settings.finite import Index
from proofs.settings.vectors import RationalText
from proofs.statements import BOUNDS, WORST_CASE, Statement

JsonVersion = Literal[2]
JSON_VERSION: JsonVersion = 2
"""The version of the JSON of answers. Keys may be added to it; where one changes or goes, it is a new version.

That of 1.0.0 was 1.
"""

Number = Index | RationalText
"""A number that need not be an integer: an ``int``, or a rational as text."""


def object_schema(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with all of these keys; it may have more, for formats grow."""
    return {"type": "object", "properties": properties, "required": [*properties]}


FILE_COUNT = {"type": "integer", "minimum": 0, "exclusiveMaximum": 10**18}
RATIONAL = {"type": "string", "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$"}


def statements_schema(rational: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas of what a checker finds proved in a trace or in a certificate of a dimension."""
    whole = [kind.value for kind in Statement if kind not in (Statement.REALIZABLE, Statement.EXPECTED_MISTAKES)]
    return [
        object_schema({"statement": {"const": Statement.REALIZABLE.value}}),
        object_schema({"statement": {"enum": whole}, "mistakes": FILE_COUNT}),
        object_schema({"statement": {"const": Statement.EXPECTED_MISTAKES.value}, "mistakes": rational}),
    ]


_GAMES = [f"Halving with {ties} ties" for ties in ("negative", "positive", "adversarial", "optimal")]
_GAMES += ["self-directed", "worst order", "best order", "apple tasting"]
VALUES = [
    object_schema({"statement": {"enum": list(BOUNDS)}, "mistakes": FILE_COUNT}),
    object_schema({"statement": {"const": "randomized dimension"}, "mistakes": RATIONAL}),
    object_schema({"statement": {"enum": _GAMES}, "mistakes": FILE_COUNT}),
    object_schema({"statement": {"const": "don't know"}, "fewest": {"type": "array", "items": FILE_COUNT}}),
]
"""The schemas of what a certificate of values states: docs/formats.md."""

for _bounds in VALUES[:2]:
    _bounds["properties"]["lies"] = FILE_COUNT  # which may be missing

KEEPS, SHORT = "it keeps the Perceptron's bound", "no point is longer than 1"
"""What the statement on a learner's worst case may depend on."""

_PROVED = [
    *statements_schema(RATIONAL),
    object_schema({"statement": {"const": WORST_CASE}, "mistakes": {"anyOf": [FILE_COUNT, RATIONAL]}}),
]


_PROVED[-1]["properties"]["if"] = {"enum": [KEEPS, SHORT, f"{KEEPS} and {SHORT}"]}  # which may be missing


def worst_case(mistakes: Rational, condition: str = "") -> dict[str, Any]:
    """Return the statement that a learner has made as many mistakes as it ever makes; no checker finds it by itself."""
    return {"statement": WORST_CASE, "mistakes": plain_number(mistakes)} | ({"if": condition} if condition else {})


TraceStatement = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"anyOf": _PROVED})]
"""What the checker finds proved in a trace."""

FileStatement = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"anyOf": [*_PROVED, *VALUES]})]
"""What a checker finds proved in any file."""


class Between(msgspec.Struct):
    """A number that is not known exactly."""

    at_least: Number
    at_most: Number


Known = Index | RationalText | Between
"""A number, or two bounds where a budget ran out."""


def versioned(answer: Any) -> Any:
    """Return an answer, or a list of them, as plain JSON values with the version."""
    plain, version = msgspec.to_builtins(answer), {"json_version": JSON_VERSION}
    return [{**each, **version} for each in plain] if isinstance(plain, list) else {**plain, **version}


def answer(kind: type[msgspec.Struct], result: object, **keys: Any) -> dict[str, Any]:
    """Return a result as plain JSON values: the ``keys`` keys, and other keys from its attributes.

    Rationals are strings; what has a ``to_json`` of its own is what that returns.
    """
    fields = msgspec.structs.fields(kind)
    values = {field.name: keys[field.encode_name] for field in fields if field.encode_name in keys}
    values |= {
        field.name: getattr(result, field.name) for field in fields if field.required and field.name not in values
    }
    plain: dict[str, Any] = msgspec.to_builtins(kind(**{name: plain_json(value) for name, value in values.items()}))
    return plain


def plain_json(value: Any) -> Any:
    """Return a value of a result as plain JSON values."""
    if isinstance(value, Fraction):
        return shown_number(value)
    if isinstance(value, dict):
        return {key: plain_json(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain_json(entry) for entry in value]
    return value.to_json() if hasattr(value, "to_json") else value
