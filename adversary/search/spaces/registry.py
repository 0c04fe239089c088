"""The registry of search spaces: each kind of setting has a line here and a module in this folder.

A search asks the space of a setting, not the setting. Only this module says which space that is.
"""

import numpy as np

from adversary.search.spaces.classes import ClassSpace
from adversary.search.spaces.halfspaces import HalfspaceSpace
from proofs.exact.mistake_bounds import Bound
from proofs.settings import SearchSetting

SearchSpace = HalfspaceSpace | ClassSpace

SPACES: dict[str, type[SearchSpace]] = {"halfspaces": HalfspaceSpace, "finite": ClassSpace}


def space_of(setting: SearchSetting, bound: Bound) -> SearchSpace:
    """Return a space without points: games in the setting are judged in it, and not searched for."""
    return SPACES[setting.kind]("", setting, (), bound, np.zeros((0, 0)))  # type: ignore[arg-type]
