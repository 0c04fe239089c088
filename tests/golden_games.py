"""The golden games: options of ``play`` by name. Each trace is stored, and each registered player has a game."""

import re
from typing import Any

from conftest import CLASS_LEARNERS, DATA, VECTOR_LEARNERS

GOLDEN = DATA / "golden"
GAMES: dict[str, dict[str, Any]] = {
    "perceptron_standard-basis": {"learner": "perceptron", "against": "standard-basis", "margin_squared": "2/7"},
    "perceptron_orthonormal": {"learner": "perceptron", "against": "orthonormal", "margin_squared": "1/4", "seed": 5},
    "cone-halving_orthonormal": {
        "learner": "cone-halving",
        "against": "orthonormal",
        "margin_squared": "1/3",
        "seed": 5,
    },
    "balanced-winnow_hadamard": {"learner": "balanced-winnow", "against": "hadamard", "dimension": 8, "seed": 3},
    "always-minus_as-printed": {
        "learner": "always-minus",
        "against": "standard-basis",
        "margin_squared": "2/3",
        "as_printed": True,
    },
    "passive-aggressive_three-dimensions": {
        "learner": "passive-aggressive",
        "against": "three-dimensions",
        "margin": "1/sqrt(7)",
    },
    "half-margin_scripted": {"learner": "half-margin", "against": f"scripted:{GOLDEN / 'script.jsonl'}"},
    "perceptron_plane": {"learner": "perceptron", "against": "plane", "margin": "2/5"},
    "perceptron_hinge": {"learner": "perceptron", "against": "hinge", "mistakes": 6, "scale": "1/3"},
    "halving_halving-worst-case": {
        "learner": "halving?tie=negative",
        "against": "halving-worst-case?tie=negative",
        "concept_class": "intervals:5",
    },
    "soa_littlestone": {"learner": "soa", "against": "littlestone", "concept_class": "intervals:5"},
    "weighted-majority_littlestone-with-a-lie": {
        "learner": "weighted-majority",
        "against": "littlestone",
        "concept_class": "singletons:4",
        "lies": 1,
    },
    "perceptron_mistake-tree": {"learner": "perceptron", "against": "mistake-tree", "margin": "1/3", "dimension": 4},
    "soa_announced-order": {
        "learner": "soa",
        "against": "announced-order",
        "concept_class": "intervals:4",
        "order": "2,4,1,3",
    },
    "first-consistent_even-split": {"learner": "first-consistent", "against": "even-split", "concept_class": "cube:3"},
    "optimal-randomized_random-path": {
        "learner": "optimal-randomized",
        "against": "random-path",
        "concept_class": "singletons:6",
        "seed": 2,
    },
    "randomized-halving_worst-sequence": {
        "learner": "randomized-halving",
        "against": "worst-sequence",
        "concept_class": "singletons:8",
    },
    **{
        f"{name}_scripted": {"learner": name, "against": f"scripted:{GOLDEN / 'script.jsonl'}"}
        for name in VECTOR_LEARNERS
    },
    **{
        f"{name}_scripted": {"learner": name, "against": f"scripted:{GOLDEN / 'finite_script.jsonl'}"}
        for name in CLASS_LEARNERS
    },
}


def adversary_of(game: dict[str, Any]) -> str:
    """Return the name of a game's adversary, without its file and parameters."""
    return re.split("[?:]", game["against"])[0]
