"""The output files of ``grade`` for one submission or a folder, and their names."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adversary.files import made_folder, refuse_overwrite, remove
from adversary.grading.result import Grade, Marks
from adversary.search.counterexample import traced
from adversary.tasks.store import STORE
from adversary.views.export.exporters import EXPORTERS, Graded, Told
from learners.loading.code_file import split_code_file
from proofs.exact.errors import InputError, counted, one_line

MAX_RENAMED = 8
"""Submissions of which it is said that their files have another name."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """The places of all outputs: the trace of a counterexample, or a folder of traces, and a place for each exporter.

    ``many`` says that it is a folder of submissions that is graded.
    """

    output: str | None
    places: Mapping[str, str]
    many: bool

    def require_usable(self, file: str, kind: str) -> None:
        """Raise InputError if something would replace an input or another output, or cannot be a folder or file."""
        path = split_code_file(file).path
        if not self.many and "pytest" in self.places and (file.startswith("exec:") or not path.endswith(".py")):
            raise InputError(f"--pytest is for a learner in a .py file, and {file} is not one")
        folders, files = list(self._places(folders=True)), list(self._places(folders=False))
        places = [os.path.realpath(place) for place in files]
        if twice := next((place for place in places if places.count(place) > 1), None):
            raise InputError(f"two outputs are to be written to the same file, {os.path.relpath(twice)}")
        for place in (*folders, *files):
            refuse_overwrite(place, file, kind, folder=place in folders)
            if Path(file).is_dir() and Path(place).resolve().is_relative_to(Path(file).resolve()):
                raise InputError(f"cannot write {place}: it is in the folder of the submissions, {file}")
        for folder in folders:
            if Path(folder).exists() and not Path(folder).is_dir():
                raise InputError(f"cannot write to {one_line(folder)}: it exists and is not a folder")
            above = next(place for place in Path(os.path.realpath(folder)).parents if place.exists())
            if not above.is_dir():
                raise InputError(f"cannot write to {one_line(folder)}: {one_line(str(above))} is not a folder")

    def make_folders(self) -> None:
        """Make the folders that files are to be written to. Raises InputError."""
        for folder in self._places(folders=True):
            made_folder(folder)

    @property
    def keep(self) -> Path | None:
        """Return the store that keeps the finished grades of a folder, if any output is written."""
        if folders := list(self._places(folders=True)):
            return Path(folders[-1], STORE)
        return None if "csv" not in self.places else Path(f"{self.places['csv']}.{STORE}")

    def write(
        self, file: str, grades: list[list[Grade]], marks: Sequence[Marks], progress: Callable[[str], None]
    ) -> Told:
        """Write the requested files; return their places. ``grade`` has already written the trace of one submission.

        What an earlier run has written of a submission is replaced, or removed where there is none of it now. In a
        folder, the grades have their traces afterwards.
        """
        path, name, _ = split_code_file(file)
        text = f"{Path(path).name}:{name}" if name else Path(path).name
        learners = [grade.learner for grade in grades[0]]
        stems = file_names(learners) if self.many else {learners[0]: file_names([text])[text]}
        told: Told = []
        if self.many and self.output is not None:
            grades[0] = _write_traces(grades[0], stems, Path(self.output))
            written = [one for one in grades[0] if one.counterexample and one.counterexample.trace]
            told.append(("traces", f"{counted(len(written), 'counterexample')} in {self.output}"))
        self.make_folders()
        graded = Graded(file, grades, marks, stems, progress, self.many)
        for option, place in self.places.items():
            told += EXPORTERS[option].export(place, graded)
        return told + (_renamed(stems) if told and self.many else [])

    def _places(self, *, folders: bool) -> Iterator[str]:
        """Yield the folders that are written to, or the files."""
        if self.output is not None and self.many == folders:
            yield self.output
        for option, place in self.places.items():
            writes = EXPORTERS[option].writes
            if (writes == "folder" or (self.many and writes == "each")) == folders:
                yield place


def _write_traces(grades: Sequence[Grade], stems: Mapping[str, str], folder: Path) -> list[Grade]:
    found = []
    for grade in grades:
        path = folder / f"{stems[grade.learner]}.jsonl"
        game = grade.counterexample and traced(grade.counterexample, f"grade:{grade.kind}", path)
        if game is None or game.trace is None:
            remove(path)
        found.append(replace(grade, counterexample=game))
    return found


def _renamed(stems: Mapping[str, str]) -> Told:
    """Name the submissions whose files have another name, because their own name is unsafe or not unique."""
    changed = [(name, file) for name, file in stems.items() if file != name and file != Path(name).stem]
    told = [("renamed", f"{one_line(name, 60)} is {file}") for name, file in changed[:MAX_RENAMED]]
    left = len(changed) - len(told)
    return told + ([("renamed", f"… and {left:,} more")] if left else [])


_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_MARKED = re.compile(r".*-[0-9a-f]{12}")
_OTHERS = re.compile(r"[^A-Za-z0-9_-]+")
_TAKEN = frozenset(
    {"index", "grades", "con", "prn", "aux", "nul", *(f"{p}{n}" for p in ("com", "lpt") for n in range(10))}
)
"""Names that our own files have in the same folder, and those that Windows does not take."""

_SUFFIXES = (".py", ".ipynb", ".toml")


def file_names(names: Sequence[str]) -> dict[str, str]:
    """Return for each name a part of a file's name: ASCII letters, digits, ``-`` and ``_``, different in any case.

    ``alice.py`` becomes ``alice``. A name in which something had to be changed, or that would be another's, is marked
    with twelve digits of its digest, so that it depends on nothing but the names.

    Raises:
        InputError: two digests agree, which does not happen by chance.

    """
    short = {name: next((name.removesuffix(end) for end in _SUFFIXES if name.endswith(end)), name) for name in names}
    times = Counter(text.casefold() for text in short.values())
    found = {
        name: text if _stays(text) and times[text.casefold()] == 1 else _marked(name) for name, text in short.items()
    }
    if len({text.casefold() for text in found.values()}) < len(found):
        raise InputError("two submissions have names with one digest; rename one of them")
    return found


def _stays(text: str) -> bool:
    """Tell whether a text is a safe file name that cannot be confused with a marked one."""
    return bool(_PLAIN.fullmatch(text)) and not _MARKED.fullmatch(text.casefold()) and text.casefold() not in _TAKEN


def _marked(name: str) -> str:
    readable = _OTHERS.sub("_", name).strip("_-")[:40] or "submission"
    return f"{readable}-{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:12]}"
