"""The record of a game of a search: its space, rounds and outcome, and its replay by a fresh learner."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from adversary.search.counterexample import Counterexample, Played, rounds_of, unplayed
from adversary.search.games.game import Asking
from adversary.search.spaces.registry import SearchSpace
from adversary.search.specification import Specification
from adversary.search.under_way import MAX_TOGETHER, UnderWay, take_turns
from learners.checks.replayer import Answers, Rounds
from learners.protocol import Fault, Label, Prediction, as_label, run_rounds
from learners.runner.clock import CutShort
from learners.runner.runner import Begin, Runner, Turn
from proofs.exact.vectors import Vector
from proofs.settings import Point, SearchSetting


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played or will be replayed: its space and its rounds.

    ``peeks`` says that it asked about more points than it showed, ``fault`` where the learner failed to go on, if it
    did. ``before`` are rounds that another learner of the same class is taught first, in the same process.
    """

    space: SearchSpace
    played: tuple[Played, ...]
    specification: Specification = field(default_factory=Specification)
    peeks: bool = False
    fault: Fault | None = None
    before: Rounds = ()

    @property
    def setting(self) -> SearchSetting:
        """The setting."""
        return self.space.setting

    @property
    def rounds(self) -> Rounds:
        """Its points and labels."""
        return rounds_of(self.played)

    @property
    def answers(self) -> Answers:
        """Return the learner's answers."""
        return [entry.predicted for entry in self.played]

    @property
    def mistakes(self) -> int:
        """How many answers differ from the labels."""
        return sum(entry.wrong for entry in self.played)

    def of(self, found: Counterexample) -> "Record":
        """Return another game, to be played in the same way."""
        return replace(self, space=self.space.at(found.setting), before=found.before, played=found.rounds)

    def on(self, rounds: Rounds) -> "Record":
        """Return the game with other rounds, and nothing before them."""
        return replace(self, played=unplayed(rounds), before=())


def replay(runner: Runner, game: Record, beside: Rounds = (), *, ahead: bool = False) -> Record:
    """Play the rounds of a game to a fresh learner, each label after its prediction. Raises CutShort.

    ``beside`` are rounds, of the same points, that another learner in the same process is taught after each of them;
    if it fails there, that does not matter: perhaps no target explains them. ``ahead`` is for rounds that are not
    expected to fail: the next point comes with a label, in half as many messages, which take most of a grade. If they
    fail they are played again without that.
    """
    points, numbers = game.space.numbered(x for x, _ in game.rounds)
    other = [(numbers[x], label) for x, label in beside]
    played: list[Played] = []
    answered = 0

    def answer(_: Point, said: Prediction) -> Label:
        nonlocal answered
        entry = played[answered]
        played[answered] = replace(entry, predicted=as_label(said))
        answered += 1
        return entry.label

    def shown() -> Iterator[tuple[Point, Label]]:
        for x, label in game.rounds:
            played.append(Played(x, None, label))
            yield numbers[x], label

    try:
        runner.begin(game.setting, points, game.space.sees)
        if ahead:
            for said in runner.replay(shown()):
                answer(0, said)
        for _ in () if ahead else run_rounds(runner, ((number, answer) for number, _ in shown())):
            if other:
                _teach_another(runner, other)
    except Fault as fault:
        if ahead and fault.kind in ("raised", "illegal label"):  # its process continues
            return replay(runner, game, beside)
        return replace(game, played=tuple(played[: answered + 1]), fault=fault)
    return replace(game, played=tuple(played), fault=None)


def own_weights(runner: Runner, game: Record) -> tuple[Vector, ...] | None:
    """Replay a game; return the w that the learner shows before the first round and after each.

    A learner that has none before the first round has 0 there. ``None`` says that it shows none, or answers differently
    than in the game.
    """
    points, numbers = game.space.numbered(x for x, _ in game.rounds)
    runner.begin(game.setting, points, game.space.sees)
    found = [runner.weights() or Vector(())]
    for entry in game.played:
        if runner.predict(numbers[entry.x]) != entry.predicted:
            return None
        runner.update(numbers[entry.x], entry.label)
        if (w := runner.weights()) is None:
            return None
        found.append(w)
    return tuple(found)


def replay_together(runner: Runner, games: Sequence[Record]) -> list[Answers] | None:
    """Return the answers of fresh learners in several games at the same time; ``None`` if the process ends.

    They are rounds that are not expected to fail: where a learner does, it plays them again alone. Raises CutShort.
    """
    if not runner.takes_turns:
        return [in_time(replay(runner, game, ahead=True)).answers for game in games]
    answers = [list[Prediction | None]() for _ in games]
    played = [UnderWay(_shown(game, said)) for game, said in zip(games, answers, strict=True)]
    try:
        while live := [game for game in played if game.turn is not None][:MAX_TOGETHER]:
            take_turns(runner, live)
        failed = [number for number, game in enumerate(played) if game.stopped]
        again = {number: in_time(replay(runner, games[number])).answers for number in failed}
    except Fault:
        return None
    return [again.get(number, said) for number, said in enumerate(answers)]


def _shown(game: Record, answers: list[Prediction | None]) -> Asking[None]:
    """Play the rounds of a game, and add up the answers."""
    rounds = game.rounds
    seen = {id(x): x for x, _ in rounds}  # to hash a vector takes time, and most are shown often
    points, numbers = game.space.numbered(seen.values())
    named = {name: numbers[x] for name, x in seen.items()}
    turn = Turn(begin=Begin(game.setting, points, game.space.sees))
    for x, label in rounds:
        answers += yield Turn(turn.label, turn.begin, points=(named[id(x)],))
        turn = Turn(label)
    yield turn


def _teach_another(runner: Runner, rounds: Sequence[tuple[Point, Label]]) -> None:
    """Have another learner play rounds; ignore its answers and faults, except a call that takes too long."""
    try:
        runner.branches([rounds], 0)
    except Fault as fault:
        if fault.kind == "timeout":
            raise


def in_time(again: Record) -> Record:
    """Return a replayed game. A call that takes too long only in the replay makes the result unknown.

    Raises:
        CutShort: one was.

    """
    if again.fault and again.fault.at_a_limit:
        words = f"{again.fault.detail}; this did not happen when these rounds were first played"
        raise CutShort(words, again.fault.limit)
    return again
