"""The registered adversaries, by name; a name may carry a file, ``scripted:FILE``, or parameters, ``?tie=positive``."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from inspect import Parameter
from typing import Any, cast

from adversary.strategies.options import OPTIONS
from adversary.strategies.protocol import Strategy
from learners.loading.code_file import CodeFile, find_code_file
from learners.registry import load_named, module_file, plugins
from learners.spec import Spec, fitting, parameters_of, parse
from proofs.exact.errors import InputError

ADVERSARIES = {
    "standard-basis": "adversary.strategies.halfspaces.standard_basis:StandardBasis",
    "orthonormal": "adversary.strategies.halfspaces.standard_basis:Orthonormal",
    "mistake-tree": "adversary.strategies.halfspaces.mistake_tree:MistakeTrees",
    "hinge": "adversary.strategies.halfspaces.hinge:HingeBudget",
    "hadamard": "adversary.strategies.halfspaces.hadamard:Hadamard",
    "three-dimensions": "adversary.strategies.halfspaces.perceptron_worst_case:ThreeDimensions",
    "plane": "adversary.strategies.halfspaces.perceptron_worst_case:Plane",
    "littlestone": "adversary.strategies.classes.littlestone:LittlestoneAdversary",
    "halving-worst-case": "adversary.strategies.classes.halving_worst_case:HalvingWorstCase",
    "even-split": "adversary.strategies.classes.littlestone:EvenSplit",
    "announced-order": "adversary.strategies.classes.announced_order:AnnouncedOrder",
    "random-path": "adversary.strategies.classes.random_path:RandomPath",
    "worst-sequence": "adversary.strategies.classes.halving_worst_case:WorstSequence",
    "scripted": "adversary.strategies.given.scripted:Scripted",
}
"""Every registered adversary: its name, and the class, imported when it is wanted."""

ADVERSARY_ENTRY_POINTS = "forced_mistakes.adversaries"
"""The group of entry points by which installed packages add adversaries."""

_SETTING = frozenset(name for name, option in OPTIONS.items() if option.use == "setting")
_REGISTERED = frozenset(name for name, option in OPTIONS.items() if option.use == "registered")


def adversary_class(name: str) -> type[Strategy]:
    """Return the class of a registered adversary. Raises InputError."""
    return cast("type[Strategy]", load_named("adversary", name, ADVERSARIES, ADVERSARY_ENTRY_POINTS))


def is_registered(text: str) -> bool:
    """Tell whether the adversary that ``text`` names is registered here, and not a plug-in or a file."""
    return text.partition(":")[0].partition("?")[0] in ADVERSARIES


def find_user_supplied(text: str) -> CodeFile | None:
    """Return the file, or the class of an installed package, that ``--against`` names; ``None``: it is registered here.

    Raises InputError if no file is there, or one follows the name of a package's adversary.
    """
    if is_registered(text):
        return None
    name, colon, _ = text.partition("?")[0].partition(":")
    point = plugins(ADVERSARY_ENTRY_POINTS).get(name)
    if point is None:
        return find_code_file(text)
    if colon:
        raise InputError(f"{name} takes no :FILE")
    module, _, name = point.value.partition("[")[0].strip().partition(":")  # which may be no name of a module
    return CodeFile(module_file(module), name, text)


def load_plugin(text: str) -> Callable[..., Any]:
    """Return the class of an installed package's adversary, with the parameters of its name. Raises InputError."""
    spec = parse(text)
    factory = cast("Callable[..., Any]", load_named("adversary", spec.name, {}, ADVERSARY_ENTRY_POINTS))
    if not callable(factory):
        raise InputError(f"the adversary {spec.name!r} of an installed package is not a class")
    values = fitting(spec, factory, spec.values(), OPTIONS)
    return partial(factory, **values) if values else factory


def make_adversary(text: str, options: dict[str, Any]) -> Strategy:
    """Make the adversary that ``text`` names, with the user's options as keyword arguments.

    Raises:
        InputError: no such adversary, an option that it does not take, or one that it requires and was not given.

    """
    factory, offer, spec = validate_fit(text, options)
    return factory(**offer, **fitting(spec, factory, spec.values(), ("path", *OPTIONS)))


def takes(text: str) -> frozenset[str]:
    """Return the parameters of a registered adversary. Raises InputError if there is none of that name."""
    return frozenset(_parameters(text))


def validate_fit(text: str, options: dict[str, Any]) -> tuple[type[Strategy], dict[str, Any], Spec]:
    """Return an adversary's class, its arguments from the options, and the rest of its text, without making it.

    Raises:
        InputError: no such adversary, an option that it does not take, or one that it requires and was not given.

    """
    name, colon, path = text.partition(":")
    offer = {**options, "path": path} if colon else options
    spec = parse(text if not colon else name)
    name = spec.name
    factory = adversary_class(name)
    if offer.get("lies") == 0 and "lies" not in parameters_of(factory):
        offer = {option: value for option, value in offer.items() if option != "lies"}  # it never lies
    _validate(name, factory, offer, [option for option, value in offer.items() if value != ""])
    return factory, offer, spec


def validate_options(name: str, factory: Callable[..., object], options: Collection[str]) -> None:
    """Check that the class of a user-supplied adversary takes the options that the user has given, and needs no others.

    It plays in the setting that the user has given, whether it names that or not.

    Raises:
        InputError: it does not take one, or needs another.

    """
    own = [option for option in options if option not in _SETTING]
    _validate(name, factory, own, {*options, "concepts"} if "concept_class" in options else options)


def validate_user_supplied(name: str, options: Collection[str]) -> None:
    """Check that no option is given that only registered adversaries are given. Raises InputError."""
    for option in sorted(_REGISTERED.intersection(options)):
        raise InputError(f"{name} takes no {OPTIONS[option].flag}: only registered adversaries are given it")


def usual_adversary(options: Mapping[str, Any]) -> str:
    """Return the default adversary for the user's options."""
    if "concept_class" in options or "order" in options:
        return "announced-order" if "order" in options else "littlestone"
    margin_squared, dimension = options.get("margin_squared", 1), options.get("dimension")
    small = dimension is not None and dimension < 1 // margin_squared and "as_printed" not in options
    return "mistake-tree" if small else "standard-basis"


def default_seed(text: str) -> int | None:
    """Return the default seed of a registered adversary, or ``None`` if it takes no seed."""
    parameter = _parameters(text).get("seed")
    return parameter.default if parameter is not None and type(parameter.default) is int else None


def _parameters(text: str) -> Mapping[str, Parameter]:
    return parameters_of(adversary_class(parse(text.partition(":")[0]).name))


def _validate(name: str, factory: Callable[..., object], options: Collection[str], offered: Collection[str]) -> None:
    """Raise InputError if the factory does not take one of the options, or needs something that is not given."""
    parameters = parameters_of(factory)
    for option in options:
        if option not in parameters:
            if option == "margin_squared" and {"concept_class"} <= {*options} & {*parameters}:
                raise InputError("a game on a class takes no margin: leave out the class or the margin")
            declared = OPTIONS.get("margin" if option == "margin_squared" else option)
            raise InputError(f"{name} takes no {declared.flag if declared else ':FILE'}")
    for option, parameter in parameters.items():
        if parameter.default is parameter.empty and option not in offered:
            declared = OPTIONS.get("concept_class" if option == "concepts" else option)
            needed = f"a file, as {name}:FILE" if option == "path" else declared and declared.needed
            raise InputError(f"{name} needs {needed or option}")
