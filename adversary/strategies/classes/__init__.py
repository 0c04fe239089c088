"""Adversaries on finite classes: by mistake trees, version spaces and announced orders."""
