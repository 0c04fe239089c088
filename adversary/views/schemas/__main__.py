"""JSON Schemas of the files and of what ``--json`` prints: ``python -m adversary.views.schemas FOLDER`` writes them.

What a codec reads is made of the codec's own types; the rest says what the ``to_json`` of a result returns. A schema
says what a file looks like, never that what it states is true: that is for the checkers.
"""

import json
import sys
from pathlib import Path

from adversary.files import write_new
from adversary.views.schemas.command_schemas import (
    atlas_schema,
    attack_schema,
    check_schema,
    compare_schema,
    course_schema,
    dimension_schema,
    families_schema,
    formal_schema,
    game_schema,
    grade_schema,
    list_schema,
    margin_schema,
    plot_schema,
    show_schema,
    tournament_schema,
    tree_schema,
)
from adversary.views.schemas.file_schemas import (
    certificate,
    trace_footer,
    trace_header,
    trace_round,
    values_certificate,
)
from adversary.views.schemas.schema_parts import COUNT, TEXT, TEXTS, Schema, schema_of_keys, schema_of_type
from proofs.claims.model import Row


def schemas() -> dict[str, Schema]:
    """Return every schema by its name: first those of files, and then those of what commands print."""
    return {
        "trace-header": trace_header(),
        "trace-round": trace_round(),
        "trace-footer": trace_footer(),
        "dimension-certificate": certificate(),
        "values-certificate": values_certificate(),
        "game": game_schema(),
        "check": check_schema(),
        "dimension": dimension_schema(),
        "tree": tree_schema(),
        "margin": margin_schema(),
        "claims": schema_of_type("What `adversary claims --json` prints: a reading of a claim each", list[Row]),
        "grade": grade_schema(),
        "course": course_schema(),
        "attack": attack_schema(),
        "compare": compare_schema(),
        "tournament": tournament_schema(),
        "atlas": atlas_schema(),
        "families": families_schema(),
        "show": show_schema(),
        "challenge": schema_of_keys(
            "What `adversary challenge --json` prints", {"page": TEXT, "rounds": COUNT, "adversary": TEXT}
        ),
        "autograder": schema_of_keys("What `adversary autograder --json` prints", {"folder": TEXT, "files": TEXTS}),
        "list": list_schema(),
        "plot": plot_schema(),
        "formal": formal_schema(),
        "error": schema_of_keys(
            "What is printed under --json where the input cannot be used", {"error": TEXT, "exit_code": COUNT}
        ),
    }


def write_schemas(folder: Path) -> None:
    """Write each schema to a file of its own. Raises InputError."""
    for name, schema in schemas().items():
        write_new(folder / f"{name}.schema.json", text(schema))


def text(schema: Schema) -> str:
    """Return a schema as its file has it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
