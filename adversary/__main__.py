"""``python -m adversary``: the command line."""

from adversary.cli import main

main()
