"""Write output files safely: a file appears complete or not at all, and never replaces an input file."""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from proofs.exact.errors import InputError, refusal_of

SOURCE_CODE = (".py", ".ipynb", ".toml", ".c")
"""How the names of files end that are written by hand, and that no result replaces."""

MAX_FILE_NAME = 200
"""Bytes of a file's name: some less than what file systems allow, for the name that it has until it is complete."""

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def refuse_overwrite(output: str | Path | None, *inputs: object, folder: bool = False) -> None:
    """Raise InputError if an output would replace an input file, or if no file can be written there.

    A ``folder`` is made later, so it need not be possible yet.

    An input may be a text with a file in it, as in ``student.py:Name`` and ``margin-halfspaces:points.csv?margin=1/5``.
    """
    if output is None:
        return
    _require_legal(output)
    read = {os.path.realpath(path) for argument in inputs for path in paths_in(argument) if path and "\0" not in path}
    if os.path.realpath(output) in read:
        raise InputError(f"cannot write {output}: that is the input")
    if not folder:
        place_of(output)  # complains now, and not after everything is computed


def refuse_source(output: str | Path, begins: str) -> None:
    """Raise InputError if an output would replace source code that does not begin as what this program writes."""
    path = Path(output)
    if path.is_file() and not path.read_bytes().startswith(begins.encode()):
        raise source_there(output)


def source_there(output: str | Path) -> InputError:
    """Return the error that an output would replace source code."""
    return InputError(f"cannot write {output}: it exists, and looks like source code; name another file")


def paths_in(argument: object) -> tuple[str, ...]:
    """Return all parts of a user's text that may be a file name."""
    text = str(argument) if isinstance(argument, str | Path) else ""
    name = text.partition("?")[0]
    return text, name, name.rpartition(":")[0], name.partition(":")[2]


FILES = (".py", ".ipynb", ".csv", ".tsv", ".json", ".jsonl", ".npy")
"""How the names of files end that stand for players and classes."""


def located(text: str, folder: Path) -> str:
    """Return the name of a player or a class with the absolute path of its file; a relative path starts in the folder.

    >>> located("student.py:Mine", Path("/home")), located("halving?tie=negative", Path("/home"))
    ('/home/student.py:Mine', 'halving?tie=negative')
    """
    for name in reversed(paths_in(text)[1:]):
        named = name.lower().endswith(FILES) or name.startswith(".") or (name and (folder / name).is_file())
        if named and not Path(name).is_absolute():
            return text.replace(name, str(folder / name), 1)
    return text


@contextmanager
def new_file(output: str | Path | None, *, code: bool = False) -> Iterator[Path]:
    """Yield a temporary path; move the file that was written there to ``output``, unless an error is raised.

    Without an ``output`` it is a file that is removed in the end. Only ``code`` may replace source code.

    Raises:
        InputError: nothing can be written there, or writing failed.

    """
    if output is None:
        with TemporaryDirectory(prefix="adversary-") as folder, _room_for(path := Path(folder, "trace.jsonl")):
            yield path
        return
    final = place_of(output)
    if not code and final.suffix.lower() in SOURCE_CODE and final.exists():
        raise source_there(output)
    partial = final.with_name(f".{os.urandom(4).hex()}.partial")
    try:
        partial.touch(exist_ok=False)
    except OSError as error:
        raise refusal_of(f"cannot write {output}", error) from None
    try:
        with _room_for(output):
            yield partial
        try:
            partial.replace(final)
        except OSError as error:
            raise refusal_of(f"cannot write {output}", error) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


@contextmanager
def _room_for(output: str | Path) -> Iterator[None]:
    """Raise an InputError that names the file if the disk is full: the system's error does not name it."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _NO_ROOM:
            raise refusal_of(f"cannot write {output}", error) from None
        raise


def write_new(output: str | Path, text: str | bytes, *, code: bool = False) -> None:
    """Write a whole text, or bytes, to a file; only ``code`` may replace source code. Raises InputError."""
    with new_file(output, code=code) as partial:
        partial.write_bytes(text if isinstance(text, bytes) else text.encode())


def remove(path: Path) -> None:
    """Remove a file of an earlier run, if there is one. Raises InputError."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise refusal_of(f"cannot remove {path}", error) from None


def made_folder(path: str | Path) -> Path:
    """Make a folder, if there is none, and return it. Raises InputError."""
    _require_legal(path)
    if Path(path).exists() and not Path(path).is_dir():
        raise InputError(f"cannot write to {path}: it exists and is not a folder")
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refusal_of(f"cannot write to {path}", error) from None
    return Path(path)


def read_table(path: Path, what: str) -> dict[str, Any]:
    """Read a TOML file, which is called ``what``. Raises InputError in one line."""
    try:
        import tomllib

        return tomllib.loads(path.read_text())
    except OSError as error:
        raise refusal_of(f"the {what} {path} cannot be read", error) from None
    except UnicodeDecodeError as error:
        raise InputError(f"the {what} {path} cannot be read: {error}") from None
    except RecursionError:
        raise InputError(f"{path}: brackets are nested too deeply") from None
    except ValueError as error:  # no TOML, or an integer with more digits than Python reads
        raise InputError(f"{path}: {error}") from None


def place_of(output: str | Path) -> Path:
    """Return the path of an output file, with all links resolved. Raises InputError if no file can be there."""
    _require_legal(output)
    if not str(output):
        raise InputError("cannot write to a file without a name")
    final = Path(os.path.realpath(output))
    if len(os.fsencode(final.name)) > MAX_FILE_NAME:
        raise InputError(f"cannot write {str(output)[:40]}…: File name too long")
    if not final.parent.is_dir():
        raise InputError(f"cannot write {output}: there is no folder {final.parent}")
    if final.exists() and not final.is_file():
        raise InputError(f"cannot write {output}: it exists and is not a regular file")
    return final


def default_place(place: str, mark: str, otherwise: str) -> str:
    """Return the default path of an output file. Raises InputError if a file without our ``mark`` is there."""
    try:
        ours = mark.encode() in Path(place).read_bytes().replace(b"\\", b"")  # a PDF escapes parentheses
    except FileNotFoundError:
        return place
    except OSError:
        ours = False
    if not ours:
        raise InputError(f"cannot write {place}: it exists, and {otherwise}; use -o")
    return place


def _require_legal(output: object) -> None:
    if not isinstance(output, str | Path):
        raise InputError(
            f"a file to write is named by a str or a Path, not by an object of type {type(output).__name__}"
        )
    if "\0" in str(output):
        raise InputError(f"cannot write {output}: no file has such a name")
    if str(output) == "-":
        raise InputError("cannot write to -: an output is a file here, and only tables or JSON go to standard output")
    try:
        Path(output).stat()
    except OSError as error:
        if error.errno == errno.ELOOP:  # a file would take the place of the link
            raise InputError(f"cannot write {output}: its symbolic links lead in a circle") from None


def without_folder(folder: Path, content: Any) -> Any:
    """Return JSON values in which paths into a folder are relative to it."""
    if isinstance(content, dict):
        return {key: without_folder(folder, value) for key, value in content.items()}
    if isinstance(content, list):
        return [without_folder(folder, value) for value in content]
    for place in {folder, folder.resolve()} - {Path("/")} if isinstance(content, str) else ():
        named = rf"(?<![\w.-]){re.escape(str(place))}(/|(?![\w.-]))"
        content = re.sub(named, lambda match: "" if match[1] else ".", content)
    return content
