"""``adversary`` and ``python -m adversary``: the command line, with one line for Ctrl-C while it is imported."""

import sys

from adversary.cli import INTERRUPTED, INTERRUPTION


def main() -> None:
    """Run the command line."""
    try:
        from adversary.cli.main import main as run
    except KeyboardInterrupt:
        sys.stderr.write(f"adversary: {INTERRUPTION}\n")
        sys.exit(INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
