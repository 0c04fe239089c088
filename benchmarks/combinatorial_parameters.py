"""Dimensions of families of classes as files for Combinatorial Parameters, O. Bousquet's database of both.

A JSON file a class, a parameter and a value, with the keys of the ``schema.json`` of their folders: see
https://github.com/obousquet/Combinatorial-Parameters. Parameters that the database has are named as there; the others
come with files of their own. Only what is known exactly is a value.

Run it with ``python benchmarks/combinatorial_parameters.py DIR``. It writes ``DIR/certificates`` and ``DIR/data``.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adversary.files import made_folder, remove, write_new
from proofs.atlas.quantities import NAMES
from proofs.classes.catalog import cards, find_class
from proofs.exact.errors import InputError, require_known
from proofs.exact.rationals import Rational
from proofs.solvers.budget import Budget
from proofs.solvers.dimensions import QUANTITY, SHORT, Dimensions, dimensions

MEMBERS = {
    "halfspaces": [f"halfspaces:{n}" for n in (1, 2, 3)],
    "monotone": [f"monotone:{n}" for n in (1, 2, 3, 4)],
    "juntas": [f"juntas:{n}?k={k}" for k, ns in ((1, (2, 3, 4, 5)), (2, (2, 3, 4))) for n in ns],
    "dnf": [*[f"dnf:{n}?k=1" for n in (1, 2, 3, 4)], "dnf:3?k=2", "dnf:3?k=3"],
    "decision-trees": ["decision-trees:2?d=2", "decision-trees:3?d=2", "decision-trees:4?d=2"],
    "affine-parities": [f"affine-parities:{n}" for n in (1, 2, 3, 4)],
    "polynomials": ["polynomials:2?d=2", "polynomials:3?d=2", "polynomials:3?d=3"],
    "symmetric": [f"symmetric:{n}" for n in (1, 2, 3, 4, 5)],
}
"""The classes, by the family in the catalog. All that is known of them takes less than a minute of processor time."""

STATES = 50_000
"""What each quantity of a class may take. What is known does not depend on the machine."""


class Row(NamedTuple):
    """A class of a family, its quantities, and the file of its certificate, if there is one."""

    family: str
    solved: Dimensions
    certificate: str | None = None

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.solved.concept_class.name

    def value(self, name: str) -> Rational | None:
        """Return a quantity, if it is known exactly."""
        return (self.solved.counts | self.solved.known)[SHORT[name]].value


def solved(families: Sequence[str] = (), states: int = STATES, folder: Path | None = None) -> list[Row]:
    """Compute the quantities of these families, or of all; with a ``folder``, write a certificate for each class there.

    Raises:
        InputError: there is no such family, or something cannot be written.

    """
    require_known("family", MEMBERS, *families)
    rows = []
    wanted = [(family, name) for family, names in MEMBERS.items() for name in names if family in (families or MEMBERS)]
    for family, name in wanted:
        row = Row(family, dimensions(find_class(name), NAMES, Budget(states)))
        if folder is not None:
            path = folder / f"{slug(name, '-')}.json"
            certified = row.solved.certify(Budget(states), every=True)
            if certified.statements:
                write_new(path, certified.text)
                row = row._replace(certificate=path.name)
            else:
                remove(path)  # a certificate of an earlier run
        rows.append(row)
    return rows


def slug(name: str, between: str = "_") -> str:
    """Return the name of a class as part of a file's name."""
    return re.sub(r"[^a-z0-9]+", between, name)


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
    "RL": ("randomized_littlestone_dimension", r"$\mathrm{RL}$", _RANDOMIZED, "Randomized Littlestone dimension"),
    "halving_adversarial": (
        "halving_mistakes_worst_ties",
        r"$\mathrm{H}_{\mathrm{worst}}$",
        _HALVING.format("more"),
        "Mistakes of Halving, with ties decided in the worst way",
    ),
    "halving_optimal": (
        "halving_mistakes_best_ties",
        r"$\mathrm{H}_{\mathrm{best}}$",
        _HALVING.format("fewer"),
        "Mistakes of Halving, with ties decided in the best way",
    ),
    "lies_1": ("littlestone_dimension_one_lie", r"$\mathrm{L}_1$", _ONE_LIE, "Littlestone dimension with one lie"),
}
"""Parameters that it does not have, with their symbols, definitions and names."""

FIRST_ID = 1_000
"""Numbers of entries begin here, above those that the database has; whoever adds these to it numbers them anew."""


def parameter_entries() -> list[dict[str, Any]]:
    """Return the parameters that the database does not have."""
    return [
        {
            "id": number,
            "name": name,
            "short_name": short,
            "symbol": symbol,
            "definition": definition,
            "comments": "As the program Forced Mistakes computes it.",
            "category": "queries",
        }
        for number, (short, symbol, definition, name) in enumerate(OURS.values(), FIRST_ID)
    ]


def class_entries(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the classes of the table."""
    known = {card["name"]: card for card in cards()}
    return [
        {
            "id": _id(row.name),
            "name": _title(row, known),
            "short_name": slug(row.name),
            "symbol": rf"\mathtt{{{row.name}}}",
            "definition": f"{known[row.family]['definition']}. Here {_parameters(row.name)}.",
            "comments": f"{row.value('size')} concepts on {row.value('points')} points; enumerated by the program "
            f"Forced Mistakes. Source of the family: {known[row.family]['source']}.",
        }
        for row in rows
    ]


def value_entries(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the values of the table that are known exactly, each with what shows it."""
    known = {card["name"]: card for card in cards()}
    names = THEIRS | {name: parameter[0] for name, parameter in OURS.items()}
    entries: list[dict[str, Any]] = []
    for row in rows:
        for number, (name, parameter) in enumerate(names.items()):
            title = OURS[name][3] if name in OURS else _capital(QUANTITY[SHORT[name]].title)
            if (value := row.value(name)) is not None:
                entry = {
                    "id": _value_ids(row)[number],
                    "name": f"{title} of {_title(row, known)}",
                    "short_name": f"{parameter}_{slug(row.name)}",
                    "class_id": f"#classes/{slug(row.name)}",
                    "parameter_id": f"#parameters/{parameter}",
                    "value": f"${_latex(value)}$",
                    "details": _details(row, name),
                }
                entries.append(entry)
    return entries


def write_entries(folder: Path, rows: Sequence[Row]) -> list[str]:
    """Write data/classes, data/parameters and data/values into a folder; return these.

    What an earlier run has written of the same classes is replaced; values that are not known now are removed, as their
    certificates have been replaced, too.

    Raises:
        InputError: something cannot be written or removed.

    """
    tables = {
        "classes": class_entries(rows),
        "parameters": parameter_entries(),
        "values": value_entries(rows),
    }
    for table, entries in tables.items():
        place = made_folder(folder / "data" / table)
        if table == "values":
            known = {entry["id"] for entry in entries}
            for number in [number for row in rows for number in _value_ids(row) if number not in known]:
                for earlier in place.glob(f"{number}_*.json"):
                    remove(earlier)
        for entry in entries:
            text = json.dumps(entry, indent=2, ensure_ascii=False) + "\n"
            write_new(place / f"{entry['id']}_{entry['short_name']}.json", text)
    return [str(folder / "data" / table) for table in tables]


def _details(row: Row, name: str) -> str:
    if name == "size":
        return "Computed by the program Forced Mistakes, by bitsets."
    if row.certificate and name in row.solved.proved:
        statement = QUANTITY[SHORT[name]].statement or "universal bound and upper bound"
        return (
            "Computed by the program Forced Mistakes, exactly. Certified: its trusted checker finds "
            f"“{statement}” proved in certificates/{row.certificate}."
        )
    meanings = {title: meaning for title, _, meaning in row.solved.rows()}
    witness = f" Lower bound: {meanings[QUANTITY[SHORT[name]].title]}." if name in {"VC", "star"} else ""
    return f"Computed by the program Forced Mistakes, by exact search, without a certificate.{witness}"


def _id(name: str) -> int:
    """Return the number of a class: the same, however many of them there are this time."""
    return FIRST_ID + [spec for specs in MEMBERS.values() for spec in specs].index(name)


def _value_ids(row: Row) -> range:
    """Return the numbers of all values of a class, in the order of the parameters."""
    many = len(THEIRS) + len(OURS)
    return range(FIRST_ID + (_id(row.name) - FIRST_ID) * many, FIRST_ID + (_id(row.name) - FIRST_ID + 1) * many)


def _parameters(name: str) -> str:
    """Return what the name of a class says of its family's parameters: of juntas:4?k=2, n = 4, k = 2."""
    return ", ".join(re.sub("=", " = ", part) for part in f"n={name.partition(':')[2]}".split("?"))


def _title(row: Row, known: Mapping[str, Mapping[str, str]]) -> str:
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
        rows = solved(asked.families, folder=certificates)
        write_entries(asked.folder, rows)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if any(row.solved.ran_out for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
