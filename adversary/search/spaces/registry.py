"""The class of search spaces for each kind of setting: a line here, and a module beside this one."""

import numpy as np

from adversary.search.spaces.classes import ClassSpace
from adversary.search.spaces.halfspaces import HalfspaceSpace
from adversary.search.spaces.space import SearchSpace
from proofs.exact.mistake_bounds import Bound
from proofs.settings import SearchSetting

SPACES: dict[str, type[SearchSpace]] = {"halfspaces": HalfspaceSpace, "finite": ClassSpace}


def space_of(setting: SearchSetting, bound: Bound) -> SearchSpace:
    """Return a space without points: games in the setting are judged in it, and not searched for."""
    return SPACES[setting.kind]("", setting, (), bound, np.zeros((0, 0)))
