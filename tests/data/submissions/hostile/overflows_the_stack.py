"""Hostile: recursion without a limit, then a null pointer. A report should say that it was killed by signal 11."""

import ctypes
import sys


class Digger:
    def dig(self, depth):
        return max([depth + 1], key=self.dig)

    def predict(self, x):
        sys.setrecursionlimit(2**31 - 1)
        try:
            return self.dig(0)
        except RecursionError:
            return ctypes.string_at(0)

    def update(self, x, y):
        pass
