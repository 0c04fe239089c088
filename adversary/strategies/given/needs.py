"""What an adversary's games depend on besides its name: its files, and the versions of other people's packages."""

from pathlib import Path

from adversary.strategies.registry import ADVERSARY_ENTRY_POINTS, find_adversary_file
from learners.loading.needs import Needs, needs_of_code, needs_of_plugin
from learners.spec import parse


def needs_of_adversary(text: str) -> Needs:
    """Return what an adversary needs: a file, a registered one with or without a file, or one of a package."""
    if file := find_adversary_file(text):
        return needs_of_code(Path(file.path))
    name, colon, path = text.partition(":")
    return Needs(frozenset([Path(path)])) if colon else needs_of_plugin(ADVERSARY_ENTRY_POINTS, parse(name).name)
