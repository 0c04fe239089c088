"""A grade as `adversary grade --json` prints it, with a counterexample."""

from typing import Any

COUNTEREXAMPLE: dict[str, Any] = {
    "why": "mistakes",
    "setting": {"setting": "halfspaces", "dimension": 1, "margin_squared": "1", "unit_norm": True},
    "rounds": [{"x": [[0, "1"]], "predicted": -1, "label": 1}] * 2,
    "before": [],
    "mistakes": 2,
    "bound": "1/delta2",
    "allowed": 1,
    "reason": "the best margin of these points is δ² = 1, and 1/δ² = 1",
    "target": {"direction": [[0, "1"]], "scale_squared": "1"},
    "fault": None,
    "minimal": True,
    "paragraph": "",
    "statements": [{"statement": "realizable"}, {"statement": "run bound", "mistakes": 2}],
    "features": [],
    "trace": None,
}
GRADE: dict[str, Any] = {
    "verdict": "failed",
    "learner": "student.py",
    "kind": "perceptron",
    "checks": [],
    "counterexample": COUNTEREXAMPLE,
    "seconds": 1.0,
    "games": 1,
    "rounds": 2,
    "isolation": [],
    "output": "",
    "problem": None,
}
