"""A user-supplied adversary: what it shows is a point, what it answers is a label, and all that is checked.

Points and targets may be plain: a list or a tuple of as many ints and Fractions as there are dimensions, or a dict of
those that are not 0. A plain target is v itself, or a pair of a direction u and s² for v = s·u.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import wraps
from numbers import Integral
from typing import Any, Concatenate, ParamSpec, TypeVar

from adversary.strategies.protocol import MAX_GAME, Adversary, AdversaryCard, AdversaryError, Plan
from learners.protocol import Fault, Label, as_label
from proofs.classes.concepts import ConceptClass, Tree
from proofs.exact.errors import InputError, one_line, unknown
from proofs.exact.rationals import MAX_DIGITS, Rational, is_short
from proofs.exact.vectors import Target, Vector, vector
from proofs.settings import Finite, Halfspaces, Point, Setting
from proofs.settings.finite import check_lies

METHODS = ("next_point", "label", "target")
"""What an adversary has to have."""

PLAN_KEYS = ("rounds", "claims", "note", "tree", "dimension", "margin_squared")
"""What a plan may say that is a plain dict."""

DEEPEST_TREE = 200
"""Levels of a mistake tree: no class that is played on has as large a dimension."""


_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def _its_own_fault(
    method: "Callable[Concatenate[UserSuppliedAdversary, _Given], _Found]",
) -> "Callable[Concatenate[UserSuppliedAdversary, _Given], _Found]":
    """Make what is unusable an AdversaryError, which says whose it is."""

    @wraps(method)
    def found(self: "UserSuppliedAdversary", /, *given: _Given.args, **named: _Given.kwargs) -> _Found:
        try:
            return method(self, *given, **named)
        except InputError as error:
            raise AdversaryError(str(error)) from None

    return found


class UserSuppliedAdversary:
    """An adversary that the caller handed over; its mistakes are unusable input, not the learner's fault."""

    def __init__(self, adversary: Adversary, plan: Plan, name: str = "") -> None:
        self._adversary, self._dimension = adversary, plan.setting.dimension
        self._class = plan.setting.concept_class if isinstance(plan.setting, Finite) else None
        self._name = name or type(adversary).__qualname__
        self._order = plan.setting.order if isinstance(plan.setting, Finite) else None
        self._shown: Any = None  # as the adversary has it
        self._rounds = 0
        card = getattr(adversary, "card", None)
        plain = AdversaryCard(summary=self._name, oblivious=getattr(adversary, "oblivious", False) is True)
        self.card = card if isinstance(card, AdversaryCard) else plain

    @_its_own_fault
    def next_point(self) -> Point | None:
        """Return its next point. Raises InputError if that is not a vector of the dimension, or a number."""
        self._shown = self._adversary.next_point()
        if self._shown is None:
            return None
        self._rounds += 1
        if self._rounds > MAX_GAME:
            raise InputError(f"{self._name} showed more than {MAX_GAME:,} points, and no more are played")
        if self._class:
            return self._announced(self._number(self._shown, self._class.points, "showed", "point"))
        return self._vector(self._shown, "showed")

    @_its_own_fault
    def label(self, x: Point, predicted: Label | None) -> Label:  # noqa: ARG002 - it gets the point as it has shown it
        """Return its label. Raises InputError if that is not one."""
        try:
            return as_label(self._adversary.label(self._shown, predicted))
        except Fault as fault:
            raise InputError(f"{self._name}: {fault.detail.replace('predict', 'label')}") from None

    @_its_own_fault
    def target(self) -> Target | int | None:
        """Return its target. Raises InputError if that is neither ``None`` nor a target, or number of a concept."""
        target: Any = self._adversary.target()
        if target is None:
            return None
        if self._class:
            return self._number(target, self._class.size, "offered", "concept")
        scale_squared: Any = 1
        if type(target) is Target:
            target, scale_squared = target.direction, target.scale_squared
        elif isinstance(target, tuple) and len(target) == 2 and _is_vector(target[0]):  # noqa: PLR2004 - a pair
            target, scale_squared = target
        direction = self._vector(target, "offered")
        if type(scale_squared) not in (int, Fraction) or not 0 < scale_squared < 10**MAX_DIGITS:
            raise InputError(f"{self._name} offered a target whose scale_squared is not a Fraction above 0")
        return Target(direction, Fraction(scale_squared))

    def _announced(self, x: int) -> int:
        """Return a point. Raises InputError if the announced order has another one here."""
        if self._order is not None and self._order[self._rounds - 1 : self._rounds] != (x,):
            raise InputError(f"{self._name} showed point {x} in round {self._rounds}, against the announced order")
        return x

    def _number(self, number: Any, count: int, did: str, what: str) -> int:
        """Return the number of a point or a concept of the class. Raises InputError if it is not one."""
        if isinstance(number, Integral) and not isinstance(number, bool) and 0 <= int(number) < count:
            return int(number)
        shown = number if type(number) is int else f"a {type(number).__name__}"
        raise InputError(f"{self._name} {did} {shown}, but a {what} is an int in range({count})")

    def _vector(self, x: Any, did: str) -> Vector:
        """Return a vector in the dimension. Raises InputError if it is not one."""
        if not _is_vector(x):
            wanted = f"a list or tuple of {self._dimension} ints and Fractions"
            raise InputError(f"{self._name} {did} a value of type {type(x).__name__}, not {wanted}")
        try:
            return self._legal(x, vector(self._entries(x, did)), did)
        except (TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{self._name} {did} a vector that is not one: {error}") from None

    def _entries(self, x: Any, did: str) -> list[tuple[Any, Any]]:
        if type(x) is Vector:
            return list(x.entries)
        if isinstance(x, Mapping):
            return [(index, self._rational(value, did)) for index, value in x.items()]
        values = x if isinstance(x, list | tuple) else x.tolist()
        if len(values) != self._dimension:
            raise InputError(f"{self._name} {did} {len(values)} coordinates, but the dimension is {self._dimension}")
        return [(index, self._rational(value, did)) for index, value in enumerate(values)]

    def _rational(self, value: Any, did: str) -> Rational:
        if type(value) in (int, Fraction):
            return value  # type: ignore[no-any-return]
        if isinstance(value, Integral) and not isinstance(value, bool):
            return int(value)
        if isinstance(value, float):
            raise InputError(f"{self._name} {did} {value!r}, which is a float; exact numbers are ints and Fractions")
        raise InputError(f"{self._name} {did} a {type(value).__name__} as a coordinate, not an int or a Fraction")

    def _legal(self, x: Any, found: Vector, did: str) -> Vector:
        if (type(x) is Vector and found != x) or any(index >= self._dimension for index, _ in found.entries):
            raise InputError(f"{self._name} {did} a vector out of order, or outside dimension {self._dimension}")
        if not all(is_short(value) for _, value in found.entries):
            raise InputError(f"{self._name} {did} a number of more than {MAX_DIGITS} digits")
        return found


_OF_CLASSES = ("concept_class", "lies", "order")
"""What the user may have given of a game on a finite class."""


def is_adversary(found: object) -> bool:
    """Tell whether something has the methods of an adversary."""
    return all(callable(getattr(found, method, None)) for method in METHODS)


def plan_of(adversary: object, options: Mapping[str, Any], name: str) -> Plan:
    """Return the plan of a user-supplied adversary: what it says itself, in the setting that the user has given.

    Its ``plan`` is a ``Plan``, a dict with some of ``PLAN_KEYS``, or missing. How many mistakes it forces is for the
    checker to say: of what a ``Plan`` says, ``forces`` is left out.

    Raises:
        InputError: it is none of these, or says another setting than the user, or neither says one.

    """
    plan = getattr(adversary, "plan", None)
    if isinstance(plan, Plan):
        check_lies(plan.setting.lies)
        said = {"rounds": plan.rounds, "claims": plan.claims, "note": plan.note, "tree": plan.tree}
        return replace(_plan(said, _agreed(plan.setting, options, name), name), span=plan.span)
    if plan is not None and not isinstance(plan, dict):
        raise InputError(f"the plan of {name} is of type {type(plan).__name__}, not a dict or a Plan")
    said = dict(plan or {})
    for key in said:
        if key not in PLAN_KEYS:
            raise unknown(f"key of the plan of {name}:", str(key), PLAN_KEYS)
    own = {key: said[key] for key in ("dimension", "margin_squared") if said.get(key) is not None}
    for key, value in own.items():
        if type(value) not in ((int,) if key == "dimension" else (int, Fraction)):
            wanted = "an int" if key == "dimension" else "a Fraction"
            raise InputError(f"the plan of {name} has a {key} that is not {wanted}")
        if key in options and options[key] != value:
            raise _other_setting(name)
    return _plan(said, _setting({**own, **options}, name), name)


def _setting(given: Mapping[str, Any], name: str) -> Setting:
    table: ConceptClass | None = given.get("concept_class")
    if table is not None:
        if not {"margin_squared", "dimension"}.isdisjoint(given):
            raise InputError("give a class, or margin and dimension, not both")
        return Finite(table, given.get("lies", 0), given.get("order"))
    if "margin_squared" not in given or "dimension" not in given:
        raise InputError(f"{name} is an adversary of your own: give margin and dimension, or a class, too")
    return Halfspaces(given["dimension"], Fraction(given["margin_squared"]))


def _agreed(setting: Setting, options: Mapping[str, Any], name: str) -> Setting:
    """Return the setting of a plan. Raises InputError if the user has asked for another one."""
    own: dict[str, Any]
    if isinstance(setting, Finite):
        own = {"concept_class": setting.concept_class, "lies": setting.lies, "order": setting.order}
    else:
        margin = {"margin_squared": setting.margin_squared} if isinstance(setting, Halfspaces) else {}
        own = {"dimension": setting.dimension, **margin}
    given = {key: options[key] for key in ("margin_squared", "dimension", *_OF_CLASSES) if key in options}
    if any(key not in own or own[key] != value for key, value in given.items()):
        raise _other_setting(name)
    return setting


def _other_setting(name: str) -> InputError:
    asked = "for another margin, dimension or class than you have asked for, or for other lies or another order"
    return InputError(f"the plan of {name} is {asked}")


def _plan(said: dict[str, Any], setting: Setting, name: str) -> Plan:
    for key in ("rounds", "claims"):
        value = said.get(key)
        if value is not None and (type(value) is not int or value < 0):
            raise InputError(f"the plan of {name} has {key} that are not an int from 0, or None")
    note = said.get("note")
    if note is not None and type(note) is not str:
        raise InputError(f"the plan of {name} has a note that is not a text")
    ordered = isinstance(setting, Finite) and setting.order is not None  # what is claimed there needs no witness
    tree = None if ordered else said.get("tree")
    return Plan(
        setting,
        said.get("rounds"),
        claims=said.get("claims"),
        note=None if note is None else one_line(note),
        tree=None if tree is None else _tree(tree, name),
    )


def _tree(tree: Any, name: str, depth: int = 0) -> Tree:
    """Return a mistake tree as the checker reads it; what it proves is for the checker to say. Raises InputError."""
    if type(tree) is int:
        return tree
    if isinstance(tree, list | tuple) and len(tree) == 3 and type(tree[0]) is int and depth < DEEPEST_TREE:  # noqa: PLR2004
        point, minus, plus = tree
        return point, _tree(minus, name, depth + 1), _tree(plus, name, depth + 1)
    raise InputError(
        f"the plan of {name} has a tree that is neither a concept nor (point, tree below −1, tree below +1)"
    )


def _is_vector(x: Any) -> bool:
    """Tell whether something could be a vector: ours, a list, a tuple, a mapping, or an array of one dimension."""
    return isinstance(x, Vector | list | tuple | Mapping) or getattr(x, "ndim", 0) == 1
