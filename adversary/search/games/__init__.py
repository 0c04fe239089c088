"""The games that are played in the search spaces before these are searched."""
