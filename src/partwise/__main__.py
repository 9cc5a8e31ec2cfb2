"""Start the command line: ``partwise`` or ``python -m partwise``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; an interrupt while it loads is an interrupt, not a traceback."""
    try:
        from partwise.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
