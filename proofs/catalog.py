"""Functions that make finite classes, under their documented names."""

from proofs.classes.catalog import find_class
from proofs.classes.files import class_of_array
from proofs.classes.functions import class_of_functions

__all__ = ["class_of_array", "class_of_functions", "find_class"]
