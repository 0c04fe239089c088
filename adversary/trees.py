"""Trees as graphs of networkx: mistake trees, Halving's play, and how the rounds of a game split a class."""

from adversary.views.figures.tree import game_tree as game
from proofs.solvers.graphs import halving_tree as halving
from proofs.solvers.graphs import littlestone_tree as littlestone
from proofs.solvers.graphs import split_graph as split

__all__ = ["game", "halving", "littlestone", "split"]
