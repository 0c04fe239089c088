"""The documented name of ``proofs.classes.catalog``."""

from proofs.classes.catalog import find_class

__all__ = ["find_class"]
