"""An instructor's adapter: a file with ``adapt(submission)``, which makes a learner of a submission's module."""

import sys
from inspect import isclass, isfunction
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from learners.shapes.reading import ADAPTER_FILE, LEARNER_FILE
from proofs.exact.errors import InputError, one_line


def adapted(submission: ModuleType, path: Path) -> ModuleType:
    """Return what an adapter makes of a submission, as the module in which a learner is looked for.

    An adapter may return a class, a function, or the submission itself, which is then read as it stands; any other
    object is a learner, and the adapter is asked anew for each.

    Raises:
        InputError: the adapter fails, or returns nothing.

    """
    module = sys.modules[ADAPTER_FILE] = ModuleType(ADAPTER_FILE)
    module.__file__ = str(path)
    made = call_adapter(lambda: _adapt(module, path, submission), path)
    if isinstance(made, ModuleType):
        return made
    if made is None:
        raise InputError(f"the adapter {path.name} returns no learner")
    if not (isclass(made) or isfunction(made)):
        made = _maker(module, submission, type(made))
    place = ModuleType(ADAPTER_FILE)
    made.__module__ = ADAPTER_FILE
    name = getattr(made, "__name__", "learner").strip("_") or "learner"
    setattr(place, name, made)
    return place


def _adapt(module: ModuleType, path: Path, submission: ModuleType) -> Any:
    exec(compile(path.read_bytes(), str(path), "exec", dont_inherit=True), vars(module))  # noqa: S102 - what it is for
    return vars(module)["adapt"](submission)


def _maker(module: ModuleType, submission: ModuleType, kind: type) -> type:
    """Return a class that makes its objects by the adapter, and has their methods."""

    def make(_: type) -> Any:
        return vars(module)["adapt"](submission)

    methods = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("__")}
    return type(kind.__name__, (), {**methods, "__new__": make})


def call_adapter(call: Any, path: Path) -> Any:
    """Call an adapter. Raises InputError, with its line, if it raises."""
    try:
        return call()
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)]
        where = f" (line {lines[-1]})" if lines else ""
        raise InputError(one_line(f"the adapter {path.name} raised {type(error).__name__}: {error}{where}")) from error


def raised_in_adapter(error: BaseException) -> str:
    """Return the place in an adapter's own code where an exception was raised, or ""."""
    traceback, place = error.__traceback__, ""
    while traceback is not None:
        name = traceback.tb_frame.f_globals.get("__name__")
        if name == ADAPTER_FILE:
            place = f"the adapter {Path(traceback.tb_frame.f_code.co_filename).name}, line {traceback.tb_lineno}"
        elif name == LEARNER_FILE:
            place = ""
        traceback = traceback.tb_next
    return place
