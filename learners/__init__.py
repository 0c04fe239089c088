"""The middle floor: everything that predicts."""
