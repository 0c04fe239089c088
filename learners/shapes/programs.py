"""Programs that are trained in one call: a class with fit and predict, or functions. Both become a call of one form."""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from inspect import Parameter, isclass, isfunction
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from learners.shapes.reading import (
    DATA,
    DIMENSION,
    FIT,
    LABELS,
    OFFSET,
    PASSES,
    PREDICT,
    RATE,
    WEIGHTS,
    methods_in,
    one_of,
    parameters,
    plain,
    required,
    taken_by,
)
from proofs.exact.errors import InputError, one_line

Trained = Any
"""What answers for a table of points or for one point, whichever the program can be asked for; or ``Weights``."""

NO_LIMIT = 10**9
"""Passes of a program that goes on until it is done."""

_TRAINING = ("perceptron", "train", "fit", "learn")
"""What the name of a function that trains has in it."""
_NOT_TRAINING = ("predict", "classify", "activation", "plot", "accuracy", "test", "score", "evaluate")


class Program(NamedTuple):
    """A program that is trained in one call.

    Attributes:
        name: what it is called in a report.
        train: gets the points, their labels and a number of passes, and returns what answers.
        passes: what sets the number of passes, or "" if nothing does.
        most: the passes that it makes at most, if nothing sets them, or what is there to set them has no effect.
        alone: whether it takes points and labels in one argument.
        told: whether an argument sets the number of passes: if it has no effect, that is the author's mistake.
        code: how it is called, in code, unless that is long.

    """

    name: str
    train: Callable[[Any, Any, int], Trained]
    passes: str
    most: int
    alone: bool = False
    told: bool = False
    code: "Code | None" = None


class Code(NamedTuple):
    """How a program is called.

    Attributes:
        names: what its file has for that.
        lines: takes how points and labels are written, and returns lines that train it with T passes.
        answer: answers for {}; "" where training returns weights.

    """

    names: str
    lines: Callable[["Name", "Name"], list[str]]
    answer: str


class Name(str):
    """A text that stands for a value in code."""

    __slots__ = ()
    __repr__ = str.__str__


T = Name("T")


def _call(name: str, arguments: dict[str, Any]) -> str:
    return f"{name}({', '.join([f'{key}={value!r}' for key, value in arguments.items()])})"


def program_of(
    module: ModuleType, named: str, file: str, trees: Sequence[ast.AST] = (), *, bias: bool = False
) -> Program:
    """Return the program of a module: the class with fit and predict, or the function that trains.

    ``trees`` are the parsed code, where loops say how many passes there are. With a ``bias``, a number that a function
    returns beside w is an offset.

    Raises:
        InputError: there is none, or there are several and none is named.

    """
    own = {name: value for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__}
    every = {name: value for name, value in own.items() if isclass(value)}
    classes = {name: value for name, value in every.items() if _trains(value)}
    functions = {name: value for name, value in own.items() if isfunction(value)}
    if named:
        if not (named in classes or named in functions):
            raise InputError(f"{file} has no class or function {named} that is trained in one call")
        classes = {named: classes[named]} if named in classes else {}
    if len(classes) > 1:
        raise InputError(
            f"{file} has several classes with fit and predict, {', '.join(classes)}; name one: {file}:Name"
        )
    for name, kind in classes.items():
        return _class_program(name, kind, trees, f"{file}: class {name}")
    training = [named] if named else _training(functions)
    if len(training) > 1:
        raise InputError(f"{file} has several functions that may train, {', '.join(training)}; name one: {file}:name")
    if training:
        return _function_program(training[0], functions, module, trees, f"{file}: function {training[0]}", bias=bias)
    has = [f"class {name} with {', '.join(methods_in(kind)) or 'no method'}" for name, kind in every.items()]
    there = f"; it has {one_line('; '.join(has), 200)}" if has else ""
    wanted = "a class with fit(X, y) and predict(X), or a function that trains on (X, y)"
    raise InputError(f"{file} has no {wanted.removeprefix('a ')}{there}")


def _trains(kind: type) -> bool:
    return bool(_method(kind, FIT) and _method(kind, PREDICT))


def _method(kind: type, names: Sequence[str]) -> str:
    return one_of(names, lambda name: callable(getattr(kind, name, None)))


# ------------------------------------------------------------------------------------------------- a class


def _class_program(name: str, kind: type, trees: Sequence[ast.AST], where: str) -> Program:
    fit, predict = _method(kind, FIT), _method(kind, PREDICT)
    trained = taken_by(kind, fit)
    data = _data_of(trained)
    inside = {plain(each) for each in required(parameters(kind))}
    alone = len(data) == 1 and not inside & (LABELS - PASSES)
    more = [each for each in trained if each not in data]
    loop, most = _passes_in(trees, name, fit)
    argument = loop if loop in [each.name for each in more] else _named(more, PASSES)
    setter, attribute = argument or _named(parameters(kind), PASSES), ""
    if not setter:
        numbers = {key for key, value in vars(kind).items() if type(value) is int} | _set_in(trees, name)
        named = one_of(sorted(numbers), lambda key: plain(key) in PASSES)
        attribute = loop.removeprefix("self.") if loop.startswith("self.") else named
    most = NO_LIMIT if setter or loop.startswith("self.") else most
    arguments = partial(_arguments, where=where)

    def train(x: Any, y: Any, passes: int) -> Trained:
        learner = kind(**arguments(parameters(kind), x, y, passes))
        if attribute:
            setattr(learner, attribute, passes)
        set_here = {argument: passes} if argument else {}
        getattr(learner, fit)(**_placed(data, x, y), **(arguments(more, x, None, passes) | set_here))
        return getattr(learner, predict)

    def lines(x: Name, y: Name) -> list[str]:
        sets = [f"learner.{attribute} = T"] if attribute else []
        trains = _call(f"learner.{fit}", _placed(data, x, y) | arguments(more, x, None, T))
        return [f"learner = {_call(name, arguments(parameters(kind), x, y, T))}", *sets, trains]

    code = Code(name, lines, f"learner.{predict}({{}})")
    return Program(f"class {name}, {fit} and {predict}", train, setter or attribute, most, alone, bool(setter), code)


def _set_in(trees: Iterable[ast.AST], name: str) -> set[str]:
    """Return the attributes that a class sets on its objects."""
    nodes = (node for kind in _classes(trees, name) for node in ast.walk(kind))
    return {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}


# ---------------------------------------------------------------------------------------------- functions


def _training(functions: dict[str, FunctionType]) -> list[str]:
    """Return the functions that may train: by their names, or those that no other one calls."""
    able = [name for name, value in functions.items() if len(parameters(value)) > 1 and not _answers(name)]
    by_name = [name for name in able if any(word in name.lower() for word in _TRAINING)]
    called = {word for value in functions.values() for word in value.__code__.co_names}
    return by_name if len(by_name) == 1 else [name for name in by_name or able if name not in called] or by_name


def _answers(name: str) -> bool:
    return any(word in name.lower() for word in _NOT_TRAINING)


def _function_program(  # noqa: PLR0913 - a function, where it stands, and how it is read
    name: str,
    functions: dict[str, FunctionType],
    module: ModuleType,
    trees: Sequence[ast.AST],
    where: str,
    *,
    bias: bool,
) -> Program:
    function = functions[name]
    asked = [key for key in functions if key in PREDICT or key.startswith(("predict", "classify"))]
    answering = functions[asked[0]] if len(asked) == 1 and len(parameters(functions[asked[0]])) > 1 else None
    every = parameters(function)
    data = _data_of(every)
    alone = len(data) == 1
    rest = [each for each in every if each not in data]
    setter = _named(rest, PASSES) or ("params['T']" if "params" in [each.name for each in rest] else "")
    loop, most = ("", NO_LIMIT) if setter else _passes_in(trees, "", name)
    of_module = loop if loop not in [each.name for each in every] else ""

    def train(x: Any, y: Any, passes: int) -> Trained:
        more = _arguments(rest, x, None, passes, where=where)
        if of_module:
            setattr(module, of_module, passes)
        elif loop:
            more[loop] = passes
        result = function(**_placed(data, x, y), **more)
        if answering:
            return partial(_ask, answering, result)
        if callable(result):
            return result
        predict = _method(type(result), PREDICT)
        return getattr(result, predict) if predict else Weights(result, bias=bias)

    def lines(x: Name, y: Name) -> list[str]:
        more = _arguments(rest, x, None, T, where=where) | ({loop: T} if loop else {})
        return [f"w = {_call(name, _placed(data, x, y) | more)}"]

    names = ", ".join([name, *asked]) if answering else name
    code = None if of_module else Code(names, lines, _asking(answering) if answering else "")
    ask = f", {asked[0]}" if answering else ""
    words = f"function {name}({', '.join(each.name for each in every)}){ask}"
    return Program(words, train, setter or loop, most, alone, bool(setter or (loop and not of_module)), code)


def _data_of(every: Sequence[Parameter]) -> list[Parameter]:
    """Return the parameters that are points and labels, or the one that is both: the first that are not settings.

    A t is labels if nothing else is.
    """
    settings = RATE | PASSES | OFFSET | WEIGHTS
    if not any(plain(each.name) in LABELS - PASSES for each in every):
        settings -= {each.name for each in every if each.name == "t"}
    able = [each for each in every if plain(each.name) not in settings]
    return [each for each in able[:2] if each is able[0] or _is_needed(each)]


def _is_needed(each: Parameter) -> bool:
    return each.default is Parameter.empty or plain(each.name) in LABELS


def _placed(data: Sequence[Parameter], x: Any, y: Any) -> dict[str, Any]:
    """Return the arguments that are points and labels, by name."""
    names = [each.name for each in data]
    first = len(names) > 1 and plain(names[0]) in LABELS and plain(names[1]) not in LABELS
    return dict(zip(names[::-1] if first else names, (x, y), strict=False))


def _ask(answering: FunctionType, result: Any, x: Any) -> Any:
    """Call a function that answers with what training returned, and a point or a table."""
    names = required(parameters(answering))
    place = next((place for place, name in enumerate(names) if plain(name) in DATA), len(names) - 1)
    parts = list(result) if isinstance(result, tuple) and len(names) > 2 else [result]  # noqa: PLR2004 - w, b and x
    return answering(*parts[:place], x, *parts[place : len(names) - 1])


def _asking(answering: FunctionType) -> str:
    """Return the call of ``_ask`` as code."""
    names = required(parameters(answering))
    first = next((place for place, name in enumerate(names) if plain(name) in DATA), 1) == 0
    learned = "*w" if len(names) > 2 else "w"  # noqa: PLR2004 - w, b and x
    return f"{answering.__name__}({f'{{}}, {learned}' if first else f'{learned}, {{}}'})"


class Weights:
    """What a function returned: w, or w and the offset; ``scores`` are w·x plus the offset.

    Of several values w is the first that is no number. With a ``bias``, a number beside it is the offset.
    ``names`` are theirs, as on the left of an assignment, or "" where there are more.
    """

    def __init__(self, result: Any, *, bias: bool) -> None:
        if result is None:
            raise ValueError("it returns None, and not w or what predicts")
        parts = list(result.values()) if isinstance(result, dict) else result
        if not (isinstance(parts, tuple | list) and any(np.ndim(part) > 0 for part in parts)):
            parts = [parts]
        place = next((place for place, part in enumerate(parts) if np.ndim(part) > 0), 0)
        self.w = np.asarray(parts[place], float).ravel()
        beside = [
            part for part in (*parts[place + 1 : place + 2], *parts[max(place - 1, 0) : place]) if np.size(part) == 1
        ]
        self.offset = float(np.asarray(beside[0], float).ravel()[0]) if bias and beside else 0.0
        other = "b" if bias and beside else "_"
        few = not isinstance(result, dict) and len(parts) <= 2  # noqa: PLR2004 - w, or w and b
        self.names = "" if not few else "w" if len(parts) == 1 else f"{other}, w" if place else f"w, {other}"

    def scores(self, points: Any, *, offset_first: bool) -> Any:
        """Return the scores of points, rows of a table. Raises ValueError if w has another size."""
        if self.w.size == points.shape[1] + 1:
            w, offset = (self.w[1:], self.w[0]) if offset_first else (self.w[:-1], self.w[-1])
            return points @ w + offset
        return points @ self.w + self.offset


# --------------------------------------------------------------------------------------------- arguments


def _named(every: Iterable[Parameter], names: frozenset[str]) -> str:
    """Return the parameter that has one of some names, or ""."""
    return next((each.name for each in every if plain(each.name) in names), "")


def _arguments(every: Iterable[Parameter], x: Any, y: Any, passes: int | Name, *, where: str) -> dict[str, Any]:
    """Return the arguments of a call besides those that are given: passes, and what it requires.

    Labels are ``None`` if they are given already: then t is a number of passes.

    Raises:
        InputError: it requires an argument whose name does not tell what it is.

    """
    arguments, in_code = dict[str, Any](), isinstance(x, Name)
    dimension: Any = Name("X.shape[1]") if in_code else np.size(x[0][0] if isinstance(x[0], tuple) else x[0])
    values = [(DIMENSION, dimension), (RATE, 1.0), (OFFSET, 0.0), (LABELS, y), (DATA, x)]
    for each in every:
        name = plain(each.name)
        labels = y is not None and each.default is Parameter.empty and name in LABELS and each.name != "T"
        if name in PASSES and not labels:
            arguments[each.name] = passes
        elif name == "params" and each.default is not Parameter.empty:
            arguments[each.name] = {"T": passes}
        elif each.default is Parameter.empty:
            known = [value for names, value in values if name in names]
            if not known and name not in WEIGHTS:
                raise InputError(f"{where} requires the argument {each.name}, whose name does not tell what it is")
            zeros = Name(f"np.zeros({dimension})") if in_code else np.zeros(dimension)
            arguments[each.name] = zeros if name in WEIGHTS else known[0]
    return arguments


# ----------------------------------------------------------------------------------------------- passes


def _passes_in(trees: Iterable[ast.AST], kind: str, name: str) -> tuple[str, int]:
    """Return what the loop over passes counts to, a parameter, an attribute or a global; and how many, if it is fixed.

    A loop over passes has another loop in it; where there is none, one pass is made. One that does not count goes on
    until it is done.
    """
    found = [node for place in trees for node in ast.walk(place) if isinstance(node, ast.FunctionDef)]
    own = [node for place in _classes(trees, kind) for node in ast.walk(place)]
    started = next((node for node in found if node.name == name and (not kind or node in own)), None)
    if started is None:
        return "", NO_LIMIT
    function = _looping(started, found, set())
    if not any(True for _ in _loops(function)):
        return "", NO_LIMIT  # where its loops are is not seen
    loop, most = _passes_of(function)
    return (loop, most) if function is started else ("", most)  # other names are not ours to set


def _looping(function: ast.FunctionDef, others: Sequence[ast.FunctionDef], seen: set[str]) -> ast.FunctionDef:
    """Return a function if it has a loop, or the first one with a loop that it calls; itself if there is none."""
    seen.add(function.name)
    if any(True for _ in _loops(function)):
        return function
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    called = [getattr(call, "attr", getattr(call, "id", "")) for call in calls]
    for other in others:
        if other.name in called and other.name not in seen:
            inner = _looping(other, others, seen)
            if any(True for _ in _loops(inner)):
                return inner
    return function


def _passes_of(function: ast.FunctionDef) -> tuple[str, int]:
    """Return what the loop over passes in a function counts to, as of ``_passes_in``."""
    loops = [loop for loop in _loops(function) if any(True for _ in _loops(loop))]
    if not loops:
        whiles = any(isinstance(loop, ast.While) for loop in _loops(function))
        counted = [_count_of(loop, function) for loop in _loops(function) if isinstance(loop, ast.For)]
        return next((each for each in counted if each != ("", 0)), ("", NO_LIMIT if whiles else 1))
    outer = loops[0]
    if isinstance(outer, ast.For):
        count = _count_of(outer, function)
        return ("", 1) if count == ("", 0) else count
    numbers = [node.value for node in ast.walk(outer.test) if isinstance(node, ast.Constant)]
    limits = [number for number in numbers if type(number) is int and number > 1]
    return "", min(limits, default=NO_LIMIT)


def _classes(trees: Iterable[ast.AST], name: str) -> Iterator[ast.ClassDef]:
    return (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == name)


def _loops(node: ast.AST) -> Iterator[ast.For | ast.While]:
    """Yield the outermost loops inside of a node."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.For | ast.While):
            yield child
        else:
            yield from _loops(child)


def _count_of(loop: ast.For, function: ast.FunctionDef) -> tuple[str, int]:
    """Return what ``range`` counts to: a name or an attribute, or a number; ("", 0) if it counts examples."""
    call = loop.iter
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range" and call.args):
        return "", 0
    end = call.args[0] if len(call.args) == 1 else call.args[1]
    values = {
        _key(target): node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
    }
    calls = [node.func for node in ast.walk(end) if isinstance(node, ast.Call)]
    if any(_key(call) or getattr(call, "id", "len") != "len" for call in calls):
        return "", NO_LIMIT  # whatever that is
    if calls or any(isinstance(node, ast.Subscript) or _is_foreign(node) for node in ast.walk(end)):
        return "", 0  # as in len(X), X.shape[0] and y.size
    for node in ast.walk(end):
        name = _key(node)
        if name and name in values and not isinstance(values[name], ast.Constant):
            return "", 0  # as in n = len(X)
        if name and name in values:
            end = values[name]
        elif name:
            return name, NO_LIMIT
    numbers = [node.value for node in ast.walk(end) if isinstance(node, ast.Constant)]
    return "", next((number for number in numbers if type(number) is int), 0)


def _is_foreign(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and not _key(node)


def _key(node: ast.AST) -> str:
    """Return a name, or an attribute of self, as it is written; "" for anything else."""
    if isinstance(node, ast.Name) and node.id not in ("len", "self", "range"):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return f"self.{node.attr}"
    return ""
