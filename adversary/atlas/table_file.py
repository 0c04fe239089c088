"""The classes that a question picks, as a table in a file."""

import csv
import gzip
import io
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from adversary.atlas.survey import AtlasAnswer
from adversary.files import new_file, remove
from adversary.tasks.task import NOT_CHECKED
from proofs.atlas.bitsets import class_name, rows
from proofs.atlas.quantities import decoded

MAX_PLAIN = 100_000
"""Classes of a table that is not compressed: on five points all of them take 160 MB."""


def write_classes(folder: Path, found: AtlasAnswer, progress: Callable[[int], None]) -> Path:
    """Write one row for each class: its name, exact quantities and concepts; ``progress`` is told how many.

    Return the file, ``classes.csv`` in the folder, or ``classes.csv.gz`` if there are many. It appears when it is
    complete, or not at all, and one of the other name is removed. Where quantities of some classes were stored, and not
    checked, a last column says of which.

    Raises:
        InputError: it cannot be written there.

    """
    points, names = found.table.points, found.question.quantities
    path, other = folder / "classes.csv", folder / "classes.csv.gz"
    if many := len(found.chosen) > MAX_PLAIN:
        path, other = other, path
    texts = [[str(decoded(name, code, points)) for code in range(256)] for name in names]
    columns = [found.table.codes[name][found.chosen].tolist() for name in names]
    some, told = found.table.stored.any(), found.table.stored[found.chosen].tolist()
    with new_file(path) as partial, ExitStack() as stack:
        file: Any = stack.enter_context(partial.open("wb"))
        if many:  # without a name or a time, so that the same answer has the same bytes
            file = stack.enter_context(gzip.GzipFile("", "wb", 6, file, mtime=0))
        text = stack.enter_context(io.TextIOWrapper(file, "utf-8", newline=""))
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["class", *names, "concepts", *([NOT_CHECKED] if some else [])])
        for done, (number, *codes) in enumerate(zip(found.table.numbers[found.chosen].tolist(), *columns, strict=True)):
            values = [text_of[code] for text_of, code in zip(texts, codes, strict=True)]
            stored = [("no", "yes")[told[done]]] if some else []
            writer.writerow([class_name(number, points), *values, " ".join(rows(number, points)), *stored])
            if not done % 10_000:
                progress(done)
    remove(other)
    return path
