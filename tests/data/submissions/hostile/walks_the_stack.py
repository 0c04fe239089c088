"""Hostile: it looks for the label in all callers, else it says +1. A report should find it wrong, or not deterministic."""

import gc
import inspect

NAMES = ("y", "label", "truth", "answer")


def stolen(variables):
    for name in NAMES:
        value = variables.get(name)
        if type(value) is int and value in {1, -1}:
            return value
    return 0


class Thief:
    def predict(self, x):
        frame = inspect.currentframe()
        while frame := frame.f_back:
            if label := stolen(frame.f_locals):
                return label
        for info in inspect.stack():
            if label := stolen(info.frame.f_globals):
                return label
        found = (stolen(thing) for thing in gc.get_objects() if type(thing) is dict)
        return next(filter(None, found), 1)

    def update(self, x, y):
        pass
