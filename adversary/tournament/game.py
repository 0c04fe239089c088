"""A game of a tournament as a task, which returns its result as JSON."""

import hashlib
import io
import shlex
from collections.abc import Callable, Sequence
from contextlib import chdir, nullcontext, redirect_stderr, redirect_stdout
from functools import cache, cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adversary.files import located, without_folder
from adversary.game.play import play
from adversary.game.result import MAX_RECORDED
from adversary.strategies.options import read_options
from adversary.strategies.protocol import AdversaryError
from adversary.strategies.registry import (
    ADVERSARY_ENTRY_POINTS,
    default_seed,
    find_user_supplied,
    is_registered,
    make_adversary,
)
from adversary.tasks.task import Task
from adversary.tournament.specification import Pair, TournamentSpecification
from learners.loading import sources
from learners.loading.needs import Needs, needs_of_code, needs_of_learner, needs_of_plugin, require_versions
from learners.runner.child import LIMITS
from learners.spec import parse
from proofs.classes.catalog import MARGIN_CLASSES
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, ResourceError
from proofs.exact.rationals import Rational, is_short, plain_number, write_rational
from proofs.margin_game.lower import best_lower
from proofs.margin_game.upper import best_upper
from proofs.settings import Setting
from proofs.solvers.budget import Budget
from proofs.solvers.littlestone import Littlestone

SETTING_KEYS = ("setting", "margin_squared", "dimension", "unit_norm", "class", "concepts", "points", "lies", "seed")
"""What a game's JSON says of its setting, and its adversary's seed."""

_KEPT = (
    *SETTING_KEYS,
    *("rounds", "mistakes", "statements", "realizable", "replayed", "termination", "fault", "reason", "version"),
)
"""What is kept of a game's JSON as it is."""

BOUND_STATES, BOUND_WORK = 300_000, 400_000_000
"""What a Littlestone dimension is worth: counted, and not timed, so that it is the same everywhere.

It is so many version spaces, and fewer where each takes longer: some seconds in all.
"""


class GameTask(Task):
    """A game as a task. Its key does not depend on the location of its folder."""

    @cached_property
    def key(self) -> str:
        """Return a digest of all inputs of the result. Raises InputError if a file cannot be read."""
        folder = Path(self.request["folder"])
        files = [
            [str(path.relative_to(folder) if path.is_relative_to(folder) else path), digest]
            for path, digest in ((Path(name), digest) for name, digest in self.digests.items())
        ]
        return Task(self.function, self.request | {"folder": None, "files": files}).key


MAX_SMALL = 8
"""The largest dimension below ⌊1/δ²⌋ with a bound of its own: to find it takes seconds, and in larger ones longer."""


def tasks_of(pairs: Sequence[Pair], spec: TournamentSpecification) -> list[Task]:
    """Return the tasks of playing pairs. Raises InputError if a file cannot be read."""

    @cache
    def needs(of: Callable[[str], Needs], name: str) -> Needs:
        return of(located(name, spec.folder))

    found = []
    for pair in pairs:
        its = [needs(_needs_of_learner, pair.learner), needs(_needs_of_adversary, pair.adversary)]
        if pair.asked.concept_class is not None:
            its.append(needs(_needs_of_class, pair.asked.concept_class))
        found.append(_task(pair, spec, its))
    return found


def _needs_of_learner(text: str) -> Needs:
    return needs_of_learner(sources.find(text))


def _needs_of_adversary(text: str) -> Needs:
    if file := find_user_supplied(text):
        if file.entry_point:
            return needs_of_plugin(ADVERSARY_ENTRY_POINTS, parse(text).name)
        return needs_of_code(Path(file.path))
    _, colon, path = text.partition(":")
    return Needs(frozenset([Path(path)] if colon else []))


def _needs_of_class(text: str) -> Needs:
    path = text.partition(":")[2].partition("?")[0] if text.startswith(f"{MARGIN_CLASSES}:") else text
    return Needs(frozenset([Path(path)] if Path(path).is_file() else []))


def _task(pair: Pair, spec: TournamentSpecification, needs: Sequence[Needs]) -> Task:
    files = sorted({str(path.absolute()) for one in needs for path in one.files})
    request = {
        "learner": pair.learner,
        "against": pair.adversary,
        "asked": pair.asked.to_json(),
        "limits": [spec.time_limit, spec.game_limit],
        "with": dict(sorted(entry for one in needs for entry in one.packages)),
        "folder": str(spec.folder) if files else None,
    }
    # A game has three players with a process of their own: the learner, the one of the replay, and the adversary.
    limit = 3 * spec.game_limit + 600
    task = GameTask if files else Task
    return task(f"{__name__}:play_game", request, files, f"{pair.learner} against {pair.adversary}", limit)


def play_game(request: dict[str, Any]) -> dict[str, Any]:
    """Play and judge a game; return its result, with its trace unless the trace is long.

    A pair that makes no game returns why, under ``unfit``. The folder of the specification is where files are found;
    where it is on a machine is left out of what comes back. What players of this process print is not shown.

    Raises:
        InputError: the packages that its players use have other versions here.
        ResourceError: the machine lacks what the game takes, such as open files.

    """
    require_versions(request["with"])
    folder = request["folder"]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), TemporaryDirectory(prefix="adversary-") as own:
        private = [Path(name) for name in (own, folder) if name]
        trace = Path(own, "trace.jsonl")
        try:
            with chdir(folder) if folder else nullcontext():
                found: dict[str, Any] = _without(private, _played(request, trace))
            return found | (_of_trace(trace) if trace.is_file() else {})
        except (OSError, ResourceError) as error:
            raise ResourceError(_without(private, str(error))) from None


def plan_setting(request: dict[str, Any]) -> dict[str, Any] | None:
    """Return, as a task, the planned setting of a registered adversary's game; ``None`` if there is no such plan."""
    against, asked, folder = request["against"], request["asked"], request["folder"]
    try:
        with chdir(folder) if folder else nullcontext():
            if not is_registered(against):
                return None
            found = make_adversary(against, read_options(**asked)).plan.setting.identity()
    except (OSError, InputError):
        return None
    return found | {"seed": asked.get("seed", default_seed(against))}


def _without(private: Sequence[Path], found: Any) -> Any:
    for folder in private:
        found = without_folder(folder, found)
    return found


def _played(request: dict[str, Any], trace: Path) -> dict[str, Any]:
    time_limit, game_limit = request["limits"]
    limits: dict[str, Any] = {"time_limit": time_limit, "game_limit": game_limit}
    options = {"against": request["against"], "output": trace, "second_opinion": False, **limits, **request["asked"]}
    try:
        result = play(request["learner"], **options)
    except ResourceError:  # which is no fact about the pair, and nothing to keep
        raise
    except InputError as error:
        return {"unfit": str(error), "by_adversary": isinstance(error, AdversaryError)}
    found = result.to_json()
    lower, proved = result.bounds["lower"], [one["statement"] for one in result.statements]
    if not is_registered(request["against"]) and result.setting.lower_statement not in proved:
        lower = None  # its plan claims too much, so that its trace proves none
    bounds = {"lower": lower, "upper": result.bounds["upper"], "bound": bound_of(result.setting)}
    numbers = {key: None if value is None else plain_number(value) for key, value in bounds.items()}
    if not is_short(result.mistakes):
        found["mistakes"] = None  # too long for a trace, so that nothing certifies it
    if not result.judged:
        found["realizable"] = None
    return {key: found.get(key) for key in _KEPT} | numbers | {"upper_is_word": result.upper_is_word}


def _of_trace(trace: Path) -> dict[str, Any]:
    """Return the trace, unless it is too long to be kept, and its digest and size."""
    with trace.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    size = trace.stat().st_size
    text = {"trace": trace.read_text("utf-8")} if size <= MAX_RECORDED else {}
    return {"trace_sha256": digest, "trace_bytes": size, **text}


def command_of(pair: Pair, spec: TournamentSpecification) -> str:
    """Return the command that plays the game of a pair in the folder where the specification's files are."""
    asked = pair.asked
    limits = [f"call={_seconds(spec.time_limit)}s"] if spec.time_limit != LIMITS.call else []
    limits += [f"game={_seconds(spec.game_limit)}s"] if spec.game_limit != LIMITS.game else []
    options = {
        "--against": pair.adversary,
        "--margin": None if asked.margin_squared is None else f"sqrt({write_rational(asked.margin_squared)})",
        "--dimension": asked.dimension,
        "--class": asked.concept_class,
        "--lies": asked.lies,
        "--seed": asked.seed,
        "--limit": ",".join(limits) or None,
    }
    given = [text for option, value in options.items() if value is not None for text in (option, str(value))]
    return shlex.join(["adversary", "play", pair.learner, *given])


def _seconds(limit: float) -> str:
    return repr(limit).removesuffix(".0")  # all of its digits, and no more


def bound_of(setting: Setting) -> Rational | None:
    """Return a number of mistakes that some deterministic learner never exceeds, or ``None`` if none is known.

    With a margin, on unit points, it is ⌊1/δ²⌋, the Perceptron's (Chan, Notes 3, Theorem 1.1), which orthonormal points
    force in dimensions as large. In smaller ones, up to ``MAX_SMALL``, it is the best upper bound of the margin game
    that is proved here; a learner that makes fewer mistakes may exist where no lower bound meets it.
    On a class it is the Littlestone dimension, with the lies; in an announced order less may suffice. With a hinge
    budget it is what the proof of Hsu's third theorem gives.
    """
    bound = setting.perceptron_bound  # None on a class, or where nothing says how long points are
    if bound is None:
        return setting.class_bound(_dimension)
    squared = setting.unit_margin_squared
    if squared is None or setting.dimension > min(bound - 1, MAX_SMALL):
        return bound
    return best_upper(setting.dimension, squared, best_lower(setting.dimension, squared).mistakes).mistakes


def states_for(concept_class: ConceptClass, lies: int) -> int:
    """Return the budget of version spaces for the bound of a class."""
    # One is split at each point, for each number of lies, and has a bit for every concept.
    each = concept_class.points * (lies + 1) * (16 + concept_class.size // 64)
    return min(BOUND_STATES, BOUND_WORK // each + 1)


@lru_cache(maxsize=256)
def _dimension(concept_class: ConceptClass, lies: int) -> int | None:
    value = Littlestone(concept_class, Budget(states=states_for(concept_class, lies)), lies).bounds().value
    return None if value is None else int(value)
