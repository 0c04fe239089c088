"""``python -m adversary``: the command line."""

from adversary.cli.main import main

main()
