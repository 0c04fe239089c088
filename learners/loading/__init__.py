"""From a text to a learner: names, files, entry points, parameters."""
