"""The games that are played in each search space before the space is searched."""
