"""The command line: the list of its commands, and how the process ends."""

import errno
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from textwrap import indent
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from adversary import INTERRUPTED, INTERRUPTION, end_at_once
from adversary.cli.terminal import CLOSED_PIPE, print_json, print_line, terminal, with_loudness
from proofs.exact.errors import BudgetError, InputError, one_line

COMMANDS = {
    "play": "play:play",
    "dimension": "classes:dimension",
    "check": "check:check",
    "show": "show:show",
    "value": "value:value",
    "tournament": "tournament:tournament",
    "atlas": "atlas:atlas",
    "claims": "claims:claims",
    "grade": "grading:grade",
    "attack": "grading:attack",
    "list": "cards:list_cards",
}
"""Every command, and its module and function; the module also has its examples."""

HELP = """\
Force mistakes on online learners, and judge every game exactly.

Usage: adversary COMMAND [OPTIONS]

Grade and test
  grade       grade a learner, and show a small game that breaks it
  attack      test a claimed mistake bound, and show a counterexample

Play
  play        play one game; --me makes you the learner
  tournament  play learners against their worst adversaries found

Compute
  dimension   how many mistakes a finite class costs the best learner
  value       the same for halfspaces with a margin; also the margin of data
  atlas       dimensions of all small classes

Look and check
  show        draw a game, a tree or a class: .html .svg .pdf .png .tex .dot
  check       check a game or a certificate independently
  claims      what four lecture notes and a textbook print, judged
  list        learners, adversaries, classes, kinds, claims and theorems

Start here:  adversary play perceptron --margin 1/10
Then:        adversary grade FILE --as perceptron
Options of a command:  adversary COMMAND --help
Also:  --version, --install-completion (then TAB completes names)
"""

_OUTPUT = "type -o FILE, which can be repeated: the ending decides what is written"
_JOBS = "type --jobs N, or --jobs tcp://host:8786 for a dask scheduler"
_LIMIT = "type --limit states=10000"
_RANGES = "type `adversary dimension` with ranges, as in intervals:3..11"
_LEAVE = "leave it out"
_ROOT = 'type --margin "sqrt(2/5)", or another root'
_SYMPY = "sympy always judges games on vectors of up to 2,000 rounds"
_WORST = "type `adversary tournament LEARNER... --margin 1/3`, or --class CLASS"

_RETIRED = [
    ("autograder", "", "type `adversary grade --as KIND --gradescope DIR`"),
    ("challenge", "", "type `adversary play --me -o page.html`, with --margin or --class"),
    ("compare", "", _WORST),
    ("families", "", _RANGES),
    ("formal", "", "type `adversary check FILE --rocq`; `python -m proofs.formal.build` compiles the theorems"),
    ("margin", "", "type `adversary value POINTS.csv`"),
    ("plot", "", "type `adversary show FILE -o figure.pdf`"),
    ("tree", "", "type `adversary show CLASS`, or `adversary show CLASS -o tree.svg`"),
    ("worst-case", "", _WORST),
    ("play", "--margin-squared", _ROOT),
    ("play", "--as-printed", 'type --against "standard-basis?as-printed"'),
    ("play", "--mistakes", 'type --against "hinge?mistakes=25"'),
    ("play", "--scale", 'type --against "hinge?mistakes=25&scale=1/2"'),
    ("play", "--order", 'type --against "announced-order?order=2,4,1,3"'),
    ("play", "--time-limit", "type --limit call=5s"),
    ("play", "--game-limit", "type --limit game=3600s"),
    ("play", "--second-opinion --no-second-opinion", _SYMPY),
    ("play", "--no-watch --no-as-printed", _LEAVE),
    ("check", "--second-opinion --no-second-opinion", _SYMPY),
    ("grade", "--csv --reports --results --junit --pytest", _OUTPUT),
    ("grade", "--scheduler --cluster", _JOBS),
    ("grade", "--force", "leave it out: reports of an earlier run are replaced"),
    ("tournament", "--learners", "name them by themselves, as in `adversary tournament perceptron averaging`"),
    ("tournament", "--margins", "type --margin 1/2..1/6"),
    ("tournament", "--dimensions", "type --dimension 4,8,16"),
    ("tournament", "--seeds", "type --seed 1,2"),
    ("tournament", "--classes", "type --class intervals:5,thresholds:7"),
    ("tournament", "--states", _LIMIT),
    ("tournament", "--keep", "type --cache DIR"),
    ("tournament", "--csv --plot --traces --no-traces --pages --no-pages", _OUTPUT),
    ("tournament", "--scheduler --cluster", _JOBS),
    ("dimension", "--models", "type --only all"),
    ("dimension", "--states", _LIMIT),
    ("dimension", "--megabytes", "type --limit memory=500MB"),
    ("value", "--margin-squared", _ROOT),
    ("show", "--kind", "type `adversary show CLASS --chart halving`"),
    ("show", "--tie", "type `adversary show CLASS --chart 'halving?tie=negative'`"),
    ("show", "--tex", "type -o table.tex"),
    ("atlas", "--extremal", "type --largest EXPR"),
    ("atlas", "--quantities", "type --only NAME,NAME"),
    ("atlas", "--families --states", _RANGES),
    ("atlas", "--scheduler --cluster", _JOBS),
    ("claims", "--errata", "leave it out: the false statements come first"),
    ("claims", "--explain", "type `adversary claims NAME --verbose`"),
    ("claims", "--no-explain --no-latex", _LEAVE),
    ("list", "--no-verbose", _LEAVE),
    ("claims", "--latex", "type `adversary claims NAME --verbose`; --json has everything"),
    ("claims", "--keep --jobs --scheduler --cluster", "leave it out: all claims are judged in two seconds"),
]

RETIRED = {(command, option): text for command, options, text in _RETIRED for option in options.split() or [""]}
"""By a command and one of its options, or an empty text for the whole command: what to type instead."""

TERMINATED = 128 + signal.SIGTERM

FEW_PROCESSES = 1024
"""A limit on a user's processes and threads below which linear algebra does with one thread."""

LEAST_MEMORY = 512 << 20
"""Bytes of addresses that commands need: without them linear algebra does not fail, but waits for them for ever."""


class _Commands(TyperGroup):
    def format_help(self, ctx: object, formatter: Any) -> None:  # noqa: ARG002 - as click calls it
        formatter.write(HELP)


class _Command(TyperCommand):
    """A command that takes an option once, unless it is one that can be repeated: else the last one would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments. Raises InputError."""
        if ctx.resilient_parsing:  # TAB completes a name, and is no place for a message
            return super().parse_args(ctx, args)
        _, _, order = self.make_parser(ctx).parse_args(args=[*args])
        for option, times in Counter(order).items():
            single = option.param_type_name == "option" and not (option.multiple or getattr(option, "is_flag", False))
            if times > 1 and single:
                raise InputError(f"{option.opts[0]} is given {times} times, and {ctx.info_name} takes it once")
        return super().parse_args(ctx, args)


def command_line(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return the command line with these commands. Only their modules are imported: a game does not wait for others."""
    app = typer.Typer(cls=_Commands, rich_markup_mode=None)
    app.callback(invoke_without_command=True)(_about)
    for name in names:
        module, _, function = COMMANDS[name].partition(":")
        commands = import_module(f"adversary.cli.{module}")
        command = with_loudness(getattr(commands, function))
        app.command(name=name, cls=_Command, epilog=getattr(commands, f"{name.upper()}_EXAMPLES"))(command)
    return app


def _about(
    context: typer.Context,
    *,
    version_wanted: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version_wanted:
        from importlib.metadata import version

        typer.echo(version("forced-mistakes"))
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> NoReturn:
    """Run the command line; unusable input is one line on standard error and exit code 2."""
    _prepare()
    stdout = sys.stdout
    try:
        refuse_retired(sys.argv[1:2])
        require_memory(sys.argv[1:2])
        named = [name for name in sys.argv[1:2] if name in COMMANDS]
        run = command_line(named or COMMANDS)
        _begin_to_tidy_up()
        code = run(standalone_mode=False)
    except BudgetError as error:  # nothing is wrong with the input: the answer is unknown
        _stop(str(error), 1)
    except InputError as error:
        _stop(str(error), 2, error.pointer)
    except KeyboardInterrupt:
        _stop(INTERRUPTION, INTERRUPTED)
    except _Terminated:
        _stop("terminated; no output is half-written", TERMINATED)
    except SystemExit as end:
        _leave(int(end.code or 0) if sys.stdout is stdout else CLOSED_PIPE)  # typer replaces that of a closed pipe
    except (OSError, MemoryError) as error:
        _stop(_system_error(error), 2)
    except Exception as error:
        if not hasattr(error, "format_message"):  # typer's own complaints about the command line have it
            raise
        _stop(retired_option(sys.argv[1], getattr(error, "option_name", "")) or error.format_message(), 2)
    if code == INTERRUPTED:
        _stop(INTERRUPTION, INTERRUPTED)
    _leave(code)


def refuse_retired(command: Sequence[str]) -> None:
    """Raise InputError, which says what to type instead, if this command is retired."""
    for name in command:
        if (name, "") in RETIRED:
            raise InputError(f"{name} is no command any more: {RETIRED[name, '']}")


def retired_option(command: str, option: str) -> str | None:
    """Return what to type instead of an option that a command does not have, if it had it once."""
    instead = RETIRED.get((command, option)) if option else None
    return instead and f"{command} takes no {option} any more: {instead}"


def require_memory(command: Sequence[str]) -> None:
    """Raise InputError if a limit on the memory of this process is too low for a command."""
    light = not command or command[0] not in COMMANDS or command[0] == "check"
    if not light and (most := _most_memory()) is not None and most < LEAST_MEMORY:
        raise InputError(f"{command[0]} needs {LEAST_MEMORY >> 20} MiB of memory{_raise_the_limit()}")


def _most_memory() -> int | None:
    """Return the limit on what this process may map, in bytes, if there is one."""
    limits = [resource.getrlimit(which)[0] for which in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    return min([limit for limit in limits if limit != resource.RLIM_INFINITY], default=None)


def _raise_the_limit() -> str:
    most = _most_memory()
    return "" if most is None else f", and the limit here is {most >> 20:,} MiB: raise it (ulimit -v, ulimit -d)"


class _Terminated(BaseException):
    """The process was asked to end. It is not a ``SystemExit``, because that could look like a learner's fault."""


def _terminate(*_: object) -> NoReturn:
    raise _Terminated


def _prepare() -> None:
    """Prepare the process: signals, encodings and closed standard streams."""
    terminal.quiet = terminal.json_printed = False
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that what is half-written is removed
        signal.signal(number, _terminate)
    few = 0 <= resource.getrlimit(resource.RLIMIT_NPROC)[0] < FEW_PROCESSES
    if few or _most_memory() is not None:
        # It would complain and interrupt us, or wait for ever, where it gets no more.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for pipe in (0, 1, 2):  # a closed one would be taken by the next pipe or file that is opened
        try:
            os.fstat(pipe)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    # If standard output is closed, every write to it must fail, so that no result is lost silently.
    sys.stdout = sys.stdout or open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: PTH123, SIM115 - it lasts as long as we do
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115 - likewise
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # for terminals that know no ²
    try:
        " ".join(sys.argv).encode()
    except UnicodeEncodeError:
        _stop("an argument is not valid text in UTF-8", 2)


def _begin_to_tidy_up() -> None:
    """Have Ctrl-C raise, which until now has ended the process at once: imports may swallow what is raised in them."""
    if signal.getsignal(signal.SIGINT) is end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _stop(line: str, code: int, pointer: str = "") -> NoReturn:
    """Exit with one line on standard error, what points at the place, and with a JSON object if --json was given."""
    terminal.quiet = False  # what is wrong is always said
    print_line(f"adversary: {line}")
    typer.echo(indent(pointer, "  "), err=True, nl=bool(pointer))
    if _wants_json() and not terminal.json_printed:
        with suppress(OSError, ValueError):  # standard output may be what has failed
            print_json({"error": one_line(line, 1_000), "exit_code": code})
    _leave(code)


def _wants_json() -> bool:
    arguments = sys.argv[1:]
    return "--json" in arguments[: arguments.index("--")] if "--" in arguments else "--json" in arguments


def _leave(code: int | None) -> NoReturn:
    """Exit with the code, or with 2 if standard output cannot be written."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if code in (None, 0, 1):  # the verdict could not be printed
            print_line(f"adversary: {_system_error(error)}")
            code = 2
    sys.exit(code)


def _system_error(error: OSError | MemoryError) -> str:
    """Return the message about an error of the system: memory, standard output, or a named file."""
    if isinstance(error, MemoryError):
        return f"the memory does not suffice{_raise_the_limit()}"
    if error.filename is not None:
        return one_line(f"{error.filename}: {error.strerror}")
    return f"cannot write to standard output: {'it is closed' if error.errno == errno.EBADF else error.strerror}"
