"""The documented name of ``proofs.solvers.dimensions``."""

from proofs.solvers.dimensions import dimensions

__all__ = ["dimensions"]
