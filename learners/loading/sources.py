"""The source of a learner: a registered name, a user's file, an executable, or a Python object."""

import ast
import base64
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from importlib.machinery import PathFinder
from inspect import Parameter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Literal, cast

import msgspec

from learners.loading.code_file import CodeFile, find_code_file, makes_methods, pick_class
from learners.loading.scripts import parsed, run_script
from learners.protocol import Card, Factory, Learner
from learners.registry import LEARNER_PLUGINS, LEARNERS, REDUCTIONS, load_named, plugins
from learners.shapes.adapter import adapted
from learners.shapes.function import FunctionLearner, is_function_of_past
from learners.shapes.online import STANDARD, Online, methods_of
from learners.shapes.reading import LEARNER_FILE, Reading
from learners.shapes.recipe import Recipe, recipe_of
from learners.spec import call_with, fitting, parameters_of, parse
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, is_short
from proofs.settings import Setting

OFFERED = ("dimension", "margin_squared", "concepts", "lies", "order")
"""What a constructor may name to be given it."""


class Source(msgspec.Struct, frozen=True, dict=True):
    """The source of a learner: its name, its card, and a way to make fresh instances in any process.

    ``text`` is what the trace will call it. ``payload`` is the whole name of a named learner, the path and class of a
    file, the path of a program, the pickled factory of an object; it is text, so that it can cross to another process.
    """

    kind: Literal["named", "file", "program", "object"]
    text: str
    payload: str
    reading: Reading = Reading()

    @property
    def is_ours(self) -> bool:
        """Return whether it is a registered learner, perhaps in a reduction, so that all of its code is ours.

        Its card quotes a theorem; what is on the card of a plug-in or of an object is its own word for itself.
        """
        name = self.payload
        while name.partition(":")[0] in REDUCTIONS:
            name = name.partition(":")[2]
        return self.kind == "named" and parse(name).name in LEARNERS

    @property
    def out_of_process(self) -> bool:
        """Return whether its code runs only in its own process, as for files and programs."""
        return self.kind in ("file", "program")

    @property
    def path(self) -> Path:
        """The file, or the program."""
        return Path(self.payload.rpartition(":")[0] if self.kind == "file" else self.payload)

    @cached_property
    def factory(self) -> Factory:
        """Return the learner's factory, loaded once. Loading runs a file's code and raises what this code raises."""
        if self.kind == "named":
            return _named(self.payload)
        if self.kind == "object":
            import cloudpickle  # type: ignore[import-untyped]  # no other learner needs it

            return cast("Factory", cloudpickle.loads(base64.b64decode(self.payload)))
        file = CodeFile(*self.payload.rpartition(":")[::2])
        module, remarks, ended = run_script(self.path, LEARNER_FILE)
        trees = parsed(self.path)
        if self.reading.adapter:
            adapter = Path(self.reading.adapter)
            module, file, trees = adapted(module, adapter), file._replace(name=""), [*parsed(adapter), *trees]
        file = file._replace(name=file.name or self.reading.pins("class") or self.reading.pins("function"))
        try:
            if self.reading.batch:
                return _batch(module, file, self.reading, remarks, trees)
            return _online(module, file, self.reading, remarks)
        except InputError as error:
            kinds = [value for value in vars(module).values() if isinstance(value, type | FunctionType)]
            if ended and not any(value.__module__ == module.__name__ for value in kinds):
                raise ended from ended.__cause__  # nothing is defined
            first = None if " has several " in str(error) else ended  # of what it has too much, the rest lacks nothing
            reason = [str(first)] if first else []
            left_out = [remark for remark in remarks if not first or "without the package" in remark]
            why = "; ".join([*reason, f"{error}{self._other_shape(module, file, trees)}", *left_out])
            raise InputError(why) from (first and first.__cause__)

    def _other_shape(self, module: ModuleType, file: CodeFile, trees: Sequence[ast.AST]) -> str:
        """Return a hint, if a file that cannot be read has a program of the other shape; otherwise ""."""
        with suppress(Exception):
            if self.reading.batch:
                _online(module, file, Reading())
                return "; it learns in rounds: grade it as perceptron, or as another kind that is not for one call"
            from learners.shapes.programs import program_of

            if all(isinstance(vars(module).get(name), FunctionType) for name in STANDARD):
                return ""  # it is told one label at a time, outside of a class
            name = program_of(module, file.name, file.path, trees).name
            return f"; {name}: grade it as batch-perceptron if it is a Perceptron, and with an adapter if not"
        return ""

    @cached_property
    def named(self) -> Mapping[str, Parameter]:
        """The arguments that its constructor names; to find them takes longer than to make most learners."""
        named = getattr(self.factory, "named", None)
        return parameters_of(self.factory) if named is None else named

    @property
    def recipe(self) -> Recipe | None:
        """Return the code that calls the program of a file, once it is loaded."""
        return recipe_of(self.factory, self.named, self.reading) if self.kind == "file" else None

    def again(self) -> "Source":
        """Return the same source, not loaded yet, so that the class keeps no state of an earlier game."""
        return Source(self.kind, self.text, self.payload, self.reading)

    def card(self, setting: Setting | None = None) -> Card:
        """Return the learner's card; a file's is not read here, where its code never runs, but in its own process.

        The card of what a mere function makes is on the learner itself, which takes a setting to be made.
        """
        if self.out_of_process:
            return Card(summary=f"a learner from a {self.kind}")
        if setting is None or self.kind == "named" or hasattr(self.factory, "card"):
            return self.card_of(self.factory)
        try:
            return self.card_of(self.make(setting))
        except (Exception, SystemExit):  # noqa: BLE001 - the game itself will say so
            return Card(summary="no card")

    @property
    def max_dimension(self) -> int | None:
        """Return the largest dimension on a registered learner's card; ``None`` for all other learners."""
        return self.card().max_dimension if self.is_ours else None

    def plays_in(self, setting: Setting) -> bool:
        """Tell whether the dimension of a setting is at most ``max_dimension``."""
        return self.max_dimension is None or setting.dimension <= self.max_dimension

    def bound(self, setting: Setting, card: Card | None = None) -> Rational | None:
        """Return the mistake bound on its card, if there is one with few digits. Raises InputError."""
        bound = (card or self.card(setting)).mistake_bound
        try:
            most = bound(setting) if bound else None
            return most if most is None or is_short(most) else None
        except Exception as error:  # noqa: BLE001 - the card may not be ours
            raise InputError(
                f"{self.text}: the mistake bound on its card raised {type(error).__name__}: {error}"
            ) from None

    def make(self, setting: Setting) -> Learner:
        """Make a fresh learner for the setting, here in this process, giving it the arguments that it names.

        Raises:
            InputError: it cannot be loaded, or asks for arguments that nobody offers.
            BaseException: whatever its constructor raises.

        """
        try:
            return cast("Learner", call_with(self.factory, setting.offer(), self.text, self.named))
        except (TypeError, LookupError, AttributeError):
            if self.kind == "file":  # what its constructor takes may not be seen from outside
                with suppress(Exception):
                    return self.factory(dimension=setting.dimension)
                with suppress(Exception):
                    return self.factory(setting.dimension)
            raise

    def card_of(self, learner: object) -> Card:
        """Return the card of a learner or of its class. Without ``predict``, with ``probability``, it is randomized."""
        card = card_on(self.factory, learner)
        randomized = not hasattr(learner, "predict") and hasattr(learner, "probability")
        return replace(card, randomized=True) if randomized else card


def _batch(
    module: ModuleType, file: CodeFile, reading: Reading, remarks: Sequence[str], trees: Sequence[ast.AST]
) -> Factory:
    from learners.shapes.batch import batch_of

    return batch_of(module, file.name, file.path, reading, remarks, trees)


def _online(module: ModuleType, file: CodeFile, reading: Reading, remarks: Sequence[str] = ()) -> Factory:
    chosen = pick_class(module, file, "learners", learns_online, "predict(x) and update(x, y)")
    shape = Online(chosen, reading, remarks)
    return shape if shape.reads else chosen


def find(learner: object) -> Source:
    """Return the source of a learner: a name, a file, a class, a factory, an instance, a function, or a source itself.

    Raises:
        InputError: nothing of that name, no such file, or an object that is not a learner.

    """
    if isinstance(learner, Source):
        return learner.again()
    if isinstance(learner, Path):
        learner = str(learner)
    if not isinstance(learner, str):
        return _from_object(learner)
    if learner.startswith("exec:"):
        return _from_program(learner)
    try:
        if file := find_code_file(learner):
            return Source("file", learner, f"{file.path}:{file.name}")
        source = Source("named", learner, learner)
        _ = source.factory  # complains now if it is unknown
    except InputError:
        name, mark, parameters = learner.partition("?")
        if mark and find_code_file(name):
            values = parameters.replace("&", ", ")
            instead = f"write Name = functools.partial(Class, …) with {values} into {name}, and type {name}:Name"
            raise InputError(f"?{parameters}: a file takes no parameters; {instead}") from None
        with suppress(OSError):  # the text may be too long for a name
            if Path(learner).is_dir():
                instead = f"name a file in it, or type adversary grade {learner} --as KIND"
                raise InputError(f"{learner} is a folder, not a learner: {instead}") from None
        raise
    return source


def registered_cards() -> dict[str, Card]:
    """Return the card of every learner that is registered here or added by an installed package, by name.

    That of a package's learner which cannot be loaded says why.
    """
    cards = {name: find(name).card() for name in LEARNERS}
    for name in sorted(plugins(LEARNER_PLUGINS).keys() - cards.keys()):
        try:
            cards[name] = find(name).card()
        except InputError as error:
            cards[name] = Card(summary=f"broken: {error}")
    return cards


def _named(text: str) -> Factory:
    """Return the factory of ``name?key=value``, ``sklearn:…``, ``river:…`` or a reduction of one of these."""
    head, colon, rest = text.partition(":")
    if colon and head in REDUCTIONS:
        from learners.adapters.reductions import reduction

        inner = _named(rest)
        return reduction(head, inner, card_on(inner))
    spec = parse(text)
    if colon and head in ("sklearn", "river"):
        from learners.adapters import libraries

        return libraries.FACTORIES[head](spec)
    factory = cast("Factory", load_named("learner", spec.name, LEARNERS, LEARNER_PLUGINS))
    return partial(factory, **fitting(spec, factory, spec.values(), OFFERED)) if spec.parameters else factory


def card_on(*carriers: object) -> Card:
    """Return the first card that one of these carries, what makes a learner or the learner itself, or an empty one."""
    for carrier in carriers:
        with suppress(Exception):  # a learner's __getattr__ may raise whatever it likes
            card = getattr(carrier.func if isinstance(carrier, partial) else carrier, "card", None)
            if isinstance(card, Card):
                return card
    return Card(summary="no card")


def _from_program(text: str) -> Source:
    import shutil  # a worker does without, and starts often

    path = text.removeprefix("exec:")
    program = shutil.which(path)  # as a shell would: by path, or on PATH
    if program is None:
        why = "does not exist"
        if Path(path).is_file():
            runs = os.access(path, os.X_OK)
            why = f"is not on PATH: give exec:./{path}" if runs else f"is not executable: type chmod +x {path}"
        raise InputError(f"the program {path!r} {why}")
    return Source("program", text, str(Path(program).absolute()))


def _from_object(learner: object) -> Source:
    methods = plays(learner)
    if not (methods or (_may_play(learner) if isinstance(learner, type) else callable(learner))):
        name = learner.__name__ if isinstance(learner, type) else type(learner).__name__
        raise InputError(f"{name} is not a learner: it needs the methods predict(x) and update(x, y)")
    name = getattr(learner, "__qualname__", type(learner).__qualname__)
    if isinstance(learner, FunctionType) and not is_function_of_past(learner, OFFERED):
        named = parameters_of(learner).items()
        if strange := [key for key, each in named if each.default is Parameter.empty and key not in OFFERED]:
            right = "a point and the rounds before it, as in lambda x, past: 1"
            makes = (
                f"one that makes learners names any of {', '.join(OFFERED)}, as in lambda dimension: Learner(dimension)"
            )
            words = f"a function that is a learner takes {right}; {makes}"
            raise InputError(f"{name} requires {', '.join(strange)}: {words}")
    try:
        import cloudpickle

        pickled = _pickled(learner)
        if is_function_of_past(learner, OFFERED):
            pickled = cloudpickle.dumps(partial(FunctionLearner, cloudpickle.loads(pickled)))
        if methods and not isinstance(learner, type):  # an instance: every game gets a copy of it as it is now
            pickled = cloudpickle.dumps(partial(cloudpickle.loads, pickled))
    except Exception as error:  # noqa: BLE001 - pickling may raise anything
        raise InputError(f"{name} cannot be copied to another process for the replay: {error}") from None
    return Source("object", name, base64.b64encode(pickled).decode())


def plays(learner: object) -> bool:
    """Tell whether something has the methods of a learner: ``predict``, or ``probability``, and ``update``."""
    method = getattr(learner, "predict", None) or getattr(learner, "probability", None)
    return callable(method) and callable(getattr(learner, "update", None))


def learns_online(kind: object) -> bool:
    """Tell whether a class of a file has the methods of a learner, by any of the names that people give them."""
    return plays(kind) or methods_of(kind) is not None


def _may_play(kind: type) -> bool:
    """Tell whether objects of a class may have the methods, though the class has not."""
    return any(makes_methods(kind, method, "update") for method in ("predict", "probability"))


def _pickled(learner: object) -> bytes:
    """Pickle a learner or what makes it, so that another process with our sys.path can load it.

    cloudpickle copies what a notebook or a script defines, and refers to any other module by its name; a module that
    has no file of that name on the path (a test runner may load one so) also has to be copied.
    """
    import cloudpickle

    name = getattr(learner, "__module__", None) or type(learner).__module__
    module = sys.modules.get(name)
    if name == "__main__" or not hasattr(module, "__file__") or PathFinder.find_spec(name.partition(".")[0]):
        return cast("bytes", cloudpickle.dumps(learner))
    cloudpickle.register_pickle_by_value(module)
    try:
        return cast("bytes", cloudpickle.dumps(learner))
    finally:
        cloudpickle.unregister_pickle_by_value(module)
