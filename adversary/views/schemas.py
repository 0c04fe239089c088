"""JSON Schemas of the files and of what ``--json`` prints: ``python -m adversary.views.schemas FOLDER`` writes them.

They are derived from the types of the results, and from the keys below. A schema describes the form of a file. Whether
its statements are true is for the checkers to decide.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from adversary.files import write_new
from adversary.grading.result import GradeRecord, MarksAnswer
from adversary.search.attack import AttackAnswer
from adversary.search.worst_case import Count
from adversary.survey import RelationAnswer
from adversary.tournaments.cell import answer_types
from adversary.views.game.view import Kind as FileKind
from adversary.views.keys import described
from adversary.views.terminal.atlas_table import AtlasJson
from proofs.claims.model import Row
from proofs.exact.errors import InputError
from proofs.formal.generated import FormalAnswer
from proofs.formats.answers import (
    FILE_COUNT,
    JSON_VERSION,
    VALUES,
    FileStatement,
    JsonVersion,
    Number,
    TraceStatement,
    statements_schema,
)
from proofs.formats.margin import MarginCertificate
from proofs.formats.trace import HEADERS, Coordinates, FiniteFooter, Footer, RoundLine, Sign, Watched
from proofs.settings import RECORDS, Kind
from proofs.settings.finite import Index, Labels
from proofs.settings.vectors import Dimension, RationalText
from proofs.solvers.dimensions import DimensionAnswer, DimensionsAnswer

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"

COUNT: Schema = {"type": "integer", "minimum": 0}
SIGN: Schema = {"enum": [-1, 1]}

_DIGITS = "[0-9]{1,1000}(/[1-9][0-9]{0,999})?$"
OF_FILES: Schema = {"type": "string", "pattern": f"^-?{_DIGITS}"}
"""A rational in a file: its numerator and its denominator have at most 1,000 digits each."""

POSITIVE: Schema = {"type": "string", "pattern": f"^(?!0+(/|$)){_DIGITS}"}
NOT_NEGATIVE: Schema = {"type": "string", "pattern": "^(-0{1,1000}|[0-9]{1,1000})(/[1-9][0-9]{0,999})?$"}


def tuple_schema(*items: Schema) -> Schema:
    """Return the schema of a list with just these items."""
    return {"type": "array", "prefixItems": list(items), "items": False, "minItems": len(items), "maxItems": len(items)}


MOVE = tuple_schema(COUNT, SIGN, COUNT, {"type": "array", "items": {"type": "integer"}})
TREE: Schema = {"anyOf": [COUNT, tuple_schema(COUNT, *[{"$ref": "#/$defs/tree"}] * 2)]}
VECTOR: Schema = {"type": "array", "items": tuple_schema(COUNT, OF_FILES)}


def json_object(name: str, kinds: Mapping[str, Any]) -> Any:
    """Return a type of objects with keys of these types. The name of a key that need not be there ends with "?"."""
    fields: list[tuple[str, Any, Any]] = []
    for number, (key, kind) in enumerate(kinds.items()):
        if key.endswith("?"):
            default = msgspec.field(name=key[:-1], default=msgspec.UNSET)
            fields.append((f"key_{number}", kind | msgspec.UnsetType, default))
        else:
            fields.append((f"key_{number}", kind, msgspec.field(name=key)))
    return msgspec.defstruct(name, fields, kw_only=True)


def list_of(kind: Any, least: int | None = None) -> Any:
    """Return the type of lists of such objects, of which there are so many or more."""
    return Annotated[list[kind], msgspec.Meta(min_length=least)]


# ------------------------------------------------------------------------------------------------ certificates

FileCount = Annotated[int, msgspec.Meta(extra_json_schema=FILE_COUNT)]
Names = Annotated[list[str], msgspec.Meta(extra_json_schema={"uniqueItems": True})]
Given = list[tuple[Index, Sign]]
Move = Annotated[Any, msgspec.Meta(extra_json_schema=MOVE)]
ShortMove = Annotated[Any, msgspec.Meta(extra_json_schema=MOVE | {"minItems": 3})]
Tree = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/tree"})]
_SHOWN: dict[str, Schema] = {
    "tree": {"$ref": "#/$defs/tree"},
    "ranks": {"type": "array", "items": {"$ref": "#/$defs/Node"}, "minItems": 1},
}
_SHOWN |= {"order": {"type": "array", "items": COUNT}, "table": COUNT}
_VALUES = [entry | {"properties": entry["properties"] | _SHOWN} for entry in VALUES]
Value = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"anyOf": _VALUES})]

Node = json_object("Node", {"given": Given, "rank": Index, "moves": list[ShortMove]})
Space = json_object("Space", {"given": Given, "moves": list[Move]})
Moves = json_object("Moves", {"spaces": list_of(Space, 1), "lies?": FileCount})

_CLASS = {
    "class": str,
    "points": Annotated[int, msgspec.Meta(ge=1)],
    "concepts": Annotated[list[Labels], msgspec.Meta(min_length=1, extra_json_schema={"uniqueItems": True})],
    "point_names?": Names,
    "concept_names?": Names,
}
"""The class that a certificate is about, as a table: docs/formats.md."""

DimensionCertificate = json_object(
    "DimensionCertificate",
    _CLASS
    | {
        "format": Literal["forced-mistakes/littlestone/1"],
        "lies?": FileCount,
        "at_least?": FileCount,
        "tree?": Tree,
        "at_most?": FileCount,
        "ranks?": list_of(Node, 1),
    },
)
ValuesCertificate = json_object(
    "ValuesCertificate",
    _CLASS
    | {
        "format": Literal["forced-mistakes/values/1"],
        "tables?": list_of(Moves),
        "values": Annotated[list[Value], msgspec.Meta(min_length=1)],
    },
)

# ------------------------------------------------------------------------------------------------ what is printed

_STEPS = {
    "rounds": list_of(
        json_object(
            "RoundAnswer",
            {
                "round": Index,
                "x": Coordinates | Index,
                "predicted": Sign | RationalText,
                "label": Sign,
                "mistakes": Number,
                "concepts_left?": Index,
                "lie?": bool,
            },
        )
    ),
    "target": dict[str, Any] | None,
}
GameAnswer = json_object(
    "GameAnswer",
    {
        **dict.fromkeys(("learner", "adversary"), str),
        "rounds": Index,
        "mistakes": Number,
        "termination": Literal["finished", "forfeit"],
        "fault": str | None,
        "realizable": bool,
        "replayed": bool | None,
        "bounds": json_object("BoundsAnswer", dict.fromkeys(("lower", "upper"), Number | None)),
        "tight": bool | None,
        "target": json_object(
            "TargetAnswer",
            dict.fromkeys(("norm_squared", "margin_squared"), RationalText | None)
            | {"hinge?": RationalText | None, "concept?": Index, "labels?": Labels, "name?": str},
        ),
        "statements": list[TraceStatement],
        **dict.fromkeys(("trace", "reason"), str | None),
        "second_opinion": Literal["agrees", "differs", "not asked"],
        "watched?": list[Watched],
        "steps?": json_object("StepsAnswer", _STEPS),
        "setting": Kind,
        **dict.fromkeys(("margin_squared?", "hinge?", "norm_squared?"), RationalText),
        "dimension?": Dimension,
        "unit_norm?": bool,
        "class?": str,
        **dict.fromkeys(("concepts?", "points?", "lies?"), Index),
        "order?": list[str] | None,
        "seed": int | None,
        "as_printed": bool,
        "version": str | None,
        "json_version": JsonVersion,
    },
)
"""A judged game; the setting decides which of its keys there are."""

_FILE = {
    "valid": bool | None,
    "rounds": Index | None,
    "mistakes": Number | None,
    "statements": list[FileStatement],
    "reason": str | None,
    "setting?": Literal["hinge"],
    "lies?": Index,
    "order?": list[str] | None,
    "hinge?": RationalText,
    "norm_squared?": RationalText,
}
"""What the checker says of a file, and how its game is unlike the usual ones: what is usual has no key."""


CheckAnswer = json_object(
    "CheckAnswer",
    _FILE
    | {"second_opinion": Literal["agrees", "differs", "not asked"], "exit_code?": Index}
    | dict.fromkeys(("class?", "catalog?", "checker?", "error?"), str),
)
_SHOWN_FILE = _FILE | {"kind": FileKind, "file": str}
ShowAnswer = json_object(
    "ShowAnswer",
    _SHOWN_FILE
    | {"files": list_of(json_object("ShownFile", _SHOWN_FILE)), "left_out": list[str]}
    | dict.fromkeys(("page", "figure", "table", "chart", "caption"), str | None),
)
MarginAnswer = json_object(
    "MarginAnswer",
    {
        "file": str,
        "examples": Index,
        "dimension": Index,
        "labels": json_object("DataLabels", {"-1": str, "1": str}),
        "separable": bool | None,
        "margin_squared": Number | None,
        "support": list[Index],
        "margin?": float | None,
        "norm_squared?": Number,
        "w?": list[Number],
        "alphas?": list[Number],
        "perceptron_bound?": Index,
        "radius_squared?": Number,
        "weights?": list[Number],
        "note?": str,
    },
)
_UNFIT = {
    "learner": str | None,
    **dict.fromkeys(("adversary", "reason"), str),
    "setting": Kind | None,
    "margin_squared": RationalText | int | None,
    "dimension": int | None,
    "class": str | None,
    **dict.fromkeys(("lies", "seed"), int | None),
    "by_adversary": bool,
}
_COUNTS = ("games", "lacks", "forfeits", "uncertified", "failed", "unbounded")
Placings = list_of(
    json_object(
        "PlacingAnswer",
        {"rank": Index | None, "learner": str, "score": Number | None, **dict.fromkeys(_COUNTS, Index)},
    )
)
_GROUP = {
    "group": Kind,
    **dict.fromkeys(("slots", "uncounted"), Index),
    "void": list[str],
    **dict.fromkeys(("ranking", "apart"), Placings),
}
TournamentAnswer = json_object(
    "TournamentAnswer",
    {
        **dict.fromkeys(("games", "finished", "skipped", "failed"), Index),
        "learners": list[str],
        "count": Count,
        "cells": list_of(json_object("CellAnswer", answer_types())),
        "unfit": list_of(json_object("UnfitAnswer", _UNFIT)),
        "version": str | None,
        "groups": list_of(json_object("GroupAnswer", _GROUP)),
        "seconds": float,
    },
)
Card = json_object("Card", {"name": str})
ListAnswer = json_object(
    "ListAnswer",
    dict.fromkeys(("learners?", "adversaries?", "classes?", "kinds?", "claims?", "theorems?"), list_of(Card)),
)


class GradeAnswer(GradeRecord):
    """What ``grade`` prints: a grade with hints."""

    hints: list[str] | msgspec.UnsetType = msgspec.UNSET


_VALUE = {
    "dimension": Index,
    "margin_squared": Index | RationalText,
    "lower?": Index,
    "upper?": Index,
    "exact?": bool,
    "randomized?": Index | RationalText,
    "mistakes?": Index,
    "inverse?": Index | RationalText,
    "by": dict[str, str] | str,
}

ValueAnswer = json_object("ValueAnswer", _VALUE)

PRINTED: dict[str, tuple[str, Any]] = {
    "game": ("play LEARNER", GameAnswer),
    "check": ("check FILE", CheckAnswer),
    "dimension": ("dimension CLASS", DimensionAnswer),
    "dimensions": ("dimension CLASS CLASS...", DimensionsAnswer),
    "tree": ("show CLASS", json_object("TreeAnswer", {"file": str | None, "name": str, "nodes": Index})),
    "margin": ("value POINTS.csv", MarginAnswer),
    "value": ("value --dimension", ValueAnswer | list_of(ValueAnswer)),
    "claims": ("claims", list[Row]),
    "grade": ("grade FILE --as KIND", GradeAnswer | list[GradeAnswer]),
    "course": ("grade FILE --as COURSE.toml", MarksAnswer | list[MarksAnswer]),
    "attack": ("attack LEARNER --bound", AttackAnswer),
    "relation": ("attack --relation", RelationAnswer),
    "tournament": ("tournament", TournamentAnswer),
    "atlas": ("atlas", AtlasJson),
    "show": ("show FILE...", ShowAnswer),
    "challenge": (
        "play --me -o page.html",
        json_object("ChallengeAnswer", {"page": str, "rounds": Index, "adversary": str}),
    ),
    "autograder": ("grade --gradescope", json_object("AutograderAnswer", {"folder": str, "files": list[str]})),
    "list": ("list", ListAnswer),
    "formal": ("check FILE --rocq", FormalAnswer),
    "error": ("…", json_object("ErrorAnswer", {"error": str, "exit_code": Index})),
}
"""What commands print, by the names of the schemas."""

_GAME = [field.encode_name for field in msgspec.structs.fields(GameAnswer)]
KEYS = {kind: [key for key in _GAME if key in record.__struct_encode_fields__] for kind, record in RECORDS.items()}
CHOICES: dict[str, Schema] = {
    "dimension-certificate": {"anyOf": [{"required": ["at_least"]}, {"required": ["at_most"]}]},
    "game": {"anyOf": [{"properties": {"setting": {"const": kind}}, "required": KEYS[kind]} for kind in KEYS]},
}
"""Which keys go together, where the type has all of them."""

UNIQUE_NAMES: Schema = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
ORDER: Schema = {"type": "array", "items": COUNT, "uniqueItems": True}  # without an order there is no such key
PROPERTIES: dict[str, dict[str, Schema]] = {
    "Header": {"margin_squared": POSITIVE},
    "HingeHeader": {"hinge": NOT_NEGATIVE, "norm_squared": NOT_NEGATIVE},
    "FiniteHeader": {"point_names": UNIQUE_NAMES, "concept_names": UNIQUE_NAMES, "order": ORDER},
    "RoundLine": {"x": {"anyOf": [COUNT, VECTOR]}, "predicted": {"anyOf": [SIGN, OF_FILES]}},
    "TargetLine": {"direction": VECTOR, "scale_squared": POSITIVE},
    "FiniteFooter": {"tree": _SHOWN["tree"], "ranks": _SHOWN["ranks"]},
}
"""Of the lines of a trace: what their types cannot say."""


def schemas() -> dict[str, Schema]:
    """Return every schema by its name: first those of files, and then those of what commands print."""
    lines = {
        "trace-header": _schema("The first line of a trace", *HEADERS.values()),
        "trace-round": _schema("A round: a line of a trace between the first and the last", RoundLine),
        "trace-footer": _schema("The last line of a trace", Footer, FiniteFooter, also=[Node]),
    }
    for line in lines.values():
        for name, properties in PROPERTIES.items():
            if name in line["$defs"]:
                line["$defs"][name]["properties"] |= properties
    lines["trace-header"]["$defs"]["FiniteHeader"]["properties"]["concepts"]["uniqueItems"] = True
    lines["trace-footer"]["$defs"]["ClaimLine"] = {"anyOf": statements_schema(OF_FILES)}
    schemas = lines | {
        "dimension-certificate": _schema("A certificate of a Littlestone dimension", DimensionCertificate),
        "values-certificate": _schema("A certificate of many values of a class", ValuesCertificate, also=[Node]),
        "margin-certificate": _schema("A certificate of the margin game", MarginCertificate),
    }
    for name in ("trace-footer", "dimension-certificate", "values-certificate"):
        schemas[name]["$defs"]["tree"] = TREE
    schemas |= {name: _printed(f"What `adversary {by} --json` prints", of) for name, (by, of) in PRINTED.items()}
    schemas["error"]["title"] = "What any command prints with `--json` if it has no answer"
    return {name: _described(schema | CHOICES.get(name, {})) for name, schema in schemas.items()}


def _described(schema: Schema) -> Schema:
    """Return a schema that says of each key of its objects what it holds."""
    for name, definition in schema["$defs"].items():
        for key, kind in definition.get("properties", {}).items():
            definition["properties"][key] = kind | {"description": described(name, key)}
    return schema


def _printed(title: str, of: Any) -> Schema:
    """Return the schema of a command's JSON, whose objects have ``json_version``."""
    schema = _schema(title, of)
    outside = json.dumps({key: value for key, value in schema.items() if key != "$defs"})
    for name in set(re.findall(r"#/\$defs/(\w+)", outside)):
        answer = schema["$defs"][name]
        answer["properties"]["json_version"] = {"enum": [JSON_VERSION]}
        answer["required"] += [] if "json_version" in answer["required"] else ["json_version"]
    return schema


def _schema(title: str, *kinds: Any, also: Sequence[Any] = ()) -> Schema:
    """Return the schema of a value of one of the types; ``also`` has others that are named in it."""
    schemas, definitions = msgspec.json.schema_components([*kinds, *also])
    for definition in definitions.values():
        definition.pop("description", None)  # which is the docstring of a class
    schema = dict(schemas[0]) if len(kinds) == 1 else {"anyOf": list(schemas[: len(kinds)])}
    return {"$schema": DRAFT, "title": title, **schema, "$defs": definitions}


def write_schemas(folder: Path) -> None:
    """Write each schema to a file of its own. Raises InputError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        write_new(folder / f"{name}.schema.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):  # noqa: PLR2004 - the program and its one argument
        sys.stderr.write("usage: python -m adversary.views.schemas FOLDER\n")
        sys.exit(2)
    try:
        write_schemas(Path(sys.argv[1]))
    except (InputError, OSError) as why:
        sys.stderr.write(f"the schemas cannot be written: {why}\n")
        sys.exit(2)
