"""Hostile: it takes leases and locks on the program's files, so that whoever opens them has to wait. It is wrong, too."""

import fcntl
import sys
import threading
import time
from pathlib import Path

HELD = []


def hold():
    for root in sys.path:
        for file in Path(root, "learners/runner").glob("**/*.py*"):
            for take in (lambda n: fcntl.fcntl(n, 1024, fcntl.F_WRLCK), lambda n: fcntl.flock(n, fcntl.LOCK_EX)):
                try:
                    opened = file.open("rb")
                    take(opened.fileno())
                    HELD.append(opened)
                except OSError:
                    pass


def keep():
    while True:
        hold()
        time.sleep(0.01)


hold()
threading.Thread(target=keep, daemon=True).start()


class Learner:
    def predict(self, x):
        if HELD:
            raise ValueError("it holds files of the program")
        return 1

    def update(self, x, y):
        pass
