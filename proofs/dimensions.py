"""The name that ``dimensions`` had in version 1; ``adversary.dimension`` takes names, files and arrays too."""

from proofs.solvers.dimensions import dimensions as dimensions  # noqa: PLC0414 - as in version 1
