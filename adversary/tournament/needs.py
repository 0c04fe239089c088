"""What a game depends on besides what it is asked: the files of its players and its class, and others' packages."""

from pathlib import Path

from adversary.files import located
from adversary.strategies.given.needs import needs_of_adversary
from adversary.tournament.pairs import Pair
from learners.loading import sources
from learners.loading.needs import Needs, needs_of_learner
from proofs.classes.catalog import MARGIN_CLASSES


class NeedsFinder:
    """Finds what games need, once for each player and class; files are named as from a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found = dict[tuple[str, str], Needs]()

    def of(self, pair: Pair) -> tuple[list[Path], dict[str, str]]:
        """Return the files, absolute, and the packages. Raises InputError if a player is not there any more."""
        named = {"learner": pair.learner, "adversary": pair.adversary, "class": pair.asked.concept_class or ""}
        found = [self._of(*one) for one in named.items()]
        packages = sorted(entry for needs in found for entry in needs.packages)
        return sorted({path.absolute() for needs in found for path in needs.files}), dict(packages)

    def _of(self, kind: str, name: str) -> Needs:
        if (kind, name) not in self._found:
            find = {"learner": _of_learner, "adversary": needs_of_adversary, "class": _of_class}[kind]
            self._found[kind, name] = find(located(name, self._folder))
        return self._found[kind, name]


def _of_learner(text: str) -> Needs:
    return needs_of_learner(sources.find(text))


def _of_class(text: str) -> Needs:
    path = text.partition(":")[2].partition("?")[0] if text.startswith(f"{MARGIN_CLASSES}:") else text
    return Needs(frozenset([Path(path)] if path and Path(path).is_file() else []))
