"""The wheel of the running program, made of its own files without build tools or a package index."""

import base64
import csv
import hashlib
import io
import zipfile
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from learners.runner.process import PACKAGES, ROOT
from proofs.exact.errors import InputError

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
    wheel = f"Wheel-Version: 1.0\nGenerator: adversary autograder\nRoot-Is-Purelib: true\nTag: {TAG}\n"
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
    """Return the files of the packages, without what was made of them."""
    every = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()]
    return [path for path in every if path.suffix not in MADE and not _is_hidden(path)]


def _is_hidden(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return "__pycache__" in parts or any(part.startswith(".") for part in parts)


def _record(files: dict[str, bytes], itself: str) -> bytes:
    """Return the list of the files with their digests, as pip checks them; that of itself has none."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for name in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
        rows.writerow([name, f"sha256={digest}", len(files[name])])
    rows.writerow([itself, "", ""])
    return text.getvalue().encode()
