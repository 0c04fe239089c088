"""What the points and concepts of a class are called, in files that have the class as a table of labels.

Names are for people, and nothing follows from them. A class of the catalog has the catalog's names, whatever a file
says; elsewhere a file may have names of its own, and without any points are numbered from 1, as in a file of a class.
"""

from collections.abc import Sequence
from typing import Any

from proofs.classes.catalog import known_as_named
from proofs.classes.concepts import ConceptClass, class_of_texts, default_names
from proofs.exact.errors import one_line

MAX_OF_NAME = 200
"""Characters of a name that are kept."""


def names_to_write(table: ConceptClass) -> dict[str, list[str]]:
    """Return the names that a file should have, by its keys: those that a reader would not find without them."""
    found = known_as_named(ConceptClass(table.name, table.rows, default_names(table.points)))
    if (found.point_names, found.concept_names) == (table.point_names, table.concept_names):
        return {}
    names = {"point_names": list(table.point_names)}
    return names | ({"concept_names": list(table.concept_names)} if table.concept_names else {})


def class_of_file(
    name: str, texts: Sequence[str], point_names: object = None, concept_names: object = None
) -> ConceptClass:
    """Make the class that a file has as texts of ``+`` and ``-``; names of anybody's are used where they can be.

    Raises:
        InputError: as for ``class_of_texts``.

    """
    table = class_of_texts(name, texts)
    if (known := known_as_named(table)) is not table:
        return known
    points, concepts = _usable(point_names, table.points), _usable(concept_names, table.size)
    return ConceptClass(table.name, table.rows, points or table.point_names, concepts, notes=table.notes)


def _usable(names: Any, count: int) -> tuple[str, ...] | None:
    """Return names as printable lines, if they are as many different ones as they should be."""
    if not isinstance(names, list) or len(names) != count or not all(isinstance(name, str) for name in names):
        return None
    lines = tuple([one_line(name, MAX_OF_NAME) for name in names])
    return lines if all(lines) and len(set(lines)) == count else None
