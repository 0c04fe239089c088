"""The function ``dimensions``, under its documented name."""

from proofs.solvers.dimensions import dimensions

__all__ = ["dimensions"]
