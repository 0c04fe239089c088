"""User-supplied adversaries: their points, labels, targets and plans are all checked."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import Any

from adversary.strategies.options import OPTIONS
from adversary.strategies.protocol import MAX_GAME, Adversary, AdversaryCard, AdversaryError, Plan
from adversary.strategies.registry import validate_user_supplied
from learners.protocol import Fault, Label, as_label
from learners.spec import call_with
from proofs.classes.concepts import ConceptClass, Tree
from proofs.exact.errors import InputError, one_line, require_known
from proofs.exact.rationals import MAX_DIGITS, is_short, read_rational
from proofs.exact.vectors import Target
from proofs.settings import Finite, Halfspaces, Point, Setting
from proofs.settings.finite import check_lies

METHODS = ("next_point", "label", "target")
"""What an adversary has to have."""

PLAN_KEYS = ("rounds", "claims", "note", "tree", "dimension", "margin_squared")
"""What a plan may say that is a plain dict."""

DEEPEST_TREE = 200
"""Levels of a mistake tree: no class that is played on has as large a dimension."""


@contextmanager
def _its_own_fault() -> Iterator[None]:
    """Convert an InputError or a Fault into an AdversaryError that names the adversary."""
    try:
        yield
    except (InputError, Fault) as error:
        raise AdversaryError(str(error)) from None


class UserSuppliedAdversary:
    """An adversary that the caller handed over; its mistakes are unusable input, not the learner's fault."""

    def __init__(self, adversary: Adversary, plan: Plan, name: str = "") -> None:
        self._adversary, self._setting = adversary, plan.setting
        self._name = name or type(adversary).__qualname__
        self._shown: Any = None  # as the adversary has it
        self._rounds = 0
        card = getattr(adversary, "card", None)
        plain = AdversaryCard(summary=self._name, oblivious=getattr(adversary, "oblivious", False) is True)
        self.card = card if isinstance(card, AdversaryCard) else plain

    @_its_own_fault()
    def next_point(self) -> Point | None:
        """Return its next point. Raises InputError if that is not a vector of the dimension, or a number."""
        self._shown = self._adversary.next_point()
        if self._shown is None:
            return None
        self._rounds += 1
        if self._rounds > MAX_GAME:
            raise InputError(f"{self._name} showed more than {MAX_GAME:,} points, and no more are played")
        point = self._setting.read_point(self._shown, f"{self._name} showed")
        order = self._setting.order
        if order is not None and order[self._rounds - 1 : self._rounds] != (point,):
            raise InputError(f"{self._name} showed point {point} in round {self._rounds}, against the announced order")
        return point

    @_its_own_fault()
    def label(self, x: Point, predicted: Label | None) -> Label:  # noqa: ARG002 - it gets the point as it has shown it
        """Return its label. Raises InputError if that is not one."""
        try:
            return as_label(self._adversary.label(self._shown, predicted))
        except Fault as fault:
            raise InputError(f"{self._name}: {fault.detail.replace('predict', 'label')}") from None

    @_its_own_fault()
    def target(self) -> Target | int | None:
        """Return its target. Raises InputError if that is neither ``None`` nor a target, or number of a concept."""
        target: Any = self._adversary.target()
        return None if target is None else self._setting.read_target(target, f"{self._name} offered")


def checked_adversary(adversary: Any, options: Mapping[str, Any], name: str = "") -> tuple[Adversary, Plan, str]:
    """Return a user's object, or one of their class, as an adversary with checked answers, its plan, and its name.

    Raises:
        InputError: it is none, its constructor needs something else, or its plan is unusable.

    """
    if isinstance(adversary, type):
        adversary = construct(adversary, options, adversary.__name__)
    name = name or str(getattr(adversary, "called", type(adversary).__qualname__))
    validate_user_supplied(name, options)
    require_methods(adversary, f"{name} is not an adversary: it lacks the method")
    plan = plan_of(adversary, options, name)
    return UserSuppliedAdversary(adversary, plan, name), plan, name


def construct(factory: Callable[..., Any], options: Mapping[str, Any], who: str) -> Any:
    """Make an adversary with the options that its constructor names.

    Besides these, ``concepts`` is the class as an array of ±1, as learners are given it.

    Raises:
        InputError: it needs something else.
        BaseException: whatever the constructor raises.

    """
    table = {"concepts": options["concept_class"].table()} if "concept_class" in options else {}
    return call_with(factory, {**options, **table}, who)


def is_adversary(thing: object) -> bool:
    """Tell whether something has the methods of an adversary."""
    return all(callable(getattr(thing, method, None)) for method in METHODS)


def require_methods(thing: object, lacks: str) -> None:
    """Raise InputError, which begins with ``lacks``, unless something has the methods of an adversary."""
    for method in METHODS:
        if not callable(getattr(thing, method, None)):
            raise InputError(f"{lacks} {method}")


def plan_of(adversary: object, options: Mapping[str, Any], name: str) -> Plan:
    """Return the plan of a user-supplied adversary, in the setting that the user has given.

    Its ``plan`` is a ``Plan``, a dict with some of ``PLAN_KEYS``, or missing. How many mistakes it forces is for the
    checker to say: of what a ``Plan`` says, ``forces`` is left out.

    Raises:
        InputError: it is none of these, or says another setting than the user, or neither says one.

    """
    plan, lower = getattr(adversary, "plan", None), None
    if isinstance(plan, Plan):
        check_lies(plan.setting.lies)
        _require_short(plan.setting.options(), name)
        fields = {key: getattr(plan, key) for key in ("rounds", "claims", "span", "note", "tree")}
        setting, lower = plan.setting, plan.lower
    elif plan is None or isinstance(plan, dict):
        fields = dict(plan or {})
        require_known(f"key of the plan of {name}:", PLAN_KEYS, *map(str, fields))
        setting = _setting({**options, **_numbers(fields, name)}, name)
    else:
        raise InputError(f"the plan of {name} is of type {type(plan).__name__}, not a dict or a Plan")
    return replace(_plan(fields, _agreed(setting, options, name), name), lower=lower)


def _numbers(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the dimension and the margin in a plan, those that are there. Raises InputError."""
    own: dict[str, Any] = {key: fields[key] for key in ("dimension", "margin_squared") if fields.get(key) is not None}
    for key, value in own.items():
        if type(value) not in ((int,) if key == "dimension" else (int, Fraction, str)):
            wanted = "an int" if key == "dimension" else "an int, a Fraction or a text like '1/7'"
            raise InputError(f"the plan of {name} has a {key} that is not {wanted}")
        _require_short({key: value}, name)
        try:
            own[key] = read_rational(value) if isinstance(value, str) else value
        except InputError as error:
            raise InputError(f"the plan of {name} has an unusable {key}: {error}") from None
    return own


def _setting(options: Mapping[str, Any], name: str) -> Setting:
    table: ConceptClass | None = options.get("concept_class")
    if table is not None:
        if not {"margin_squared", "dimension"}.isdisjoint(options):
            raise InputError("give a class, or margin and dimension, not both")
        return Finite(table, options.get("lies", 0), options.get("order"))
    if "margin_squared" not in options or "dimension" not in options:
        raise InputError(f"{name} is an adversary of your own: also give a margin and a dimension, or a class")
    return Halfspaces(options["dimension"], Fraction(options["margin_squared"]))


def _require_short(fields: Mapping[str, Any], name: str) -> None:
    """Raise InputError if a number in a plan has too many digits."""
    for key, value in fields.items():
        if isinstance(value, int | Fraction) and not is_short(value):
            raise InputError(f"the plan of {name} has a {key} of more than {MAX_DIGITS:,} digits")


def _agreed(setting: Setting, options: Mapping[str, Any], name: str) -> Setting:
    """Return the setting of a plan. Raises InputError if the user has asked for another one."""
    own = setting.options()
    for key, value in options.items():
        if OPTIONS[key].use == "setting" and own.get(key) != value:
            flag, asked = OPTIONS[key].flag, _option_text(key, value, options)
            planned = "without" if own.get(key) is None else "with"
            its = "" if own.get(key) is None else f" {_option_text(key, own[key], options)}"
            raise InputError(f"the plan of {name} is for a game {planned} {flag}{its}, and you asked for {asked}")
    return setting


def _option_text(key: str, value: Any, options: Mapping[str, Any]) -> str:
    if key == "order":
        return ",".join(options["concept_class"].point_names[point] for point in value)
    return f"sqrt({value})" if key == "margin_squared" else str(getattr(value, "name", value))


def _plan(fields: dict[str, Any], setting: Setting, name: str) -> Plan:
    for key in ("rounds", "claims", "span"):
        value = fields.get(key)
        if value is not None and (type(value) is not int or not 0 <= value <= MAX_GAME):
            raise InputError(f"the plan of {name} has {key} that are not an int from 0 to {MAX_GAME:,}, or None")
    note = fields.get("note")
    if note is not None and type(note) is not str:
        raise InputError(f"the plan of {name} has a note that is not a text")
    tree = fields.get("tree") if setting.order is None else None  # what is claimed of an order needs no witness
    return Plan(
        setting,
        fields.get("rounds"),
        claims=fields.get("claims"),
        span=fields.get("span"),
        note=None if note is None else one_line(note),
        tree=None if tree is None else _tree(tree, name),
    )


def _is_number(value: Any) -> bool:
    """Tell whether this may be the number of a point or of a concept."""
    return type(value) is int and abs(value) <= MAX_GAME


def _tree(tree: Any, name: str, depth: int = 0) -> Tree:
    """Return a mistake tree in the checker's form; only the checker judges it. Raises InputError."""
    if _is_number(tree):
        return int(tree)
    if isinstance(tree, list | tuple) and len(tree) == 3 and _is_number(tree[0]) and depth < DEEPEST_TREE:  # noqa: PLR2004
        point, minus, plus = tree
        return point, _tree(minus, name, depth + 1), _tree(plus, name, depth + 1)
    raise InputError(
        f"the plan of {name} has a tree that is neither a concept nor (point, tree below −1, tree below +1)"
    )
