"""The documented name of ``proofs.exact.steps``."""

from proofs.exact.steps import Step

__all__ = ["Step"]
