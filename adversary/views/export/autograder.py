"""The folder of a Gradescope autograder, which contains the running program as a wheel.

The wheel is made of the program's own files, without build tools or a package index.
"""

import base64
import csv
import hashlib
import io
import shutil
import zipfile
from collections.abc import Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from adversary.files import refuse_overwrite
from adversary.grading.course import read_course
from adversary.grading.kinds.custom import files_of
from adversary.grading.kinds.find import find_kind
from adversary.grading.result import Part
from adversary.views.template import fill_in
from adversary.views.words import decimal
from learners.runner.process import PACKAGES, ROOT
from proofs.exact.errors import InputError, one_line

MARK = "Written by `adversary grade --gradescope`."
"""What tells a folder of ours."""

SCRIPTS = ("setup.sh", "run_autograder")
"""What Gradescope runs."""


def write_autograder(folder: str | Path, kind: str, visibility: str = "visible") -> list[Path]:
    """Write the folder for Gradescope, and return its contents.

    It has the grader as a wheel of the files that run now, so that the image needs no index for it.
    An earlier autograder there is replaced; what else is in its folder, such as a wheel, stays.

    Args:
        folder: a new or an empty folder, or one that has an earlier autograder.
        kind: what submissions are graded as; a file of one's own is copied, and the files beside it that it names.
        visibility: when students see the results, as Gradescope calls it.

    Raises:
        InputError: the folder is in use, or cannot be written; there is no such file; the program is not installed.

    """
    parts = read_course(kind)
    if parts is None:
        find_kind(kind)  # complains now if there is no such kind
    own = _own_files(kind, parts or ())
    refuse_overwrite(folder, folder=True)
    final = Path(folder).resolve()
    try:
        if final.exists() and not is_autograder(final) and any(final.iterdir()):
            raise InputError(f"{final} is not empty, and what is in it is not an autograder; name a new folder")
        with TemporaryDirectory(".partial", ".", final if final.is_dir() else final.parent) as partial:
            new = Path(partial, "complete")
            new.mkdir()
            _fill(new, kind, own, [part for part in parts or () if part.file], visibility)
            if not final.exists():
                new.replace(final)
                return sorted(final.iterdir())
            return [_replace(part, final / part.name) for part in sorted(new.iterdir())]
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror}") from None


def _own_files(kind: str, parts: Sequence[Part]) -> list[Path]:
    """Return the files of a kind: its own file, those of a course's parts, and what else these name.

    Raises:
        InputError: one of them is in another folder.

    """
    own = [Path(name) for name in dict.fromkeys((kind, *(part.kind for part in parts))) if name.endswith(".toml")]
    files = [*own, *(path.parent / name for path in own for name in files_of(path))]
    for file in files:
        if file.parent.resolve() != Path(kind).parent.resolve():
            raise InputError(f"{kind} names {file}: an autograder copies only files in the folder of {own[0].name}")
    return list(dict.fromkeys(files))


def is_autograder(folder: Path) -> bool:
    """Tell whether an earlier run has written an autograder into a folder."""
    script = folder / SCRIPTS[1]
    return script.is_file() and MARK in script.read_text("utf-8", errors="replace")


def _fill(folder: Path, kind: str, own: Sequence[Path], parts: Sequence[Part], visibility: str) -> None:
    stem = own[0].stem if own else kind
    values = {
        "mark": MARK,
        "project": PROJECT,
        "kind": kind,
        "visibility": visibility,
        "own": [file.name for file in own],
        "parts": [(part.file, part.class_name, one_line(part.title), decimal(part.points)) for part in parts],
        "wanted": list(dict.fromkeys(part.file for part in parts)),
        "names": list(dict.fromkeys([f"{stem}.py", f"{stem.replace('-', '_')}.py", "student.py"])),
    }
    for name in (*SCRIPTS, "README.md"):
        template = "autograder.md" if name == "README.md" else name
        (folder / name).write_text(fill_in(template, **values), encoding="utf-8")
    for name in SCRIPTS:
        (folder / name).chmod(0o755)
    for file in own:
        shutil.copyfile(file, folder / file.name)
    (folder / PROJECT).mkdir()
    write_wheel(folder / PROJECT)


def _replace(new: Path, place: Path) -> Path:
    """Move the new files into place; an existing folder is moved aside first."""
    if place.is_dir():
        place.replace(new.with_name(f"{new.name}.old"))
    return new.replace(place)


PROJECT = "forced-mistakes"
"""The name by which it is installed."""

MADE = {".pyc", ".pyo", ".vo", ".vok", ".vos", ".glob", ".cache", ".conf", ".coq"}
"""What Python and Rocq make beside the sources."""

ABOUT_THIS_INSTALLATION = {"RECORD", "INSTALLER", "REQUESTED", "WHEEL", "direct_url.json", "uv_cache.json"}
"""What an installer writes into ``.dist-info``, and what a new wheel has of its own."""

TAG = "py3-none-any"


def write_wheel(folder: Path) -> Path:
    """Write the wheel into a folder, and return its path. Its modules are the running ones, its metadata the installed.

    Raises:
        InputError: the program is not installed, but only on the path, so that nobody knows what it depends on.
        OSError: the folder cannot be written.

    """
    installed = _installed()
    stem = f"{PROJECT.replace('-', '_')}-{installed.version}"
    info = f"{stem}.dist-info"
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _sources()}
    for path in installed.files or ():
        place, name = path.parent.as_posix(), path.name
        if place.split("/")[0].endswith(".dist-info") and name not in ABOUT_THIS_INSTALLATION:
            files["/".join([info, *place.split("/")[1:], name])] = Path(str(path.locate())).read_bytes()
    wheel = f"Wheel-Version: 1.0\nGenerator: adversary grade\nRoot-Is-Purelib: true\nTag: {TAG}\n"
    files[f"{info}/WHEEL"] = wheel.encode()
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    target = folder / f"{stem}-{TAG}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):  # with the zip format's earliest date, so that the same files are the same wheel
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return target


def _installed() -> Distribution:
    try:
        return distribution(PROJECT)
    except PackageNotFoundError:
        raise InputError(
            f"{PROJECT} is not installed, but only on the path, so it cannot be packed; `pip install` its folder first"
        ) from None


def _sources() -> list[Path]:
    """Return the source files of the packages, without compiled files."""
    every = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()]
    return [path for path in every if path.suffix not in MADE and not _is_hidden(path)]


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)


def _record(files: dict[str, bytes], itself: str) -> bytes:
    """Return the wheel's RECORD: its files with their digests."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for name in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
        rows.writerow([name, f"sha256={digest}", len(files[name])])
    rows.writerow([itself, "", ""])
    return text.getvalue().encode()
