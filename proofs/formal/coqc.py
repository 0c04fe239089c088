"""Rocq's compiler, and the theorems that it has compiled, in a cache that all processes on this machine share."""

import fcntl
import hashlib
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from proofs.exact.errors import one_line
from proofs.formal.theorems import FOLDER, LIBRARY, RocqFile, sources

INSTALL = "apt-get install -y --no-install-recommends coq"
"""What installs it on Debian and Ubuntu."""


class BrokenError(Exception):
    """Coqc is missing, does not answer in time, or does not work: it has neither checked nor refused anything."""


@dataclass(frozen=True)
class Ran:
    """What coqc said of a file, and how long it took. A negative code is the signal that ended it."""

    code: int
    output: str
    errors: str
    seconds: float

    @property
    def error(self) -> str:
        """Why it failed, on one line, without the warnings before that."""
        ended = f"code {self.code}" if self.code >= 0 else f"signal {-self.code}"
        return one_line(self.errors.rpartition("Error:")[2]) or ended


@dataclass(frozen=True)
class Coqc:
    """One installation: the program, its version like ``8.16.1``, and what tells its library from that of another."""

    program: str
    version: str
    library: str

    def run(self, file: Path, library: Path, seconds: float, stop: Event | None = None) -> Ran:
        """Compile a file, in its own folder, with the theorems that ``library`` has compiled.

        Raises:
            BrokenError: that takes more than so many seconds, or ``stop`` was set meanwhile.

        """
        return _run([self.program, "-q", "-R", str(library), LIBRARY, file.name], file.parent, seconds, stop)


def find_coqc() -> Coqc:
    """Return the coqc of this machine. Raises BrokenError."""
    program = shutil.which("coqc")
    if program is None:
        raise BrokenError(f"coqc, the compiler of Rocq, is not installed ({INSTALL})")
    version = _answer(program, "--print-version").split()[0]
    where = Path(_answer(program, "-where"))
    with suppress(OSError):  # another build of the same version has another library, and other compiled files
        prelude = (where / "theories" / "Init" / "Prelude.vo").stat()
        return Coqc(program, version, f"{version} {where} {prelude.st_size} {prelude.st_mtime_ns}")
    return Coqc(program, version, f"{version} {where}")


def _answer(program: str, option: str) -> str:
    ran = _run([program, option], Path.cwd(), 60)
    if ran.code or not ran.output.strip():
        raise BrokenError(f"coqc does not work: coqc {option}: {ran.error}")
    return ran.output.strip()


def _run(command: list[str], folder: Path, seconds: float, stop: Event | None = None) -> Ran:
    """Run a program until it ends, or the seconds are over, or something is raised here; it never outlives the call."""
    began = time.monotonic()
    environment = {name: value for name, value in os.environ.items() if name not in ("COQPATH", "ROCQPATH")}
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own Rocq
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise BrokenError(f"coqc cannot be started: {error.strerror}") from None
    with process:
        try:
            output, errors = _answers(process, began + seconds, stop)
        except TimeoutError:
            raise BrokenError(f"coqc did not finish within {seconds:g} seconds") from None
        finally:
            if process.poll() is None:
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
    took = time.monotonic() - began
    return Ran(process.returncode, output.decode(errors="replace"), errors.decode(errors="replace"), took)


def _answers(process: "subprocess.Popen[bytes]", ends: float, stop: Event | None) -> tuple[bytes, bytes]:
    while time.monotonic() < ends and not (stop and stop.is_set()):
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=min(0.2, max(ends - time.monotonic(), 0)))
    raise TimeoutError


# ------------------------------------------------------------------------------------------------ compiled theorems

BUILD_SECONDS = 600.0
"""How long one file may take; all of them take about three minutes of processor time."""

MAX_AT_ONCE = 8
"""How many coqc run at once: each of them takes half a gigabyte of memory."""

KEPT_SECONDS = 7 * 24 * 60 * 60.0
"""How long a build of other sources, or by another coqc, is kept after its last use."""

Progress = Callable[[int, int], object]
"""Is told how many files of how many are compiled."""


def build(coqc: Coqc, progress: Progress = lambda *_: None, *, again: bool = False, folder: Path = FOLDER) -> Path:
    """Return where the compiled theorems are; compile them if that has not been done here, or is to be done ``again``.

    They appear complete or not at all. Who asks while another process compiles them waits for it.

    Raises:
        BrokenError: coqc does not compile them.

    """
    try:
        files, home = sources(folder), _cache_home()
        final = home / f"formal-{_digest(coqc, files)}"
        with _lock(home):
            if not again and all(_compiled(final, file).is_file() for file in files):
                os.utime(final)  # it is in use
                return final
            with tempfile.TemporaryDirectory(prefix=".formal-", dir=home, ignore_cleanup_errors=True) as place:
                partial, before = Path(place, "new"), Path(place, "before")
                _compile(coqc, files, partial, progress)
                if final.exists():  # a rename replaces only an empty folder
                    final.rename(before)
                partial.rename(final)
            _clear(home, final)
            return final
    except OSError as error:
        raise BrokenError(f"the theorems cannot be compiled: {error.strerror}") from None


def _digest(coqc: Coqc, files: tuple[RocqFile, ...]) -> str:
    """Return what tells these theorems, compiled by this coqc, from any others."""
    parts = [coqc.library, *(part for file in files for part in (file.name, file.text))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]


def _compiled(folder: Path, file: RocqFile) -> Path:
    return (folder / file.name).with_suffix(".vo")


def _compile(coqc: Coqc, files: tuple[RocqFile, ...], folder: Path, progress: Progress) -> None:
    """Compile every file as soon as those that it needs are compiled, as many at once as there are cores."""
    for file in files:
        (folder / file.name).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.name).write_text(file.text, encoding="utf-8")
    stop = Event()

    def compile_file(file: RocqFile) -> None:
        ran = coqc.run(folder / file.name, folder, BUILD_SECONDS, stop)
        if ran.code or not _compiled(folder, file).is_file():
            raise BrokenError(f"coqc {coqc.version} does not compile {file.name}: {ran.error}")

    waiting = {file.module: file for file in files}
    running = dict[Future[None], str]()
    with ThreadPoolExecutor(min(os.cpu_count() or 1, MAX_AT_ONCE)) as pool:
        try:
            while waiting or running:
                needed = {*waiting, *running.values()}
                ready = [name for name, file in waiting.items() if needed.isdisjoint(file.needs)]
                running |= {pool.submit(compile_file, waiting.pop(name)): name for name in ready}
                if not running:
                    raise BrokenError(f"{', '.join(waiting)} need files that need them")
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    future.result()
                    del running[future]
                progress(len(files) - len(waiting) - len(running), len(files))
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def _clear(home: Path, final: Path) -> None:
    """Remove what nobody has used for long: builds of other sources, and what a process that was killed has left."""
    for folder in home.glob("*formal-*"):
        with suppress(OSError):
            if folder != final and time.time() - folder.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(folder)


def _cache_home() -> Path:
    """Return a folder of this user's that nobody else may write to: in the cache, or where that cannot be, in /tmp."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")  # noqa: PTH111, PTH118 - a home may be missing
    tries = [Path(base, "forced-mistakes")] if os.path.isabs(base) else []  # noqa: PTH117 - likewise
    tries.append(Path(tempfile.gettempdir(), f"forced-mistakes-{os.getuid()}"))
    for folder in tries:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = folder.lstat()
            mine = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022
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
