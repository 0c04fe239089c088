"""JSON Schemas of the files and of what ``--json`` prints: ``python -m adversary.report.schemas FOLDER`` writes them.

What a codec reads is made of the codec's own types; the rest says what the ``to_json`` of a result returns. A schema
says what a file looks like, never that what it states is true: that is for the checkers.
"""

import json
import sys
from pathlib import Path

from adversary.files import write_new
from adversary.grading.result import GradeRecord
from adversary.report.file_schemas import certificate, trace_footer, trace_header, trace_round
from adversary.report.schema_parts import (
    COUNT,
    FLAG,
    NUMBER,
    RATIONAL,
    SIGN,
    TEXT,
    TEXTS,
    Schema,
    inner,
    keyed,
    list_of,
    maybe,
    point,
    schema_of_keys,
    schema_of_type,
    statements,
    tuple_of,
)
from adversary.search.counterexample import CounterexampleRecord
from proofs.claims.model import Row
from proofs.formats.trace import Watched


def schemas() -> dict[str, Schema]:
    """Return every schema by its name: first those of files, and then those of what commands print."""
    return {
        "trace-header": trace_header(),
        "trace-round": trace_round(),
        "trace-footer": trace_footer(),
        "dimension-certificate": certificate(),
        "game": _game(),
        "check": _check(),
        "dimension": _dimension(),
        "worst-case": _worst_case(),
        "margin": _margin(),
        "claims": schema_of_type("What `adversary claims --json` prints: a reading of a claim each", list[Row]),
        "grade": schema_of_type("What `adversary grade FILE --json` prints, and of a folder a list of", GradeRecord),
        "attack": _attack(),
        "show": _show(),
        "challenge": schema_of_keys(
            "What `adversary challenge --json` prints", {"page": TEXT, "rounds": COUNT, "adversary": TEXT}
        ),
        "formal": _formal(),
        "error": schema_of_keys(
            "What is printed under --json where the input cannot be used", {"error": TEXT, "exit_code": COUNT}
        ),
    }


def write(folder: Path) -> None:
    """Write each schema to a file of its own. Raises InputError."""
    for name, schema in schemas().items():
        write_new(folder / f"{name}.schema.json", text(schema))


def text(schema: Schema) -> str:
    """Return a schema as its file has it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


# ------------------------------------------------------------------------------------------------ commands


def _game() -> Schema:
    halfspaces = {"margin_squared": RATIONAL, "dimension": {"type": "integer", "minimum": 1}, "unit_norm": FLAG}
    finite = {"class": TEXT, "concepts": COUNT, "points": COUNT}
    said = {"anyOf": [SIGN, RATIONAL]}
    step = {
        "round": COUNT,
        "x": point(RATIONAL),
        "predicted": said,
        "label": SIGN,
        "mistakes": NUMBER,
        "concepts_left": COUNT,
    }
    steps = {"rounds": list_of(keyed(step, ("concepts_left",))), "target": maybe({"type": "object"})}
    keys = {
        "learner": TEXT,
        "adversary": TEXT,
        "rounds": COUNT,
        "mistakes": NUMBER,
        "termination": {"enum": ["finished", "forfeit"]},
        "fault": maybe(TEXT),
        "realizable": FLAG,
        "replayed": maybe(FLAG),
        "bounds": keyed({"lower": maybe(NUMBER), "upper": maybe(NUMBER)}),
        "tight": maybe(FLAG),
        "target": keyed({"norm_squared": maybe(RATIONAL), "margin_squared": maybe(RATIONAL)}),
        "statements": statements(),
        "trace": maybe(TEXT),
        "reason": maybe(TEXT),
        "second_opinion": {"enum": ["agrees", "differs", "not asked"]},
        "watched": list_of(inner(Watched)),
        "steps": keyed(steps),
        "setting": {"enum": ["halfspaces", "finite"]},
        **halfspaces,
        **finite,
        "seed": maybe({"type": "integer"}),
        "as_printed": FLAG,
        "version": maybe(TEXT),
        "json_version": {"const": 1},
    }
    made = schema_of_keys("What `adversary play --json` prints", keys, ("watched", "steps", *halfspaces, *finite))
    settings = {"halfspaces": halfspaces, "finite": finite}
    each = [{"properties": {"setting": {"const": name}}, "required": [*about]} for name, about in settings.items()]
    return made | {"anyOf": each}


def _check() -> Schema:
    keys = {
        "valid": FLAG,
        "rounds": maybe(COUNT),
        "mistakes": maybe(NUMBER),
        "statements": statements(),
        "reason": maybe(TEXT),
        "second_opinion": {"enum": ["agrees", "differs", "not asked"]},
        "class": TEXT,
        "catalog": TEXT,
        "error": TEXT,
        "exit_code": COUNT,
    }
    return schema_of_keys("What `adversary check --json` prints", keys, ("class", "catalog", "error", "exit_code"))


def _dimension() -> Schema:
    bounds = maybe({"anyOf": [COUNT, RATIONAL, keyed({"at_least": NUMBER, "at_most": NUMBER})]})
    ties = ("negative", "positive", "adversarial", "optimal")
    keys = {
        "class": TEXT,
        "concepts": COUNT,
        "points": COUNT,
        "littlestone": bounds,
        "vc": bounds,
        "randomized_littlestone": bounds,
        "halving": keyed(dict.fromkeys(ties, bounds)),
        "randomized_halving": bounds,
        "shattered": maybe(TEXTS),
        "notes": TEXTS,
        "statements": statements(),
    }
    return schema_of_keys("What `adversary dimension --json` prints", keys, ("statements",))


def _worst_case() -> Schema:
    keys = {
        "learner": TEXT,
        "class": TEXT,
        "mistakes": maybe(COUNT),
        "updates": maybe(COUNT),
        "at_least": COUNT,
        "at_most": maybe(COUNT),
        "unbounded": FLAG,
        "rounds": list_of(tuple_of(TEXT, SIGN)),
        "concept": TEXT,
        "states": COUNT,
        "note": maybe(TEXT),
    }
    made = schema_of_keys("What `adversary worst-case --json` prints", keys, ("mistakes", "updates"))
    return made | {"oneOf": [{"required": ["mistakes"]}, {"required": ["updates"]}]}


def _margin() -> Schema:
    rationals = list_of(NUMBER)
    separable = {"margin": maybe({"type": "number"}), "norm_squared": NUMBER, "w": rationals, "alphas": rationals}
    optional = separable | {"perceptron_bound": COUNT, "radius_squared": NUMBER, "weights": rationals, "note": TEXT}
    keys = {
        "file": TEXT,
        "examples": COUNT,
        "dimension": COUNT,
        "labels": keyed({"-1": TEXT, "1": TEXT}),
        "separable": maybe(FLAG),
        "margin_squared": maybe(NUMBER),
        "support": list_of(COUNT),
    }
    return schema_of_keys("What `adversary margin --json` prints", keys | optional, tuple(optional))


def _attack() -> Schema:
    found = schema_of_type("", CounterexampleRecord)
    keys = {
        "verdict": {"enum": ["refuted", "not refuted"]},
        "learner": TEXT,
        "bound": TEXT,
        "counterexample": maybe({"$ref": found["$ref"]}),
        "games": COUNT,
        "rounds": COUNT,
        "exhaustive": {"type": "object", "additionalProperties": COUNT},
        "seconds": {"type": "number"},
        "isolation": TEXTS,
        "problem": maybe(TEXT),
    }
    return schema_of_keys("What `adversary attack --json` prints", keys) | {"$defs": found["$defs"]}


def _show() -> Schema:
    keys = {
        "page": TEXT,
        "kind": {"enum": ["game", "certificate", "counterexample"]},
        "valid": FLAG,
        "rounds": maybe(COUNT),
        "mistakes": maybe(NUMBER),
        "statements": statements(),
        "reason": maybe(TEXT),
    }
    return schema_of_keys("What `adversary show --json` prints", keys)


def _formal() -> Schema:
    keys = {
        "checked": maybe(FLAG),
        "theorem": TEXT,
        "statement": TEXT,
        "assumptions": maybe(TEXTS),
        "file": TEXT,
        "seconds": maybe({"type": "number"}),
        "reason": maybe(TEXT),
    }
    return schema_of_keys("What `adversary formal FILE --json` prints", keys)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
