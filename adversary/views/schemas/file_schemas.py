"""JSON Schemas of the files that the checkers read: docs/trace-format.md and docs/finite-format.md.

They are made of the types that write these files, and of what the formats say beyond types.
"""

from adversary.views.schemas.schema_parts import (
    COUNT,
    FILE_COUNT,
    NOT_NEGATIVE,
    OF_FILES,
    POSITIVE,
    SIGN,
    TEXT,
    Schema,
    claim,
    coordinate_list,
    keyed,
    list_of,
    point,
    schema_of_keys,
    schema_of_type,
    tuple_of,
    value_claims,
)
from proofs.formats.trace import FiniteFooter, FiniteHeader, Footer, Header, HingeHeader, RoundLine

TREE: Schema = {"$ref": "#/$defs/tree"}
NAME_LISTS: Schema = dict.fromkeys(("point_names", "concept_names"), list_of(TEXT) | {"uniqueItems": True})
CLASS: Schema = {
    "class": TEXT,
    "points": {"type": "integer", "minimum": 1},
    "concepts": list_of({"type": "string", "pattern": "^[+-]+$"}) | {"minItems": 1, "uniqueItems": True},
    **NAME_LISTS,
}
RANKS: Schema = {"type": "array", "items": {"$ref": "#/$defs/node"}, "minItems": 1}


def trace_header() -> Schema:
    """Return the schema of the first line of a trace."""
    made = schema_of_type("The first line of a trace", Header, HingeHeader, FiniteHeader)
    made["$defs"]["Header"]["properties"]["margin_squared"] = POSITIVE
    made["$defs"]["HingeHeader"]["properties"] |= dict.fromkeys(("hinge", "norm_squared"), NOT_NEGATIVE)
    made["$defs"]["FiniteHeader"]["properties"] |= NAME_LISTS
    made["$defs"]["FiniteHeader"]["properties"]["concepts"] |= {"uniqueItems": True}
    return made


def trace_round() -> Schema:
    """Return the schema of a round: a line of a trace between the first and the last."""
    made = schema_of_type("A round: a line of a trace between the first and the last", RoundLine)
    made["$defs"]["RoundLine"]["properties"] |= {"x": point(OF_FILES), "predicted": {"anyOf": [SIGN, OF_FILES]}}
    return made


def trace_footer() -> Schema:
    """Return the schema of the last line of a trace."""
    made = schema_of_type("The last line of a trace", Footer, FiniteFooter)
    target = {"direction": coordinate_list(OF_FILES), "scale_squared": POSITIVE}
    made["$defs"] |= {**_witnesses(), "TargetLine": keyed(target), "ClaimLine": claim(OF_FILES)}
    made["$defs"]["FiniteFooter"]["properties"] |= {"tree": TREE, "ranks": RANKS}
    return made


def certificate() -> Schema:
    """Return the schema of a certificate of a Littlestone dimension, which is one line."""
    keys = {
        "format": {"const": "forced-mistakes/littlestone/1"},
        **CLASS,
        "lies": FILE_COUNT,
        "at_least": FILE_COUNT,
        "tree": TREE,
        "at_most": FILE_COUNT,
        "ranks": RANKS,
    }
    some = (*NAME_LISTS, "lies", "at_least", "tree", "at_most", "ranks")
    made = schema_of_keys("A certificate of a Littlestone dimension", keys, some)
    sides = [{"required": ["at_least"]}, {"required": ["at_most"]}]
    return made | {"anyOf": sides, "$defs": _witnesses()}


def values_certificate() -> Schema:
    """Return the schema of a certificate of many values, which is one line."""
    move = tuple_of(COUNT, SIGN, COUNT, list_of({"type": "integer"}))
    space = keyed({"given": list_of(tuple_of(COUNT, SIGN)), "moves": list_of(move)})
    tables = list_of(keyed({"lies": FILE_COUNT, "spaces": list_of(space) | {"minItems": 1}}, ("lies",)))
    shown = {"tree": TREE, "ranks": RANKS, "order": list_of(COUNT), "table": COUNT}
    entries = [entry | {"properties": entry["properties"] | shown} for entry in value_claims()]
    listed = list_of({"anyOf": entries}) | {"minItems": 1}
    keys = {"format": {"const": "forced-mistakes/values/1"}, **CLASS, "tables": tables, "values": listed}
    made = schema_of_keys("A certificate of many values of a class", keys, (*NAME_LISTS, "tables"))
    return made | {"$defs": _witnesses()}


def _witnesses() -> dict[str, Schema]:
    """Return what a mistake tree is, and a node of a learner: docs/finite-format.md."""
    move = tuple_of(COUNT, SIGN, COUNT, list_of({"type": "integer"})) | {"minItems": 3}
    node = {"given": list_of(tuple_of(COUNT, SIGN)), "rank": COUNT, "moves": list_of(move)}
    return {"tree": {"anyOf": [COUNT, tuple_of(COUNT, TREE, TREE)]}, "node": keyed(node)}
