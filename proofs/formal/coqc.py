"""Rocq's compiler: find it, run it on a file, and read what it prints."""

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from proofs.exact.errors import one_line
from proofs.formal.theorems import LIBRARY

INSTALL = "apt-get install -y --no-install-recommends coq"
"""What installs it on Debian and Ubuntu."""


class MissingError(Exception):
    """There is no coqc on this machine."""


class BrokenError(Exception):
    """Coqc does not answer in time, or does not work: it has neither checked nor refused anything."""


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
    """Return the coqc of this machine. Raises MissingError or BrokenError."""
    program = shutil.which("coqc")
    if program is None:
        raise MissingError(f"coqc, the compiler of Rocq, is not installed ({INSTALL})")
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
