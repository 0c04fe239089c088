"""A search for an exact counterexample to any claimed bound on any learner's mistakes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from adversary.search import finite_games, halfspace_games
from adversary.search.beam import Beam
from adversary.search.boundary import HAIRLINE, fine
from adversary.search.counterexample import Counterexample
from adversary.search.games import Plan
from adversary.search.grader import Grader, Record
from adversary.search.halfspace_games import FINE
from adversary.search.soundness import explained
from adversary.search.spaces import Arena
from adversary.search.specification import Promise
from adversary.search.traces import traced
from adversary.views import Viewable
from learners.loading import sources
from learners.protocol import Fault
from learners.sandbox.child import Limits
from learners.sandbox.clock import CutShort
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import OF_CLASSES, OF_HALFSPACES, Bound, Undecided, read_bound
from proofs.formats.settings import Halfspaces

CALL_SECONDS = 5.0
SHRINKING_SECONDS = 10.0
_OF_A_CLASS = frozenset({"C", "L", "n"})


@dataclass(frozen=True, slots=True)
class Attack(Viewable):
    """What came of a search: a counterexample, or how much was tried without finding one, which is no proof.

    ``exhaustive`` says up to how many rounds all games of an arena were tried. ``problem`` is set where the learner
    does not play the same game twice the same way, so that nothing can be said.
    """

    learner: str
    bound: str
    counterexample: Counterexample | None
    games: int
    rounds: int
    exhaustive: dict[str, int]
    seconds: float
    isolation: tuple[str, ...]
    problem: str | None = None

    @property
    def verdict(self) -> str:
        """``refuted``, or ``not refuted``; never that the bound holds."""
        return "refuted" if self.counterexample else "not refuted"

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals are strings."""
        return {
            "verdict": self.verdict,
            "learner": self.learner,
            "bound": self.bound,
            "counterexample": self.counterexample and self.counterexample.to_json(),
            "games": self.games,
            "rounds": self.rounds,
            "exhaustive": self.exhaustive,
            "seconds": round(self.seconds, 3),
            "isolation": list(self.isolation),
            "problem": self.problem,
        }


def attack(  # noqa: PLR0913 - each is an option of the command line
    learner: object,
    bound: str,
    *,
    concept_class: str | Path | ConceptClass | None = None,
    seconds: float = 30.0,
    seed: int = 0,
    walls: str = "auto",
    output: str | Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Attack:
    """Look for a realizable game in which a learner makes more mistakes than a bound allows, judged exactly.

    Args:
        learner: as for ``play``; a deterministic one, and no program.
        bound: an expression such as ``"R2/gamma2 - 1"`` or ``"floor(log2(C))"``; see ``proofs.exact.mistake_bounds``.
        concept_class: a finite class to play on; without one, halfspaces, or many classes if the bound is about one.
        seconds: for all of it, shrinking excepted.
        seed: of what is chosen at random.
        walls: as for ``grade``.
        output: where to write the counterexample's trace.
        progress: is told what is under way.

    Raises:
        InputError: something given is unusable.

    """
    source = sources.find(learner)
    if source.kind == "program":
        raise InputError(f"{source.text}: a program cannot be attacked, only played")
    limit = read_bound(bound)
    arenas, plans = _games(limit, concept_class, seed, finite=source.card().sees == "index")
    with Grader(source, walls, None, Limits(CALL_SECONDS, seconds)) as grader:
        search = _Search(grader, Random(seed), progress)  # noqa: S311 - reproducible, not secret
        try:
            search.run(arenas, plans)
        except CutShort:
            pass  # that is how a search ends which finds nothing
        except Undecided as error:
            raise InputError(str(error)) from None
    found = search.counterexample
    return Attack(
        source.text,
        limit.text,
        traced(found, "attack", output) if found else None,
        grader.games,
        grader.rounds,
        search.exhaustive,
        grader.budget.spent,
        grader.in_force,
        search.problem,
    )


def _games(
    bound: Bound, concept_class: str | Path | ConceptClass | None, seed: int, *, finite: bool
) -> tuple[list[Arena], Iterator[Plan]]:
    """Return the arenas of a bound, and the plain games that are tried before they are searched."""
    if concept_class is None and not finite and not bound.names & _OF_A_CLASS:
        _known(bound, OF_HALFSPACES, "halfspaces do not have")
        arenas = halfspace_games.unit_arenas(bound.text)
        if "delta2" in bound.names:
            return arenas, halfspace_games.unit_plans(bound.text, seed)
        return [*arenas, *halfspace_games.general_arenas(bound.text)], _both(bound, seed)
    _known(bound, OF_CLASSES, "a finite class does not have")
    names: tuple[str, ...]
    if concept_class is None:
        tables, names = finite_games.random_classes(), (*finite_games.SMALL, *finite_games.MIDDLE)
    else:
        given = concept_class if isinstance(concept_class, ConceptClass) else load_class(str(concept_class))
        tables, names = [given], ()
    every = finite_games.class_arenas(names, bound.text, tables)
    chosen = [arena for arena in every if _means(arena)]
    if not chosen:
        _ = every[0].allowed  # says what is wrong
    return chosen, (plan for arena in chosen for plan in finite_games.class_plans(arena, seed))


def _means(arena: Arena) -> bool:
    """Tell whether the bound means something on a class: 1/log2(C) does not where there is one concept."""
    try:
        _ = arena.allowed
    except InputError:
        return False
    return True


def _known(bound: Bound, names: frozenset[str], otherwise: str) -> None:
    if wrong := bound.names - names:
        raise InputError(f"the bound names {', '.join(sorted(wrong))}, which {otherwise}")


def _both(bound: Bound, seed: int) -> Iterator[Plan]:
    yield from halfspace_games.unit_plans(bound.text, seed)
    yield from halfspace_games.general_plans(bound.text, seed)


@dataclass
class _Search:
    grader: Grader
    random: Random
    progress: Callable[[str], None]
    counterexample: Counterexample | None = None
    problem: str | None = None
    exhaustive: dict[str, int] = field(default_factory=dict)

    @property
    def _over(self) -> bool:
        return self.counterexample is not None or self.problem is not None

    def run(self, arenas: list[Arena], plans: Iterator[Plan]) -> None:
        """Play the plain games, and then search every arena, wider and wider. Raises CutShort."""
        promise = Promise()
        self.progress("playing")
        for plan in plans:
            if self._over:
                return
            self._weigh(self.grader.play(promise, plan))
        width, depth = 30, 12
        while not self._over:
            for arena in arenas:
                if self._over:
                    return
                self._split_hairs(promise, arena)
                self.progress(f"searching {arena.name}, {width} games wide")
                self._search(promise, arena, width, depth)
            width, depth = 2 * width, depth + 6

    def _split_hairs(self, promise: Promise, arena: Arena) -> None:
        """Play on points where the learner changes its mind, so nearly that rounding decides what it says."""
        if not isinstance(arena.setting, Halfspaces) or not arena.setting.unit_norm or arena.setting.dimension > FINE:
            return
        self.progress(f"splitting hairs on {arena.name}")
        run = partial(fine, random=self.random, rounds=8, bits=HAIRLINE)
        record = self.grader.play(promise, Plan(arena, run, peeks=True))
        if record.fault:
            self._weigh(record)
        for rounds in range(1, len(record.played) + 1):
            if not self._over:
                self._weigh(replace(record, played=record.played[:rounds]))

    def _search(self, promise: Promise, arena: Arena, width: int, depth: int) -> None:
        beam = None
        try:
            beam = Beam(self.grader.host(arena.setting), arena, arena.setting, self.random, width)
            for played in beam.levels(depth):
                record = Record(promise, arena, arena.setting, tuple(played), peeks=True)
                if self.grader.verdict(record):
                    self._weigh(record)
                if self._over:
                    break
        except Fault as fault:
            self.grader.end()
            self.problem = f"in a search it failed: {fault}" if fault.kind != "timeout" else None
        finally:
            if beam is not None:
                self.grader.games += beam.games
                self.grader.rounds += beam.rounds
                self.exhaustive[arena.name] = max(beam.exhaustive, self.exhaustive.get(arena.name, 0))

    def _weigh(self, record: Record) -> None:
        """Keep a game if it is a counterexample when it is played again; a forfeit is none to a bound."""
        if record.fault:
            if self.grader.confirmed(record):
                self.problem = f"it forfeits: {record.fault}"
            return
        if self.grader.verdict(record) is None:
            return
        found = self.grader.confirmed(record)
        if found:
            self.progress("shrinking the counterexample")
            self.counterexample = found
            self.grader.budget.extend(SHRINKING_SECONDS)
            self.counterexample = self.grader.shrunk(found, record)
            return
        unsound = explained(self.grader, record)
        self.problem = unsound and unsound.found
