"""What tests learners: ``grade``, ``attack`` and ``tournament``."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from adversary.api.lists import Items, items_of, read_limits, whole_numbers
from adversary.progress import Bar
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from adversary.grading.kinds.kind import Kind
    from adversary.grading.result import Grade
    from adversary.search.attack import Attack
    from adversary.tournaments.cell import Tournament
    from adversary.tournaments.specification import TournamentSpecification
    from adversary.views.answer import Answer
    from proofs.classes.concepts import ConceptClass


def grade(  # noqa: PLR0913 - each is an option of the command
    learner: object = None,
    kind: "str | Kind | None" = None,
    *,
    gradescope: str | Path | None = None,
    visible: str | Path | None = None,
    isolation: str = "auto",
    seconds: float = 30.0,
    seed: int = 0,
    jobs: int | str | None = None,
) -> "Grade | Answer":
    """Grade a learner in a sandbox, in a separate process; for a folder or several files, return a list of grades.

    Args:
        learner: a file (``student.py``, ``student.py:Name``), a name, a program, a class or a factory; a folder of
            submissions, or a list of files.
        kind: the name of a kind, such as ``"perceptron"``, a ``.toml`` file with a kind or a course, or a ``Kind``.
        gradescope: grade nothing, and write an autograder for Gradescope into this folder.
        visible: the file or folder that the learner's process may read; by default the learner's file.
        isolation: ``"auto"`` (bubblewrap if it works), ``"plain"`` (no bubblewrap) or ``"strict"`` (only bubblewrap).
        seconds: the time for each grade. Waiting for a processor does not count. If the learner fails, up to
            10 s more are spent on its counterexample and on hints.
        seed: the seed of random choices. The same seed gives the same games.
        jobs: with many submissions, how many processes to use, or the address of a dask scheduler.

    Raises:
        InputError: there is no such learner, kind or isolation; a ``ResourceError`` if no process can be started.
        Undefined: an InputError. In some game the kind's bound has no value or is below 0, which is not the learner's
            fault.

    """
    from adversary.grading import folder
    from adversary.grading.course import is_submission, read_course
    from adversary.grading.grade import grade as grade_one
    from adversary.grading.kinds.registry import GRADE_KINDS
    from adversary.grading.result import marked
    from adversary.tasks.task import Where

    if kind is None:
        raise InputError(f"--as is missing: name one of {', '.join(GRADE_KINDS)}, or a .toml file of your own")
    if gradescope is not None:
        return _autograder(Path(gradescope), str(kind), learner)
    if learner is None:
        raise InputError("name the learner to grade: a file, several files, or a folder of submissions")
    options: dict[str, Any] = {"isolation": isolation, "seconds": seconds, "seed": seed}
    files = [str(file) for file in (learner if isinstance(learner, list | tuple) else [learner])]
    parts = read_course(kind) if isinstance(kind, str) else None
    many = len(files) > 1 or (
        isinstance(learner, str | Path) and Path(learner).is_dir() and not is_submission(Path(learner), parts)
    )
    with Bar("grading", None) as bar:
        if not many and not parts:
            return grade_one(
                learner, kind, visible=None if visible is None else Path(visible), progress=bar.rename, **options
            )
        if not isinstance(kind, str):
            raise InputError("many submissions are graded as a kind with a name, or as one of a .toml file")
        if many:
            where = Where(jobs)
            groups = [
                folder.grade_folder(files, part, where=where, progress=bar.follow, **options)
                for part in parts or [kind]
            ]
        else:
            path = Path(files[0])
            groups = [[folder.grade_submission(path, part, progress=bar.rename, **options)] for part in parts or ()]
    return _grades(files, kind, groups, marked(parts, groups) if parts else [], many=many)


def _autograder(place: Path, kind: str, learner: object) -> "Answer":
    from adversary.views.answer import Answer, View
    from adversary.views.cells import stack
    from adversary.views.export.autograder import write_autograder

    if learner is not None:
        raise InputError(f"--gradescope grades nothing: leave out {learner}")
    files = [str(path) for path in write_autograder(place, kind)]
    return Answer({"folder": str(place), "files": files}, View(lambda _: stack(*files)))


def _grades(
    files: Sequence[str], kind: str, groups: Sequence[Sequence["Grade"]], marks: Sequence[Any], *, many: bool
) -> "Answer":
    """Return the grades of many submissions, or the marks for several kinds."""
    from adversary.views.answer import Answer, View
    from adversary.views.export.grades_csv import course_csv, grades_csv
    from adversary.views.notebook import export_of
    from adversary.views.terminal.grade_table import marks_table, summary_table

    results = list(marks or groups[0])

    def plain(_: object) -> Any:
        each = [mark.to_json() for mark in marks] or [grade.to_dict() for grade in groups[0]]
        return each if many else each[0]

    view = View(
        lambda _: marks_table(marks) if marks else summary_table(results),
        data=lambda _: course_csv(marks) if marks else grades_csv(results),
        files=export_of(files, kind, many=many, marks=marks),
        json=plain,
    )
    return Answer(results, view, all(result.verdict == "passed" for result in results))


def attack(  # noqa: PLR0913 - each is an option of the command
    learner: object = None,
    bound: str | None = None,
    *,
    relation: str | None = None,
    points: int = 4,
    concept_class: "str | Path | ConceptClass | NDArray[Any] | None" = None,
    lies: int = 0,
    seconds: float = 30.0,
    seed: int = 0,
    isolation: str = "auto",
) -> "Attack | Answer":
    """Search for a realizable game in which a learner makes more mistakes than a bound allows, judged exactly.

    Args:
        learner: a deterministic learner, as for ``play``.
        bound: an expression such as ``"R2/gamma2 - 1"`` or ``"floor(log2(C))"``; docs/bounds.md explains the names.
        relation: without a learner: a claimed relation between the quantities of ``atlas``, such as ``"RL <= L"``;
            a class on which it fails refutes it.
        points: with a relation: search the classes on at most this many points.
        concept_class: a finite class to play on. By default: many classes if the bound or the learner needs classes,
            else halfspaces.
        lies: how many labels of a game on a finite class may differ from the target's.
        seconds: the budget of processor time.
        seed: the seed of random choices.
        isolation: as for ``grade``.

    Raises:
        InputError: an argument is unusable.

    """
    if relation is not None and (learner, bound, concept_class, lies) == (None, None, None, 0):
        return relation_answer(relation, points, seconds)
    if learner is None or bound is None or relation is not None:
        raise InputError("attack takes a learner and --bound, or --relation alone")
    from adversary.search.attack import attack as search
    from proofs.classes.files import class_of

    if not isinstance(concept_class, str | Path | None):
        concept_class = class_of(concept_class)
    with Bar("attacking", None) as bar:
        progress = lambda what, spent: bar.follow(int(spent), int(seconds), what)  # noqa: E731 - it has one use
        options: dict[str, Any] = {"seconds": seconds, "seed": seed, "isolation": isolation, "lies": lies}
        return search(learner, bound, concept_class=concept_class, progress=progress, **options)


def relation_answer(relation: str, points: int, seconds: float, output: Path | None = None) -> "Answer":
    """Look for a class that refutes a relation; ``output`` is the file for its certificate. Raises InputError."""
    import msgspec

    from adversary.survey import attack_relation
    from adversary.views.answer import Answer, View
    from adversary.views.terminal.atlas_table import relation_table

    with Bar("computing", None):
        answer = attack_relation(relation, points, seconds, output)
    values = msgspec.structs.asdict(answer)
    return Answer(
        values, View(lambda _: relation_table(answer), json=lambda _: answer), answer.verdict == "not refuted"
    )


def tournament(  # noqa: PLR0913 - each is an option of the command
    *learners: object,
    margin: "Items" = None,
    dimension: "Items" = None,
    concept_class: "str | ConceptClass | NDArray[Any] | Sequence[Any] | None" = None,
    lies: "Items" = None,
    against: "Items" = None,
    seed: "Items" = None,
    seconds: float = 30.0,
    limit: "Items" = None,
    count: Literal["mistakes", "updates"] = "mistakes",
    isolation: str = "auto",
    cache: str | Path | None = None,
    jobs: int | str | None = None,
) -> "Tournament":
    """Play every learner against the worst adversary found for it, and rank the learners.

    Args:
        learners: names, files, classes, or functions, as for ``play``; ``"all"``: all registered ones that fit; or one
            .toml file, which says who plays where.
        margin: δ as ``"1/3"``, a Fraction or 0.3, a list of these, or a range ``"1/2..1/6"``.
        dimension: a dimension, a list or a range.
        concept_class: a finite class, as for ``play``, a list of these, or a range ``"intervals:3..6"``.
        lies: on classes: how many labels may differ from the target's.
        against: play only these adversaries, without a search; ``"all"`` means all registered ones that fit.
        seed: seeds of what is chosen at random.
        seconds: processor time for each search for a worst game.
        limit: other budgets: ``"states=10000,call=5s,game=3600s"``.
        count: what is counted: mistakes, or, on classes, updates, which are rounds that change the learner.
        isolation: as for ``grade``.
        cache: a folder that stores results, from which a later run continues.
        jobs: how many processes to use, by default one for each core; or the address of a dask scheduler.

    Raises:
        InputError: an argument is unusable, or there is no game.

    """
    from adversary.tasks.store import STORE, Store
    from adversary.tasks.task import Where
    from adversary.tournaments.run import run_tournament

    given = {"margin": margin, "dimension": dimension, "lies": lies, "seed": seed, "against": against, "limit": limit}
    spec = specification(learners, concept_class, given, seconds=seconds, count=count, isolation=isolation)
    keep = None
    if cache is not None:
        from adversary.files import made_folder

        keep = made_folder(cache) / STORE
    with ExitStack() as held, Bar("playing", None) as bar:
        return run_tournament(spec, Where(jobs), held.enter_context(Store(keep)), bar.follow)


def specification(
    learners: Sequence[object], classes: object, given: Mapping[str, Items], **options: Any
) -> "TournamentSpecification":
    """Return the specification of a tournament. Raises InputError."""
    from adversary.tournaments.specification import ranges_of, read_specification
    from learners.loading import sources
    from proofs.classes.files import class_of

    if any(isinstance(learner, list | tuple) for learner in learners):
        raise InputError('learners follow one another, and are no list: write tournament("perceptron", MyClass, …)')
    players = [learner if isinstance(learner, str) else sources.find(learner) for learner in learners]
    file = players[0] if len(players) == 1 else ""
    is_file = isinstance(file, str) and file.endswith(".toml")
    lists: dict[str, Any] = {
        "learners": None if is_file else [player for n, player in enumerate(players) if player not in players[:n]],
        "against": items_of(given["against"]) or None,
        "margins": items_of(given["margin"]) or None,
    }
    tables = classes if isinstance(classes, list | tuple) else [] if classes is None else [classes]
    each = [ranges_of(items_of(table)) if isinstance(table, str) else [class_of(table)] for table in tables]
    lists["classes"] = [*dict.fromkeys(table for some in each for table in some)] or None
    for key, name in (("dimensions", "dimension"), ("lies", "lies"), ("seeds", "seed")):
        lists[key] = whole_numbers(f"--{name}", given[name]) or None
    limits = read_limits(given["limit"], "states", "call", "game")
    names = {"call": "time_limit", "game": "game_limit", "states": "states"}
    options |= {names[name]: value for name, value in limits.items()}
    return read_specification(Path(str(file)) if is_file else None, lists, **options)
