"""The learners, a file a family."""
