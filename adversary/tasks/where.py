"""Where tasks run: in processes of this machine, or on a cluster."""

import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import urlsplit

from proofs.exact.errors import BudgetError, InputError

MAX_JOBS = 1_024
_LOCAL = re.compile(r"local:([1-9][0-9]{0,3})")


class ClusterLost(BudgetError):  # noqa: N818 - it is what has happened
    """The cluster was lost during the run. Finished tasks are stored; the same command does the rest."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where tasks run: in local processes, at a dask scheduler's address, or on ``"local:N"``, N local dask workers.

    Raises:
        InputError: more than one is given, one of them is none, or dask is needed and is not installed.

    """

    jobs: int | None = None
    scheduler: str | None = None
    cluster: str | None = None

    def __post_init__(self) -> None:
        given = [value for value in (self.jobs, self.scheduler, self.cluster) if value is not None]
        if len(given) > 1:
            raise InputError("give one of --jobs, --scheduler and --cluster: each says where to run")
        if self.jobs is not None and not 1 <= self.jobs <= MAX_JOBS:
            raise InputError(f"--jobs should be from 1 to {MAX_JOBS:,}, but is {self.jobs}")
        if self.cluster is not None and not (_LOCAL.fullmatch(self.cluster) and int(self.workers) <= MAX_JOBS):
            raise InputError(f"--cluster should be local:N with N from 1 to {MAX_JOBS:,}, not {self.cluster!r}")
        if self.scheduler is not None and "://" not in self.scheduler:
            raise InputError(f"--scheduler should be an address like tcp://host:8786, not {self.scheduler!r}")
        if self.scheduler is not None and not _has_legal_port(self.scheduler):
            raise InputError(f"--scheduler {self.scheduler}: a port is a number from 1 to 65535")
        if self.on_cluster and find_spec("distributed") is None:
            raise InputError("a cluster needs dask: in a checkout of this program, pip install '.[cluster]'")

    @property
    def on_cluster(self) -> bool:
        """Return whether dask is needed."""
        return self.scheduler is not None or self.cluster is not None

    @property
    def workers(self) -> int:
        """Return the number of local processes, by default one for each core."""
        if self.cluster is not None:
            return int(self.cluster.partition(":")[2])
        return self.jobs or usable_cores()


def _has_legal_port(address: str) -> bool:
    try:
        return urlsplit(address).port != 0
    except ValueError:
        return False


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
