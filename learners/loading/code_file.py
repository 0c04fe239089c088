"""Somebody's Python file: finding it by a text like ``student.py:Name``, running it, and the class in it that fits."""

import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

from proofs.exact.errors import InputError, unknown


class CodeFile(NamedTuple):
    """A path, and the name of a class in the file, or ""."""

    path: str
    name: str


def find_code_file(kind: str, text: str) -> CodeFile | None:
    """Return the file that a text names, or ``None`` if it looks like no file. Raises InputError if none is there."""
    path, _, name = text.rpartition(":") if ".py:" in text else (text, "", "")
    if not (path.endswith(".py") or path.startswith((".", "/"))):
        return None
    if not Path(path).is_file():
        neighbors = [str(found) for found in Path(path).parent.glob("*.py")] if Path(path).parent.is_dir() else []
        raise unknown(f"{kind} file", path, neighbors)
    return CodeFile(path, name)


def run_code_file(path: Path, name: str) -> ModuleType:
    """Import the file as a module of its own by that name, with its folder importable, as if it were a script.

    Raises:
        InputError: it cannot be imported, whatever it raises.

    """
    sys.path.insert(0, str(path.resolve().parent))
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} cannot be imported as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        where = f"{path}, line {error.lineno}" if error.lineno else str(path)  # bytes that are no text have no line
        raise InputError(f"{where}: {error.msg}") from None
    except BaseException as error:  # noqa: BLE001 - it is the file's own code
        raise InputError(f"{path} cannot be imported: {type(error).__name__}: {error}"[:300]) from None
    return module


def pick_class(
    module: ModuleType, file: CodeFile, kind: str, fits: Callable[[object], bool], methods: str
) -> Callable[..., Any]:
    """Return the class that is named, or the only one that fits.

    Raises:
        InputError: there is no such class, or there are several.

    """
    here = {
        key: value
        for key, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__ and not key.startswith("_")
    }
    fitting = [key for key, value in here.items() if fits(value)]
    if file.name:
        found: Any = vars(module).get(file.name)
        if not callable(found):
            raise unknown(f"class in {file.path}:", file.name, fitting)
        return cast("Callable[..., Any]", found)
    if not fitting:
        raise InputError(f"{file.path} has no class with the methods {methods}")
    if len(fitting) > 1:
        raise InputError(f"{file.path} has several {kind}, {', '.join(fitting)}; name one: {file.path}:{fitting[0]}")
    return here[fitting[0]]
