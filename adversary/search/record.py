"""The record of a game of a search: its space, rounds and outcome, and its replay by a fresh learner."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from adversary.search.counterexample import Counterexample, rounds_of, unplayed
from adversary.search.games.game import MAX_TOGETHER, Asking, UnderWay, take_turns
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Values
from learners.checks.replayer import Answers, Rounds
from learners.protocol import Fault, Label, Prediction, as_label, run_rounds
from learners.runner.clock import CutShort
from learners.runner.runner import Runner, Turn
from proofs.exact.errors import counted
from proofs.exact.rationals import equals, short_number
from proofs.exact.vectors import Vector
from proofs.formats.trace import Round
from proofs.settings import Point, SearchSetting

ROUNDING = Fraction(1, 50_000)
"""The part of γ² that is tolerated: more than what single precision's rounding costs, less than half precision's."""


def broken(
    learner: str, space: SearchSpace, played: Sequence[Round], tolerance: Fraction = Fraction(0)
) -> Counterexample | None:
    """Return a game with more mistakes than the bound allows, or ``None`` if it keeps the bound or is not realizable.

    The ``tolerance`` is a part of γ²: the game must also break the bound with γ²·(1 − tolerance) for γ², since learners
    that calculate in floats may not answer for what rounding does to the last digits.
    """
    bound = space.bound
    if not played or space.holds_at_once(played):
        return None
    explained = space.explained(learner, played)
    if explained is None:
        return None
    game, values = explained
    smaller: Values = {name: value * (1 - tolerance) for name, value in values.items() if name in ("gamma2", "delta2")}
    smaller |= {name: value * (1 + tolerance) for name, value in values.items() if name in ("U2", "H", "B2")}
    if bound.holds(values) or bound.holds(values | smaller):
        return None
    keepable = bound.holds(values | {"M": 0} | ({"H": 0} if "H" in values else {}))
    allowed = bound.most({name: value for name, value in values.items() if name != "M"}) if keepable else -1
    text = bound.value_text(values)
    value = short_number(Fraction(text)) if RATIONAL.fullmatch(text) else text
    readable = bound.text.replace("gamma2", "γ²").replace("delta2", "δ²").replace("R2", "R²")
    reason = f"{game.reason}{space.about(values)}{readable} = {value}"
    return replace(game, why="mistakes", bound=bound.text, allowed=allowed, reason=reason)


RATIONAL = re.compile(r"-?\d+(/\d+)?")


def contradiction(
    learner: str, space: SearchSpace, played: Sequence[Round], *, trained: bool = False
) -> Counterexample | None:
    """Return the game up to the first answer that is not what was told of that point, if a target explains it.

    A program that is ``trained`` in one call need not know data that have but one label.
    """
    labels: dict[Point, Label] = {}
    for number, entry in enumerate(played, 1):
        enough = not trained or len({*labels.values()}) > 1
        if labels.get(entry.x, entry.predicted) != entry.predicted and enough:
            explained = space.explained(learner, played[:number])
            if explained is None:
                return None
            game, values = explained
            reason = _training(space, played[:number], values) if trained else ""
            return replace(game, why="contradiction", bound=space.bound.text, reason=reason)
        labels[entry.x] = entry.label
    return None


def _training(space: SearchSpace, played: Sequence[Round], told: Values) -> str:
    """Return how a program was trained before it contradicts its data: how many passes it made, and what is enough."""
    best = replace(space, told=False).explained("", played)
    assert best is not None  # noqa: S101 - it has at least the margin that is told
    needed = best[1]["R2"] / Fraction(best[1]["gamma2"])
    data = counted(len({entry.x for entry in played}), "point")
    passes, value = int(told["R2"] / Fraction(told["gamma2"])), equals(short_number(needed))
    of = " of the points (x, 1)" if getattr(space, "has_threshold", False) else ""
    enough = f"{int(needed):,} are enough, as R²/γ²{of} {value}"
    return f"that is after {passes:,} or more passes over the {data}, and {enough}"


def forfeit(learner: str, space: SearchSpace, played: Sequence[Round], fault: Fault) -> Counterexample:
    """Return the game in which the learner failed; its last round has no prediction, or it fails in the update."""
    game = explained_game(learner, space, played)
    return replace(game, why="forfeit", fault=str(fault), failure=fault)


def explained_game(learner: str, space: SearchSpace, played: Sequence[Round]) -> Counterexample:
    """Return a game with two different answers, together with its target, if one exists."""
    explained = space.explained(learner, played) if played else None
    return explained[0] if explained else Counterexample(learner, space.setting, tuple(played))


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played or will be replayed: its space and its rounds.

    ``peeks`` says that it asked about more points than it showed, ``fault`` where the learner failed to go on, if it
    did. ``before`` are rounds that another learner of the same class is taught first, in the same process.
    """

    space: SearchSpace
    played: tuple[Round, ...]
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
        return sum(entry.mistake for entry in self.played)

    def of(self, counterexample: Counterexample) -> "Record":
        """Return another game, to be played in the same way."""
        return replace(
            self,
            space=self.space.at(counterexample.setting),
            before=counterexample.before,
            played=counterexample.rounds,
        )

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
    played: list[Round] = []
    answered = 0

    def answer(_: Point, predicted: Prediction) -> Label:
        nonlocal answered
        entry = played[answered]
        played[answered] = entry._replace(predicted=as_label(predicted))
        answered += 1
        return entry.label

    def shown() -> Iterator[tuple[Point, Label]]:
        for x, label in game.rounds:
            played.append(Round(x, None, label))
            yield numbers[x], label

    try:
        runner.begin(game.setting, points, game.space.sees)
        if ahead:
            for _, _, prediction in runner.replay((number, None, label) for number, label in shown()):
                answer(0, prediction)
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

    ``None`` says that it shows none, or answers differently than in the game.
    """
    points, numbers = game.space.numbered(x for x, _ in game.rounds)
    runner.begin(game.setting, points, game.space.sees)
    return runner.weights_in([entry._replace(x=numbers[entry.x]) for entry in game.played])


def replay_together(runner: Runner, games: Sequence[Record]) -> list[Answers] | None:
    """Return the answers of fresh learners in several games at the same time; ``None`` if the process ends.

    They are rounds that are not expected to fail: where a learner does, it plays them again alone. Raises CutShort.
    """
    if not runner.takes_turns:
        return [in_time(replay(runner, game, ahead=True)).answers for game in games]
    answers = [list[Prediction | None]() for _ in games]
    played = [UnderWay(_shown(game, labels)) for game, labels in zip(games, answers, strict=True)]
    try:
        while live := [game for game in played if game.turn is not None][:MAX_TOGETHER]:
            take_turns(runner, live)
        failed = [number for number, game in enumerate(played) if game.stopped]
        again = {number: in_time(replay(runner, games[number])).answers for number in failed}
    except Fault:
        return None
    return [again.get(number, labels) for number, labels in enumerate(answers)]


def _shown(game: Record, answers: list[Prediction | None]) -> Asking[None]:
    """Play the rounds of a game, and add up the answers."""
    rounds = game.rounds
    seen = {id(x): x for x, _ in rounds}  # to hash a vector takes time, and most are shown often
    points, numbers = game.space.numbered(seen.values())
    named = {name: numbers[x] for name, x in seen.items()}
    turn = Turn(setting=game.setting, pool=points, sees=game.space.sees)
    for x, label in rounds:
        answers += yield turn._replace(points=(named[id(x)],))
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
