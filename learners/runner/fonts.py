"""Matplotlib's list of fonts, which a sandbox is given to read: to make one takes seconds, and it cannot be kept."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

FOLDER, LISTS = "matplotlib", "fontlist-*.json"
_DRAWING = b"matplotlib", b"pylab", b"seaborn", b"pyplot"
_MOST_SECONDS = 60


def font_lists(file: Path | None) -> list[Path]:
    """Return the lists of fonts that matplotlib has kept for this user, if a file with code may draw.

    If there are none, matplotlib makes one, in a process of its own.
    """
    with suppress(OSError):
        code = file.read_bytes() if file and file.is_file() else b""
        if any(name in code for name in _DRAWING):
            return _kept() or _made()
    return []


def drawing_folder(copies: Path | None, fonts: Iterable[Path]) -> Path | None:
    """Make a folder with lists of fonts for a process without bubblewrap, which cannot write there.

    It has to look writable: matplotlib asks that, and then does not write where it finds a list.
    """
    if not copies or not fonts:
        return None
    folder = copies / FOLDER
    folder.mkdir()
    for place, rights in ((copies, 0o711), (folder, 0o777)):
        place.chmod(rights)
    for font in fonts:
        shutil.copy(font, folder)
    return folder


def _kept() -> list[Path]:
    config, caches = os.environ.get("MPLCONFIGDIR"), os.environ.get("XDG_CACHE_HOME")
    home = Path(config) if config else Path(caches or Path.home() / ".cache") / FOLDER
    return sorted(home.glob(LISTS))


def _made() -> list[Path]:
    with suppress(OSError, subprocess.SubprocessError):
        command = [sys.executable, "-P", "-c", "import matplotlib.font_manager"]  # nothing of the working folder
        subprocess.run(command, check=True, timeout=_MOST_SECONDS, capture_output=True)  # noqa: S603 - it is matplotlib
    return _kept()
