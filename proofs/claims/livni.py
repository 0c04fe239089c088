"""The claims of Livni, Lecture 8: the Perceptron with half steps, and the hardness of intersections of halfspaces."""

from proofs.claims.claim import Claim
from proofs.claims.livni_networks import NETWORK_CLAIMS
from proofs.claims.livni_perceptron import PERCEPTRON_CLAIMS

CLAIMS: tuple[Claim, ...] = (*PERCEPTRON_CLAIMS, *NETWORK_CLAIMS)
"""Every claim of the notes, in their order."""
