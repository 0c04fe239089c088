class Student:
    def __init__(self, concepts):
        self.rows = concepts.tolist()
        self.alive = set(range(len(self.rows)))

    def predict(self, x):
        votes = sum(self.rows[i][x] for i in self.alive)
        return 1 if votes >= 0 else -1

    def update(self, x, y):
        self.alive = {i for i in self.alive if self.rows[i][x] != y}
