"""What contradicts a statement, by theorem: each test says in a line, with numbers, how a candidate violates it."""
