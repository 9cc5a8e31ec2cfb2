"""Run the command line as ``python -m partwise``."""

from partwise.cli import main

main()
