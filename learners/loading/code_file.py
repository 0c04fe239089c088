"""A user's file or notebook: find it by a text like ``student.py:Name``, run it, and pick the class that fits."""

import ast
import difflib
import dis
import inspect
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple, cast

from learners.shapes.reading import LEARNER_FILE, methods_in
from proofs.exact.errors import InputError, unknown

NOTEBOOK = ".ipynb"
SUFFIXES = (".py", NOTEBOOK)
"""Of files with code: Python, and Jupyter notebooks."""

_PYTHON_MAGICS = frozenset({"capture", "prun", "time", "timeit"})
"""Magics of a whole cell whose other lines are Python; other cells with one are in another language."""

_MAGIC = re.compile(r"(\s*)(?:[%!?]|[\w.]+\?|(?:[\w.]+\s*=\s*)[%!]).*")
"""A line for the notebook alone: ``%magic``, ``!command``, ``?help``, ``help?``, ``name = !command``."""


_SETTING = ("STORE_ATTR", "LOAD_CONST")
"""Instructions that name an attribute that is set: ``self.predict = …`` and ``setattr(self, "predict", …)``."""


class CodeFile(NamedTuple):
    """A path, and the name of a class in the file, or "".

    ``entry_point`` is what the user has typed for the class of an installed package: its name there, ``name?seed=3``.
    """

    path: str
    name: str
    entry_point: str = ""


def split_code_file(text: str) -> CodeFile:
    """Return the path and the name of the class in a text like ``student.py:Name``, which may name none."""
    path, colon, name = text.rpartition(":")
    return CodeFile(path, name) if colon and path.endswith(SUFFIXES) else CodeFile(text, "")


def find_code_file(text: str) -> CodeFile | None:
    """Return the file that a text names, or ``None`` if it looks like no file. Raises InputError if none is there."""
    file = split_code_file(text)
    path, home = Path(file.path), Path(file.path).parent
    if not file.path.endswith(SUFFIXES):
        with suppress(OSError):  # the text may be too long for a name
            if (path.suffix or "/" in file.path) and path.is_file():
                ends = " or ".join(SUFFIXES)
                raise InputError(f"{file.path} is a file, but the name of a file with code ends in {ends}")
        if not file.path.startswith((".", "/")):
            return None
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            raise InputError(f"{file.path} is a link that leads to no file") from None
        neighbors = [str(neighbor) for neighbor in home.glob("*") if neighbor.suffix in SUFFIXES]
        close = difflib.get_close_matches(file.path, neighbors, n=1)
        raise InputError(f"there is no file {file.path}" + (f"; did you mean {close[0]}?" if close else "")) from None
    except OSError as error:  # the name is too long, or the folder is not readable
        raise InputError(f"{file.path}: {error.strerror}") from None
    if not path.is_file():
        raise InputError(f"{file.path} is not a regular file")
    return file


def run_code_file(path: Path, name: str) -> ModuleType:
    """Run the file as a module of its own by that name, with its folder importable, as if it were a script.

    The cells of a notebook are run one after the other, in one module.

    Raises:
        InputError: it cannot be imported, whatever it raises.

    """
    sys.path.insert(0, str(path.resolve().parent))
    module = sys.modules[name] = ModuleType(name)
    if path.suffix == NOTEBOOK:
        for cell in code_cells(path):  # as if in a folder: an audit then takes it for the submission's own code
            run_code(module, cell.code, f"{path}/cell {cell.number}", f"{path}, cell {cell.number}", path)
        return module
    module.__file__ = str(path.absolute())
    try:
        code = path.read_bytes()
    except OSError as error:
        raise not_imported(path, error, name) from None
    run_code(module, code, module.__file__, str(path), path)
    return module


def run_code(module: ModuleType, code: str | bytes | ast.Module, place: str, where: str, path: Path) -> None:
    """Run code in a module. Raises InputError, with the exception of the code as its cause if it is Python."""
    try:
        exec(compile(code, place, "exec", dont_inherit=True), vars(module))  # noqa: S102 - what it is for
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""  # bytes that are no text have none
        raise InputError(f"{where}{line}: {error.msg}") from error
    except BaseException as error:  # whatever the file's own code raises
        raise not_imported(path, error, module.__name__) from error


def not_imported(path: Path, error: BaseException, name: str) -> InputError:
    """Return the error that a file cannot be imported, for what it has raised."""
    text = f"{path} cannot be imported: {type(error).__name__}: {error}"[:300]
    place = where_raised(error, name)
    return InputError(f"{text} ({place})" if place else text)


def where_raised(error: BaseException, name: str = LEARNER_FILE) -> str:
    """Return the last line of the module of that name that an exception came through, as "file.py, line 3", or "".

    Of code that is no Python it is the line that is not. It is what the process says in which that module's own code
    runs.
    """
    file, line = (error.filename, error.lineno) if isinstance(error, SyntaxError) else (None, None)
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__name__") == name:
            file, line = traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
        traceback = traceback.tb_next
    if not file or not line:
        return ""
    path = Path(file)
    names = (path.parent.name, path.name) if path.parent.suffix == NOTEBOOK else (path.name,)
    return f"{', '.join(names)}, line {line}"


def pick_class(
    module: ModuleType, file: CodeFile, kind: str, fits: Callable[[object], bool], methods: str
) -> Callable[..., Any]:
    """Return the named class, or the only class that has the methods; two names of one class count once.

    Raises:
        InputError: there is no such class, or there are several, or none of them can be instantiated.

    """
    classes: dict[str, Any] = {
        key: value
        for key, value in vars(module).items()
        if _makes_objects(value) and value.__module__ == module.__name__ and not key.startswith("_")
    }
    wanted = re.findall(r"(\w+)\(", methods)
    learning = {key: value for key, value in classes.items() if fits(value)}
    learning = learning or {key: value for key, value in classes.items() if makes_methods(value, *wanted)}
    names = {id(value): key for key, value in reversed(learning.items())}  # under its first name
    every = [key for key in classes if key in names.values()]
    abstract = [key for key in every if _is_abstract(classes[key])]
    fitting = [key for key in every if key not in abstract]
    if file.name:
        chosen: Any = vars(module).get(file.name)
        if not callable(chosen):
            raise unknown(f"class in {file.path}:", file.name, fitting)
        if _is_abstract(chosen):
            raise InputError(f"{file.path}:{file.name} is abstract; name a class that can be instantiated")
        if inspect.isclass(chosen) and not fits(chosen) and not makes_methods(chosen, *wanted):
            raise InputError(f"{file.path}: {_lacks(file.name, chosen, wanted)}")
        return cast("Callable[..., Any]", chosen)
    if not fitting:
        but = f" that can be instantiated; abstract: {', '.join(abstract)}" if abstract else ""
        why = but or (f": {miss}" if (miss := _near_miss(module, file.path, classes, wanted)) else "")
        raise InputError(f"{file.path} has no class with the methods {methods}{why}")
    if len(fitting) > 1:
        several = f"keep one class with {methods}, begin the names of others with _, or name one"
        raise InputError(f"{file.path} has several {kind}, {', '.join(fitting)}; {several}: {file.path}:{fitting[0]}")
    return cast("Callable[..., Any]", classes[fitting[0]])


def _makes_objects(value: Any) -> bool:
    """Tell whether something is a class, or what a decorator of a class has returned with ``functools.wraps``."""
    return inspect.isclass(value) or (
        inspect.isfunction(value) and inspect.isclass(getattr(value, "__wrapped__", None))
    )


def makes_methods(kind: type, *names: str) -> bool:
    """Tell whether objects of a class may have methods that it has not: ``self.predict = …``, a property, and so on."""
    if hasattr(kind, "__getattr__"):
        return True
    codes = [
        value.__code__
        for base in inspect.getmro(inspect.unwrap(kind))
        for value in vars(base).values()
        if inspect.isfunction(value)
    ]
    sets = {step.argval for code in codes for step in dis.get_instructions(code) if step.opname in _SETTING}
    return all(hasattr(kind, name) or name in sets for name in names)


def _near_miss(module: ModuleType, path: str, classes: Mapping[str, type], methods: Sequence[str]) -> str:
    """Return a hint: what the closest class lacks, or that the methods are outside of a class; or ""."""
    near = {
        name: kind
        for name, kind in classes.items()
        if any(map(partial(hasattr, kind), (*methods, "fit", "probability")))
    }
    if near:
        most = max(near, key=lambda name: sum(map(partial(hasattr, near[name]), methods)))
        return _lacks(most, near[most], methods)
    outside = [name for name in methods if inspect.isfunction(vars(module).get(name))]
    if outside:
        verb, them = ("stand", "them") if len(outside) > 1 else ("stands", "it")
        return f"{' and '.join(outside)} {verb} outside of a class: move {them} into one"
    functions = [value for value in vars(module).values() if inspect.isfunction(value)]
    for function in [value for value in functions if value.__module__ == module.__name__]:
        code, where = function.__code__, f"the function {function.__name__} holds"
        if {*methods} <= _inside(code).keys():
            held = f"{where} {' and '.join(methods)}"
            return f"{held}: write a class with these methods instead, and keep in self what they share"
        if inner := [name for name, held in _inside(code).items() if {*methods} <= _inside(held).keys()]:
            return f"{where} the class {inner[0]}: move it out of the function, or name {path}:{function.__name__}"
    there = [f"class {name} has {', '.join(own)}" for name, kind in classes.items() if (own := methods_in(kind))]
    return f"{'; '.join(there)}: an adapter can give these other names" if there else ""


def _inside(code: CodeType) -> dict[str, CodeType]:
    """Return the functions and classes that are defined in one of these, by name."""
    return {inner.co_name: inner for inner in code.co_consts if isinstance(inner, CodeType)}


def _lacks(name: str, kind: type, methods: Sequence[str]) -> str:
    """Return the methods that a class lacks, with a hint for classes that are trained in one call.

    A learner that tosses coins has ``probability`` for ``predict``.
    """
    methods = [method for method in methods if method != "predict" or not hasattr(kind, "probability")]
    lacking = " and no ".join([method for method in methods if not callable(getattr(kind, method, None))])
    trained = "update" in methods and hasattr(kind, "fit")
    advice = "; the game does not call fit: learn from each label in update(x, y)" if trained else ""
    if "update" in methods and callable(getattr(kind, "partial_fit", None)):  # which was not taken for update
        advice = "; its partial_fit takes a table: let it take one point and its label, partial_fit(x, y)"
    return f"class {name} has no {lacking}{advice}"


def _is_abstract(kind: object) -> bool:
    """Tell whether a class cannot be instantiated: it has abstract methods, or is a protocol."""
    return inspect.isabstract(kind) or getattr(kind, "_is_protocol", False)


class CodeCell(NamedTuple):
    """A code cell: its number from 1, its text, and its Python code with the same line numbers."""

    number: int
    text: str
    code: str


def code_cells(path: Path) -> list[CodeCell]:
    """Return the cells with code. Raises InputError if the file is not a notebook of version 4."""
    try:
        notebook = json.loads(path.read_bytes())
        texts = [_source(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise InputError(f"{path} is not a Jupyter notebook: save it as one of version 4, or as a .py file") from None
    return [CodeCell(number, text, _python(text)) for number, text in enumerate(texts, 1)]


def _source(cell: dict[str, Any]) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def _python(text: str) -> str:
    """Return a cell without lines that only a notebook understands; all other lines keep their numbers.

    A line that begins with % may be Python, too, in the middle of an expression: so nothing is left out of a cell that
    is Python as it stands.
    """
    if _is_python(text):
        return text
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        name = (lines[first][2:].split() or [""])[0]
        if name not in _PYTHON_MAGICS:
            return ""
        lines[first] = ""
        if _is_python("\n".join(lines)):
            return "\n".join(lines)
    return "\n".join([f"{magic[1]}pass" if (magic := _MAGIC.fullmatch(line)) else line for line in lines])


def _is_python(text: str) -> bool:
    try:
        compile(text, "cell", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
