"""Hostile: it replaces functions of the grader's modules, and says +1. A report should find it wrong."""

import importlib
import sys


def always_plus(*_args, **_keywords):
    return 1


def always_fine(*_args, **_keywords):
    return True


importlib.import_module("learners.runner.worker")  # else they are hidden
for name, module in list(sys.modules.items()):
    if name.partition(".")[0] in {"adversary", "learners", "proofs"}:
        for attribute in ("as_label", "_prediction", "play_rounds", "mistakes"):
            if hasattr(module, attribute):
                setattr(module, attribute, always_plus)
        for attribute in ("judge", "check", "best_margin", "disagreement", "grade", "_see_bound"):
            if hasattr(module, attribute):
                setattr(module, attribute, always_fine)


class AlwaysPlus:
    def predict(self, x):
        return 1

    def update(self, x, y):
        pass
