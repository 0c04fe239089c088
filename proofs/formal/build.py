"""The theorems compiled, once for all who ask on this machine: in a cache, under a digest of their sources."""

import fcntl
import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from proofs.formal.coqc import BrokenError, Coqc, workers
from proofs.formal.sources import FOLDER, RocqFile, sources

BUILD_SECONDS = 600.0
"""How long one file may take; all of them take less than a minute on two slow cores."""

Progress = Callable[[int, int], object]
"""Is told how many files of how many are compiled."""


@dataclass(frozen=True)
class Built:
    """Where the compiled theorems are, and the seconds that it took to compile them, if it was done just now."""

    folder: Path
    seconds: float | None


def build(coqc: Coqc, progress: Progress = lambda *_: None, *, again: bool = False, folder: Path = FOLDER) -> Built:
    """Return the compiled theorems; compile them if that has not been done here, or is to be done ``again``.

    They appear complete or not at all. Who asks while another process compiles them waits for it.

    Raises:
        BrokenError: coqc does not compile them.

    """
    try:
        return _built(coqc, sources(folder), progress, again=again)
    except OSError as error:
        raise BrokenError(f"the theorems cannot be compiled: {error.strerror}") from None


def _built(coqc: Coqc, files: tuple[RocqFile, ...], progress: Progress, *, again: bool) -> Built:
    home = _cache_home()
    final = home / f"formal-{_digest(coqc, files)}"
    if final.is_dir() and not again:
        return Built(final, None)
    with _lock(home):
        if final.is_dir() and not again:
            return Built(final, None)
        began = time.monotonic()
        partial = Path(tempfile.mkdtemp(prefix=".building-", dir=home))
        try:
            _compile(coqc, files, partial, progress)
            _put(partial, final)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return Built(final, time.monotonic() - began)


def _digest(coqc: Coqc, files: tuple[RocqFile, ...]) -> str:
    """Return what tells these theorems, compiled by this coqc, from any others."""
    parts = [coqc.library, *(part for file in files for part in (file.name, file.text))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]


def _compile(coqc: Coqc, files: tuple[RocqFile, ...], folder: Path, progress: Progress) -> None:
    """Compile every file after those that it needs, as many at once as there are cores."""
    done: dict[str, Future[None]] = {}
    compiled = 0

    def one(file: RocqFile, needed: list[Future[None]], stop: Event) -> None:
        nonlocal compiled
        for before in needed:  # they were handed in earlier, so that none of them waits for this one
            before.result()
        ran = coqc.run(folder / file.name, folder, BUILD_SECONDS, stop)
        if ran.code:
            raise BrokenError(f"coqc {coqc.version} does not compile {file.name}: {ran.error or f'code {ran.code}'}")
        compiled += 1
        progress(compiled, len(files))

    for file in files:
        (folder / file.name).parent.mkdir(exist_ok=True)
        (folder / file.name).write_text(file.text, encoding="utf-8")
    with workers() as (pool, stop):
        for file in files:
            done[file.module] = pool.submit(one, file, [done[name] for name in file.needs], stop)
        for future in done.values():
            future.result()


def _put(partial: Path, final: Path) -> None:
    """Let a complete folder appear, in the place of an older one."""
    if final.exists():  # a rename replaces only an empty folder
        old = Path(tempfile.mkdtemp(prefix=".building-", dir=final.parent))
        final.rename(old / "old")
        partial.rename(final)
        shutil.rmtree(old, ignore_errors=True)
    else:
        partial.rename(final)


def _cache_home() -> Path:
    """Return a folder of this user's that nobody else may write to: in the cache, or where that cannot be, in /tmp."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")  # noqa: PTH111, PTH118 - a home may be missing
    tries = [Path(base, "forced-mistakes")] if os.path.isabs(base) else []  # noqa: PTH117 - likewise
    tries.append(Path(tempfile.gettempdir(), f"forced-mistakes-{os.getuid()}"))
    for folder in tries:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = folder.lstat()
            mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022
            if mine and os.access(folder, os.W_OK | os.X_OK):
                return folder
    raise BrokenError(f"the compiled theorems cannot be kept: neither {tries[0]} nor {tries[-1]} can be written to")


@contextmanager
def _lock(home: Path) -> Iterator[None]:
    """Hold the cache for ourselves; where files cannot be locked, two processes may compile the same."""
    with (home / "lock").open("w") as file:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
