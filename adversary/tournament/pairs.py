"""Who plays whom, and where: the product of a specification, in its order."""

import ast
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from adversary.files import located
from adversary.strategies import registry
from adversary.strategies.registry import find_adversary_file
from adversary.tournament.result import Unfit
from adversary.tournament.specification import TournamentSpecification
from learners.registry import plugins
from proofs.exact.errors import InputError
from proofs.exact.rationals import plain_number


@dataclass(frozen=True, slots=True)
class Asked:
    """What an adversary is given: a margin and perhaps a dimension, or one of them, or a class and lies; or nothing."""

    margin_squared: Fraction | None = None
    dimension: int | None = None
    concept_class: str | None = None
    lies: int | None = None
    seed: int | None = None

    @property
    def group(self) -> Literal["halfspaces", "finite"] | None:
        """The group of settings that it is in, or ``None`` where the adversary brings its own."""
        if self == Asked():
            return None
        return "halfspaces" if self.concept_class is None else "finite"

    def options(self) -> dict[str, Any]:
        """Return what is given, by the names that adversaries have for it."""
        return {key: value for key, value in asdict(self).items() if value is not None}

    def to_json(self) -> dict[str, Any]:
        """Return what is given as plain JSON values."""
        return {key: plain_number(value) if key == "margin_squared" else value for key, value in self.options().items()}


@dataclass(frozen=True, slots=True)
class Pair:
    """A learner and an adversary in a setting: a game, if they fit."""

    learner: str
    adversary: str
    asked: Asked


def pairs_of(spec: TournamentSpecification) -> tuple[list[Pair], list[Unfit]]:
    """Return the pairs, setting by setting, adversary by adversary, and the adversaries that fit no setting.

    An adversary fits a setting if it takes what the setting gives and requires nothing else. One that takes a dimension
    and no margin plays once in each dimension, and ``scripted:FILE`` once, in the setting of its file. Only adversaries
    that take a seed play once with each. Whether a learner fits is found when it is to play.
    """
    named = spec.against is not None
    adversaries = list(spec.against or (*registry.ADVERSARIES, *plugins(registry.ADVERSARY_ENTRY_POINTS)))
    found, seen, fits = list[Pair](), set[tuple[str, Asked]](), set[str]()
    reasons: dict[str, str] = {}
    for setting in _settings(spec):
        for adversary in adversaries:
            given = _given(located(adversary, spec.folder), setting, spec)
            if isinstance(given, str):
                reasons[adversary] = given
                continue
            fits.add(adversary)
            for asked in _seeded(adversary, given, spec):
                if (adversary, asked) not in seen:
                    seen.add((adversary, asked))
                    found += [Pair(learner, adversary, asked) for learner in spec.learners]
    unfit = [Unfit(None, name, reasons[name]) for name in adversaries if named and name not in fits]
    return found, unfit


def _settings(spec: TournamentSpecification) -> Iterator[Asked]:
    for margin in spec.margins or ((None,) if spec.dimensions else ()):
        for dimension in spec.dimensions or (None,):
            yield Asked(margin, dimension)
    for name in spec.classes:
        for lies in spec.lies or (None,):
            yield Asked(concept_class=name, lies=lies)
    yield Asked()


def _given(adversary: str, setting: Asked, spec: TournamentSpecification) -> Asked | str:
    """Return what of a setting an adversary is given, or why it does not play there."""
    empty = setting == Asked()
    if find_adversary_file(adversary):
        bare = not (spec.margins or spec.dimensions or spec.classes)
        return setting if empty == bare else "it plays in the settings that are given"
    try:
        if adversary.partition(":")[2]:
            registry.validate_fit(adversary, {})
            return setting if empty else "it plays in the setting of its file"
        if empty:
            return "it needs a setting"
        takes, options = registry.takes(adversary), setting.options()
        if "margin_squared" in options and "margin_squared" not in takes and "dimension" in options:
            setting = Asked(dimension=setting.dimension)
        registry.validate_fit(adversary, setting.options())
    except InputError as error:
        return str(error)
    return setting


def _seeded(adversary: str, asked: Asked, spec: TournamentSpecification) -> list[Asked]:
    if not spec.seeds or not _takes_seed(located(adversary, spec.folder)):
        return [asked]
    return [replace(asked, seed=seed) for seed in spec.seeds]


def _takes_seed(adversary: str) -> bool:
    """Tell whether an adversary is given seeds; of a file, whose code never runs here, whether its text says so."""
    file = find_adversary_file(adversary)
    if file is None:
        return "seed" in registry.takes(adversary)
    if not file.path.endswith(".py"):
        return False
    try:
        tree = ast.parse(Path(file.path).read_bytes())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return False  # loading it will say what is wrong
    return any(
        _names_seed(node) for node in tree.body if isinstance(node, ast.ClassDef) and file.name in ("", node.name)
    )


def _names_seed(of: ast.ClassDef) -> bool:
    made = [node.args for node in of.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    return any(given.arg == "seed" for args in made for given in (*args.args, *args.kwonlyargs))
