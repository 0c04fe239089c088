"""Samples for linear classifiers: their margin, their fewest errors, and hard ones for the Perceptron."""
