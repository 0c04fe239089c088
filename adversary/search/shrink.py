"""Shorten a counterexample: first remove rounds, then make its numbers fewer and simpler.

Each step must leave a counterexample. The result is 1-minimal: without any one of its rounds, the rest is no
counterexample. The number of rounds played limits the search, so it leads to the same game on every machine, unless the
caller's time runs out first.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from operator import itemgetter

from adversary.search.counterexample import STOPPED_EARLY, Counterexample, rounds_of, unplayed
from adversary.search.games.game import MAX_TOGETHER, Asking, UnderWay, take_turns
from adversary.search.grader import Grader
from adversary.search.moves import survives
from adversary.search.record import Record, replay
from adversary.search.spaces.halfspaces import HalfspaceSpace
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Effort, without
from learners.checks.replayer import Rounds
from learners.protocol import Fault, Label
from learners.runner.clock import CutShort
from learners.runner.runner import Turn
from proofs.exact.errors import counted
from proofs.exact.mistake_bounds import PERCEPTRON_BOUNDS
from proofs.formats.trace import Round
from proofs.settings import Point

READABLE = 80  # rounds of a game that a person may read; the numbers of a longer one need not be simple
FEW = 4  # games that are played one by one
SHRINKING_ROUNDS = 300_000  # that are played to make a counterexample small
FEW_ROUNDS, PART_ON_FEW = 12, 0.2  # where no shorter game on few points is looked for; the part of the effort for that
MAX_POINTS = 30  # of a counterexample that is tried without some of them


@dataclass
class Shrinker:
    """Makes a counterexample small, as far as effort and time suffice.

    ``record`` is the game as it was found. Where learners share state, ``apart`` is set: then nothing can be seen where
    others have played. ``on_ties`` says that it is none once its points are moved a little; else smaller ones must stay
    violations then.
    """

    grader: Grader
    record: Record
    on_ties: bool = False
    apart: bool = False

    def __post_init__(self) -> None:
        self.effort = Effort(SHRINKING_ROUNDS, self._test)

    def shrunk(self, counterexample: Counterexample) -> Counterexample:
        """Return the smallest counterexample found, with what was tried to find a shorter one."""
        self.apart = bool(counterexample.before)
        if counterexample.fault and self.record.fault and self.record.fault.kind not in ("raised", "illegal label"):
            return replace(
                counterexample, minimal=len(counterexample.rounds) <= 1
            )  # the process ends each time: that takes too long
        self._smallest = counterexample
        over = "no shorter game was found in"
        pending: list[Counterexample] = []
        try:
            for small in self._smaller(counterexample):
                pending.append(small)
                if self.apart:  # a process of its own has just played it
                    counterexample, pending = small, []
                elif 2 * len(small.rounds) <= len(counterexample.rounds):  # each confirmation takes a process
                    counterexample, pending = self._confirmed(pending) or counterexample, []
            counterexample, pending = self._confirmed(pending) or counterexample, []
            if self.effort.left <= 0:
                over = "the search for a shorter game reached its limit after"
        except (CutShort, Fault) as cut:
            with suppress(CutShort, Fault):
                self.grader.have_time_to_confirm()
                counterexample = self._confirmed(pending) or counterexample
            tries = self.effort.tries
            after = f"after {counted(tries, 'attempt')}" if tries else "before the first attempt"
            return replace(counterexample, search=f"{STOPPED_EARLY} {after}: {cut}")
        return replace(
            counterexample, search=f"{over} {counted(self.effort.tries, 'attempt')}" if self.effort.tries else ""
        )

    def _confirmed(self, games: Sequence[Counterexample]) -> Counterexample | None:
        """Return the last of these games that is a counterexample when a new process plays it.

        It is minimal only if the process that has judged the shorter games shows the violation, too.
        """
        for small in reversed(games):
            game = self.record.of(small)
            if sure := self.grader.judged(game, self.grader.alone(game)):
                both = small is games[-1] and small.minimal and self.again(game)
                return replace(sure, minimal=bool(both))
        return None

    def _test(self, games: Sequence[Counterexample]) -> Counterexample | None:
        """Return the first of these games that is a counterexample: see ``Effort``."""
        dimension = self.grader.source.reading.dimension  # in which alone the learner can play, or 0
        games = [game for game in games if not self._too_short(game)]
        games = [game for game in games if not dimension or game.setting.dimension == dimension]
        self.effort.tries += len(games)
        for game in self._promising(games):
            self.effort.left -= len(game.rounds)
            if self.effort.left <= 0:
                return None
            smaller = self.again(self.record.of(game))
            if smaller is None or smaller.keepable < self._smallest.keepable:
                continue  # a part of the class on which no learner keeps the bound tells nothing about this one
            if smaller.target is None and self._smallest.target is not None:
                continue
            if self.on_ties or self.apart or survives(self.grader, self.record.of(smaller), fresh=False):
                self._smallest = smaller
                return smaller
        return None

    def _smaller(self, counterexample: Counterexample) -> Iterator[Counterexample]:
        """Yield ever smaller counterexamples. Games on few points are tried first, or last if the game is short.

        A short game mostly becomes as short without them, and is then easier to read.
        """
        last, space = counterexample, self.record.space
        if len(counterexample.rounds) > FEW_ROUNDS:
            for last in self._on_few_points(counterexample):
                yield last
        for last in shrink(space, last, self.effort):  # noqa: B020 - the loop continues with the last one
            yield last
        if len(last.rounds) <= FEW_ROUNDS:
            for shorter in self._on_few_points(last):
                yield from shrink(space, shorter, self.effort)

    def _on_few_points(self, counterexample: Counterexample) -> Iterator[Counterexample]:
        """Search for shorter games on few points, in which each round shows a point that the learner gets wrong.

        They are tried on two points, and then on those of the counterexample without as many as possible. Each of the
        two may take a part of the effort.
        """
        space, effort = self.record.space.at(counterexample.setting), self.effort
        if not isinstance(space, HalfspaceSpace) or space.bound.text not in PERCEPTRON_BOUNDS:
            return
        if self.apart or space.told or self.record.fault:
            return
        enough = effort.left * (1 - PART_ON_FEW)
        pairs = space.few_points(len(counterexample.rounds))
        if best := self._wrong_first(((space.at(setting), script, count) for setting, script, count in pairs), enough):
            yield best[0]
            return
        enough, script = effort.left * (1 - PART_ON_FEW), tuple(dict.fromkeys(rounds_of(counterexample.rounds)))
        parts = [script] if len(script) <= MAX_POINTS else []
        while parts and effort.left > enough:
            counts = [(space.fewest(part), part) for part in parts]
            counts = sorted([pair for pair in counts if pair[0] <= len(counterexample.rounds)], key=itemgetter(0))
            parts, at = [], space.at(counterexample.setting)
            if best := self._wrong_first(((at, part, int(fewest)) for fewest, part in counts), enough):
                counterexample, part = best
                yield counterexample
                parts = [part[:n] + part[n + 1 :] for n in range(len(part))]

    def _wrong_first(
        self, tries: Iterable[tuple[SearchSpace, Rounds, int]], enough: float
    ) -> tuple[Counterexample, Rounds] | None:
        """Play games in which each round shows a point that the learner gets wrong, until one is a counterexample.

        Up to ``MAX_TOGETHER`` games are played at the same time, and then judged in order. Return the counterexample,
        and the points that were tried.
        """
        waiting = iter(tries)
        while self.effort.left >= enough and (batch := [*islice(waiting, MAX_TOGETHER)]):
            mistakes: list[list[tuple[Point, Label]]] = [[] for _ in batch]
            games = [UnderWay(_errors(*tried, rounds)) for tried, rounds in zip(batch, mistakes, strict=True)]
            self._play(games, self.effort.left - enough)
            for (space, script, count), under_way, rounds in zip(batch, games, mistakes, strict=True):
                if self.effort.left < enough:
                    break
                self._end(under_way)
                self.effort.tries += 1
                self.effort.left -= (1 + len(script)) * min(len(rounds) + 1, count)
                game = replace(self._smallest, setting=space.setting, before=(), rounds=unplayed(tuple(rounds)))
                if len(rounds) == count and (better := self._test([game])):
                    return better, script
        return None

    def _play(self, games: Sequence[UnderWay], points: float) -> None:
        """Play games at the same time, until about so many points were asked about, or one ends the process."""
        runner = self.grader.runner
        while runner.takes_turns and points > 0 and (live := [game for game in games if game.turn is not None]):
            points -= sum(len(game.turn.points) for game in live if game.turn)
            try:
                take_turns(runner, live)
            except CutShort as cut:
                for game in live:
                    game.stop(cut)
            except Fault:
                self.grader.end()
                return

    def _end(self, game: UnderWay) -> None:
        """Play a game alone if it is not over. Raises CutShort, if that is how it ended."""
        if game.turn is not None:
            game.play_out(self.grader.runner)
        if isinstance(game.stopped, CutShort):
            raise game.stopped
        if game.stopped:
            self._failed(game.stopped)

    def _promising(self, games: Sequence[Counterexample]) -> Iterable[Counterexample]:
        """Drop the games that are clearly no counterexamples, after all of them were played together."""
        settings = [game.setting for game in games]
        if len(games) < FEW or self.record.fault or self.apart or any(other != settings[0] for other in settings):
            return games
        space = self.record.space.at(settings[0])
        points, numbers = space.numbered(entry.x for game in games for entry in game.rounds)
        scripts = [[(numbers[entry.x], entry.label) for entry in game.rounds] for game in games]
        self.effort.left -= sum(map(len, scripts))
        try:
            runner = self.grader.runner
            runner.begin(space.setting, points, space.sees)
            labels = runner.branches(scripts, 0)
        except Fault as fault:
            self._failed(fault)
            return games
        return [
            game
            for game, answers in zip(games, labels, strict=True)
            if not self._hopeless(space, [Round(e.x, p, e.label) for e, p in zip(game.rounds, answers, strict=True)])
        ]

    def again(self, game: Record) -> Counterexample | None:
        """Judge a game, played in the current process if learners share no state, else in a new process."""
        if game.before or self.apart:
            again = self.grader.alone(game)
        else:
            again = replay(self.grader.runner, game, ahead=not game.fault)
            if again.fault and again.fault.kind not in ("raised", "illegal label"):
                self._failed(again.fault)
        if not again.fault and self._hopeless(game.space, again.played):
            return None
        return self.grader.judged(game, again)

    def _failed(self, fault: Fault) -> None:
        """End a process in which a learner failed. Raises CutShort if a call took too long: the machine may be slow."""
        self.grader.end()
        if fault.kind == "timeout":
            raise CutShort(fault.detail, fault.limit)

    def _too_short(self, game: Counterexample) -> bool:
        """Tell exactly whether a game is too short for a violation even if every round is a mistake."""
        if self.record.fault or self.grader.consistent or not game.rounds:
            return False
        return self.record.space.at(game.setting).too_short(game.rounds, self._smallest, self.grader.tolerance)

    def _hopeless(self, space: SearchSpace, played: Sequence[Round]) -> bool:
        """Tell in floats whether rounds keep the bound; only the others are judged exactly."""
        return not self.grader.consistent and space.hopeless(played)


def _errors(space: SearchSpace, script: Rounds, count: int, rounds: list[tuple[Point, Label]]) -> Asking[None]:
    """Show, of the points with these labels, always one that the learner gets wrong; add up the rounds."""
    points, numbers = space.numbered(x for x, _ in script)
    asked = [numbers[x] for x, _ in script]
    turn = Turn(setting=space.setting, pool=points, points=asked, sees=space.sees)
    while len(rounds) < count:
        labels = yield turn
        order = [*range(len(rounds) % len(script), len(script)), *range(len(script))]
        wrong = next((n for n in order if labels[n] != script[n][1]), None)
        if wrong is None:
            return
        yield Turn(points=[asked[wrong]])
        rounds.append(script[wrong])
        turn = Turn(script[wrong][1], points=asked)


def shrink(space: SearchSpace, smallest: Counterexample, effort: Effort) -> Iterator[Counterexample]:
    """Yield ever smaller counterexamples; the last one says whether it is 1-minimal.

    The steps are large ones, so that where the caller has to stop in the
    middle, what is left seldom depends on when.
    """
    smallest = _fewer_points(smallest, effort)
    for smallest in _fewer_rounds(smallest, effort):  # noqa: B020 - the last is what the next step begins with
        yield smallest
    enough = effort.left // 2  # the rest is for finding out whether a round can still be dropped
    changed = True
    while changed and effort.left > enough:
        changed = False
        simpler = space.at(smallest.setting).steps() if len(smallest.rounds) <= READABLE else ()
        for simplify in (_fewer_before, *simpler):
            if better := simplify(smallest, effort):
                smallest, changed = better, True
        if changed:
            for smallest in _fewer_rounds(smallest, effort):  # noqa: B020 - as above
                yield smallest


def _fewer_points(smallest: Counterexample, effort: Effort) -> Counterexample:
    """Drop all rounds with right answers, and then all rounds of a point, as long as a counterexample remains."""
    wrong = tuple([entry for entry in smallest.rounds if entry.mistake])
    if 0 < len(wrong) < len(smallest.rounds):
        smallest = effort.test([replace(smallest, rounds=wrong)]) or smallest
    points = list(dict.fromkeys(entry.x for entry in smallest.rounds))
    size = len(points) // 2
    while size and effort.left > 0:
        kept = [{*rest} for rest in without(points, size) if rest]
        games = [
            replace(smallest, rounds=tuple([entry for entry in smallest.rounds if entry.x in rest])) for rest in kept
        ]
        if better := effort.test(games):
            smallest = better
            points = list(dict.fromkeys(entry.x for entry in smallest.rounds))
            size = min(size, len(points) // 2)
        else:
            size //= 2
    return smallest


def _fewer_rounds(smallest: Counterexample, effort: Effort) -> Iterator[Counterexample]:
    """Drop rounds, many at a time and then one by one; yield the rest whenever no more rounds can be dropped."""
    size = max(len(smallest.rounds) // 2, 1)
    while effort.left > 0:
        if better := effort.test([replace(smallest, rounds=rest) for rest in without(smallest.rounds, size)]):
            smallest = better
            size = max(min(size, len(smallest.rounds) // 2), 1)
            continue
        yield replace(smallest, minimal=size == 1 and effort.left > 0)  # else not every round was tried
        if size == 1:
            return
        size = (size + 1) // 2
    yield replace(smallest, minimal=False)


def _fewer_before(counterexample: Counterexample, effort: Effort) -> Counterexample | None:
    counts = (1, 2, 3, 4, 5, 6, 8, 16)
    few = [
        replace(counterexample, before=counterexample.before[-many:])
        for many in counts
        if many < len(counterexample.before)
    ]
    if few and (better := effort.test(few)):
        counterexample = better  # to leave out halves would take long, and may lead elsewhere
    best, size = better if few else None, len(counterexample.before)
    while size and effort.left > 0:
        game = best or counterexample
        if better := effort.test([replace(game, before=rest) for rest in without(game.before, size)]):
            best, size = better, min(size, len(better.before))
        else:
            size //= 2
    return best
