"""The kinds of learners that can be graded, a file a kind."""
