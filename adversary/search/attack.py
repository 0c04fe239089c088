"""A search for an exact counterexample to any claimed bound on any learner's mistakes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec

from adversary.game.result import identity
from adversary.search.beam import Beam
from adversary.search.counterexample import Counterexample, CounterexampleRecord, traced
from adversary.search.determinism import diagnose
from adversary.search.games.boundary import HAIRLINE, at_boundary
from adversary.search.games.class_games import class_games, extremal_spaces, usual_spaces
from adversary.search.games.game import Game
from adversary.search.games.halfspace_games import general_games, general_spaces, unit_games, unit_spaces
from adversary.search.grader import Grader, check_seconds, folder_of
from adversary.search.moves import survives
from adversary.search.record import Record
from adversary.search.shrink import Shrinker
from adversary.search.spaces.classes import class_space
from adversary.search.spaces.registry import SearchSpace, space_of
from adversary.search.spaces.space import Values
from learners.loading import sources
from learners.protocol import OTHER_LABELS, Fault
from learners.runner.child import Limits
from learners.runner.clock import CutShort, NotStarted
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.errors import InputError, ResourceError, counted
from proofs.exact.mistake_bounds import OF_CLASSES, OF_HALFSPACES, Bound, Undecided, read_bound
from proofs.exact.rationals import Interval, write_rational
from proofs.formats.answers import JsonVersion, TraceStatement, answer
from proofs.formats.trace import Round
from proofs.settings import Finite
from proofs.settings.finite import MAX_LIES_PLAYED, Index, check_lies
from proofs.settings.vectors import RationalText
from proofs.views import Viewable

ATTACK_CALL_SECONDS = 5.0
SHRINKING_SECONDS, SHRINKING_PART = 10.0, 0.25
"""What is kept of the time to make a counterexample small and to play it again: so many seconds, or a part of all."""

BY_ROUNDING = "broken by rounding only"
UNJUDGED = (
    "a game breaks the bound, but the time did not suffice to see whether it does so with its points moved a little: "
    "give more with --seconds"
)
ON_TIES = (
    "with the points of this game moved a little, the learner keeps the bound: where ⟨w,x⟩ = 0 perhaps a sum rounds, "
    "or the learner does not learn. "
    "No other violation was found, which proves nothing"
)
_OF_A_CLASS = OF_CLASSES - OF_HALFSPACES


_FROM_BELOW = (
    "what can be forced on every learner, `adversary value` computes at a margin, and `adversary dimension` on a class"
)

NEARLY = 1e-9
"""What floats may be off where they say that a game is not worth an exact look."""


@dataclass(frozen=True, slots=True)
class Tightness:
    """The tightest game, what the bound says there, and M/bound, which lies in ``ratio`` (both ends alike where it is
    rational). The game has no ``statements`` until it was played again and judged.
    """  # noqa: D205 - one sentence

    game: Counterexample
    value: str
    ratio: Interval
    space: str

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; the ratio is a rational, or two that enclose it."""
        low, high = map(write_rational, self.ratio)
        return answer(
            TightestAnswer,
            self.game,
            bound_value=self.value,
            ratio=low if low == high else None,
            ratio_at_least=low,
            ratio_at_most=high,
            rounds=len(self.game.rounds),
            space=self.space,
        )


class TightestAnswer(msgspec.Struct):
    """The tightest game in JSON."""

    mistakes: Index
    bound_value: str
    ratio: RationalText | None
    ratio_at_least: RationalText
    ratio_at_most: RationalText
    rounds: Index
    space: str
    statements: list[TraceStatement]
    trace: str | None


@dataclass(frozen=True, slots=True, repr=False)
class Attack(Viewable):
    """The result of an attack: a counterexample, or how much was tried without finding one, which proves nothing.

    ``verdict`` is ``refuted``, ``not refuted`` (this does not mean that the bound holds), or ``broken by rounding
    only``: the learner computes in floats, and the counterexample vanishes once its points are moved a little. It is
    ``error`` if no verdict is possible, and ``problem`` says why: no game was played, or the learner forfeits, or it
    does not play the same game twice.

    ``played`` is how many rounds were played in all ``games``. ``exhaustive`` says for each search space up to which
    number of rounds all games were tried. ``tightest`` is the game that came closest to the bound, with the largest
    ratio of mistakes to bound; a game that was not tried may come closer. ``class_name`` is the class, by its name or
    file, if one was given. ``seed`` is the seed as given. ``note`` says that a counterexample rests on exact ties, or
    that not all dimensions were tried. ``lies`` is the number of lies that a game on a class may have.
    """

    learner: str
    bound: str
    counterexample: Counterexample | None
    games: int
    played: int
    exhaustive: dict[str, int]
    seconds: float
    isolation: tuple[str, ...]
    problem: str | None = None
    tightest: Tightness | None = None
    class_name: str | None = None
    seed: int = 0
    note: str | None = None
    lies: int = 0
    verdict: str = "not refuted"

    @property
    def rounds(self) -> list[Round]:
        """The rounds of the counterexample, if there is one."""
        return list(self.counterexample.rounds) if self.counterexample else []

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals are strings."""
        return answer(AttackAnswer, self, rounds=self.played, seconds=round(self.seconds, 3), **identity())


class AttackAnswer(msgspec.Struct, rename={"class_name": "class"}):
    """An attack in JSON."""

    verdict: Literal["refuted", "broken by rounding only", "not refuted", "error"]
    learner: str
    bound: str
    counterexample: CounterexampleRecord | None
    games: Index
    rounds: Index
    exhaustive: dict[str, Index]
    seconds: float
    isolation: list[str]
    problem: str | None
    tightest: TightestAnswer | None
    seed: int
    note: str | None
    lies: Index
    class_name: str | None
    version: str | None
    json_version: JsonVersion


def attack(  # noqa: PLR0913 - each is an option of the command line
    learner: object,
    bound: str,
    *,
    concept_class: str | Path | ConceptClass | None = None,
    seconds: float = 30.0,
    seed: int = 0,
    isolation: str = "auto",
    output: str | Path | None = None,
    lies: int = 0,
    progress: Callable[[str, float], None] = lambda _what, _seconds: None,
) -> Attack:
    """Search for a realizable game in which a learner makes more mistakes than a bound allows, judged exactly.

    The arguments are those of ``adversary.attack``; besides, ``output`` is the file for the trace of the
    counterexample, or of the tightest game if there is none; ``progress`` receives the stage and the seconds spent.

    Raises:
        InputError: an argument is unusable.

    """
    check_seconds(seconds)
    source = sources.find(learner)
    limit, lies = read_bound(bound), check_lies(lies, most=MAX_LIES_PLAYED)
    if limit.is_lower:
        raise InputError(f"{limit.text} bounds mistakes from below, which no game refutes: {_FROM_BELOW}")
    card = source.card()
    finite = card.sees == "index"
    randomized = _randomized(source.text, on_class=concept_class is not None or finite)
    if card.randomized:
        raise randomized
    spaces, games = _games(limit, concept_class, seed, lies, finite=finite)
    most, spaces = source.max_dimension, [space for space in spaces if source.plays_in(space.setting)]
    if not spaces:
        raise InputError(f"{source.text} plays in dimension 1 to {most} alone, and there is no game to attack it with")
    games = (game for game in games if source.plays_in(game.space.setting))
    kept = min(SHRINKING_SECONDS, seconds * SHRINKING_PART)
    limits = Limits(ATTACK_CALL_SECONDS, seconds - kept)
    with Grader(source, isolation, None, limits, folder_of(source)) as grader:
        search = _Search(grader, Random(seed), progress, seconds)  # noqa: S311 - reproducible, not secret
        try:
            try:
                with suppress(Fault):  # which the first game meets again
                    if grader.runner.randomized:
                        raise randomized
                search.run(spaces, games)
            except CutShort as cut:  # that is how a search ends which finds nothing
                if isinstance(cut, NotStarted):
                    raise ResourceError(str(cut)) from None
            counterexample = search.smallest()
        except Undecided as error:
            raise InputError(str(error)) from None
        grader.budget.extend(seconds - grader.budget.spent)
        tightest = _judged(grader, limit, search.tightest, None if counterexample else output)
    slow = "".join([f", and {call} was slow or gave no answer" for call, _ in grader.budget.slow[-1:]])
    no_game = None if grader.games else f"no game ended in {seconds:g} s{slow}: give more with --seconds"
    problem = search.problem or no_game
    return Attack(
        source.text,
        limit.text,
        traced(counterexample, "attack", output) if counterexample else None,
        grader.games,
        grader.rounds,
        search.exhaustive,
        grader.budget.spent,
        grader.in_force,
        problem,
        None if search.problem else tightest,
        _name_of(concept_class),
        seed,
        note=ON_TIES if counterexample and search.on_ties else _note(source, spaces),
        lies=lies,
        verdict=(BY_ROUNDING if search.on_ties else "refuted")
        if counterexample
        else "error"
        if problem
        else "not refuted",
    )


def _randomized(learner: str, *, on_class: bool) -> InputError:
    """Return the error for a learner that tosses coins, which says what computes its mistakes and those of the best."""
    best = "`adversary dimension` those of the best one"
    in_the_plane = "`adversary value -d 2` those of the best one in the plane"
    return InputError(
        f"{learner} is randomized, and an attack counts mistakes of a learner that is not: `adversary play` computes "
        f"its expected mistakes in a game, and {best if on_class else in_the_plane}"
    )


def _note(source: sources.Source, spaces: Sequence[SearchSpace]) -> str | None:
    """Return what restricts the games: the learner's dimensions, or the vectors that points of a class are."""
    most = source.max_dimension
    if most is not None:
        return f"only games in dimension 1 to {most}, where its card says that it plays"
    setting, sees = spaces[0].setting, source.card().sees
    if len(spaces) > 1 or not isinstance(setting, Finite) or sees == "index" or source.kind == "program":
        return None
    if sees is None and not setting.concept_class.named_by_coordinates:
        return None
    own = (
        "the class's own"
        if setting.concept_class.vectors
        else "basis vectors, as the class gives its points no coordinates"
    )
    return f"the points are {own}: {counted(setting.concept_class.points, 'vector')}, d = {setting.dimension:,}"


def _name_of(concept_class: str | Path | ConceptClass | None) -> str | None:
    if isinstance(concept_class, ConceptClass):
        return concept_class.name
    return None if concept_class is None else str(concept_class)


def _judged(grader: Grader, bound: Bound, best: Tightness | None, output: str | Path | None) -> Tightness | None:
    """Replay the tightest game with a fresh learner and judge it; return ``None`` if the replay differs."""
    if best is None:
        return None
    game = best.game
    with suppress(CutShort):
        again = grader.alone(Record(space_of(game.setting, bound), game.rounds))
        if not again.fault and [entry.predicted for entry in game.rounds] == again.answers:
            return replace(best, game=traced(game, "attack", output))
    return None


def _games(
    bound: Bound, concept_class: str | Path | ConceptClass | None, seed: int, lies: int = 0, *, finite: bool
) -> tuple[Sequence[SearchSpace], Iterator[Game[Any]]]:
    """Return the spaces of a bound, and the plain games that are tried before they are searched."""
    if concept_class is None and not finite and not bound.names & _OF_A_CLASS:
        if lies:
            raise InputError("lies are for games on a finite class; give one, like --class intervals:8")
        bound.require_names(OF_HALFSPACES, "halfspaces do not have")
        spaces, games = unit_spaces(bound), unit_games(bound, seed)
        if "delta2" not in bound.names:  # which is a margin on unit points
            spaces, games = [*spaces, *general_spaces(bound)], chain(games, general_games(bound, seed))
        return [replace(space, attacked=True) for space in spaces], (
            replace(game, space=replace(game.space, attacked=True)) for game in games
        )
    bound.require_names(OF_CLASSES, "a finite class does not have")
    if concept_class is None:
        every = [*extremal_spaces(bound, lies), *usual_spaces(bound, lies)]
    else:
        table = concept_class if isinstance(concept_class, ConceptClass) else load_class(str(concept_class))
        every = [class_space(table, bound, lies=lies)]
    chosen = []
    for space in every:
        with suppress(InputError):  # on this class the bound means nothing, as 1/log2(C) where there is one concept
            _ = space.allowed
            chosen.append(space)
    if not chosen:
        _ = every[0].allowed  # says what is wrong
    return chosen, (game for space in chosen for game in class_games(space, seed))


@dataclass
class _Search:
    grader: Grader
    random: Random
    progress: Callable[[str, float], None]
    seconds: float
    found: tuple[Record, Counterexample] | None = None
    on_ties: bool = False  # the counterexample is none if its points are moved a little: then the search continues
    problem: str | None = None
    tightest: Tightness | None = None
    exhaustive: dict[str, int] = field(default_factory=dict)
    _under_way: str = ""

    @property
    def _over(self) -> bool:
        return self.problem is not None or (self.found is not None and not self.on_ties)

    def run(self, spaces: Sequence[SearchSpace], games: Iterator[Game[Any]]) -> None:
        """Play the plain games, and then search every space with growing width. Raises CutShort."""
        self._say("playing")
        for game in games:
            if self._over:
                return
            record = self.grader.play(game)
            self._look(record)
            self._weigh(record)
        for doubled in count():
            for space in spaces:
                if self._over:
                    return
                self._at_boundary(space)
                self._search(space, 30 * 2**doubled, 12 + 6 * doubled)

    def _at_boundary(self, space: SearchSpace) -> None:
        """Play on points that are so close to the learner's decision boundary that rounding decides its answer."""
        if not space.extensible:
            return
        self._say(f"playing at the decision boundary on {space.name}")
        run = partial(at_boundary, random=self.random, rounds=8, bits=HAIRLINE)
        record = self.grader.play(Game(space, run, peeks=True))
        if record.fault:
            self._weigh(record)
        for rounds in range(1, len(record.played) + 1):
            if not self._over:
                self._weigh(replace(record, played=record.played[:rounds]))

    def _search(self, space: SearchSpace, width: int, depth: int) -> None:
        self._say(f"searching {space.name}, {width} games wide")
        beam = None
        try:
            beam = Beam(self.grader.runner, space, self.random, width)
            for record in self.grader.search(beam, depth, seen=self._look):
                self._weigh(record)
                if self._over:
                    break
        except Fault as fault:
            self.grader.end()
            self.problem = f"in a search it failed: {fault}" if fault.kind != "timeout" else None
        finally:
            if beam is not None:
                self.exhaustive[space.name] = max(beam.exhaustive, self.exhaustive.get(space.name, 0))

    def _say(self, what: str) -> None:
        self._under_way = what
        games, best = counted(self.grader.games, "game"), self.tightest
        nearest = f", best M/bound {float(best.ratio.low):.3f} (M = {best.game.mistakes})" if best else ""
        self.progress(f"{what}: {games}{nearest}", self.grader.budget.spent)

    def _look(self, record: Record) -> None:
        """Compare a game with the tightest game so far."""
        if not record.fault:
            self.tightest = tighter(self.tightest, self.grader.source.text, record.space, record.played)
        self._say(self._under_way)

    def _weigh(self, record: Record) -> None:
        """Keep a game if a replay confirms it as a counterexample. A forfeit does not refute a bound."""
        if record.fault:
            if self.grader.confirmed(record):
                hint = f"; {OTHER_LABELS}" if record.fault.is_zero and self.grader.source.kind == "file" else ""
                self.problem = f"it forfeits: {record.fault}{hint}"
            return
        violation = self.grader.verdict(record)
        if violation is None:
            return
        try:
            on_ties = not survives(self.grader, record)
        except CutShort:
            if not self.found:
                self.problem = UNJUDGED
            raise
        if on_ties and self.found:
            return
        if not on_ties:  # to play it again is worth what is kept
            self.grader.budget.extend(self.seconds - self.grader.budget.spent)
        if confirmed := self.grader.confirmed(record):
            self.found, self.on_ties = (record, confirmed), on_ties
        elif failed := diagnose(self.grader, record):
            self.problem = failed.found

    def smallest(self) -> Counterexample | None:
        """Return the shortened counterexample, if need be in its first size."""
        if self.problem or self.found is None:
            return None
        record, counterexample = self.found
        self.grader.budget.extend(self.seconds - self.grader.budget.spent)
        with suppress(CutShort):
            self._say("shrinking the counterexample")
            return Shrinker(self.grader, record, on_ties=self.on_ties).shrunk(counterexample)
        return counterexample


def tighter(best: Tightness | None, learner: str, space: SearchSpace, played: tuple[Round, ...]) -> Tightness | None:
    """Return the tighter of two games, the best so far and one just played; of equal ones, that with more mistakes."""
    while played and not played[-1].mistake:
        played = played[:-1]
    if not played or any(entry.predicted is None for entry in played) or not space.judged_soon(played):
        return best
    if not all(_beats(best, space.bound, values) for values in space.estimates(played)):
        return best
    if (explained := space.explained(learner, played)) is None:
        return best
    game, values = explained
    try:
        ratio, value = space.bound.share(values), space.bound.value_text(values)
    except (InputError, Undecided):  # the bound is 0, or says nothing here
        return best
    game = replace(game, why="mistakes", bound=space.bound.text)
    if best is not None and not _larger(ratio, game.mistakes, best):
        return best
    return Tightness(game, value, ratio, space.name)


def _beats(best: Tightness | None, bound: Bound, values: Values) -> bool:
    """Tell in floats whether a game with these values may be at least as tight as the best one."""
    try:
        ratio = float(bound.share(values).high)
    except (InputError, Undecided, OverflowError):
        return False
    least, mistakes = (float(best.ratio.low), best.game.mistakes) if best else (0.0, 0)
    return ratio > least + NEARLY or (ratio > least - NEARLY and values["M"] > mistakes)


def _larger(ratio: Interval, mistakes: int, best: Tightness) -> bool:
    """Tell whether a game is tighter, or equally tight with more mistakes; exactly if the ratios are rational."""
    return (
        ratio.low > best.ratio.high
        or (ratio == best.ratio and mistakes > best.game.mistakes)
        or (ratio.low != ratio.high and ratio.low > best.ratio.low)
    )
