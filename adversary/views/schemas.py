"""JSON Schemas of the files and of what ``--json`` prints: ``python -m adversary.views.schemas FOLDER`` writes them.

They are made of the types of what is written. A schema says what a file looks like, never that what it states is true:
that is for the checkers.
"""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from adversary.compare.comparison import CompareAnswer
from adversary.files import write_new
from adversary.game.answer import GameAnswer
from adversary.grading.course import MarksAnswer
from adversary.grading.result import GradeRecord
from adversary.search.attack import AttackAnswer
from adversary.views import answers
from adversary.views.terminal.atlas_table import AtlasJson
from adversary.views.terminal.families_table import FamiliesAnswer
from proofs.claims.model import Row
from proofs.formats.answers import FILE_COUNT, RATIONAL, statements_schema, values_schema
from proofs.formats.trace import FiniteFooter, FiniteHeader, Footer, Header, HingeHeader, RoundLine, Sign
from proofs.settings.finite import Index, Labels
from proofs.solvers.dimensions import DimensionAnswer

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

# ------------------------------------------------------------------------------------------------ certificates

FileCount = Annotated[int, msgspec.Meta(extra_json_schema=FILE_COUNT)]
Names = Annotated[list[str], msgspec.Meta(extra_json_schema={"uniqueItems": True})]
Given = list[tuple[Index, Sign]]
Move = Annotated[Any, msgspec.Meta(extra_json_schema=MOVE)]
ShortMove = Annotated[Any, msgspec.Meta(extra_json_schema=MOVE | {"minItems": 3})]
Tree = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/tree"})]
_SHOWN = {
    "tree": {"$ref": "#/$defs/tree"},
    "ranks": {"type": "array", "items": {"$ref": "#/$defs/Node"}, "minItems": 1},
}
_SHOWN |= {"order": {"type": "array", "items": COUNT}, "table": COUNT}
_VALUES = [entry | {"properties": entry["properties"] | _SHOWN} for entry in values_schema(FILE_COUNT, RATIONAL)]
Value = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"anyOf": _VALUES})]


class Node(msgspec.Struct):
    """A node of a learner: docs/finite-format.md."""

    given: Given
    rank: Index
    moves: list[ShortMove]


Ranks = Annotated[list[Node], msgspec.Meta(min_length=1)]


class Space(msgspec.Struct):
    """A version space of a table of moves."""

    given: Given
    moves: list[Move]


class Moves(msgspec.Struct):
    """A table of moves."""

    spaces: Annotated[list[Space], msgspec.Meta(min_length=1)]
    lies: FileCount | msgspec.UnsetType = msgspec.UNSET


class Certificate(msgspec.Struct, kw_only=True, rename={"class_name": "class"}):
    """The class that a certificate is about, as a table."""

    class_name: str
    points: Annotated[int, msgspec.Meta(ge=1)]
    concepts: Annotated[list[Labels], msgspec.Meta(min_length=1, extra_json_schema={"uniqueItems": True})]
    point_names: Names | msgspec.UnsetType = msgspec.UNSET
    concept_names: Names | msgspec.UnsetType = msgspec.UNSET


class DimensionCertificate(Certificate, kw_only=True):
    """A certificate of a Littlestone dimension."""

    format: Literal["forced-mistakes/littlestone/1"]
    lies: FileCount | msgspec.UnsetType = msgspec.UNSET
    at_least: FileCount | msgspec.UnsetType = msgspec.UNSET
    tree: Tree | msgspec.UnsetType = msgspec.UNSET
    at_most: FileCount | msgspec.UnsetType = msgspec.UNSET
    ranks: Ranks | msgspec.UnsetType = msgspec.UNSET


class ValuesCertificate(Certificate, kw_only=True):
    """A certificate of many values."""

    format: Literal["forced-mistakes/values/1"]
    tables: list[Moves] | msgspec.UnsetType = msgspec.UNSET
    values: Annotated[list[Value], msgspec.Meta(min_length=1)]


# ------------------------------------------------------------------------------------------------ schemas


class GradeAnswer(GradeRecord):
    """What ``grade`` prints: a grade with hints."""

    hints: list[str] | msgspec.UnsetType = msgspec.UNSET


PRINTED: dict[str, tuple[str, Any]] = {
    "game": ("play", GameAnswer),
    "check": ("check", answers.CheckAnswer),
    "dimension": ("dimension", DimensionAnswer),
    "tree": ("tree", answers.TreeAnswer),
    "margin": ("margin", answers.MarginAnswer),
    "claims": ("claims", list[Row]),
    "grade": ("grade", GradeAnswer | list[GradeAnswer]),
    "course": ("grade", MarksAnswer | list[MarksAnswer]),
    "attack": ("attack", AttackAnswer),
    "compare": ("compare", CompareAnswer),
    "tournament": ("tournament", answers.TournamentAnswer),
    "atlas": ("atlas", AtlasJson),
    "families": ("families", FamiliesAnswer),
    "show": ("show", answers.ShowAnswer),
    "challenge": ("challenge", answers.ChallengeAnswer),
    "autograder": ("autograder", answers.AutograderAnswer),
    "list": ("list", answers.ListAnswer),
    "plot": ("plot", answers.PlotAnswer),
    "formal": ("formal FILE", answers.FormalAnswer),
    "error": ("…", answers.ErrorAnswer),
}
"""What commands print, by the names of the schemas."""

KEYS = {
    "halfspaces": ["margin_squared", "dimension", "unit_norm"],
    "hinge": ["hinge", "norm_squared", "dimension"],
    "finite": ["class", "concepts", "points", "lies", "order"],
}
CHOICES: dict[str, Schema] = {
    "dimension-certificate": {"anyOf": [{"required": ["at_least"]}, {"required": ["at_most"]}]},
    "game": {"anyOf": [{"properties": {"setting": {"const": kind}}, "required": KEYS[kind]} for kind in KEYS]},
}
"""Which keys go together, where the type has all of them."""


def schemas() -> dict[str, Schema]:
    """Return every schema by its name: first those of files, and then those of what commands print."""
    found = {"trace-header": _header(), "trace-round": _round(), "trace-footer": _footer()}
    found["dimension-certificate"] = _schema("A certificate of a Littlestone dimension", DimensionCertificate)
    found["values-certificate"] = _schema("A certificate of many values of a class", ValuesCertificate)
    found["values-certificate"]["$defs"] |= {"Node": _schema("", Node)["$defs"]["Node"]}
    for name in ("trace-footer", "dimension-certificate", "values-certificate"):
        found[name]["$defs"]["tree"] = TREE
    found |= {name: _schema(f"What `adversary {by} --json` prints", of) for name, (by, of) in PRINTED.items()}
    return {name: schema | CHOICES.get(name, {}) for name, schema in found.items()}


def _header() -> Schema:
    made = _schema("The first line of a trace", Header, HingeHeader, FiniteHeader)
    made["$defs"]["Header"]["properties"]["margin_squared"] = POSITIVE
    made["$defs"]["HingeHeader"]["properties"] |= {"hinge": NOT_NEGATIVE, "norm_squared": NOT_NEGATIVE}
    finite = made["$defs"]["FiniteHeader"]["properties"]
    for key in ("point_names", "concept_names"):
        finite[key] = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    finite["concepts"]["uniqueItems"] = True
    return made


def _round() -> Schema:
    made = _schema("A round: a line of a trace between the first and the last", RoundLine)
    point, predicted = ({"anyOf": [one, other]} for one, other in ((COUNT, VECTOR), (SIGN, OF_FILES)))
    made["$defs"]["RoundLine"]["properties"] |= {"x": point, "predicted": predicted}
    return made


def _footer() -> Schema:
    made = _schema("The last line of a trace", Footer, FiniteFooter, Node)
    del made["anyOf"][-1]
    made["$defs"]["TargetLine"]["properties"] |= {"direction": VECTOR, "scale_squared": POSITIVE}
    made["$defs"]["ClaimLine"] = {"anyOf": statements_schema(FILE_COUNT, OF_FILES)}
    made["$defs"]["FiniteFooter"]["properties"] |= {"tree": _SHOWN["tree"], "ranks": _SHOWN["ranks"]}
    return made


def _schema(title: str, *kinds: Any) -> Schema:
    """Return the schema of a value of one of the types."""
    made, definitions = msgspec.json.schema_components(kinds)
    for found in definitions.values():
        found.pop("description", None)  # which is the docstring of a class
    one = dict(made[0]) if len(made) == 1 else {"anyOf": list(made)}
    return {"$schema": DRAFT, "title": title, **one, "$defs": definitions}


def write_schemas(folder: Path) -> None:
    """Write each schema to a file of its own. Raises InputError."""
    for name, schema in schemas().items():
        write_new(folder / f"{name}.schema.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
