"""``adversary`` and ``python -m adversary``: the command line, with one line for Ctrl-C while it is imported."""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from adversary.cli.main import main as run
    except KeyboardInterrupt:
        sys.stderr.write("adversary: interrupted; no output is half-written\n")
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
