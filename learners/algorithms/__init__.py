"""The registered learners: linear ones, those on finite classes, and baselines."""
