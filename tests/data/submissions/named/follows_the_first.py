class Student:
    def __init__(self, concepts):
        self.alive = [list(row) for row in concepts]

    def predict(self, x):
        return int(self.alive[0][x])

    def update(self, x, y):
        self.alive = [row for row in self.alive if row[x] == y]
