"""A counterexample as a pytest file for the student, which does not need this program."""

import os
import textwrap
from pathlib import Path

import msgspec

from adversary.files import made_folder, remove, write_new
from adversary.grading.folder import submissions
from adversary.search.counterexample import Counterexample, unsaid
from adversary.views.excerpt import story
from adversary.views.export.exporters import Graded, Told
from adversary.views.template import fill_in
from learners.loading.code_file import split_code_file
from proofs.exact.errors import counted, one_line
from proofs.exact.vectors import Vector
from proofs.settings import Point, SearchSetting

USUAL_SECONDS = 5
"""How long a call may take where the fault does not say."""

WIDTH = 110
"""Of the docstring."""

BEGINS = '"""A game in which '
"""The first words of a test, by which it is known."""


def export_grades(place: Path, graded: Graded) -> Told:
    """Write a test that fails, or a folder of these, for each learner in a .py file that has a counterexample."""
    if not graded.many:
        game, reads = graded.all_grades[0].counterexample, graded.all_grades[0].reads
        if game is None or game.again or reads:
            if game is None:
                why = "there is no counterexample"
            elif reads:
                calls = "a test makes the learner with dimension, and calls predict and update with labels 1 and -1"
                why = f"{calls}, and this is read otherwise"
            else:
                why = "the learner plays one game in two ways"
            return [("test", f"not written: {why}")]
        _write(place, game, graded.files[0])
        return [("test", f"{one_line(str(place))}: it fails until the learner is fixed")]
    files = {entry.name: entry.learner for entry in submissions(graded.files)}
    made_folder(place)
    written = notebooks = otherwise = 0
    for grade in graded.all_grades:
        path, file = place / f"test_{graded.stems[grade.learner]}.py", files.get(grade.learner, "")
        game, is_python = grade.counterexample, split_code_file(file).path.endswith(".py")
        if (
            game is None or game.again or grade.reads or not is_python
        ):  # a test plays in one process, which shows no difference
            notebooks += game is not None and not is_python
            otherwise += game is not None and is_python and bool(grade.reads)
            remove(path)
            continue
        _write(path, game, file)
        written += 1
    without = f", none for {counted(notebooks, 'notebook')}" if notebooks else ""
    without += f", none for {counted(otherwise, 'learner')} with other names or labels" if otherwise else ""
    return [("tests", f"{counted(written, 'file')} in {place}{without}")]


def _write(place: Path, game: Counterexample, file: str) -> None:
    """Write a test that imports the learner by the relative path from there to its file."""
    path, name, _ = split_code_file(file)
    relative = os.path.relpath(Path(path).resolve(), place.resolve().parent)
    write_new(place, pytest_file(game, f"{relative}:{name}", as_vectors=game.sees == "dense"), code=True)


def pytest_file(game: Counterexample, learner_path: str, *, as_vectors: bool = False) -> str:
    """Return the text of a test that fails until the learner is fixed.

    Args:
        game: the game that it plays.
        learner_path: the learner's file, as seen from the folder of the test; may name the class: ``student.py:Name``.
        as_vectors: show the points of a finite class as the vectors that the class makes of them.

    """
    path, name, _ = split_code_file(learner_path)
    allowed = game.mistakes - 1 if game.allowed is None else game.allowed
    setting, about = game.setting, game.setting.identity()
    points = [*[x for x, _ in game.before], *[entry.x for entry in game.rounds]]
    vectors = as_vectors or setting.vectors is None or any(isinstance(x, Vector) for x in points)
    codes = iter([_point(x, setting, vectors=vectors) for x in points])
    return fill_in(
        "test_game.py",
        title=one_line(f"{BEGINS[3:]}{path} does what it should not."),
        story=textwrap.wrap(story(game), WIDTH, break_long_words=False, break_on_hyphens=False),
        path=path,
        class_name=name or split_code_file(game.learner).name or None,
        why=game.why,
        allowed=allowed,
        hangs=game.failure is not None and game.failure.kind == "timeout",
        seconds=f"{(game.failure and game.failure.seconds) or USUAL_SECONDS:g}",
        dimension=setting.dimension,
        margin_squared=about.get("margin_squared"),
        concepts=msgspec.to_builtins(setting.record(names=False)).get("concepts", ()),
        lies=setting.lies,
        vectors=vectors,
        before=[(next(codes), label) for _, label in game.before],
        rounds=[(next(codes), entry.label, _said(game, entry.predicted)) for entry in game.rounds],
    )


def _point(x: Point, setting: SearchSetting, *, vectors: bool) -> str:
    """Return a point as Python code: its number, or its coordinates."""
    if isinstance(x, int) and vectors and setting.vectors is not None:
        x = setting.vectors[x]
    if isinstance(x, int):
        return str(x)
    return str({index: str(value) for index, value in x.entries}).replace("'", '"')


def _said(game: Counterexample, predicted: int | None) -> str:
    return f"it gave {unsaid(game)}" if predicted is None else f"it said {predicted:+d}"
