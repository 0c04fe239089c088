"""The exact worst case of a deterministic learner on a finite class: the most mistakes on any sequence, in any order.

Against a deterministic learner it does not matter when the adversary chooses the target. So for each concept as target
the learner's states form a graph, with a move for each point, and the worst case is the path with the most mistakes. A
cycle with a mistake in it can be repeated forever, and a cycle without a mistake gains nothing. The concepts share the
moves, so the learner plays each move only once. With lies, a node of the graph has the state, and the number of lies
that the target has left.

A state is the pickled learner. Equal bytes are the same learner if pickling captures everything that it knows.
Different bytes may be the same learner, which costs only time.
"""

import copyreg
import io
import pickle
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from learners.algorithms.perceptron import Perceptron, SteppingPerceptron
from learners.loading.sources import Source, find
from learners.protocol import Fault, Label, Learner, opposite, run_rounds
from learners.runner.runner import LocalRunner
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.errors import InputError, require_known
from proofs.settings import Finite
from proofs.solvers.budget import Bounds, Budget, OutOfBudget, given_budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.spaces import Spaces, Universe
from proofs.solvers.values import Values

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

Count = Literal["mistakes", "updates"]
COUNTS: tuple[Count, ...] = get_args(Count)
"""What is counted: the rounds with a wrong prediction, or those that change the learner."""

LabeledPoints = list[tuple[int, Label]]
"""Points and their labels, in order."""

MAX_STATES = 1_000_000  # of the default budget: some learners have infinitely many
_FIRST_STATES = 1_000  # that each concept gets before any gets more, so that no endless graph starves the others
_SHARED = (type, ConceptClass, Littlestone, Spaces, Universe, Values)
"""What they answer never changes, whatever they remember."""
_PLAIN_WEIGHTS = (Perceptron, SteppingPerceptron)

_Move = tuple[int, int]  # (next state, 1 if the round counts or else 0)
_Edge = tuple[int, Label, int, int]  # (point, label, next node, 1 if the round counts or else 0)
_Graph = dict[int, list[_Edge]]  # a node that is not a key has not been looked at


@dataclass(frozen=True)
class WorstCase:
    """The worst case of a learner on a class: the number of mistakes (or updates), and a sequence that reaches it.

    On the sequence ``rounds`` the learner errs ``at_least`` times. At most ``lies`` labels of the sequence differ from
    those of ``concept``. If the search was complete, ``at_most`` equals ``at_least``. If the budget ``ran_out``,
    ``at_most`` is the bound of the learner's theorem, or ``None``. If the number of mistakes is unbounded, ``cycle``
    has the rounds that can be repeated for ever after ``rounds``; then ``at_least`` counts the mistakes in ``rounds``
    and one cycle, and ``at_most`` is ``None``. ``states`` is the number of examined combinations of a concept, a state
    of the learner, and a number of lies that are still allowed.
    """

    at_least: int
    at_most: int | None
    rounds: LabeledPoints
    concept: int
    states: int
    cycle: LabeledPoints | None = None
    ran_out: str = ""
    lies: int = 0

    @property
    def mistakes(self) -> Bounds | None:
        """Return the number of mistakes, or its bounds; an upper bound is ``None`` if none is known."""
        return None if self.at_most is None else Bounds(self.at_least, self.at_most, self.ran_out)

    def __str__(self) -> str:
        if self.cycle is not None:
            return "unbounded"
        return f"at least {self.at_least}" if self.mistakes is None else str(self.mistakes)


def worst_case(
    learner: object,
    concept_class: str | Path | ConceptClass,
    budget: Budget | None = None,
    *,
    count: Count = "mistakes",
    lies: int = 0,
) -> WorstCase:
    """Return the exact largest number of mistakes of a learner on sequences that a concept of the class explains.

    Time and memory are proportional to the number of states that the learner can reach, for each concept. The budget
    limits the number of states, by default to ``MAX_STATES``. If the budget runs out, the result is a lower bound that
    a sequence reaches. ``count="updates"`` counts the rounds that change the learner. A Perceptron that learns from
    ties can have more updates than mistakes.

    Args:
        learner: a registered name, a class, a factory, an instance, or a ``Source``.
        concept_class: ``"intervals:11"``, a file, or a ``ConceptClass``.
        budget: the maximum number of states to examine, and the time.
        count: ``"mistakes"`` or ``"updates"``.
        lies: how many labels of a sequence may differ from those of the concept.

    Raises:
        InputError: ``lies`` is below 0; the learner is randomized, cannot be copied, plays in a process of its own, or
            cannot be made.
        Fault: the learner forfeits on a sequence of the class.

    """
    require_known("count", COUNTS, str(count))
    source = find(learner)
    if not isinstance(concept_class, ConceptClass):
        concept_class = load_class(str(concept_class))
    if source.out_of_process:
        raise InputError(
            f"{source.text} plays in a process of its own, where its states cannot be seen: "
            "give a named learner or, from Python, a class"
        )
    setting = Finite(concept_class, lies)
    budget = given_budget(budget, MAX_STATES)
    play = _Play(source, setting, count, budget.seconds)
    best = _search(play, budget)
    if play.replayed([*best.rounds, *(best.cycle or [])]) != best.at_least:
        raise InputError(
            f"{source.text} plays differently when it is made afresh: it is not deterministic, or copies badly"
        )
    at_most = None
    if best.cycle is None:
        at_most = _theorem(source, setting, count) if best.ran_out else best.at_least
    return replace(best, at_most=at_most, states=sum(play.looked_at.values()), lies=lies)


def homogeneous(source: Source, concept_class: ConceptClass) -> Source | None:
    """Return a named learner as it is shown (x, 1) in place of x, if it is one of halfspaces and a point is 0.

    A halfspace through the origin gives 0 no label, and so a threshold needs a coordinate that is always 1
    (Chan, CSCI4230 Notes 3, section 1). ``None``: it is shown the points as they are.
    """
    if source.kind != "named" or source.text.startswith("homogeneous:") or concept_class.vectors is None:
        return None
    if source.card().sees not in ("dense", "exact") or all(any(x) for x in concept_class.vectors):
        return None
    return find(f"homogeneous:{source.text}")


def _theorem(source: Source, setting: Finite, count: Count) -> int | None:
    """Return the bound of a registered learner's theorem; the bound of any other learner is only its own claim."""
    bound = source.card().mistake_bound if source.is_ours and count == "mistakes" else None
    most = bound(setting) if bound else None
    return None if most is None else int(most // 1)


def _search(play: "_Play", budget: Budget) -> WorstCase:
    """Return the best path, and the budget that ran out. A path with a cycle ends the search."""
    best = WorstCase(0, None, [], 0, 0)
    waiting, limit = list(range(play.concept_class.size)), _FIRST_STATES
    while waiting:
        unfinished = []
        for concept in waiting:
            graph, why = play.explore(concept, limit, budget)
            counted, rounds, cycle = _longest(graph, play.start)
            if cycle is not None or counted > best.at_least:
                best = WorstCase(counted, None, rounds, concept, 0, cycle)
            if cycle is not None:
                return best
            if why is not None:
                return replace(best, ran_out=why)
            if not play.complete:
                unfinished.append(concept)
        waiting, limit = unfinished, limit * 10
    return best


class _Play:
    """The learner's states, numbered in the order of discovery, and the known moves between them."""

    def __init__(self, source: Source, setting: Finite, count: Count, seconds: float | None) -> None:
        self.concept_class, self.complete = setting.concept_class, True
        self.start = setting.lies  # node i·(1 + lies) + j is state i where the concept has j lies left
        self.looked_at: dict[int, int] = {}  # states, for each concept
        self._source, self._setting, self._count = source, setting, count
        self._shared: dict[int, Any] = {}  # by id, which is kept so from being given to another
        runner = LocalRunner(source)
        runner.begin(setting)
        self._card = runner.card
        if self._card.randomized:
            raise InputError(f"{source.text} is randomized: the worst case is that of a deterministic learner")
        start = self._freeze(runner.learner)
        self._numbers, self._states = {start: 0}, [start]
        self._solving = Budget(seconds=seconds)  # for a learner that itself solves a game, which may take forever
        for shared in self._shared.values():
            if isinstance(shared, Littlestone | Values):
                shared.budget = self._solving
        self._moves: dict[tuple[int, int, Label], _Move] = {}

    def explore(self, concept: int, limit: int, budget: Budget) -> tuple[_Graph, str | None]:
        """Return the graph of a concept up to a number of states, and the budget that ran out; sets ``complete``.

        Mistakes are followed first: what is known when the budget runs out is then a long path.
        """
        table = self.concept_class
        labels: dict[int, Label] = {
            point: 1 if label == 1 else -1
            for point in range(table.points)
            if (label := table.label(concept, point))  # where it is undefined, it is no target
        }
        graph: _Graph = {}
        stack = [self.start]
        self.complete = False
        while stack:
            node = stack.pop()
            if node in graph:
                continue
            if len(graph) == limit:
                return graph, None
            try:
                budget.spend()
                edges = self._edges(node, labels)
            except OutOfBudget as error:
                return graph, str(error)
            graph[node] = edges
            self.looked_at[concept] = len(graph)
            for wanted in (0, 1):
                stack.extend([target for _, _, target, gain in graph[node] if gain == wanted])
        self.complete = True
        return graph, None

    def _edges(self, node: int, labels: dict[int, Label]) -> list[_Edge]:
        """Return the moves from a node: true labels, and lies if one is left, without rounds that change nothing."""
        nodes_per_state = 1 + self._setting.lies
        state, lies = divmod(node, nodes_per_state)
        edges: list[_Edge] = []
        for point, label in labels.items():
            may_follow = [(label, lies), (opposite(label), lies - 1)] if lies else [(label, lies)]
            for answer, lies_after in may_follow:
                after, gain = self._move(state, point, answer)
                if after != state or gain:
                    edges.append((point, answer, after * nodes_per_state + lies_after, gain))
        return edges

    def replayed(self, rounds: LabeledPoints) -> int:
        """Return the count when a fresh learner that was never copied plays the rounds."""
        runner = LocalRunner(self._source.again())
        runner.begin(self._setting)
        before, total = self._freeze(runner.learner), 0
        for point, label in rounds:
            before, gain = self._round(runner, before, point, label)
            total += gain
        return total

    def _move(self, state: int, point: int, label: Label) -> _Move:
        if (move := self._moves.get((state, point, label))) is None:
            before = self._states[state]
            runner = LocalRunner(self._source)
            learner: Learner = _Unpickler(io.BytesIO(before), self._shared).load()
            runner.adopt(learner, self._card, self._setting)
            after, gain = self._round(runner, before, point, label)
            number = self._numbers.setdefault(after, len(self._states))
            if number == len(self._states):
                self._states.append(after)
            move = self._moves[state, point, label] = number, gain
        return move

    def _round(self, runner: LocalRunner, before: bytes, point: int, label: Label) -> tuple[bytes, int]:
        try:
            ((_, predicted, _),) = run_rounds(runner, [(point, label)])
        except Fault:
            self._solving.spend()  # raises what it was, if that was no fault but the end of the budget
            raise
        after = self._freeze(runner.learner)
        return after, int(after != before if self._count == "updates" else predicted != label)

    def _freeze(self, learner: Learner) -> bytes:
        file = io.BytesIO()
        try:
            _Pickler(file, self._shared).dump(learner)
        except Exception as error:  # noqa: BLE001 - what cannot be pickled raises what it likes
            raise InputError(f"{self._source.text} cannot be copied in the middle of a game: {error}") from None
        return file.getvalue()


class _Pickler(pickle.Pickler):
    """Copies a learner, but for what its copies may share, such as solvers with caches: it is kept by number.

    A class, because Python 3.13.0 takes no ``persistent_id`` that is set on a pickler.
    """

    def __init__(self, file: io.BytesIO, shared: dict[int, Any]) -> None:
        super().__init__(file, protocol=5)
        self.dispatch_table = copyreg.dispatch_table | dict.fromkeys(_PLAIN_WEIGHTS, _plain_weights)
        self._shared = shared

    def persistent_id(self, part: object) -> int | None:
        if not isinstance(part, _SHARED):
            return None
        self._shared[id(part)] = part
        return id(part)


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, shared: dict[int, Any]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, number: int) -> Any:
        return self._shared[number]


def _plain_weights(learner: Any) -> Any:
    """Reduce a learner with its weights in order and without zeros, where nothing depends on these."""
    make, arguments, state, *_ = learner.__reduce_ex__(4)
    weights = {index: value for index, value in sorted(learner.weights.items()) if value}
    return make, arguments, state | {"weights": weights}


def _longest(graph: _Graph, start: int) -> tuple[int, LabeledPoints, LabeledPoints | None]:
    """Return the path from a node with the most counted rounds, or a path to a cycle that has counted rounds.

    First comes how many rounds count in all.

    networkx's longest path is one of a graph without cycles, and here they may be in it: it is found from component to
    component, in the order in which networkx finds these.
    """
    import networkx as nx

    moves = nx.DiGraph()
    moves.add_node(start)
    moves.add_edges_from((state, edge[2]) for state, edges in graph.items() for edge in edges)
    order = {state: number for number, state in enumerate(nx.dfs_preorder_nodes(moves, start))}
    home: dict[int, int] = {}  # of states: the number of their component
    values: list[int] = []  # of components: how many rounds can count from there on
    members: list[list[int]] = []
    for number, states in enumerate(nx.strongly_connected_components(moves)):  # each after those that it leads to
        members.append(sorted(states, key=order.__getitem__, reverse=True))  # always in the same order
        home |= dict.fromkeys(states, number)
        best = 0
        for state in members[number]:
            for edge in graph.get(state, ()):
                _, _, target, gain = edge
                if home[target] != number:
                    best = max(best, gain + values[home[target]])
                elif gain:
                    path = _path(moves, graph, start, {state})
                    cycle = [edge, *_path(moves, graph, target, {state})]
                    counted = sum(gain for *_, gain in [*path, *cycle])
                    return counted, _rounds(path), _rounds(cycle)
        values.append(best)
    state, walked = start, list[_Edge]()
    while (worth := values[component := home[state]]) > 0:
        exits = {
            each: edge
            for each in members[component]
            for edge in graph.get(each, ())
            if home[edge[2]] != component and edge[3] + values[home[edge[2]]] == worth
        }
        walked += _path(moves, graph, state, set(exits))
        leaving = exits[walked[-1][2] if walked else state]
        walked.append(leaving)
        state = leaving[2]
    return values[home[start]], _rounds(walked), None


def _rounds(edges: Iterable[_Edge]) -> LabeledPoints:
    return [(point, label) for point, label, _, _ in edges]


def _path(moves: "nx.DiGraph", graph: _Graph, start: int, goals: set[int]) -> list[_Edge]:
    """Return a shortest path to one of the goals. At least one goal must be reachable."""
    import networkx as nx

    came: dict[int, int] = {}
    state = start
    steps = nx.bfs_edges(moves, start)
    while state not in goals:
        parent, state = next(steps)
        came[state] = parent
    walked: list[_Edge] = []
    while state != start:
        walked.append(next(edge for edge in graph[came[state]] if edge[2] == state))
        state = came[state]
    return walked[::-1]
