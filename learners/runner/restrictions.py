"""The restrictions that a process puts on itself before it runs a learner's code: its half of a sandbox.

A restriction is used if the machine has it: limits (POSIX), an unprivileged user (if the process is root's), Landlock
(files) and seccomp (system calls, on x86-64 and ARM64). The process, and everything that it loads, cannot lift a
restriction that is in force. This module imports nothing of this program.
"""

import ctypes
import errno
import os
import resource
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

THREADS = 256
"""Threads of a process that may start no other, which the system counts with all else that its user runs."""

SIGNALS = 64
"""Signals that may wait for a process; all of a user's processes share how many there can be."""

_SPARE_USERS = range(1_900_000_000, 1_904_194_304), range(60_600, 61_100)
"""Numbers of users that nobody has, by the conventions; the second are for containers, which may have 2¹⁶ of them."""

_SET_DEATH, _GET_DEATH, _KEEP_CAPABILITIES, _NO_NEW_PRIVILEGES = 1, 2, 8, 38
_OWN_SETS, _READ_EVERYTHING = struct.pack("Ii", 0x20080522, 0), 1 << 2  # of capabilities
_LIBC = ctypes.CDLL(None, use_errno=True)

# Landlock's system calls and rights
_CREATE_RULES, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_READ_FILE, _READ_FOLDER, _TO_DEVICES = 1 << 2, 1 << 3, 1 << 1 | 1 << 14 | 1 << 15
_WRITES = {1: 1 << 1 | 0x1FF << 4, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}  # by the version of Landlock that brought them
_SPECIAL = 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 15  # to make devices, sockets, pipes and links
_TCP_SINCE, _SCOPES_SINCE = 4, 6

# seccomp's programs, and what they answer
_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_ARCHITECTURES = {"x86_64": (0xC000003E, 0, 317), "aarch64": (0xC00000B7, 1, 277)}  # word, column, seccomp's number

_ALWAYS = """ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, kcmp 312 272,
perf_event_open 298 241, userfaultfd 323 282, bpf 321 280, mount 165 40, unshare 272 97, setns 308 268,
umount2 166 39, keyctl 250 219, add_key 248 217, request_key 249 218, open_by_handle_at 304 265, setpriority 141 140,
ioprio_set 251 30, migrate_pages 256 238, move_pages 279 239, memfd_create 319 279, vmsplice 278 75, splice 275 76,
tee 276 77, sendfile 40 71, sendmsg 46 211, sendmmsg 307 269, setsockopt 54 208, io_setup 206 0, inotify_init 253 -,
inotify_init1 294 26, fanotify_init 300 262, flock 73 32, shmget 29 194, shmctl 31 195, shmat 30 196, semget 64 190,
semctl 66 191, semop 65 193, semtimedop 220 192, msgget 68 186, msgctl 71 187, msgsnd 69 189, msgrcv 70 188,
mq_open 240 180, mq_unlink 241 181, setrlimit 160 164, timer_create 222 107"""
"""What reaches beyond the process, or holds something there: SECURITY.md says what each family could do.

The last two can have the kernel kill the process, as others do: by a limit on CPU, or when a timer is over."""
_NEW, _NEW_ALLOWED = 424, (436, 439, 441, 449, 453)
"""From this number on, calls have the same one everywhere. Those allowed are ``close_range``, ``faccessat2``,
``epoll_pwait2``, ``futex_waitv`` and ``map_shadow_stack``. Libraries take older calls for the others, which are
then checked."""
_NETWORK = "socket 41 198, connect 42 203, bind 49 200"
_PROCESSES = ", fork 57 -, vfork 58 -, execve 59 221, execveat 322 281"
_CHANGES = """, chmod 90 -, fchmod 91 52, fchmodat 268 53, chown 92 -, lchown 94 -, fchown 93 55,
fchownat 260 54, setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14, lremovexattr 198 15,
fremovexattr 199 16, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88, truncate 76 45"""
"""What changes files and Landlock does not know, or not in its first versions."""
_SIGNALS = "kill 62 129, tkill 200 130, tgkill 234 131, rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240"
_OF_PROCESSES = """prlimit64 302 261, sched_setaffinity 203 122, sched_setscheduler 144 119, sched_setparam 142 118,
sched_setattr 314 274"""
_KILLING = 9, 19, 31
"""SIGKILL, SIGSTOP and SIGSYS: only others, or the kernel, may send them."""
_KILLED = 9 + 128, 31 + 128
"""Bubblewrap's exit codes where its child was killed, or ended by the kernel."""
_THREAD, _NAMESPACES, _TRUNCATE, _TO_WRITE = 0x10000, 0x7E020000, 0o1000, 0o3
_COMMANDS = 0, 1, 2, 3, 4, 1030
"""Of ``fcntl``: to copy a descriptor, and its flags. Locks, leases, notices, owners and sizes of pipes are not."""
_REQUESTS = 0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451
"""Of ``ioctl``: whether it is a terminal (twice), of what size; bytes to read; whether it blocks, and is inherited."""
_SHARED = 0x21, 0x23
"""Memory of ``mmap`` that is a file of no name: while any page is mapped it is all there, and no limit counts it."""


def restrict(plan: dict[str, Any]) -> list[str]:
    """Apply the plan's restrictions as far as the machine supports them; return those in force, as short phrases.

    The plan has ``memory`` and ``file_size`` (bytes), ``cpu_seconds``, ``open_files``, ``alone`` (true: no new
    processes, but threads), ``read_only`` (true: nothing can be written, made or deleted, but in a folder ``scratch``,
    if there is one), and with it ``readable``
    (paths: nothing else can be read either) and ``submission`` (one more such path, the foreign code's own). What the
    plan leaves out is not limited; other processes and the network are out of reach in any case. It is to be called
    while there is but one thread: Landlock binds no others, and is then not reported. The signal at the
    parent's death has to be asked for before, and survives.
    """
    in_force: list[str] = []
    linux = _unprivileged, _limit_processes, _landlock, _seccomp
    for restriction in (_limits, *linux) if sys.platform == "linux" else (_limits, _limit_processes):
        with suppress(OSError, ValueError, AttributeError):  # what this system does not have, or does not allow
            in_force.extend(restriction(plan))
    return list(dict.fromkeys(in_force))


def _limits(plan: dict[str, Any]) -> Iterator[str]:
    """Set the limits that count for this process alone; it may ignore the signal that its time is up, for a second."""
    _limit(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":
        _limit(resource.RLIMIT_SIGPENDING, SIGNALS)
    for key, which, phrase, unit in (
        ("memory", resource.RLIMIT_AS, "{:g} GiB of memory", 2**30),
        ("cpu_seconds", resource.RLIMIT_CPU, "{:g} s of CPU", 1),
        ("file_size", resource.RLIMIT_FSIZE, "files of at most {:g} MiB", 2**20),
        ("open_files", resource.RLIMIT_NOFILE, "{:g} open files", 1),
    ):
        if key in plan and _limit(which, plan[key], spare=int(key == "cpu_seconds")):
            yield phrase.format(plan[key] / unit)


def _limit(which: int, most: int, spare: int = 0) -> bool:
    with suppress(OSError, ValueError):
        hard = resource.getrlimit(which)[1]
        hard = most + spare if hard == resource.RLIM_INFINITY else min(hard, most + spare)
        resource.setrlimit(which, (min(most, hard), hard))
        return True
    return False


def _unprivileged(plan: dict[str, Any]) -> Iterator[str]:
    """Give up every capability, and change from root to an otherwise unused user.

    Where that user could not read Python's own files or the submission, the capability to read any file is kept; where
    there is none to keep, root stays root. The kernel cancels the death signal with the rights: it is set again.
    """
    death, parent, keep = ctypes.c_int(), os.getppid(), 0
    _kernel("prctl", _GET_DEATH, ctypes.addressof(death), 0, 0, 0)
    try:
        if os.geteuid() == 0 and (user := _spare_user()) is not None:
            os.setgroups([])
            keep = 0 if _reads_enough(user, plan) else _READ_EVERYTHING
            if keep & ~_permitted():
                return
            _kernel("prctl", _KEEP_CAPABILITIES, 1, 0, 0, 0)
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            yield "an unprivileged user"
    finally:
        keep &= _permitted()
        _kernel("capset", _OWN_SETS, struct.pack("6I", keep, keep, 0, 0, 0, 0))
        if death.value:
            _kernel("prctl", _SET_DEATH, death.value, 0, 0, 0)
            if os.getppid() != parent:  # it has died meanwhile
                os._exit(1)


def _permitted() -> int:
    sets = ctypes.create_string_buffer(24)
    _kernel("capget", _OWN_SETS, sets)
    return int(struct.unpack("6I", sets.raw)[1])  # the one that matters here is among the first 32


def _spare_user() -> int | None:
    """Return a user id of this container that no other process uses."""
    users = {spare[os.getpid() % len(spare)] for spare in _SPARE_USERS}
    for kind in ("uid", "gid"):
        extents = [[*map(int, line.split())] for line in Path(f"/proc/self/{kind}_map").read_text("ascii").splitlines()]
        users = {user for user in users if any(first <= user < first + count for first, _, count in extents)}
    return max(users, default=None)


def _reads_enough(user: int, plan: dict[str, Any]) -> bool:
    """Tell whether that user can read what will be needed, by trying it with that user's rights to files."""
    submission = Path(plan.get("submission", os.devnull))
    needed = [sys.prefix, sys.base_prefix, os.__file__, *filter(None, sys.path), *plan.get("readable", ()), submission]
    _LIBC.setfsgid(user)
    _LIBC.setfsuid(user)
    try:
        return all(map(_opens, needed)) and all(map(_opens, submission.rglob("*")))
    finally:
        _LIBC.setfsuid(0)
        _LIBC.setfsgid(0)


def _opens(path: str | Path) -> bool:
    """Tell whether a file, or a folder and what is in it, can be opened; what does not exist is not an obstacle."""
    try:
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY))
        (Path(path) / "x").lstat()
    except OSError as error:
        return not isinstance(error, PermissionError)
    return True


def _limit_processes(plan: dict[str, Any]) -> Iterator[str]:
    """Limit the user's processes, which on Linux means threads, and not root's: there seccomp is what forbids any."""
    linux = sys.platform == "linux"
    if plan.get("alone") and not (linux and os.geteuid() == 0):
        limited = _limit(resource.RLIMIT_NPROC, _running() + THREADS if linux else 0)
        yield from ["no new processes"] if limited and not linux else []


def _running() -> int:
    """Count the processes and threads of this user; this one's may still seem to be root's."""
    count = 0
    for tasks in (Path("/proc/self/task"), *Path("/proc").glob("[1-9]*/task")):
        with suppress(OSError):  # it has ended meanwhile
            if tasks.parent.name == "self" or tasks.stat().st_uid == os.geteuid():
                count += len(os.listdir(tasks))  # noqa: PTH208 - the names are all that is wanted
    return count


def _landlock(plan: dict[str, Any]) -> Iterator[str]:
    """Give up the rights to change files, to read others than those listed, and to trace processes."""
    if not plan.get("read_only"):
        return
    version = _kernel("syscall", _CREATE_RULES, None, 0, 1)
    writes = sum(rights for since, rights in _WRITES.items() if since <= version)
    reads = _READ_FILE | _READ_FOLDER if "readable" in plan else 0
    scoped = 3 if version >= _SCOPES_SINCE else 0  # abstract sockets, signals
    handled = struct.pack("3Q", writes | reads, 3 if version >= _TCP_SINCE else 0, scoped)
    rules = _kernel("syscall", _CREATE_RULES, handled, len(handled), 0)
    try:
        _let(rules, os.devnull, _TO_DEVICES & writes | _READ_FILE & reads)
        for path in (*plan["readable"], plan.get("submission", os.devnull)) if reads else ():
            with suppress(OSError):  # it does not exist
                _let(rules, path, reads)
        if "scratch" in plan:
            _let(rules, plan["scratch"], (writes & ~_SPECIAL) | reads)
        _kernel("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _kernel("syscall", _RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)
    if len(os.listdir("/proc/self/task")) == 1:  # noqa: PTH208 - the names are all that is wanted
        yield "read-only files"
        yield from ["no files but Python's and its own"] if reads else []
        yield "no tracing of others"
        yield from ["no signals to others"] if scoped else []


def _let(rules: int, path: str | Path, rights: int) -> None:
    rights &= ~0 if Path(path).is_dir() else ~_READ_FOLDER
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    _kernel("syscall", _ADD_RULE, rules, 1, struct.pack("=Qi", rights, place), 0)
    os.close(place)


def _seccomp(plan: dict[str, Any]) -> Iterator[str]:
    """Give up system calls, in every thread that there is."""
    machine = os.uname().machine
    if machine not in _ARCHITECTURES or sys.maxsize >> 32 == 0 or sys.byteorder != "little":
        return
    word, column, number = _ARCHITECTURES[machine]
    alone = bool(plan.get("alone"))
    program = _program(word, column, alone=alone, read_only=bool(plan.get("read_only")))
    kept = ctypes.create_string_buffer(program)
    _kernel("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if _kernel("syscall", number, 1, 1, struct.pack("HP", len(program) // 8, ctypes.addressof(kept))):
        return  # it names a thread that has a filter of its own
    yield from ["no new processes"] if alone else []
    yield "no network"
    yield "no signals to others"


def _program(word: int, column: int, *, alone: bool, read_only: bool) -> bytes:
    """Write the filter, in which any call that is neither named nor new is allowed."""
    code = _step(_LOAD, 4) + _step(_EQUAL, word, 1) + _step(_RETURN, _KILL) + _step(_LOAD, 0)
    if column == 0:  # x86-64 has its calls twice; these are the numbers of the second time
        code += _step(_AT_LEAST, 0x40000000, 0, 1) + _step(_RETURN, _ERROR | errno.ENOSYS)
    code += _step(_AT_LEAST, _NEW, 0, len(_NEW_ALLOWED) + 1)
    for distance, call in zip(range(len(_NEW_ALLOWED), 0, -1), _NEW_ALLOWED, strict=True):
        code += _step(_EQUAL, call, distance)
    code += _step(_RETURN, _ERROR | errno.ENOSYS)
    forbidden = _ALWAYS + _PROCESSES * alone + _CHANGES * read_only
    for error, calls in ((errno.EPERM, forbidden), (errno.EACCES, _NETWORK)):
        for call in _numbers(calls, column):
            code += _step(_EQUAL, call, 0, 1) + _step(_RETURN, _ERROR | error)
    return code + b"".join(_by_argument(column, alone=alone, read_only=read_only)) + _step(_RETURN, _ALLOW)


def _by_argument(column: int, *, alone: bool, read_only: bool) -> Iterator[bytes]:
    """Write what depends on arguments: 0 is the caller's own process, where that is not asked for by its number."""
    rule, thread = partial(_conditional, column), _THREAD if alone else 0
    yield rule("clone 56 220", 0, (thread,), allowed=True, mask=thread | _NAMESPACES)
    yield rule(_SIGNALS, 0, (os.getpid(),), allowed=True)
    yield rule("kill 62 129, tkill 200 130, rt_sigqueueinfo 129 138", 1, _KILLING, allowed=False)
    yield rule("tgkill 234 131, rt_tgsigqueueinfo 297 240", 2, _KILLING, allowed=False)
    yield rule("exit 60 93, exit_group 231 94", 0, _KILLED, allowed=False, mask=0xFF, refusal=_KILL)
    yield rule(_OF_PROCESSES, 0, (0,), allowed=True)
    yield rule("prlimit64 302 261", 2, (0,), allowed=True)  # to set a limit
    yield rule("socketpair 53 199", 1, (1,), allowed=True, mask=0xF)  # streams, which have but one other end
    yield rule("socketpair 53 199", 0, (1,), allowed=True)  # local ones
    yield rule("fcntl 72 25", 1, _COMMANDS, allowed=True)
    yield rule("ioctl 16 29", 1, _REQUESTS, allowed=True, refusal=_ERROR | errno.ENOTTY)
    yield rule("mmap 9 222", 3, _SHARED, allowed=False, mask=0x2F)
    yield rule("prctl 157 167", 0, (_SET_DEATH,), allowed=False)
    if read_only:  # opened for reading, and emptied: Landlock knows of it since its third version
        yield rule("openat 257 56", 2, (_TRUNCATE,), allowed=False, mask=_TRUNCATE | _TO_WRITE)
        yield rule("open 2 -", 1, (_TRUNCATE,), allowed=False, mask=_TRUNCATE | _TO_WRITE)


def _conditional(  # noqa: PLR0913 - what a rule is made of
    column: int,
    calls: str,
    argument: int,
    values: tuple[int, ...],
    *,
    allowed: bool,
    mask: int = 0xFFFFFFFF,
    refusal: int = _ERROR | errno.EPERM,
) -> bytes:
    """Write the rule that an argument's low half, masked, is one of the values, or (not ``allowed``) none.

    The last comparison, before the refusal, also says what no match means.
    """
    code, last = b"", len(values) - 1
    for call in _numbers(calls, column):
        code += _step(_LOAD, 0) + _step(_EQUAL, call, 0, last + 4)
        code += _step(_LOAD, 16 + 8 * argument) + _step(_AND, mask)
        for place, value in enumerate(values):
            otherwise = 0 if allowed or place < last else 1
            code += _step(_EQUAL, value, last - place + allowed, otherwise)
        code += _step(_RETURN, refusal)
    return code


def _numbers(calls: str, column: int) -> list[int]:
    numbers = [call.split()[1 + column] for call in calls.split(",")]
    return [int(number) for number in numbers if number != "-"]


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


def _kernel(function: str, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    words = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    result = int(getattr(_LIBC, function)(*words))
    if result < 0:
        raise OSError(ctypes.get_errno(), function)
    return result
