"""The classes that a question picks, as a table in a file."""

import csv
from collections.abc import Callable
from pathlib import Path

from adversary.atlas.answer import AtlasAnswer
from adversary.files import new_file
from proofs.atlas.bitsets import class_name, rows


def write_classes(path: str | Path, found: AtlasAnswer, progress: Callable[[int], None]) -> None:
    """Write a line a class: its name, its quantities, exactly, and its concepts; ``progress`` is told how many.

    The file appears when it is complete, or not at all.

    Raises:
        InputError: it cannot be written there.

    """
    points, names = found.table.points, found.question.quantities
    with new_file(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["class", *names, "concepts"])
        for done, place in enumerate(found.chosen.tolist()):
            number = int(found.table.numbers[place])
            values = [found.table.value(name, place) for name in names]
            writer.writerow([class_name(number, points), *map(str, values), " ".join(rows(number, points))])
            if not done % 10_000:
                progress(done)
