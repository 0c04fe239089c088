"""Adversaries that show vectors: on orthonormal points, with a hinge budget, on Hadamard rows."""
