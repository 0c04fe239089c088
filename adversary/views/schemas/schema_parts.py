"""What JSON Schemas are put together from, draft 2020-12."""

from typing import Any

import msgspec

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
SIGN: Schema = {"enum": [-1, 1]}
RATIONAL_TEXT: Schema = {"type": "string", "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$"}
OF_FILES: Schema = {"type": "string", "pattern": "^-?[0-9]{1,1000}(/[1-9][0-9]{0,999})?$"}
"""A rational in a file: its numerator and its denominator have at most 1,000 digits each."""

POSITIVE: Schema = {"type": "string", "pattern": "^(?!0+(/|$))[0-9]{1,1000}(/[1-9][0-9]{0,999})?$"}
NOT_NEGATIVE: Schema = {"type": "string", "pattern": "^(-0{1,1000}|[0-9]{1,1000})(/[1-9][0-9]{0,999})?$"}
FILE_COUNT: Schema = {"type": "integer", "minimum": 0, "exclusiveMaximum": 10**18}
NUMBER: Schema = {"anyOf": [COUNT, RATIONAL_TEXT]}
TEXTS: Schema = {"type": "array", "items": TEXT}


def schema_of_type(title: str, *kinds: Any) -> Schema:
    """Return the schema of what a codec reads or writes: a value of one of the types."""
    made, definitions = msgspec.json.schema_components(kinds)
    for found in definitions.values():
        found.pop("description", None)  # which is the docstring of a class
    one = dict(made[0]) if len(made) == 1 else {"anyOf": list(made)}
    return {"$schema": DRAFT, "title": title, **one, "$defs": definitions}


def inner(kind: Any) -> Schema:
    """Return the schema of a type that has no other inside, to stand in another schema."""
    made = msgspec.json.schema(kind)
    return dict(made["$defs"][kind.__name__]) if "$ref" in made else made


def schema_of_keys(title: str, keys: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """Return the schema of an object with these keys."""
    return {"$schema": DRAFT, "title": title, **keyed(keys, optional)}


def keyed(keys: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """Return the schema of an object; it may have more keys, for formats grow."""
    return {"type": "object", "properties": keys, "required": [key for key in keys if key not in optional]}


def maybe(schema: Schema) -> Schema:
    """Allow null, too."""
    return {"anyOf": [schema, {"type": "null"}]}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def one_or_many(schema: Schema) -> Schema:
    """Return the schema of what a ``$ref`` says, or of a list of such."""
    one = {"$ref": schema["$ref"]}
    head = {key: value for key, value in schema.items() if key not in ("$ref", "$defs")}
    return {**head, "oneOf": [one, list_of(one)], "$defs": schema["$defs"]}


def tuple_of(*items: Schema) -> Schema:
    """Return the schema of a list with just these items."""
    return {"type": "array", "prefixItems": list(items), "items": False, "minItems": len(items), "maxItems": len(items)}


def statements(*more: Schema) -> Schema:
    """Return the schema of what a checker finds proved, perhaps with what only certificates of values state."""
    return list_of({"anyOf": [*claim(RATIONAL_TEXT)["anyOf"], *more]})


def claim(expected: Schema) -> Schema:
    """Return the schema of a statement: ``expected`` is that of expected mistakes."""
    bounds = {
        "statement": {"enum": ["run bound", "universal bound", "upper bound", "announced order", "span bound"]},
        "mistakes": FILE_COUNT,
    }
    means = {"statement": {"const": "expected mistakes"}, "mistakes": expected}
    return {"anyOf": [keyed({"statement": {"const": "realizable"}}), keyed(bounds), keyed(means)]}


def value_claims() -> list[Schema]:
    """Return the schemas of what a certificate of values states: docs/finite-format.md."""
    lies = {"lies": FILE_COUNT}
    bounds = {"statement": {"enum": ["universal bound", "upper bound"]}, "mistakes": FILE_COUNT, **lies}
    randomized = {"statement": {"const": "randomized dimension"}, "mistakes": RATIONAL_TEXT, **lies}
    ties = [f"Halving with {ties} ties" for ties in ("negative", "positive", "adversarial", "optimal")]
    games = [*ties, "self-directed", "worst order", "best order", "apple tasting"]
    counts = {"statement": {"enum": games}, "mistakes": FILE_COUNT}
    dont_know = {"statement": {"const": "don't know"}, "fewest": list_of(FILE_COUNT)}
    return [keyed(bounds, ("lies",)), keyed(randomized, ("lies",)), keyed(counts), keyed(dont_know)]


def point(rational: Schema) -> Schema:
    """Return the schema of a point as every file has it: a vector, or a number."""
    return {"anyOf": [COUNT, coordinate_list(rational)]}


def coordinate_list(rational: Schema) -> Schema:
    """Return the schema of a vector: the coordinates that are not 0."""
    return list_of(tuple_of(COUNT, rational))
