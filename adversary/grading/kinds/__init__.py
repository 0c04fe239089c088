"""The kinds of learners that can be graded, one file for each kind."""
