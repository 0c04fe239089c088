"""The folder and the names of this program's own packages."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that they are in."""

PACKAGES = ("adversary", "learners", "proofs")
