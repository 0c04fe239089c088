"""The sandbox of a submission: each restriction is tried on what it forbids, and the same is tried without it."""

import json
import os
import platform
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from made import expand, listed

from learners.runner.audit import INTERFACE
from learners.runner.isolation import SANDBOXES, Sandbox, sandbox
from proofs.exact.errors import InputError

pytestmark = pytest.mark.bubblewrap

LINUX = sys.platform == "linux"

SCRIPT = """
import ctypes, fcntl, json, mmap, os, resource, signal, socket, subprocess, sys, threading
from learners.runner.restrictions import restrict
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    result = getattr(libc, name)(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result
def opened(path="mine.py"):
    return os.open(path, os.O_RDONLY)
def outcome(plan, attempt, before):
    exec(before, globals())
    said = [] if plan is None else restrict(plan)
    try:
        done = eval(attempt)
    except BaseException as error:
        done = type(error).__name__
    return json.dumps([said, done], default=str).encode()
for plan, attempt, before in json.loads(sys.argv[1]):
    if os.path.exists("neighbor.py"):  # where anything can be written
        open("notes.txt", "w").write("secret = 1\\n")
        os.chmod("notes.txt", 0o666)
    reads, writes = os.pipe()
    process = os.fork()
    if not process:
        os.write(writes, outcome(plan, attempt, before))
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as lines:
        print(lines.read(), flush=True)
    os.waitpid(process, 0)
"""
"""What tries one thing after the other, each in a process of its own."""

Attempt = tuple[dict[str, Any] | None, str, str]
"""The plan of restrictions, an expression, and statements that run before there are restrictions."""


def tried_all(place: Path, attempts: Sequence[Attempt], prefix: tuple[str, ...] = ()) -> list[Any]:
    """Return for each attempt what is in force in its process, and what came of it."""
    command = [*prefix, sys.executable, "-P", "-c", SCRIPT, json.dumps(attempts)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=250, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def tried(
    place: Path, plan: dict[str, Any] | None, attempt: str, before: str = "", prefix: tuple[str, ...] = ()
) -> Any:
    """Return what is in force in a process that was restricted by the plan, and what then came of the attempt."""
    return tried_all(place, [(plan, attempt, before)], prefix)[0]


@cache
def in_force() -> tuple[str, ...]:
    said: list[str] = tried(Path("/"), sandbox("plain", Path(__file__)).plan, "0")[0]
    return tuple(said)


def needs(phrase: str) -> None:
    if phrase not in in_force():
        pytest.skip(f"this machine has no restriction that says: {phrase}")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which anybody may do anything, with a submission, a neighbor and something to destroy."""
    monkeypatch.chdir(tmp_path)  # the working folder in bubblewrap is the one in which its command was written
    return furnished(tmp_path)


def furnished(folder: Path) -> Path:
    for name in ("mine.py", "neighbor.py", "notes.txt"):
        (folder / name).write_text("secret = 1\n")
        (folder / name).chmod(0o666)
    folder.chmod(0o777)
    return folder


FILES, PROCESSES = "read-only files", "no new processes"
ATTEMPTS = [
    # what is in force, the part of the plan without which the attempt is possible (None: all of it), the attempt
    ("2 GiB of memory", "memory", "len(mmap.mmap(-1, 3 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))"),
    ("files of at most 1 MiB", "file_size", "[file.write(bytes(1 << 20)) for _ in range(2)]"),
    ("256 open files", "open_files", "len([os.dup(0) for _ in range(256)])"),
    (PROCESSES, "alone", "os.waitpid(os.fork() or os._exit(0), 0)[1]"),
    (PROCESSES, "alone", "os.waitpid(os.posix_spawn('/bin/sh', ['sh', '-c', 'exit'], {}), 0)[1]"),
    (PROCESSES, "alone", "subprocess.run(['/bin/sh', '-c', 'exit']).returncode"),
    ("no network", None, "socket.socket().fileno()"),
    ("no network", None, "socket.socket(socket.AF_UNIX).fileno()"),
    ("no network", None, "socket.socketpair(type=socket.SOCK_DGRAM)[0].fileno()"),
    ("no signals to others", None, "os.kill(os.getppid(), 0)"),
    ("no signals to others", None, "os.killpg(os.getpgid(0), 0)"),
    ("no signals to others", None, "resource.prlimit(os.getppid(), resource.RLIMIT_CORE)"),
    ("no tracing of others", None, "open(f'/proc/{os.getppid()}/mem', 'r+b').fileno()"),
    ("no tracing of others", None, "len(open(f'/proc/{os.getppid()}/environ', 'rb').read())"),
    (FILES, "read_only", "open('new.txt', 'w').write('x')"),
    (FILES, "read_only", "open('notes.txt', 'a').write('x')"),
    (FILES, "read_only", "os.open('notes.txt', os.O_TRUNC)"),
    (FILES, "read_only", "os.truncate('notes.txt', 0)"),
    (FILES, "read_only", "os.remove('notes.txt')"),
    (FILES, "read_only", "os.rename('notes.txt', 'taken.txt')"),
    (FILES, "read_only", "os.mkdir('folder')"),
    (FILES, "read_only", "os.symlink('notes.txt', 'link')"),
    (FILES, "read_only", "os.utime('notes.txt')"),
    ("no files but Python's and its own", "readable", "open('neighbor.py').read()"),
    ("no files but Python's and its own", "readable", "os.listdir('.')"),
    ("no files but Python's and its own", "readable", "len(mmap.mmap(opened('/dev/zero'), 4096, prot=mmap.PROT_READ))"),
    *[
        ("no signals to others", None, attempt)  # what is said of seccomp on any machine
        for attempt in (
            # memory that no limit of the process counts
            "os.memfd_create('m')",
            "len(mmap.mmap(-1, 4096))",
            "fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)",
            "(lambda pair: pair[0].sendmsg([b'x']))(socket.socketpair())",
            "(lambda pair: pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20))(socket.socketpair())",
            "os.splice(opened(), os.pipe()[1], 1)",
            "os.sendfile(os.pipe()[1], opened(), 0, 1)",
            "call('vmsplice', os.pipe()[1], (ctypes.c_size_t * 2)(id(os), 1), 1, 0)",
            "(lambda pipe: (os.write(pipe[1], b'x'), call('tee', pipe[0], os.pipe()[1], 1, 0)))(os.pipe())",
            "call('shmctl', call('shmget', 0, 4096, 0o1600), 0, 0)",
            # locks, leases, notices
            "fcntl.fcntl(opened(), 1024, fcntl.F_RDLCK)",
            "fcntl.fcntl(opened('/usr'), 1026, 1)",
            "fcntl.lockf(opened(), fcntl.LOCK_SH)",
            "len(fcntl.fcntl(opened(), 37, bytes(32)))",
            "fcntl.flock(opened(), fcntl.LOCK_SH)",
            "fcntl.fcntl(os.pipe()[0], 8, os.getpid())",
            "fcntl.fcntl(os.pipe()[0], 10, 9)",
            "fcntl.ioctl(os.pipe()[0], 0x8901, bytes(4))",
            "call('semctl', call('semget', 0, 1, 0o1600), 0, 0)",
            "call('inotify_init1', 0)",
            "call('fanotify_init', 0, 0)",
            # queues, timers, keys
            "call('msgctl', call('msgget', 0, 0o1600), 0, 0)",
            "call('mq_unlink', b'/x') if call('mq_open', b'/x', 0o102, 0o600, 0) else 0",
            "(signal.pthread_sigmask(0, [40]), [call('sigqueue', os.getpid(), 40, 0) for _ in range(100)])",
            "call('timer_create', 1, 0, bytes(8))",
            "call('prctl', 1, 0, 0, 0, 0)",
            # namespaces, other processes
            "call('unshare', 0x10000000)",
            "call('setns', os.pidfd_open(os.getpid()), 0x02000000)",
            "os.pidfd_open(os.getpid())",
        )
    ],
]

NUMBERED = {
    "memfd_secret": (447, "0"),
    "io_setup": (206, "1, (ctypes.c_ulong * 1)()"),
    "io_uring_setup": (425, "1, bytes(120)"),
    "userfaultfd": (323, "1"),
    "add_key": (248, "b'user', b'a key', b'x', 1, -2"),
    "keyctl": (250, "0, -2, 1"),
    "open_tree": (428, "-100, b'/', 0"),
    "quotactl_fd": (443, "0, 0, 0, 0"),
}
"""Calls that have no function on every machine, with their numbers on x86-64, and arguments."""
if platform.machine() == "x86_64":
    ATTEMPTS += [
        ("no signals to others", None, f"call('syscall', {number}, {arguments})")
        for number, arguments in NUMBERED.values()
    ]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Return what comes of each attempt in the sandbox, and then of each without the part of it that forbids it."""
    place = furnished(tmp_path_factory.mktemp("attempts"))
    plan = sandbox("plain", place / "mine.py").plan
    before = "file = open('written', 'wb', buffering=0)"
    less = [{key: value for key, value in plan.items() if key != part} if part else None for _, part, _ in ATTEMPTS]
    plans = [*[plan] * len(ATTEMPTS), *less]
    return tried_all(place, [(each, attempt, before) for each, (*_, attempt) in zip(plans, ATTEMPTS * 2, strict=True)])


@pytest.mark.parametrize("number", range(len(ATTEMPTS)), ids=[attempt for *_, attempt in ATTEMPTS])
def test_a_restriction_forbids_what_is_possible_without_it(number: int, outcomes: list[Any]) -> None:
    phrase = ATTEMPTS[number][0]
    needs(phrase)
    said, done = outcomes[number]
    assert phrase in said
    assert done in ("PermissionError", "BlockingIOError", "OSError")
    without = outcomes[len(ATTEMPTS) + number][1]
    if str(without).endswith("Error"):
        pytest.skip(f"this machine does not allow it anyway: {without}")


def test_the_restrictions_that_any_such_machine_has_are_there() -> None:
    assert {"60 s of CPU", "files of at most 1 MiB", "256 open files"} <= set(in_force())
    if LINUX and platform.machine() in ("x86_64", "aarch64") and "Seccomp:" in Path("/proc/self/status").read_text():
        assert {"2 GiB of memory", "no network", PROCESSES, "no signals to others"} <= set(in_force())


NEEDED_BY_LEARNERS: dict[str, object] = {
    "(lambda t: (t.start(), t.join(), t.is_alive())[2])(threading.Thread(target=len, args=('',)))": False,
    "float((__import__('numpy').ones((300, 300)) @ __import__('numpy').ones((300, 300))).sum())": 27e6,
    "__import__('asyncio').run(__import__('asyncio').sleep(0, 7))": 7,
    "open('/dev/null', 'w').write('nothing')": 7,
    "len(os.urandom(4) + open('/dev/urandom', 'rb').read(4))": 8,
    "len(__import__('numpy').memmap('mine.py', mode='r'))": 11,
    "len(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))": 1 << 20,
    "(lambda pair: (pair[0].setblocking(False), pair[0].send(b'x'), pair[1].recv(1))[1])(socket.socketpair())": 1,
    "(os.set_blocking(os.dup(0), False), os.get_blocking(0), os.isatty(0))[2]": False,
    "(lambda copy: (os.set_inheritable(copy, True), os.get_inheritable(copy))[1])(os.dup(0))": True,
    "__import__('shutil').get_terminal_size().lines > 0": True,
    "list(__import__('concurrent.futures').futures.ThreadPoolExecutor(2).map(abs, [-1]))": [1],
    "open('mine.py').read()": "secret = 1\n",
    "os.kill(os.getpid(), 0)": None,
    "str(__import__('decimal').Decimal(1)) + __import__('sqlite3').sqlite_version[:0]": "1",
}


def test_what_learners_need_still_works(place: Path) -> None:
    plan = sandbox("plain", place / "mine.py").plan
    results = tried_all(place, [(plan, attempt, "") for attempt in NEEDED_BY_LEARNERS])
    assert {
        attempt: result for attempt, (_, result) in zip(NEEDED_BY_LEARNERS, results, strict=True)
    } == NEEDED_BY_LEARNERS


@pytest.mark.parametrize(
    ("plan", "code", "number"),
    [("{'cpu_seconds': 1}", "while True: pass", signal.SIGXCPU), ("{'alone': True, 'read_only': True}", "os.abort()", signal.SIGABRT)],
)  # fmt: skip
def test_time_is_limited_and_a_learner_may_abort(plan: str, code: str, number: int, place: Path) -> None:
    needs("60 s of CPU")
    script = f"import os\nfrom learners.runner.restrictions import restrict\nrestrict({plan})\n{code}"
    done = subprocess.run([sys.executable, "-P", "-c", script], cwd=place, timeout=250, check=False)
    assert done.returncode == -number


def test_root_becomes_nobody_and_still_imports_from_where_only_root_may_read(place: Path) -> None:
    needs("an unprivileged user")
    private = place / "private"
    private.mkdir(mode=0o700)
    (private / "hidden.py").write_text("answer = 42\n")
    plan = sandbox("plain", place / "mine.py").plan
    plan["readable"].append(str(private))
    status = "[line.split()[1] for line in open('/proc/self/status') if line.startswith(('CapPrm', 'CapEff'))]"
    attempt = f"[__import__('hidden').answer, os.getuid() > 60000, os.getgid() > 60000, os.getgroups(), {status}]"
    _, done = tried(place, plan, attempt, f"sys.path.append({str(private)!r})")
    assert done == [42, True, True, [], ["0000000000000004"] * 2]


def test_the_signal_at_the_death_of_the_parent_survives(place: Path) -> None:
    if not LINUX:
        pytest.skip("only Linux has one")
    attempt = "(ctypes.CDLL(None).prctl(2, ctypes.byref(number)), number.value)[1]"
    before = "number = ctypes.c_int(); ctypes.CDLL(None).prctl(1, 9)"
    assert tried(place, sandbox("plain", place / "mine.py").plan, attempt, before)[1] == 9


def test_a_plan_that_asks_for_nothing_never_fails_and_sizes_are_told_as_they_are(place: Path) -> None:
    assert "GiB" not in " ".join(tried(place, {}, "0")[0])
    needs("2 GiB of memory")
    assert "1.5 GiB of memory" in tried(place, {"memory": 3 << 29}, "0")[0]


# what the grader puts around the process


def test_unknown_isolation_is_named_with_what_there_is(place: Path) -> None:
    with pytest.raises(InputError, match="unknown isolation 'strickt'; did you mean 'strict'"):
        sandbox("strickt", place)
    assert SANDBOXES == ("auto", "plain", "strict")


@pytest.mark.parametrize(
    ("bwrap", "says"),
    [
        (None, "apt install bubblewrap"),
        ("#!/bin/sh\necho 'bwrap: uid map: Permission denied' >&2\nexit 1\n", r"does not work \(bwrap: uid map: Permission denied\)"),
    ],
)  # fmt: skip
def test_strict_says_what_is_missing(
    bwrap: str | None, says: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if bwrap:
        (place / "bwrap").write_text(bwrap)
        (place / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(place))
    with pytest.raises(InputError, match=says) as error:
        sandbox("strict", place)
    assert "\n" not in str(error.value)
    assert sandbox("auto", place).prefix == ()


@pytest.mark.parametrize("mode", ["plain", "auto"])
def test_the_environment_has_none_of_the_caller_s_secrets(
    mode: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    environment = sandbox(mode, place).environment
    assert "SECRET_TOKEN" not in environment
    assert "PYTHONPATH" not in environment
    assert environment["HOME"] != os.environ.get("HOME")
    assert environment["OPENBLAS_NUM_THREADS"] == environment["PYTHONDONTWRITEBYTECODE"] == "1"
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    assert sandbox(mode, place).environment["PYTHONPATH"] == "/elsewhere"


@pytest.fixture
def box(place: Path) -> Sandbox:
    """Return the submission's sandbox with bubblewrap."""
    box = sandbox("auto", place / "mine.py")
    if not box.prefix:
        pytest.skip("bubblewrap is not installed here, or does not work")
    assert sandbox("strict", place / "mine.py") == box
    assert box.in_force[0].startswith("bubblewrap: ")
    return box


IN_BUBBLEWRAP: dict[str, object] = {
    "os.listdir('/home/learner')": [],
    "open('mine.py').read()": "secret = 1\n",
    "open('neighbor.py').read()": "FileNotFoundError",
    "os.listdir('.')": ["mine.py"],
    "os.path.exists('/etc/passwd')": False,
    "open('new.txt', 'w')": "OSError",
    "open('/home/learner/new.txt', 'w')": "OSError",
    "open('/dev/shm/new.txt', 'w')": "OSError",
    "len(open('/dev/zero', 'rb').read(1))": 0,
    "open('/proc/sys/kernel/core_pattern', 'a')": "OSError",
    "socket.create_connection(('192.0.2.1', 9), 5)": "OSError",
    "[name for _, name in socket.if_nameindex()]": ["lo"],
    "len([name for name in os.listdir('/proc') if name.isdecimal()]) <= 3": True,
    "[line.split()[1] for line in open('/proc/self/status') if line.startswith('CapEff')]": ["0" * 16],
    "os.getuid() == 0": False,
}


def test_in_bubblewrap_there_is_nothing_but_python_and_the_submission(place: Path, box: Sandbox) -> None:
    results = tried_all(place, [(None, attempt, "") for attempt in IN_BUBBLEWRAP], box.prefix)
    assert {attempt: result for attempt, (_, result) in zip(IN_BUBBLEWRAP, results, strict=True)} == IN_BUBBLEWRAP


IN_BOTH: dict[str, object] = {
    "os.listdir('/home/learner')": [],
    "open('mine.py').read()": "secret = 1\n",
    "float(__import__('numpy').ones(3).sum())": 3.0,
    "__import__('learners.runner.worker').__name__": "learners",
    "os.fork()": "PermissionError",
    "open('/dev/null', 'w').write('nothing')": 7,
    "set(said) >= {'2 GiB of memory', '60 s of CPU'}": True,
}


def test_both_halves_of_a_sandbox_work_together(place: Path, box: Sandbox) -> None:
    results = tried_all(place, [(box.plan, attempt, "") for attempt in IN_BOTH], box.prefix)
    assert {attempt: result for attempt, (_, result) in zip(IN_BOTH, results, strict=True)} == IN_BOTH


@pytest.mark.parametrize(
    ("phrase", "plan", "attempt"),
    [
        ("no signals to others", {}, "os.kill(1, 0)"),
        ("no signals to others", {}, "resource.prlimit(1, resource.RLIMIT_CORE)"),
        ("no tracing of others", {"read_only": True}, "len(open('/proc/1/environ').read())"),
    ],
)
def test_the_process_restricts_itself_where_its_user_is_the_other_one_s(
    phrase: str, plan: dict[str, Any], attempt: str, place: Path, box: Sandbox
) -> None:
    needs(phrase)
    assert tried(place, None, attempt, prefix=box.prefix)[1] != "PermissionError"
    assert tried(place, plan, attempt, prefix=box.prefix)[1] == "PermissionError"


def test_who_kills_bubblewrap_kills_the_learner(box: Sandbox) -> None:
    reads, writes = os.pipe()
    script = f"import os, time\nos.write({writes}, b'here')\ntime.sleep(60)"
    command = [*box.prefix, sys.executable, "-P", "-c", script]
    with os.fdopen(reads, "rb") as answers:
        with subprocess.Popen(command, pass_fds=(writes,), env=box.environment) as process:
            os.close(writes)
            assert answers.read(4) == b"here"
            process.kill()
        assert answers.read() == b""  # the other end of the pipe is closed: nobody has it anymore


# what a submission is seen to try

WATCHED = """
import ctypes, importlib.util, json, os, sys
from pathlib import Path
import learners.protocol, learners.spec
from learners.runner.audit import listen
def seen(own):
    report = listen(own)
    sys.path.insert(0, str(own.parent if own.is_file() else own))
    file = own if own.is_file() else own / "main.py"
    spec = importlib.util.spec_from_file_location("learner_file", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    print(json.dumps(report()), flush=True)
for own in sys.argv[1:]:
    process = os.fork()
    if not process:
        seen(Path(own))
        os._exit(0)
    assert os.waitpid(process, 0)[1] == 0, own
"""


def watched(*own: Path) -> list[Any]:
    """Return what each submission is seen to try, in a process of its own."""
    command = [sys.executable, "-P", "-c", WATCHED, *map(str, own)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=550, check=False, cwd=own[0].parent)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


TRIES = {
    "open('notes.txt', 'w')": "tried to write to a file: notes.txt",
    "open('notes.txt', 'r+')": "tried to write to a file: notes.txt",
    "pathlib.Path('paper.txt').write_text('')": "tried to write to a file: paper.txt",
    "os.open('other.txt', os.O_CREAT)": "tried to write to a file: other.txt",
    "open('/no/' + 99 * 'x', 'w')": "tried to write to a file: …" + 59 * "x",
    "open(b'a\\nb', 'wb')": "tried to write to a file: a b",
    "os.remove('missing')": "tried to remove a file: missing",
    "os.rename('missing', 'x')": "tried to rename a file: missing",
    "shutil.rmtree('missing')": None,
    "os.mkdir('/proc/x')": "tried to make a folder: /proc/x",
    "socket.socket()": "tried to open a socket",
    "socket.create_connection(('localhost', 1), 0.01)": "tried to open a socket",
    "subprocess.run(['true'])": "tried to start a process",
    "os.system('true')": "tried to start a process",
    "os.posix_spawn('/missing', ['x'], {})": "tried to start a process",
    "os.execv('/missing', ['x'])": "tried to start a process",
    "os.kill(os.getpid(), 0)": "tried to send a signal",
    "ctypes.CDLL(None)": "called C code through ctypes",
    "importlib.import_module('learners.registry')": "imported learners.registry, which is ours",
    "exec('import adversary')": None,
    "exec('import proofs')": "imported proofs, which is ours",
    "learners.protocol.Fault.__init__.__code__": None,
    "open(__file__).read()": None,
    "open('/dev/null', 'w').write('')": None,
    "open(1, 'w', closefd=False).write('')": None,
    "socket.socketpair()": None,
    "exec('import collections.abc')": None,
    "collections.namedtuple('P', 'x y')": None,
    "thread(open, 'threaded.txt', 'w')": "tried to write to a file: threaded.txt",
    "thread(sorted, [2, 1])": None,
}

NEEDED = "import collections, ctypes, importlib, os, pathlib, shutil, socket, subprocess, sys, threading\n"
THREAD = "def thread(*a):\n    t = threading.Thread(target=a[0], args=a[1:]); t.start(); t.join()\n"


def test_what_a_submission_tries_is_told_once_and_in_order(place: Path) -> None:
    own = place / "mine.py"
    steps = "".join(f"try:\n    {attempt}\nexcept Exception: pass\n" for attempt in TRIES)
    own.write_text(f"{NEEDED}learners = sys.modules['learners']\n{THREAD}{steps}")
    expected = list(dict.fromkeys(phrase for phrase in TRIES.values() if phrase))
    assert watched(own) == [expected]


IMPORTS = {
    "import learners.spec": "learners.spec",
    "import learners": "learners",
    "from learners import spec": "learners",
    "from learners import protocol, spec": "learners",
    "from learners.spec import parse as p": "learners.spec",
    "import learners.protocol, learners.spec as s": "learners.spec",
    "from learners.algorithms.perceptron import Perceptron": "learners.algorithms.perceptron",
    "import adversary.search.grader": "adversary.search.grader",
    "from proofs.exact import rationals": "proofs.exact",
    "__import__('learners.spec')": "learners.spec",
    "exec('import learners.spec')": "learners.spec",
    "importlib.import_module('learners.registry')": "learners.registry",
    "import adversary.grading.grade\nfrom learners.spec import parse": "learners.spec",
    "from learners.protocol import Card": None,
    "from learners import protocol": None,
    "import learners.protocol as p": None,
    "import adversary.grading.grade": None,
    "from adversary import play, GameResult": None,
    "importlib.import_module('adversary.grading.grade')": None,
    "from adversary.search.attack import attack; from proofs.catalog import find_class": None,
}
"""Statements, and the module that is told when they are done."""

SELF_TESTS = {
    "under main": "if __name__ == '__main__':\n    ",
    "in a function": "def never():\n    ",
    "in a method": "class Test:\n    def never(self):\n        ",
    "for annotations": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    ",
    "on the way not taken": "if len([]): ",
    "as a text": "text = ",
}
"""What may stand before an import that is not done."""


def test_what_a_submission_imports_is_told_unless_it_is_interface(place: Path) -> None:
    files, expected = list[Path](), list[list[str]]()
    for statements, module in IMPORTS.items():
        lines = statements.replace("\n", "\n    ")
        for text in (statements, f"def called():\n    {lines}\ncalled()\ncalled()"):
            files.append(place / f"mine{len(files)}.py")
            files[-1].write_text(f"import importlib\n{text}\n")
            expected.append([] if module is None else [f"imported {module}, which is ours"])
    statement = "from adversary.search.grader import Grader"
    for number, before in enumerate(SELF_TESTS.values()):  # an import that is not done is not told
        files.append(place / f"tested{number}.py")
        files[-1].write_text(f"{before}{repr(statement) if before == 'text = ' else statement}\n")
        expected.append([])
    assert watched(*files) == expected


def test_all_that_is_interface_can_be_imported(place: Path) -> None:
    own = place / "mine.py"
    own.write_text("".join([f"import {name}\n" for name in sorted(INTERFACE)]))
    assert watched(own) == [[]]


def test_what_the_documentation_imports_is_interface() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]  # the notebooks also look into the program
    text = "\n".join([expand(page.read_text()) for page in pages])
    imported = set(re.findall(r"(?:from|import) ((?:adversary|learners|proofs)(?:\.\w+)*)(?: import|\b)", text))
    described = {name.rpartition(".")[0] for name in listed((ROOT / "docs" / "reference.md").read_text(), "names")}
    assert imported | described <= INTERFACE
    assert [name for name in INTERFACE if not re.search(rf"\b{re.escape(name)}\b", text)] == []


def test_changes_of_ours_are_told(place: Path) -> None:
    own = place / "mine.py"
    own.write_text(
        "def never():\n    from proofs.checker import main\nfrom learners import protocol\nimport learners.spec\n"
        "protocol.Fault.__str__ = lambda self: 'none'\nprotocol.helper = 1\ndel learners.spec.parse\n"
        "learners.spec.fitting.__code__ = never.__code__\nexec('import learners.protocol')\n"
    )
    assert watched(own)[0] == [
        "imported learners.spec, which is ours",
        "changed learners.spec.fitting, which is ours",
        "changed learners.protocol.helper, which is ours",
        "changed learners.protocol.Fault.__str__, which is ours",
        "changed learners.spec.parse, which is ours",
    ]


@pytest.mark.parametrize("name", ["mine.py", "folder"])
def test_an_innocent_submission_is_told_nothing_of(name: str, place: Path) -> None:
    own = place / name
    text = (
        "import logging, random, tempfile, numpy\nnumpy.save('saved.npy', numpy.ones(3))\n"
        + (place / "mine.py").read_text()
    )
    if name == "folder":
        own.mkdir()
        (own / "helper.py").write_text("import numpy.linalg\n")
        text = f"import helper\n{text}"
    (own / "main.py" if name == "folder" else own).write_text(text)
    assert watched(own) == [[]]
    assert (place / "saved.npy").exists()  # by a library, which is no business of the watch


def test_a_folder_s_helpers_are_its_own_and_phrases_are_few(place: Path) -> None:
    own = place / "folder"
    own.mkdir()
    (own / "main.py").write_text("import helper\n")
    (own / "helper.py").write_text("for number in range(99):\n    open(f'{number}.txt', 'w')\n")
    assert watched(own) == [[f"tried to write to a file: {number}.txt" for number in range(20)]]


def test_nothing_of_the_watch_is_raised_into_the_learner(place: Path) -> None:
    own = place / "mine.py"
    own.write_text(
        "import os, sys\nclass Path(str):\n    def __str__(self): raise SystemExit(3)\n    __format__ = __repr__ = __fspath__ = __str__\n"
        "for name, *details in (('open',), ('open', 1, 2, 3), ('import', None), ('exec', None), ('os.remove', object())):\n"
        "    sys.audit(name, *details)\n"
        "open(Path('sly.txt'), 'w')\n"
        "def deep(): deep()\n"
        "try: deep()\nexcept RecursionError: pass\n"
    )
    assert watched(own) == [["tried to remove a file: unnamed", "tried to write to a file: sly.txt"]]
