"""Hostile: it raises KeyboardInterrupt. A report should say that predict raised it; nobody has pressed a key."""


class Interrupter:
    def predict(self, x):
        raise KeyboardInterrupt

    def update(self, x, y):
        pass
