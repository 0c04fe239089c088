"""The sandbox of a graded learner: the command prefix, the environment and the plan of restrictions.

The process restricts itself by this plan, in ``restrictions.py``. If bubblewrap works, it also hides all files except
Python's and the learner's own, all other processes, and the network. The learner's own files are then copies at the
paths of the originals, because bubblewrap is not root and cannot read other users' files.
"""

import functools
import os
import shutil
import site
import stat
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from learners.runner.fonts import FOLDER, drawing_folder, font_lists
from learners.runner.process import PACKAGES, ROOT
from proofs.exact.errors import InputError, one_line, refusal_of, unknown

SANDBOXES = ("auto", "plain", "strict")
"""Bubblewrap where it works, never, or always."""

PLAN = {
    "memory": 2 << 30,
    "cpu_seconds": 60,
    "file_size": 1 << 20,
    "open_files": 256,
    "alone": True,
    "read_only": True,
}
"""What a learner may have: bytes, seconds, numbers."""

MAX_BYTES, MAX_FILES = 64 << 20, 2000
"""Of a submission: bytes in all its files, and how many files, folders and links it may have."""

_HOME, _TEMPORARY = map(os.path.realpath, ("/home/learner", "/tmp"))  # noqa: S108 - inside, it is a new one
_SCRATCH, _SCRATCH_BYTES = f"{_HOME}-scratch", 50 << 20
"""The folder for temporary files of a process in bubblewrap, and their size in all; without it there are none."""
_NO_HOME = "/var/empty"
"""An empty folder, where there is one: a home has to be somewhere."""

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
)
_MACHINE = (
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system"),
    *("/dev/null", "/dev/random", "/dev/urandom"),
)
"""What libraries read to learn about the machine; bubblewrap makes its own, except of ``/sys``. Not ``/dev/zero``:
memory that is mapped from there is in no limit."""

_PREFIX_PARTS = ("bin", "lib", "lib64", "share", "pyvenv.cfg")
"""What there is of Python below a prefix, which can also be a whole project's folder."""

_KEPT = ("PYTHONPATH", "LD_LIBRARY_PATH", "TZ", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
_PROBE_SECONDS = 20
MAX_LINKS = 40
"""Of one path: the system follows no more."""


class Sandbox(NamedTuple):
    """A sandbox: the command prefix, the restrictions that the process adds itself, and those in force before that."""

    prefix: tuple[str, ...]
    plan: dict[str, Any]
    environment: dict[str, str]
    in_force: tuple[str, ...]


def sandbox(
    mode: str,
    visible: Path | None = None,
    file: Path | None = None,
    *,
    beside: Iterable[str | Path] = (),
    copies: Path | None = None,
) -> Sandbox:
    """Return the sandbox of a learner that may see ``visible``, a file or a folder, and no other user files.

    ``file`` is the learner's file as its user wrote it: the links and folders on the way to it are there. In
    bubblewrap a copy of ``visible``, which is made in the folder ``copies``, stands in its place, or else the original.
    What stands ``beside`` it is its user's own, and never copied.

    The environment is all that the process gets of the caller's, which may have secrets in it.

    Raises:
        InputError: an unknown mode, a strict one on a machine where bubblewrap is not to be had, or what is visible
            cannot be copied, as ``copied`` says.

    """
    if mode not in SANDBOXES:
        raise unknown("isolation", mode, SANDBOXES)
    program = None if mode == "plain" else shutil.which("bwrap")
    if mode == "strict":
        _require_bubblewrap(program)
    written = [path for path in (visible, file) if path]
    paths = [*_python(), *_libraries(written), *(Path(place or _working_folder()) for place in beside)]
    needed = _places(paths)
    readable = [*map(str, needed), *_MACHINE]
    place = real_path(visible) if visible else None
    plan = {**PLAN, "readable": readable} | ({"submission": str(place)} if place else {})
    why_not = _why_not(program) if program else "it is not installed"
    works = program is not None and not why_not
    if place and copies:
        try:
            copied(place, copies / "copy" if works else None, needed)
            for inner in needed if works and place.is_dir() else ():  # Python may be installed there, and is bound
                if inner != place and inner.is_relative_to(place):
                    mount = copies / "copy" / inner.relative_to(place)
                    mount.parent.mkdir(parents=True, exist_ok=True)
                    mount.mkdir() if inner.is_dir() else mount.touch()
        except OSError as error:
            name = Path(error.filename).name if error.filename else place.name
            raise refusal_of(f"{name} cannot be copied into its sandbox", error) from None
    fonts = font_lists(file)
    if program is None or not works:
        without = () if mode == "plain" else (f"no bubblewrap ({why_not})",)
        drawing = drawing_folder(copies, fonts)
        readable += [str(drawing)] if drawing else []
        return Sandbox((), plan, _environment(_NO_HOME, drawing), without)
    bound = dict.fromkeys(needed) | ({place: copies and copies / "copy"} if place else {})
    drawing = Path(_SCRATCH, FOLDER)
    bound |= {drawing / font.name: real_path(font) for font in fonts}
    readable.append(_HOME)
    plan["scratch"] = _SCRATCH
    hidden = "bubblewrap: an empty home, no network, a process table of its own, no files but Python's and its own"
    prefix = _bubblewrap(program, bound, [*paths, *written])
    environment = _environment(_HOME, drawing) | {"TMPDIR": _SCRATCH}
    return Sandbox(prefix, plan, environment, (f"{hidden}, read-only files",))


def copied(visible: Path, copy: Path | None = None, apart: Collection[Path] = ()) -> None:
    """Copy a submission to a new place, or only check that it could be copied if no place is given.

    Names that begin with a dot, ``__pycache__``, what is ``apart`` and links that lead out of a folder are left out.
    Links within it stay links.

    Raises:
        InputError: it has more than ``MAX_BYTES`` or ``MAX_FILES``, or what is neither a regular file nor a folder.
        OSError: something cannot be read or written.

    """
    room = MAX_BYTES
    for number, path in enumerate(inside(visible, apart)):
        target = copy and copy / path.relative_to(visible)
        if number > MAX_FILES:
            raise InputError(f"{visible.name} has more than {MAX_FILES:,} files and folders; leave some out")
        if path.is_symlink():
            real = real_path(path)
            if target and real.is_relative_to(visible):
                target.symlink_to(os.path.relpath(real, path.parent))
        elif path.is_dir():
            if target:
                target.mkdir()
        else:
            data = _contents(path, room)
            room -= len(data)
            if target:
                target.write_bytes(data)


def require_inside(visible: Path, folder: Path) -> None:
    """Raise InputError if a path, or what is in it, leads out of the folder of a submission."""
    home = real_path(folder)
    for path in inside(visible):
        if not real_path(path).is_relative_to(home):
            raise leads_out(path)


def leads_out(link: Path) -> InputError:
    """Return the error for a link that leads out of a submission."""
    return InputError(f"the link {link.name} leads out of the folder and is not followed; put the file itself there")


def inside(visible: Path, apart: Collection[Path] = ()) -> Iterator[Path]:
    """Yield a path and its contents that belong to a submission, folders first. Raises OSError."""

    def fail(error: OSError) -> None:
        raise error

    yield visible
    for folder, folders, files in os.walk(visible, onerror=fail if visible.is_dir() else None):
        folders[:] = [name for name in folders if name != "__pycache__" and Path(folder, name) not in apart]
        folders[:], files[:] = [[name for name in names if name[0] != "."] for names in (folders, files)]
        yield from [Path(folder, name) for name in (*folders, *files)]


def _contents(path: Path, most: int) -> bytes:
    """Return the content of a regular file, without following a link. Raises InputError or OSError."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InputError(f"{path.name} is not a regular file, and a submission has nothing but these, in folders")
        data = file.read(most + 1)
    if len(data) > most:
        raise InputError(f"a submission may have {MAX_BYTES >> 20} MiB in all, and with {path.name} it has more")
    return data


def no_sandbox(mode: str, visible: Path | None, name: str) -> Sandbox:
    """Return the sandbox of a program: only limits on time, because its needs are unknown.

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


def _require_bubblewrap(program: str | None) -> None:
    if program is None:
        raise InputError("the isolation 'strict' needs bubblewrap: apt install bubblewrap")
    if why := _why_not(program):
        advice = "allow user namespaces here, or take the isolation 'auto'"
        raise InputError(f"the isolation 'strict' needs bubblewrap, and {program} does not work ({why}): {advice}")


def works_now(program: str) -> bool:
    """Tell whether bubblewrap works now, by a test without the submission."""
    _why_not.cache_clear()
    return not _why_not(program)


@functools.cache
def _why_not(program: str) -> str:
    """Return the reason why Python does not start in bubblewrap, or an empty text if it does."""
    paths = [*_python(), *_libraries([])]
    command = [*_bubblewrap(program, dict.fromkeys(_places(paths)), paths), sys.executable, "-I", "-S", "-c", ""]
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
        printed = error.stderr.decode(errors="replace")
        return one_line(printed, 200) or f"exit code {error.returncode}"
    except subprocess.TimeoutExpired:
        return f"{program} did not end within {_PROBE_SECONDS} s"
    except OSError as error:
        return one_line(str(error), 200)
    return ""


def _bubblewrap(program: str, bound: dict[Path, Path | None], paths: Iterable[Path]) -> tuple[str, ...]:
    """Return bubblewrap's command: an empty, read-only file system into which the visible paths are bound.

    ``bound`` has places, and what is to stand there if it is not what stands there outside. The links and folders on
    the way to all ``paths`` are made as well. The working folder is there, but as empty as all others, so that relative
    paths mean what they mean outside. Root becomes another user inside, to whom root's files belong: so they can be
    read, and no program restores its rights.
    """
    working = _working_folder()
    command = [program, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    if os.geteuid() == 0:
        command += ["--uid", "1000", "--gid", "1000"]
    command += ["--dir", _HOME, "--dir", _TEMPORARY, "--size", str(_SCRATCH_BYTES), "--tmpfs", _SCRATCH]
    command += ["--proc", "/proc", "--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero"]
    for place in sorted(bound, key=lambda path: (len(path.parts), path)):
        command += ["--ro-bind", str(bound[place] or place), str(place)]
    for way, target in _ways(paths).items():
        if not any(map(way.is_relative_to, bound)):
            command += ["--symlink", target, str(way)] if target else ["--dir", str(way)]
    command += ["--dir", str(working), "--chdir", str(working)]
    for mount in ("/proc", "/dev", "/"):  # the kernel's own settings belong to root, who may still be the one outside
        command += ["--remount-ro", mount]
    return tuple(command)


def _ways(paths: Iterable[Path]) -> dict[Path, str]:
    """Follow paths as the system does; return the links on the way, with what is in them, and the folders, with ""."""
    ways = dict[Path, str]()
    for path in paths:
        place, most = Path("/"), MAX_LINKS
        waiting = [*reversed((_working_folder() / path).parts)]
        while waiting:
            step = place / waiting.pop()
            if step.name == "..":
                place = place.parent
            elif step.is_symlink() and most:
                most -= 1
                ways[step] = str(step.readlink())
                waiting += reversed(Path(ways[step]).parts)
            else:
                place = step
                ways |= {step: ""} if step.is_dir() else {}
    return ways


def _working_folder() -> Path:
    try:
        return Path.cwd()
    except OSError:  # it was removed
        return Path("/")


def _python() -> Iterator[Path]:
    """Yield the files and folders without which Python and our packages do not run."""
    for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix):
        yield from [Path(prefix, part) for part in _PREFIX_PARTS]
    yield from map(Path, (*_SYSTEM, sys.executable))
    yield from [ROOT / name for name in PACKAGES]


def _libraries(written: Iterable[Path]) -> Iterator[Path]:
    """Yield the folders of libraries on the path, which are neither the caller's own place nor around the learner's.

    What else is on the path is there for the caller: its working folder, or one that has all submissions in it.
    """
    hidden = {place for path in written for seen in _both(path) for place in (seen, *seen.parents)}
    if ROOT.name not in ("site-packages", "dist-packages"):
        hidden.add(ROOT)
    wanted = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    for entry in map(Path, sys.path):
        places = _both(entry)
        working = _working_folder() in places and str(entry) not in wanted
        if entry.is_absolute() and not places & hidden and not working:
            yield entry


def real_path(path: Path) -> Path:
    """Resolve a path. Links in a circle, which ``resolve`` refuses, stay unresolved."""
    return Path(os.path.realpath(path))


def _both(path: Path) -> set[Path]:
    """Return a path as it is written and as it is without symbolic links."""
    return {Path(os.path.abspath(path)), real_path(path)}  # noqa: PTH100 - absolute() would leave the dots


def _places(paths: Iterable[Path]) -> list[Path]:
    """Return where paths lead, if something is there, without those inside others, and the shorter ones first."""
    kept: list[Path] = []
    for path in sorted(set(map(real_path, paths)), key=lambda path: (len(path.parts), path)):
        if path.name and path.exists() and not any(map(path.is_relative_to, kept)):
            kept.append(path)
    return kept


def _environment(home: str, drawing: Path | None = None) -> dict[str, str]:
    """Return the environment of the process, with one thread for linear algebra because Landlock binds one thread.

    What is drawn is not shown; ``drawing`` is the folder with matplotlib's list of fonts.
    """
    environment = {"MPLBACKEND": "Agg"} | ({"MPLCONFIGDIR": str(drawing)} if drawing else {})
    environment |= {"HOME": home, "PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    environment["JOBLIB_MULTIPROCESSING"] = "0"  # it would complain that it cannot
    if site.ENABLE_USER_SITE:  # it is found by the home, which is another one now
        environment["PYTHONUSERBASE"] = site.getuserbase()
    return environment | {name: os.environ[name] for name in _KEPT if name in os.environ}
