"""The audit events of a submission, in words: attempts to write files, open sockets, start processes and so on.

The events restrict nothing. They show what an honest or a careless file does. Code can hide from them, because it
shares its process with the listener.
"""

import builtins
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from learners.runner.process import PACKAGES, ROOT
from proofs.exact.errors import one_line

MAX_EVENTS = 20
"""Phrases that are remembered."""

VERBS = ("tried ", "called ", "looked ", "changed ", "imported ")
"""How each phrase begins; what does not was written by the learner itself."""

MAX_PATH = 60
"""Characters of a path, of which the end is kept."""

_DOCUMENTED = {
    "adversary": """checks game.referee grading.grade grading.kinds.kind grading.result search.attack
        search.counterexample search.worst_case strategies.protocol tasks.engine tasks.store tasks.task
        tournaments.cell trees views.answer views.export.otter views.figures.tree views.notebook""",
    "learners": "checks protocol",
    "proofs": """atlas.bitsets atlas.quantities catalog claims.model classes.concepts classes.files dimensions
        exact.errors exact.vectors formats.margin margin_game.value settings
        solvers.budget solvers.certificates solvers.dimensions
        solvers.graphs solvers.other_models.apple_tasting solvers.star solvers.values trace views""",
}
INTERFACE = {"adversary", *[f"{package}.{name}" for package, names in _DOCUMENTED.items() for name in names.split()]}
"""The modules that the documentation tells people to import; a student's file may import them, as to test itself."""

STATEMENT = "__import__"
"""The event that an import statement is, also where Python raises none because the module is loaded."""

Arguments = tuple[Any, ...]

_STANDARD = Path(os.__file__).resolve().parent
_INSTALLED = {"site-packages", "dist-packages"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_OF_PYTHON = frozenset({"__builtins__", "__warningregistry__", "__annotations__", "__annotations_cache__", "__doc__"})
"""What Python itself sets in a module or a class as it goes."""

_SOCKET = "tried to open a socket"
_NAMED = {
    "tried to start a process": """os.fork os.forkpty os.posix_spawn os.spawn os.system os.exec
        subprocess.Popen pty.spawn""",
    _SOCKET: """socket.connect socket.bind socket.sendto socket.sendmsg
        socket.getaddrinfo socket.gethostbyname socket.gethostbyaddr""",
    "tried to send a signal": "os.kill os.killpg signal.pthread_kill",
    "called C code through ctypes": "ctypes.dlopen ctypes.dlsym ctypes.call_function",
    "looked through the objects of this program": "gc.get_objects gc.get_referrers gc.get_referents",
}
"""Events that need no other word."""

_NAMED_WITH_PATH = {
    "tried to remove a file": "os.remove os.rmdir",
    "tried to rename a file": "os.rename shutil.move",
    "tried to link a file": "os.link os.symlink",
    "tried to change a file": "os.chmod os.chown os.utime os.setxattr os.removexattr",
    "tried to make a folder": "os.mkdir",
    "tried to write to a file": "os.truncate",
}
"""Events whose first argument is a path."""

_PLAIN, _OF_FILES = (
    {event: phrase for phrase, events in named.items() for event in events.split()}
    for named in (_NAMED, _NAMED_WITH_PATH)
)


def listen(
    own: Path,
    tell: Callable[[str], None] = lambda _: None,
    hidden: dict[str, ModuleType] | None = None,
    scratch: str = "",
) -> Callable[[], list[str]]:
    """Start to record the audit events of a file's or folder's code; return a function that lists them, each once.

    ``tell`` is told each of them as it happens, for later the code may have rewritten the list.

    An event is its own if it is the first on the stack, apart from the standard library; a library that acts for itself
    is not listened to. What is imported is told when that is done, not when it stands in the file, and only if it is no
    ``INTERFACE``. Changes to our modules are found by comparing what is in them with what was in them. Modules
    that are ``hidden`` later are put back in ``sys.modules`` when they are about to be imported.
    """
    before, phrases, heard = _snapshot(), dict[str, None](), _AuditHook(own, scratch)
    hidden = {} if hidden is None else hidden

    def hook(event: str, arguments: Arguments) -> None:
        if hidden and event in ("import", "exec"):
            _put_back(hidden, arguments[0])
        if event in _HEARD and len(phrases) < MAX_EVENTS:
            for phrase in heard(event, arguments):
                if phrase not in phrases:
                    phrases[phrase] = None
                    with suppress(Exception):  # it may have closed the pipe; and the learner must not notice
                        tell(phrase)

    def report() -> list[str]:
        changes = []
        with suppress(Exception):  # whatever the submission has made of our modules
            changes = list(_changes(before, hidden))
        return list(dict.fromkeys((*phrases, *changes)))[:MAX_EVENTS]

    def statement(
        name: str,
        globals: Any = None,  # noqa: A002 - as Python calls them
        locals: Any = None,  # noqa: A002 - likewise
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if not level and type(name) is str and name.partition(".")[0] in PACKAGES:
            hook(STATEMENT, (name, fromlist or ()))
        return plain(name, globals, locals, fromlist, level)

    plain = builtins.__import__
    builtins.__import__ = statement
    sys.addaudithook(hook)
    return report


class _AuditHook:
    """An audit hook that describes events of any thread, except those that it causes itself. It never raises."""

    def __init__(self, own: Path, scratch: str) -> None:
        self._scratch = scratch and f"{scratch}/"
        self._places = {Path(os.path.abspath(own)), own.resolve()}  # noqa: PTH100 - absolute() would leave the dots
        self._verdicts: dict[str, bool | None] = {__file__: None}  # an import statement passes through this file
        self._busy = threading.local()

    def __call__(self, event: str, arguments: Arguments) -> list[str]:
        if getattr(self._busy, "now", False):
            return []
        self._busy.now = True
        try:
            caller = sys._getframe(2)  # noqa: SLF001 - there is no other way to know who calls
            if event == "exec":
                return list(self._of_code(arguments[0], caller))
            if event == STATEMENT:
                return [_imported(arguments[0])] if not _may_import(*arguments) and self._is_own(caller) else []
            if self._scratch and (event == "open" or event in _OF_FILES) and self._is_scratch(arguments[0]):
                return []
            phrase = _phrase(event, arguments)
            return [phrase] if phrase and self._is_own(caller) else []
        except Exception:  # noqa: BLE001 - the learner must not notice
            return []
        finally:
            self._busy.now = False

    def _is_scratch(self, path: object) -> bool:
        """Tell whether a file is a temporary one, which nobody else sees."""
        return type(path) is str and f"{os.path.abspath(path)}/".startswith(self._scratch)  # noqa: PTH100 - likewise

    def _of_code(self, code: object, caller: FrameType) -> Iterator[str]:
        """Tell a module of ours that is about to run, because not only import statements load one."""
        if not isinstance(code, CodeType) or self._answers(code.co_filename):
            return
        module = _module_of_ours(code.co_filename)
        if module and module not in INTERFACE and not code.co_filename.endswith("__init__.py") and self._is_own(caller):
            yield _imported(module)

    def _is_own(self, frame: FrameType | None) -> bool:
        """Tell whether the first responsible frame belongs to the submission; a thread without one also does."""
        while frame is not None:
            name = frame.f_code.co_filename
            if name.startswith("<frozen") and frame.f_code.co_name == "_write_atomic":
                return False  # Python saves what it has compiled
            if (verdict := self._answers(name)) is not None:
                return verdict
            frame = frame.f_back
        return threading.get_ident() != threading.main_thread().ident

    def _answers(self, name: str) -> bool | None:
        """Tell whether a file belongs to the submission; ``None`` for the standard library and generated code."""
        if name not in self._verdicts:
            path = Path(os.path.abspath(name))  # noqa: PTH100 - likewise
            standard = path.is_relative_to(_STANDARD) or path.resolve().is_relative_to(_STANDARD)
            nobody = name.startswith("<") or (standard and not _INSTALLED.intersection(path.parts))
            own = any(path.is_relative_to(place) for place in self._places)
            self._verdicts[name] = own or (None if nobody else False)
        return self._verdicts[name]


def _phrase(event: str, arguments: Arguments) -> str | None:
    """Return the phrase for an event, or nothing if the event is harmless."""
    first: Any = arguments[0] if arguments else None
    if event in _OF_FILES:
        return f"{_OF_FILES[event]}: {_shown(first)}"
    if event == "open":
        writes = isinstance(arguments[2], int) and arguments[2] & _WRITING and not isinstance(first, int)
        return f"tried to write to a file: {_shown(first)}" if writes and _shown(first) != os.devnull else None
    if event == "socket.__new__":  # a local one may be half of a pair; to connect it elsewhere is another event
        return None if arguments[1] == 1 else _SOCKET
    if event == "object.__setattr__":  # the code of a function, which no comparison of modules shows
        ours = type(first) is FunctionType and _module_of_ours(first.__code__.co_filename)
        return f"changed {_shown(f'{ours}.{first.__name__}')}, which is ours" if ours else None
    return _PLAIN[event]


_HEARD = {"open", "socket.__new__", "exec", STATEMENT, "object.__setattr__", *_PLAIN, *_OF_FILES}


def _shown(path: object) -> str:
    """Return a path or its end, without calling any method of the learner's objects."""
    if isinstance(path, int):
        return "one that was open"
    if not isinstance(path, str | bytes):
        return "unnamed"
    text = str.__str__(path) if isinstance(path, str) else bytes.decode(path, errors="replace")
    text = one_line(text, 1 << 12)
    return text if len(text) <= MAX_PATH else "…" + text[1 - MAX_PATH :]


def _imported(module: str) -> str:
    return f"imported {_shown(module)}, which is ours"


def _module_of_ours(file: str) -> str | None:
    """Return the name of the module that a file of ours is."""
    path = Path(file)
    if not any(path.is_relative_to(ROOT / package) for package in PACKAGES):
        return None
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _may_import(module: str, names: Sequence[str]) -> bool:
    """Tell whether a statement imports interface: a module, names of it, or such modules from their package."""
    return module in INTERFACE or (bool(names) and all(f"{module}.{name}" in INTERFACE for name in names))


_Before = tuple[str, ModuleType | type, dict[str, Any]]
"""The name of a module or a class, itself, and what was in it."""


def _snapshot() -> list[_Before]:
    """Return what is in each of our loaded modules, and in each class that is defined there."""
    entries = list[_Before]()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in PACKAGES and isinstance(module, ModuleType):
            contents = dict(vars(module))
            kinds = [kind for kind in contents.values() if isinstance(kind, type) and kind.__module__ == name]
            entries.append((name, module, contents))
            entries += [(f"{name}.{kind.__name__}", kind, dict(vars(kind))) for kind in kinds]
    return entries


def _put_back(hidden: dict[str, ModuleType], what: object) -> None:
    """Put the modules back that are imported or run now: all of ours, or all of another package."""
    if isinstance(what, CodeType):
        what = _module_of_ours(what.co_filename)
    head = what.partition(".")[0] if type(what) is str else ""
    heads = PACKAGES if head in PACKAGES else (head,)
    for name in [name for name in hidden if name.partition(".")[0] in heads]:
        sys.modules[name] = hidden.pop(name)


def _changes(before: list[_Before], hidden: dict[str, ModuleType]) -> Iterator[str]:
    """Yield the names that have changed, are gone or are new, except modules imported since then."""
    absent = object()
    for place, thing, was in before:
        if isinstance(thing, ModuleType) and sys.modules.get(place, hidden.get(place)) is not thing:
            yield f"changed {place}, which is ours"
        now = dict(vars(thing))
        for name in [*was, *(name for name in now if name not in was)]:
            new = now.get(name, absent)
            imported = name not in was and issubclass(type(new), ModuleType)
            if was.get(name, absent) is not new and name not in _OF_PYTHON and not imported:
                yield f"changed {_shown(f'{place}.{name}')}, which is ours"
