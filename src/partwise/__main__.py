"""Start the command line: ``partwise`` or ``python -m partwise``."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line; an interrupt while it loads is an interrupt, not a traceback."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in workers; a pool costs the start
    gc.set_threshold(100_000, 20, 20)  # imports make many objects, and hardly one to be freed
    try:
        from partwise.cli import main as run

        run(alone=True)
    except KeyboardInterrupt:  # before the command line hears it, or after its last word
        if sys.stderr is not None:
            sys.stderr.write("interrupted\n")
        sys.exit(130)  # cli/_exit_codes.py, which may not have been imported yet
    finally:
        gc.freeze()  # at its end the interpreter would look for cycles in all that was imported


if __name__ == "__main__":
    main()
