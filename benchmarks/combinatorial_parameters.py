"""The table of families as files for Combinatorial Parameters, O. Bousquet's database of classes and their parameters.

A JSON file a class, a parameter and a value, with the keys of the ``schema.json`` of their folders: see
https://github.com/obousquet/Combinatorial-Parameters. Parameters that the database has are named as there; the others
come with files of their own. Only what is known exactly is a value.

Run it with ``python benchmarks/combinatorial_parameters.py DIR``. It writes ``DIR/certificates`` and ``DIR/data``.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adversary.atlas.certificates import STATEMENT_OF
from adversary.atlas.families import FamilyRow, FamilyTable, family_table, slug
from adversary.files import made_folder, remove, write_new
from adversary.tasks.store import STORE, Store
from adversary.tasks.task import NOT_CHECKED
from proofs.atlas.families import members
from proofs.atlas.quantities import MEANINGS
from proofs.classes.catalog import cards
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational

THEIRS = {
    "size": "size",
    "L": "littlestone_dimension",
    "VC": "vc_dimension",
    "announced": "worst_mistakes",
    "best_order": "best_mistakes",
    "self_directed": "selfdirected_queries_complexity",
    "star": "star_number",
}
"""Parameters that the database has, by our names for them."""

_HALVING = (
    "The most mistakes of Halving, which predicts as the majority of the concepts that explain all labels so far, on "
    "sequences which some concept of the class explains. Where these are divided evenly, it predicts the label after "
    "which it can be made to make {} mistakes in all."
)
_RANDOMIZED = (
    "The expected mistakes that are forced on every learner, randomized or not, and that the best randomized one never "
    "exceeds, on sequences which some concept of the class explains: half the largest expected depth of a mistake tree "
    "of the class, if at each point a fair coin says which branch is taken."
)
_ONE_LIE = (
    "The mistakes that are forced on every deterministic learner, and that the best one never exceeds, on sequences "
    "which some concept of the class explains but for at most one label."
)

OURS = {
    "RL": ("randomized_littlestone_dimension", r"$\mathrm{RL}$", _RANDOMIZED),
    "halving_adversarial": (
        "halving_mistakes_worst_ties",
        r"$\mathrm{H}_{\mathrm{worst}}$",
        _HALVING.format("more"),
    ),
    "halving_optimal": ("halving_mistakes_best_ties", r"$\mathrm{H}_{\mathrm{best}}$", _HALVING.format("fewer")),
    "lies_1": ("littlestone_dimension_one_lie", r"$\mathrm{L}_1$", _ONE_LIE),
}
"""Parameters that it does not have, with their symbols and definitions."""

FIRST_ID = 1_000
"""Numbers of entries begin here, above those that the database has; whoever adds these to it numbers them anew."""


def parameter_entries() -> list[dict[str, Any]]:
    """Return the parameters that the database does not have."""
    return [
        {
            "id": number,
            "name": _capital(MEANINGS[name]),
            "short_name": short,
            "symbol": symbol,
            "definition": definition,
            "comments": "As the program Forced Mistakes computes it.",
            "category": "queries",
        }
        for number, (name, (short, symbol, definition)) in enumerate(OURS.items(), FIRST_ID)
    ]


def class_entries(found: FamilyTable) -> list[dict[str, Any]]:
    """Return the classes of the table."""
    known = {card["name"]: card for card in cards()}
    return [
        {
            "id": _id(row.name),
            "name": _title(row, known),
            "short_name": slug(row.name),
            "symbol": rf"\mathtt{{{row.name}}}",
            "definition": f"{known[row.family]['definition']}. Here {_parameters(row.name)}.",
            "comments": f"{row.bounds['size']} concepts on {row.bounds['points']} points; enumerated by the program "
            f"Forced Mistakes. Source of the family: {known[row.family]['source']}.",
        }
        for row in found.rows
    ]


def value_entries(found: FamilyTable) -> list[dict[str, Any]]:
    """Return the values of the table that are known exactly, each with what shows it."""
    known = {card["name"]: card for card in cards()}
    names = THEIRS | {name: short for name, (short, _, _) in OURS.items()}
    entries: list[dict[str, Any]] = []
    for row in found.rows:
        for number, (name, parameter) in enumerate(names.items()):
            if (value := row.bounds[name].value) is not None:
                entry = {
                    "id": _value_ids(row)[number],
                    "name": f"{_capital(MEANINGS[name])} of {_title(row, known)}",
                    "short_name": f"{parameter}_{slug(row.name)}",
                    "class_id": f"#classes/{slug(row.name)}",
                    "parameter_id": f"#parameters/{parameter}",
                    "value": f"${_latex(value)}$",
                    "details": _details(row, name),
                }
                entries.append(entry)
    return entries


def write_entries(folder: Path, found: FamilyTable) -> list[str]:
    """Write data/classes, data/parameters and data/values into a folder; return these.

    What an earlier run has written of the same classes is replaced; values that are not known now are removed, as their
    certificates have been replaced, too.

    Raises:
        InputError: something cannot be written or removed.

    """
    tables = {
        "classes": class_entries(found),
        "parameters": parameter_entries(),
        "values": value_entries(found),
    }
    for table, entries in tables.items():
        place = made_folder(folder / "data" / table)
        if table == "values":
            known = {entry["id"] for entry in entries}
            for number in [number for row in found.rows for number in _value_ids(row) if number not in known]:
                for earlier in place.glob(f"{number}_*.json"):
                    remove(earlier)
        for entry in entries:
            text = json.dumps(entry, indent=2, ensure_ascii=False) + "\n"
            write_new(place / f"{entry['id']}_{entry['short_name']}.json", text)
    return [str(folder / "data" / table) for table in tables]


def _details(row: FamilyRow, name: str) -> str:
    if name == "size":
        return "Computed by the program Forced Mistakes, by bitsets."
    if name in row.certified:
        statement = STATEMENT_OF.get(name, "universal bound and upper bound")
        file = row.certificate.name if row.certificate else ""
        return (
            "Computed by the program Forced Mistakes, exactly. Certified: its trusted checker finds "
            f"“{statement}” proved in certificates/{file}."
        )
    witness = f" Lower bound: {row.witnesses[name]}." if name in row.witnesses else ""
    stored = f" {NOT_CHECKED.capitalize()}." if name in row.stored_not_checked else ""
    return f"Computed by the program Forced Mistakes, by exact search, without a certificate.{witness}{stored}"


def _id(name: str) -> int:
    """Return the number of a class: the same, however many of them there are this time."""
    return FIRST_ID + [spec for _, spec in members()].index(name)


def _value_ids(row: FamilyRow) -> range:
    """Return the numbers of all values of a class, in the order of the parameters."""
    many = len(THEIRS) + len(OURS)
    return range(FIRST_ID + (_id(row.name) - FIRST_ID) * many, FIRST_ID + (_id(row.name) - FIRST_ID + 1) * many)


def _parameters(name: str) -> str:
    """Return what the name of a class says of its family's parameters: of juntas:4?k=2, n = 4, k = 2."""
    return ", ".join(re.sub("=", " = ", part) for part in f"n={name.partition(':')[2]}".split("?"))


def _title(row: FamilyRow, known: Mapping[str, Mapping[str, str]]) -> str:
    return f"{_capital(known[row.family]['summary'])} ({row.name})"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _latex(value: Rational) -> str:
    return str(value) if value.denominator == 1 else rf"\frac{{{value.numerator}}}{{{value.denominator}}}"


def main() -> int:
    """Compute the table of some families, or of all, and write its entries."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("families", nargs="*")
    asked = parser.parse_args()
    try:
        certificates = made_folder(asked.folder / "certificates")
        with Store(asked.folder / STORE) as store:
            found = family_table(asked.families, store=store, folder=certificates)
        write_entries(asked.folder, found)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if found.unknown or found.failures else 0


if __name__ == "__main__":
    sys.exit(main())
