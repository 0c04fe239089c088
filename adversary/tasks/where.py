"""Where tasks run: in processes of this machine, or on a cluster."""

import os
import re
from dataclasses import dataclass
from importlib.util import find_spec

from proofs.exact.errors import BudgetError, InputError

MAX_JOBS = 1_024
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_ADDRESS = re.compile(r"[a-z][a-z+.-]*://[^\s:]*(\[[^\s]*\])?(:([1-9][0-9]{0,4}))?")
MAX_PORT = 65_535


class ClusterLost(BudgetError):  # noqa: N818 - it is what has happened
    """The cluster was lost during the run. Finished tasks are stored; the same command does the rest."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where tasks run: in so many processes here (by default one for each core), or at a dask scheduler's address.

    Raises:
        InputError: ``jobs`` is neither, or dask is needed and is not installed.

    """

    jobs: int | str | None = None

    def __post_init__(self) -> None:
        text = str(self.jobs)
        address = _ADDRESS.fullmatch(text)
        number = _NUMBER.fullmatch(text) and int(text) <= MAX_JOBS
        if not (self.jobs is None or number or (address and int(address[3] or 1) <= MAX_PORT)):
            raise InputError(
                f"--jobs is a number of processes, up to {MAX_JOBS:,}, or an address like tcp://host:8786, not {text!r}"
            )
        if address and find_spec("distributed") is None:
            raise InputError("a cluster needs dask: in a checkout of this program, pip install '.[cluster]'")

    @property
    def scheduler(self) -> str | None:
        """Return the address of the dask scheduler, if there is one."""
        return self.jobs if isinstance(self.jobs, str) and "://" in self.jobs else None

    @property
    def here(self) -> "Where":
        """Return the place for tasks that are only about files of this machine."""
        return Where() if self.scheduler else self

    @property
    def workers(self) -> int:
        """Return the number of local processes."""
        return int(self.jobs) if self.jobs is not None and not self.scheduler else usable_cores()


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
