"""What the game costs beside the loops that people write around other learners: ratios in the same run.

Run it with ``python benchmarks/others.py``.
"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from river.linear_model import LogisticRegression
from river.linear_model import Perceptron as RiverPerceptron
from sklearn.linear_model import Perceptron as SklearnPerceptron  # type: ignore[import-untyped]
from sklearn.linear_model import SGDClassifier
from speed import RUNS, Row, print_table, seconds

from adversary.game.play import play
from adversary.game.referee import play_rounds
from adversary.progress import Bar
from adversary.strategies.halfspaces.standard_basis import StandardBasis
from learners.algorithms.kernel import DualPerceptron
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from learners.runner.child import LIMITS
from learners.runner.start import game_runner
from proofs.exact.vectors import basis_vector
from proofs.formats.trace import TraceWriter

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def bare_sklearn(estimator: Any, rounds: int) -> None:
    """Do what a game does, as one would with scikit-learn alone."""
    classes = np.array([-1, 1])
    for i in range(rounds):
        x = np.zeros((1, rounds))
        x[0, i] = 1
        predicted = estimator.predict(x)[0] if i else 1
        estimator.partial_fit(x, np.array([-predicted]), classes=classes)


def bare_river(model: Any, rounds: int) -> None:
    """Do what a game does, as one would with river alone."""
    for i in range(rounds):
        x = {i: 1.0}
        model.learn_one(x, not model.predict_one(x))


def game(spec: str, rounds: int, folder: Path) -> None:
    """Play and record one game: the referee's work, without replay and verdict."""
    adversary = StandardBasis(margin_squared=Fraction(1, rounds))
    source, setting = find(spec), adversary.plan.setting
    runner, trace = game_runner(source, LIMITS, hash_seed=1), folder / "trace.jsonl"
    trace.unlink(missing_ok=True)  # as every game has a new file; to empty an old one takes some disks milliseconds
    try:
        runner.begin(setting)
        with trace.open("wb") as file:
            record = TraceWriter(file)
            record.header(spec, "standard-basis", setting)
            played = play_rounds(runner, adversary, setting, record, Bar("playing", rounds))
            record.footer(adversary.target(), [], None)
    finally:
        runner.close()
    if played.mistakes != rounds:
        raise SystemExit(f"the game went wrong: {played}")


def products(learner: DualPerceptron | Perceptron, rounds: int) -> float:
    """Return the seconds of one prediction after so many mistakes."""
    for i in range(rounds):
        learner.update(basis_vector(i), -1)
    x = basis_vector(0)
    return seconds(lambda: [learner.predict(x) for _ in range(20)], repeats=5) / 20


def main() -> None:
    """Measure, and print two tables."""
    rounds, many = 400, 10_000  # dense points have as many coordinates as there are rounds; river's are sparse
    with TemporaryDirectory() as name:
        folder = Path(name)
        libraries: list[tuple[str, Callable[[], None]]] = [
            ("sklearn:Perceptron", lambda: bare_sklearn(SklearnPerceptron(random_state=0), rounds)),
            ("sklearn:SGDClassifier", lambda: bare_sklearn(SGDClassifier(random_state=0), rounds)),
            ("river:linear_model.Perceptron", lambda: bare_river(RiverPerceptron(), many)),
            ("river:linear_model.LogisticRegression", lambda: bare_river(LogisticRegression(), many)),
        ]
        runs = []
        program = f"exec:{EXAMPLES / 'learner_in_c'}"
        game(program, 10, folder)  # compiles it
        for _ in range(RUNS):
            rows: list[Row] = []
            for spec, bare in libraries:
                game(spec, 10, folder)  # imports
                size, goal = (many, "≤ 1.3") if spec.startswith("river") else (rounds, "≤ 1.2")
                took = seconds(lambda spec=spec, size=size: game(spec, size, folder))  # type: ignore[misc]
                rows.append((f"{spec}: game, recorded / its own loop", took / seconds(bare), goal))
            took = seconds(lambda: game(program, 20_000, folder), repeats=1)
            rows.append((f"rounds a second of {program.rpartition('/')[2]}", 20_000 / took, "≥ 15,000"))
            runs.append(rows)
        print_table(runs)
    print("\n| mistakes so far | dual prediction / primal prediction |\n|---|---|")
    for mistakes in (10, 100, 1_000, 10_000):
        ratio = products(DualPerceptron(), mistakes) / products(Perceptron(), mistakes)
        print(f"| {mistakes:,} | {ratio:,.0f} |")
    if not play("dual-perceptron", margin="1/10").ok:
        raise SystemExit("the dual Perceptron went wrong")


if __name__ == "__main__":
    main()
