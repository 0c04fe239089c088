"""A submission's file as its author runs it, where something is missing: what is defined before that can be graded."""

import ast
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from contextlib import suppress
from inspect import isfunction
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, NoReturn

from learners.loading.code_file import NOTEBOOK, code_cells, not_imported, run_code, where_raised
from learners.shapes.limits import within
from proofs.exact.errors import InputError, one_line

MOST_MISSING = 10
"""Packages of a file that may be missing."""


_DEFINING = ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.If, ast.Try
"""Statements of a script that are run although one before them has failed."""

AFTER_AN_ERROR = "without what comes after an error"
"""How the remark begins on a file that ends early."""

SCRIPT_SECONDS = 4.0
"""Of computing, for a file or a cell: what takes longer, as to train on something, is left out."""


class MissingPackageError(ImportError):
    """A package is used that is not installed here."""


class _Stub(ModuleType):
    """Stands for a package that is missing, or for something in it: whatever is done with it says so."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name[:1].isupper():  # a class, of which nothing is an instance
            return type(name, (), {"__init__": self._fail, "__init_subclass__": self._fail})
        return _Stub(f"{self.__name__}.{name}")

    def __call__(self, *arguments: object, **options: object) -> Any:
        """Leave a function as it is, as if this were a decorator. Raises MissingPackageError for all else."""
        if not arguments:
            return self
        if len(arguments) == 1 and isfunction(arguments[0]) and not options:
            return arguments[0]
        return self._fail()

    def _fail(self, *_: object, **__: object) -> NoReturn:
        package = self.__name__.partition(".")[0]
        raise MissingPackageError(
            f"the package {package} is not installed where this is graded: install it there. "
            f"If {package} is a file beside this one, a grade needs --visible FOLDER to see it"
        )

    __getitem__ = __iter__ = __len__ = __enter__ = __mro_entries__ = _fail


class _Stubs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds packages that are known to be missing, and makes stubs of them."""

    def __init__(self) -> None:
        self.missing = dict[str, str]()  # and where each is imported

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - as Python calls it
        target: ModuleType | None = None,  # noqa: ARG002 - as Python calls it
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of a stub, or ``None`` for any other module."""
        if name.partition(".")[0] not in self.missing:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """Return a stub."""
        return _Stub(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave the stub as it is."""


class _Quiet(float):
    """Stands for what draws, once a file has run: nobody sees it in games, and it takes long.

    It is a number, because people compute with the limits of axes.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: object, **__: object) -> Any:
        """Draw nothing."""
        return self

    def __getitem__(self, _: object) -> Any:
        return self

    def __iter__(self) -> Any:  # a figure and its axes
        return iter((self, self))


def run_script(path: Path, name: str) -> tuple[ModuleType, list[str], InputError | None]:
    """Run a file or notebook as far as it goes, as a module of that name, with stubs for packages that are missing.

    Return the module, remarks on what is missing in words, and the error that has ended it, if one has. A notebook goes
    on after a cell that fails.

    Raises:
        InputError: it cannot be read, or is not Python.

    """
    stubs = _Stubs()
    sys.meta_path.append(stubs)
    sys.path.insert(0, str(path.resolve().parent))
    try:
        while True:
            module = sys.modules[name] = ModuleType(name)
            errors = list(_run(module, path))
            causes = [error.__cause__ for error in errors]
            missing = {package: where_raised(cause) for cause in causes if cause and (package := _missing(cause))}
            if missing.keys() <= stubs.missing.keys() or len(stubs.missing) > MOST_MISSING:
                break
            stubs.missing = missing | stubs.missing
    finally:
        sys.meta_path.remove(stubs)
    drawing = [name for name, value in vars(module).items() if _draws(value)]
    vars(module).update(dict.fromkeys(drawing, _Quiet()))
    remarks = ["without drawing in games"] if drawing else []
    remarks += [
        f"without the package {name} ({place}), which is not installed here" for name, place in stubs.missing.items()
    ]
    remarks += [f"{AFTER_AN_ERROR}: {_words(error)}" for error in errors[:1]]
    return module, remarks, errors[0] if errors else None


def _draws(value: Any) -> bool:
    with suppress(Exception):  # an object of the file may raise what it likes
        return "matplotlib.pyplot" in (getattr(value, "__name__", ""), getattr(value, "__module__", ""))
    return False


def parsed(path: Path) -> list[ast.AST]:
    """Return the parsed code of a file or of the cells of a notebook, as far as it is Python."""
    with suppress(OSError, SyntaxError, ValueError, InputError):
        texts = [cell.code for cell in code_cells(path)] if path.suffix == NOTEBOOK else [path.read_bytes()]
        return [ast.parse(text) for text in texts]
    return []


def _run(module: ModuleType, path: Path) -> list[InputError]:
    if path.suffix != NOTEBOOK:
        module.__file__ = str(path.absolute())
        try:
            code = path.read_bytes()
        except OSError as error:
            raise not_imported(path, error, module.__name__) from None
        errors = _tried(module, code, module.__file__, str(path), path)
        if errors and isinstance(errors[0].__cause__, SyntaxError):  # nothing of the file was run
            raise errors[0]
        if errors:
            errors += _defined(module, code, _line(errors[0], module.__file__), path)
        return errors
    errors = list[InputError]()
    for cell in code_cells(path):  # as if in a folder: an audit then takes it for the submission's own code
        errors += _tried(module, cell.code, f"{path}/cell {cell.number}", f"{path}, cell {cell.number}", path)
    return errors


def _line(error: InputError, file: str) -> int:
    """Return the line of a file's own code, outside of all functions, at which it has ended."""
    frames = extract_tb(error.__cause__.__traceback__ if error.__cause__ else None)
    return next((frame.lineno or 0 for frame in frames if frame.filename == file and frame.name == "<module>"), 0)


def _defined(module: ModuleType, code: bytes, line: int, path: Path) -> list[InputError]:
    """Run what is defined after a line; return the errors of that.

    A statement of any other kind may need what the line should have made.
    """
    after = [node for node in ast.parse(code).body if node.lineno > line and isinstance(node, _DEFINING)]
    place = str(module.__file__)
    return [error for node in after for error in _tried(module, ast.Module([node], []), place, str(path), path)]


def _tried(module: ModuleType, code: str | bytes | ast.Module, place: str, where: str, path: Path) -> list[InputError]:
    try:
        with within(SCRIPT_SECONDS):
            run_code(module, code, place, where, path)
    except InputError as error:
        return [error]
    return []


def _missing(error: BaseException | None) -> str:
    """Return the package for which an import statement of the file itself looked in vain, or ""."""
    if isinstance(error, ModuleNotFoundError) and error.name and where_raised(error):
        package = error.name.partition(".")[0]
        with suppress(Exception):
            if importlib.machinery.PathFinder.find_spec(package) is None:
                return package
    return ""


def _words(error: InputError) -> str:
    cause = error.__cause__
    return one_line(f"{type(cause).__name__}: {cause} ({where_raised(cause)})" if cause else str(error), 200)
