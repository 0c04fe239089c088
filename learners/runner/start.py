"""The choice of the runner for a learner's games, replays and grades."""

from collections.abc import Callable
from typing import Any

from learners.loading.sources import Source
from learners.runner.child import LIMITS, Limits
from learners.runner.program import ProgramRunner
from learners.runner.runner import LocalRunner, Runner
from learners.runner.worker_runner import WorkerRunner

RUNNERS: dict[str, Callable[..., Runner]] = {
    "named": WorkerRunner,
    "object": WorkerRunner,
    "file": WorkerRunner,
    "program": ProgramRunner,
}
"""What runs a learner out of this process, by the kind of its source. Tests of other things put a local runner here."""


def start_runner(source: Source, limits: Limits = LIMITS, hash_seed: int = 1, **graded: Any) -> Runner:
    """Start a runner of a learner in another process. ``graded`` are a grader's arguments of ``WorkerRunner``."""
    return RUNNERS[source.kind](source, limits, hash_seed, **graded)


def game_runner(source: Source, limits: Limits, hash_seed: int) -> Runner:
    """Return the runner of a learner in a game. Code of a file or program never runs in this process."""
    if source.out_of_process:
        return start_runner(source, limits, hash_seed)
    return LocalRunner(source.again())  # as a replay: nothing was made of it before
