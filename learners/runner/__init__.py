"""A learner's own process: the worker in it, its client, and the limits around it."""
