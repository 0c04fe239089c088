"""``adversary`` and ``python -m adversary``: the command line, and one line for a signal before and after it."""

import signal

from adversary import end_at_once
from adversary.cli.main import main as run


def main() -> None:
    """Run the command line."""
    try:
        run()
    except (Exception, SystemExit):
        raise
    except BaseException:  # noqa: BLE001 - one more signal, while it was already ending
        end_at_once()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python's own end would show where it was
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)


if __name__ == "__main__":
    main()
