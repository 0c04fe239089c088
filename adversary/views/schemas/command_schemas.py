"""JSON Schemas of what ``--json`` prints: what the ``to_json`` of each result returns."""

from typing import get_args

from adversary.compare.comparison import Search
from adversary.grading.result import GradeRecord
from adversary.search.counterexample import CounterexampleRecord
from adversary.views.schemas.schema_parts import (
    COUNT,
    DRAFT,
    FLAG,
    NUMBER,
    RATIONAL_TEXT,
    SIGN,
    TEXT,
    TEXTS,
    Schema,
    inner,
    keyed,
    list_of,
    maybe,
    one_or_many,
    point,
    schema_of_keys,
    schema_of_type,
    statements,
    tuple_of,
    value_claims,
)
from proofs.formats.trace import Watched

IDENTITY: Schema = {"version": maybe(TEXT), "json_version": {"const": 1}}
"""Of the program, and of the JSON of its results."""

SETTING: Schema = {"enum": ["halfspaces", "hinge", "finite"]}
FILE_SETTING: dict[str, Schema] = {
    "setting": SETTING,
    "lies": COUNT,
    "order": maybe(TEXTS),
    "hinge": RATIONAL_TEXT,
    "norm_squared": RATIONAL_TEXT,
}
"""How a file is unlike the usual games: what is usual has no key."""


def game_schema() -> Schema:
    """Return the schema of a game."""
    halfspaces = {"margin_squared": RATIONAL_TEXT, "dimension": {"type": "integer", "minimum": 1}, "unit_norm": FLAG}
    hinge = {"hinge": RATIONAL_TEXT, "norm_squared": RATIONAL_TEXT, "dimension": {"type": "integer", "minimum": 1}}
    finite = {"class": TEXT, "concepts": COUNT, "points": COUNT, "lies": COUNT, "order": maybe(TEXTS)}
    said = {"anyOf": [SIGN, RATIONAL_TEXT]}
    step = {
        "round": COUNT,
        "x": point(RATIONAL_TEXT),
        "predicted": said,
        "label": SIGN,
        "mistakes": NUMBER,
        "concepts_left": COUNT,
        "lie": FLAG,
    }
    steps = {"rounds": list_of(keyed(step, ("concepts_left", "lie"))), "target": maybe({"type": "object"})}
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
        "target": keyed(dict.fromkeys(("norm_squared", "margin_squared", "hinge"), maybe(RATIONAL_TEXT)), ("hinge",)),
        "statements": statements(),
        "trace": maybe(TEXT),
        "reason": maybe(TEXT),
        "second_opinion": {"enum": ["agrees", "differs", "not asked"]},
        "watched": list_of(inner(Watched)),
        "steps": keyed(steps),
        "setting": SETTING,
        **halfspaces,
        **hinge,
        **finite,
        "seed": maybe({"type": "integer"}),
        "as_printed": FLAG,
        **IDENTITY,
    }
    settings = {"halfspaces": halfspaces, "hinge": hinge, "finite": finite}
    optional = ("watched", "steps", *{key: None for about in settings.values() for key in about})
    made = schema_of_keys("What `adversary play --json` prints", keys, optional)
    each = [{"properties": {"setting": {"const": name}}, "required": [*about]} for name, about in settings.items()]
    return made | {"anyOf": each}


def check_schema() -> Schema:
    """Return the schema of a verdict on a file."""
    keys = {
        "valid": maybe(FLAG),
        "rounds": maybe(COUNT),
        "mistakes": maybe(NUMBER),
        "statements": statements(*value_claims()),
        "reason": maybe(TEXT),
        "second_opinion": {"enum": ["agrees", "differs", "not asked"]},
        "class": TEXT,
        "catalog": TEXT,
        "checker": TEXT,
        **FILE_SETTING,
        "error": TEXT,
        "exit_code": COUNT,
    }
    some = ("class", "catalog", "checker", *FILE_SETTING, "error", "exit_code")
    return schema_of_keys("What `adversary check --json` prints", keys, some)


def dimension_schema() -> Schema:
    """Return the schema of the dimensions of a class."""
    known = {"anyOf": [COUNT, RATIONAL_TEXT, keyed({"at_least": NUMBER, "at_most": NUMBER})]}
    bounds = maybe(known)
    whole = {"anyOf": [COUNT, keyed({"at_least": COUNT, "at_most": COUNT})]}
    ties = ("negative", "positive", "adversarial", "optimal")
    models = {
        "announced_order": whole,
        "announced_order_points": TEXTS,
        "best_order": whole,
        "best_order_points": TEXTS,
        "self_directed": whole,
        "dont_know": list_of(whole),
        "apple_tasting": whole,
        "lies_1": whole,
        "randomized_lies_1": known,
    }
    keys = {
        "class": TEXT,
        "concepts": COUNT,
        "points": COUNT,
        "lies": COUNT,
        "littlestone": bounds,
        "vc": bounds,
        "randomized_littlestone": bounds,
        "halving": keyed(dict.fromkeys(ties, bounds)),
        "randomized_halving": bounds,
        "shattered": maybe(TEXTS),
        "notes": TEXTS,
        "models": keyed(models),
        "statements": statements(*value_claims()),
    }
    return schema_of_keys("What `adversary dimension --json` prints", keys, ("models", "statements"))


def tree_schema() -> Schema:
    """Return the schema of a drawn tree."""
    graph = keyed({"nodes": list_of({"type": "object"}), "edges": list_of({"type": "object"})})
    keys = {"file": maybe(TEXT), "name": TEXT, "nodes": COUNT, "tree": graph}
    return schema_of_keys("What `adversary tree --json` prints", keys, ("tree",))


def list_schema() -> Schema:
    """Return the schema of what there is: of each kind that was asked for, a list of cards."""
    kinds = ("learners", "adversaries", "classes", "claims", "theorems")
    cards = list_of(keyed({"name": TEXT}))
    return schema_of_keys("What `adversary list --json` prints", dict.fromkeys(kinds, cards), kinds)


def margin_schema() -> Schema:
    """Return the schema of a margin."""
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


def grade_schema() -> Schema:
    """Return the schema of a grade, or of those of a folder."""
    made = schema_of_type("What `adversary grade --json` prints: of a folder, a list", GradeRecord)
    made["$defs"]["GradeRecord"]["properties"]["hints"] = TEXTS
    return one_or_many(made)


def course_schema() -> Schema:
    """Return the schema of the marks of a course, or of those of a folder."""
    grade = schema_of_type("", GradeRecord)
    part = keyed({"kind": TEXT, "points": RATIONAL_TEXT, "of": RATIONAL_TEXT, "grade": {"$ref": grade["$ref"]}})
    keys = {
        "learner": TEXT,
        "verdict": {"enum": ["passed", "failed", "error"]},
        "points": RATIONAL_TEXT,
        "of": RATIONAL_TEXT,
        "parts": list_of(part),
    }
    title = "What `adversary grade --as COURSE.toml --json` prints: of a folder, a list"
    definitions = {"Marks": keyed(keys), **grade["$defs"]}
    return one_or_many({"$schema": DRAFT, "title": title, "$ref": "#/$defs/Marks", "$defs": definitions})


def compare_schema() -> Schema:
    """Return the schema of a comparison."""
    cell = {
        "setting": {"enum": ["halfspaces", "finite"]},
        "class": maybe(TEXT),
        "margin_squared": maybe(RATIONAL_TEXT),
        "learner": TEXT,
        "plays": FLAG,
        "mistakes": maybe(NUMBER),
        "adversary": maybe(TEXT),
        "rounds": maybe(COUNT),
        "lower": maybe(COUNT),
        "upper": maybe(NUMBER),
        "upper_is_word": FLAG,
        "exact": FLAG,
        "unbounded": FLAG,
        "at_limit": FLAG,
        "tight": maybe(FLAG),
        "attained": maybe(FLAG),
        "search": {"enum": list(get_args(Search))},
        "games": COUNT,
        "fault": maybe(TEXT),
        "note": maybe(TEXT),
        "trace": maybe(TEXT),
        "updates": maybe(COUNT),
        "at_most": maybe(COUNT),
        "states": maybe(COUNT),
        "target": maybe(TEXT),
        "lies": COUNT,
        "sequence": list_of(tuple_of(TEXT, SIGN)),
        "cycle": list_of(tuple_of(TEXT, SIGN)),
        "dimension": {"type": "null"},
        "span": {"type": "null"},
    }
    keys = {
        "learners": TEXTS,
        "cells": list_of(keyed(cell)),
        "seconds": {"type": "number"},
        "seed": {"type": "integer"},
        "count": {"enum": ["mistakes", "updates"]},
        "against": {"type": "null"},
        **IDENTITY,
    }
    return schema_of_keys("What `adversary compare --json` prints", keys)


def tournament_schema() -> Schema:
    """Return the schema of what is said of a tournament when it ends."""
    keys = {"games": COUNT, "finished": COUNT, "skipped": COUNT, "failed": COUNT, "seconds": {"type": "number"}}
    return schema_of_keys("What `adversary tournament --json` prints", keys)


def attack_schema() -> Schema:
    """Return the schema of an attack."""
    found = schema_of_type("", CounterexampleRecord)
    tightest = {
        "mistakes": COUNT,
        "bound_value": TEXT,
        "ratio": maybe(RATIONAL_TEXT),
        "ratio_at_least": RATIONAL_TEXT,
        "ratio_at_most": RATIONAL_TEXT,
        "rounds": COUNT,
        "space": TEXT,
        "statements": statements(),
        "trace": maybe(TEXT),
    }
    keys = {
        "verdict": {"enum": ["refuted", "broken by rounding only", "not refuted"]},
        "learner": TEXT,
        "bound": TEXT,
        "counterexample": maybe({"$ref": found["$ref"]}),
        "tightest": maybe(keyed(tightest)),
        "games": COUNT,
        "rounds": COUNT,
        "exhaustive": {"type": "object", "additionalProperties": COUNT},
        "seconds": {"type": "number"},
        "isolation": TEXTS,
        "problem": maybe(TEXT),
        "note": maybe(TEXT),
        "class": maybe(TEXT),
        "lies": COUNT,
        "seed": {"type": "integer"},
        **IDENTITY,
    }
    return schema_of_keys("What `adversary attack --json` prints", keys) | {"$defs": found["$defs"]}


def _drawn_file(claims: Schema) -> dict[str, Schema]:
    """Return what is said of a file of which there is a page or a figure."""
    return {
        "kind": {"enum": ["game", "certificate", "counterexample"]},
        "valid": FLAG,
        "rounds": maybe(COUNT),
        "mistakes": maybe(NUMBER),
        "statements": claims,
        "reason": maybe(TEXT),
        **FILE_SETTING,
    }


def atlas_schema() -> Schema:
    """Return the schema of an answer of the atlas."""
    values: Schema = {"type": "object", "additionalProperties": NUMBER}
    one = {
        "class": TEXT,
        "concepts": TEXTS,
        "values": values,
        "certified": TEXTS,
        "without_certificate": TEXTS,
        "certificate": maybe(TEXT),
    }
    keys = {
        "points": COUNT,
        "classes": COUNT,
        "quantities": TEXTS,
        "where": maybe(TEXT),
        "extremal": maybe(TEXT),
        "holding": COUNT,
        "matches": COUNT,
        "compared": COUNT,
        "undefined": COUNT,
        "unknown": COUNT,
        "stored_not_checked": COUNT,
        "value": maybe({"anyOf": [{"type": "integer"}, RATIONAL_TEXT]}),
        "attained": maybe(COUNT),
        "smallest": list_of(keyed(one)),
        "distribution": list_of(keyed({"values": values, "classes": COUNT})),
        "files": TEXTS,
        "failures": TEXTS,
    }
    return schema_of_keys("What `adversary atlas --json` prints", keys)


def families_schema() -> Schema:
    """Return the schema of the table of families."""
    between = keyed({"at_least": NUMBER, "at_most": NUMBER})
    one = {
        "family": TEXT,
        "class": TEXT,
        "values": {"type": "object", "additionalProperties": {"anyOf": [NUMBER, between]}},
        "ran_out": {"type": "object", "additionalProperties": TEXT},
        "certified": TEXTS,
        "without_certificate": TEXTS,
        "stored_not_checked": TEXTS,
        "certificate": maybe(TEXT),
    }
    keys = {
        "families": list_of(keyed(one)),
        "states": COUNT,
        "unknown": COUNT,
        "files": TEXTS,
        "failures": TEXTS,
    }
    return schema_of_keys("What `adversary families --json` prints", keys)


def show_schema() -> Schema:
    """Return the schema of a page."""
    keys = {"page": TEXT, **_drawn_file(statements(*value_claims()))}
    return schema_of_keys("What `adversary show --json` prints", keys, tuple(FILE_SETTING))


def plot_schema() -> Schema:
    """Return the schema of figures and tables."""
    file = {"file": TEXT, **_drawn_file(statements())}  # of values there is no figure
    drawn = {"chart": TEXT, "caption": TEXT, "left_out": TEXTS, "tex": TEXT}
    keys = {"figure": maybe(TEXT), "table": maybe(TEXT), "files": list_of(keyed(file, tuple(FILE_SETTING))), **drawn}
    return schema_of_keys("What `adversary plot --json` prints", keys, tuple(drawn))


def formal_schema() -> Schema:
    """Return the schema of a formal proof."""
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
