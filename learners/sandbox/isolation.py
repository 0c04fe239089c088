"""The sandbox of a learner that is graded: the command before its command, its environment, its plan.

The plan is what the process restricts itself to, in ``restrictions.py``; where bubblewrap works, that hides all files
but Python's and the learner's own, all other processes, and the network in the first place.
"""

import functools
import os
import shutil
import site
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from learners.sandbox.ours import PACKAGES, ROOT
from proofs.exact.errors import InputError, one_line, unknown

SANDBOXES = ("auto", "plain", "strict")
"""Bubblewrap where it works, never, or always."""

PLAN = {
    "memory": 2 << 30,
    "cpu_seconds": 60,
    "file_size": 1 << 20,
    "open_files": 256,
    "processes": 0,
    "read_only": True,
}
"""What a learner may have: bytes, seconds, numbers."""

_HOME = "/home/learner"
_NO_HOME = "/var/empty"
"""An empty folder, where there is one: a home has to be somewhere."""

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
)
_MACHINE = (
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system"),
    *("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"),
)
"""What libraries read to learn about the machine; bubblewrap makes its own, except of ``/sys``."""

_PREFIX_PARTS = ("bin", "lib", "lib64", "share", "pyvenv.cfg")
"""What there is of Python below a prefix, which can also be a whole project's folder."""

_KEPT = ("PYTHONPATH", "LD_LIBRARY_PATH", "TZ")
_PROBE_SECONDS = 20


class Sandbox(NamedTuple):
    """What to start a learner's process with, what it is to restrict itself to, and what is in force before it does."""

    prefix: tuple[str, ...]
    plan: dict[str, Any]
    environment: dict[str, str]
    in_force: tuple[str, ...]


def sandbox(mode: str, visible: Path) -> Sandbox:
    """Return the sandbox of a learner that is to see ``visible``, a file or a folder, and nobody else's.

    The environment is all that the process gets of the caller's, which may have secrets in it.

    Raises:
        InputError: an unknown mode, or a strict one on a machine where bubblewrap is not to be had.

    """
    if mode not in SANDBOXES:
        raise unknown("isolation", mode, SANDBOXES)
    program = None if mode == "plain" else shutil.which("bwrap")
    if mode == "strict":
        _insist(program)
    readable = [*map(str, _needed(visible)), *_MACHINE]
    plan = {**PLAN, "readable": readable, "submission": str(visible.resolve())}
    if program is None or _why_not(program):
        return Sandbox((), plan, _environment(_NO_HOME), ())
    readable += [_HOME, "/tmp"]  # noqa: S108 - inside, it is a new one
    hidden = "bubblewrap: an empty home, no network, a process table of its own, no files but Python's and its own"
    return Sandbox(_bubblewrap(program, visible), plan, _environment(_HOME), (f"{hidden}, read-only files",))


def no_sandbox(mode: str, visible: Path | None, name: str) -> Sandbox:
    """Return what stands around a program, of which nobody knows what it needs to run: nothing but limits on time.

    Its environment is the caller's, as in a game.

    Raises:
        InputError: an unknown mode, or more is asked for: a strict one, or that it sees but a folder.

    """
    if mode not in SANDBOXES:
        raise unknown("isolation", mode, SANDBOXES)
    if mode == "strict" or visible:
        wanted = "--isolation strict" if mode == "strict" else "--visible"
        raise InputError(f"{name}: a program has no sandbox: leave out {wanted}, and run all of it in a container")
    return Sandbox((), {}, dict(os.environ), ("limits on time alone, no sandbox: a program can do whatever you can",))


def _insist(program: str | None) -> None:
    if program is None:
        raise InputError("the isolation 'strict' needs bubblewrap: apt install bubblewrap")
    if why := _why_not(program):
        advice = "allow user namespaces here, or take the isolation 'auto'"
        raise InputError(f"the isolation 'strict' needs bubblewrap, and {program} does not work ({why}): {advice}")


@functools.cache
def _why_not(program: str) -> str:
    """Return why bubblewrap does not work, or nothing if it does: Python itself has to start in it."""
    command = [*_bubblewrap(program, Path(__file__)), sys.executable, "-I", "-S", "-c", ""]
    try:
        subprocess.run(  # noqa: S603 - the user's own bubblewrap
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=_PROBE_SECONDS,
            env=_environment(_HOME),
        )
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace")
        return one_line(said, 200) or f"exit code {error.returncode}"
    except (OSError, subprocess.TimeoutExpired) as error:
        return one_line(str(error), 200)
    return ""


def _bubblewrap(program: str, visible: Path) -> tuple[str, ...]:
    """Write the command: an empty file system, what may be seen bound into it, and then all of it made read-only.

    The working folder is there, but as empty as all others, so that relative paths mean what they mean outside. Root
    becomes somebody else inside, to whom root's files belong: so they can be read, and no program restores its rights.
    """
    working = _working_folder()
    command = [program, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    if os.geteuid() == 0:
        command += ["--uid", "1000", "--gid", "1000"]
    for folder in ("/tmp", _HOME):  # noqa: S108 - inside, it is a new one
        command += ["--dir", folder]
    command += ["--proc", "/proc", "--dev", "/dev"]
    for place in _outermost([*_needed(visible), *_both(visible)]):
        command += ["--ro-bind", str(place), str(place)]
    command += ["--dir", working, "--chdir", working]
    for mount in ("/proc", "/dev", "/"):  # the kernel's own settings belong to root, who may still be the one outside
        command += ["--remount-ro", mount]
    return tuple(command)


def _working_folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:  # it was removed
        return "/"


def _needed(visible: Path) -> list[Path]:
    """Return the files and folders without which Python, its libraries and our packages do not run.

    What else is on the path is there for the caller: its working folder, or one that has all submissions in it.
    """
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    places = [Path(prefix) / part for prefix in prefixes for part in _PREFIX_PARTS]
    places += [Path(path) for path in (*_SYSTEM, *_libraries(visible))] + [ROOT / name for name in PACKAGES]
    program = Path(sys.executable)
    while program.is_symlink():
        program = program.parent / program.readlink()
        places.append(program)
    return _outermost(found for place in places for found in _both(place))


def _libraries(visible: Path) -> Iterator[str]:
    """Yield the folders of libraries on the path, which are neither the caller's own place nor around the learner's."""
    hidden = {place for seen in _both(visible) for place in (seen, *seen.parents)}
    if ROOT.name not in ("site-packages", "dist-packages"):
        hidden.add(ROOT)
    wanted = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    for entry in sys.path:
        places = _both(Path(entry))
        if (
            Path(entry).is_absolute()
            and not places & hidden
            and (entry in wanted or Path(_working_folder()) not in places)
        ):
            yield entry


def _both(path: Path) -> set[Path]:
    """Return a path as it is written and as it is without symbolic links."""
    return {Path(os.path.abspath(path)), path.resolve()}  # noqa: PTH100 - absolute() would leave the dots


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """Return the paths that exist, without those inside others, and the shorter ones first."""
    kept: list[Path] = []
    for path in sorted(set(paths), key=lambda path: (len(path.parts), path)):
        if path.exists() and not any(path.is_relative_to(outer) for outer in kept):
            kept.append(path)
    return kept


def _environment(home: str) -> dict[str, str]:
    """Return all that the process is told; linear algebra is to have one thread, as Landlock only binds the one."""
    environment = {"HOME": home, "PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    environment["JOBLIB_MULTIPROCESSING"] = "0"  # it would complain that it cannot
    if site.ENABLE_USER_SITE:  # it is found by the home, which is another one now
        environment["PYTHONUSERBASE"] = site.getuserbase()
    return environment | {name: os.environ[name] for name in _KEPT if name in os.environ}
