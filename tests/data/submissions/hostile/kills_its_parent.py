"""Hostile: it kills its parent and its whole group. A report should say that it was killed by signal 9, or exited."""

import os
import signal
from contextlib import suppress


class Killer:
    def predict(self, x):
        with suppress(OSError):
            os.kill(os.getppid(), signal.SIGKILL)
        with suppress(OSError):
            os.killpg(0, signal.SIGKILL)
        return 1

    def update(self, x, y):
        pass
