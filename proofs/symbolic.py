"""The documented name of ``proofs.exact.symbolic``."""

from proofs.exact.symbolic import claim_1_4

__all__ = ["claim_1_4"]
