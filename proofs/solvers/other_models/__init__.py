"""Games with lies, announced orders, points that the learner picks, "don't know" and apple tasting, solved exactly."""
