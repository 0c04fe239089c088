"""The output files of ``grade``, of which the endings decide what is written, and their names."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from adversary.files import made_folder, remove
from adversary.grading.result import Grade, Marks
from adversary.search.counterexample import traced
from adversary.tasks.store import STORE
from adversary.views.export.exporters import EXPORTERS, FOLDER, TRACE, Graded, Told, export
from learners.loading.code_file import split_code_file
from proofs.exact.errors import InputError, counted, one_line

MAX_RENAMED = 8
"""Submissions of which it is said that their files have another name."""


def store_of(places: Mapping[str, Path]) -> Path | None:
    """Return the store that keeps the finished grades of many submissions, if any output is written."""
    if FOLDER in places:
        return places[FOLDER] / STORE
    return Path(f"{places['.csv']}.{STORE}") if ".csv" in places else None


def write_outputs(  # noqa: PLR0913 - what the command has, and where it goes
    places: Mapping[str, Path],
    files: Sequence[str],
    grades: list[list[Grade]],
    marks: Sequence[Marks],
    progress: Callable[[str], None],
    *,
    many: bool,
    visibility: str = "visible",
) -> Told:
    """Write the requested files, and return their places; the grades have their traces afterwards.

    What an earlier run has written of a submission is replaced, or removed where there is none of it now.
    """
    path, name, _ = split_code_file(files[0])
    text = f"{Path(path).name}:{name}" if name else Path(path).name
    learners = [grade.learner for grade in grades[0]]
    stems = file_names(learners) if many else {learners[0]: file_names([text])[text]}
    graded, lines = Graded(files, grades, marks, stems, progress, many, visibility), list[tuple[str, str]]()
    if trace := places.get(TRACE):
        grades[0] = [_traced(grade, trace / f"{stems[grade.learner]}.jsonl" if many else trace) for grade in grades[0]]
        written = [grade for grade in grades[0] if grade.counterexample and grade.counterexample.trace]
        lines += [("traces", f"{counted(len(written), 'counterexample')} in {trace}")] if many else []
    for ending, place in places.items():
        if ending != TRACE:
            lines += export(ending, place, graded)
    return lines + (_renamed(stems) if lines and many else [])


def read_places(
    places: Mapping[str, str], files: Sequence[str], kind: str, *, many: bool, several_kinds: bool
) -> dict[str, Path]:
    """Return the places of all outputs by their endings: a folder gets everything that there is of these submissions.

    Raises:
        InputError: there is no such output here, or it would be among the submissions.

    """
    one_game = [TRACE, ".py"]  # of one learner and one kind
    is_python = many or (files[0].partition(":")[0] != "exec" and split_code_file(files[0]).path.endswith(".py"))
    for ending, place in places.items():
        if ending in one_game and several_kinds:
            raise InputError(f"cannot write {place}: {kind} has several kinds, and a {ending} file is for one of them")
        if many and ending in (TRACE, ".py", ".json"):
            raise InputError(
                f"cannot write {place}: a {ending} file is for one submission; name a folder, as in -o out/"
            )
        if ending == ".py" and not is_python:
            raise InputError(f"cannot write {place}: a test is for a learner in a .py file, and {files[0]} is not one")
        if Path(files[0]).is_dir() and Path(place).resolve().is_relative_to(Path(files[0]).resolve()):
            raise InputError(f"cannot write {place}: it is in the folder of the submissions, {files[0]}")
    chosen = {ending: Path(place) for ending, place in places.items()}
    if FOLDER in chosen:
        home = chosen[FOLDER]
        names = {TRACE: ("traces", "counterexample.jsonl")} | {end: names for end, (_, names) in EXPORTERS.items()}
        skipped = [*(one_game if several_kinds else []), *([] if is_python else [".py"])]
        chosen = {end: home / name[not many] for end, name in names.items() if name and end not in skipped} | chosen
    return chosen


def _traced(grade: Grade, path: Path) -> Grade:
    """Write the trace of a grade's counterexample, and return the grade with it."""
    game = grade.counterexample and traced(
        grade.counterexample, f"grade:{grade.kind}", made_folder(path.parent) / path.name
    )
    if game is None or game.trace is None:
        remove(path)
    return replace(grade, counterexample=game)


def _renamed(stems: Mapping[str, str]) -> Told:
    """Name the submissions whose files have another name, because their own name is unsafe or not unique."""
    changed = [(name, file) for name, file in stems.items() if file != name and file != Path(name).stem]
    lines = [("renamed", f"{one_line(name, 60)} is {file}") for name, file in changed[:MAX_RENAMED]]
    more = len(changed) - len(lines)
    return lines + ([("renamed", f"… and {more:,} more")] if more else [])


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
    stems = {
        name: text if _stays(text) and times[text.casefold()] == 1 else _marked(name) for name, text in short.items()
    }
    if len({text.casefold() for text in stems.values()}) < len(stems):
        raise InputError("two submissions have names with one digest; rename one of them")
    return stems


def _stays(text: str) -> bool:
    """Tell whether a text is a safe file name that cannot be confused with a marked one."""
    return bool(_PLAIN.fullmatch(text)) and not _MARKED.fullmatch(text.casefold()) and text.casefold() not in _TAKEN


def _marked(name: str) -> str:
    readable = _OTHERS.sub("_", name).strip("_-")[:40] or "submission"
    return f"{readable}-{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:12]}"
