"""Kinds with a part of their games, for tests that are not about what all the games together find."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from adversary.grading.kinds.find import find_kind
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games.game import Game
from adversary.search.spaces.registry import SearchSpace


def sampled(name: str, step: int) -> Kind:
    """Return a kind with every so manieth of its games, and of its search spaces, those of each requirement apart."""

    def games(requirement: Requirement, seed: int) -> Iterator[Game[Any]]:
        return islice(requirement.games(seed), 0, None, step)

    def spaces(requirement: Requirement) -> Sequence[SearchSpace]:
        return requirement.spaces()[::step]

    kind = find_kind(name)
    requirements = [
        replace(requirement, games=partial(games, requirement), spaces=partial(spaces, requirement))
        for requirement in kind.requirements
    ]
    return replace(kind, requirements=tuple(requirements))


KIND = 'name = "small"\nsetting = "finite"\nbound = "log2(C)"\nclasses = ["thresholds:3"]\n'
RIGHT = """
class Student:
    def __init__(self, concepts):
        self.left = concepts
    def predict(self, x):
        return 1 if sum(row[x] for row in self.left) > 0 else -1
    def update(self, x, y):
        self.left = [row for row in self.left if row[x] == y]
"""
"""A kind that is graded in no time, as a file has it, and a learner that passes."""
