"""The view of a game by the kind of its setting. A new setting has a module here, a script for its page, and a line."""

from adversary.views.game.finite import FiniteView
from adversary.views.game.halfspaces import HalfspacesView
from adversary.views.game.hinge import HingeView
from adversary.views.game.view import GameView

VIEWS: dict[str, type[GameView]] = {
    "halfspaces": HalfspacesView,
    "hinge": HingeView,
    "finite": FiniteView,
}
"""Each has a script ``templates/page/{kind}.js``, too."""
