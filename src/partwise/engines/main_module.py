"""Whether workers import the script of the user again, which few of them need."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from partwise.errors import UsageError

CALLED_AGAIN = 77
"""Exit code of a worker whose script asks for workers while it is imported."""
_MARK = "PARTWISE_WORKER"
_GUARD = (
    'measures that a script defines need its calls under `if __name__ == "__main__":`, '
    "as every worker imports the script. Or put the measures into a module"
)
_NO_FILE = (
    "measures that are defined in a notebook or on standard input are not seen by other "
    "processes. Put them into a module, or use jobs=1"
)


def needs_main(*sent: Any) -> bool:
    """Tell whether what is sent to workers is defined in the script; refuse one without a file."""
    if b"__main__" not in pickle.dumps(sent):
        return False
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    if getattr(main, "__spec__", None) is None and not (file and Path(file).is_file()):
        raise UsageError(_NO_FILE)
    return True


@contextmanager
def starting(*, with_main: bool) -> Iterator[None]:
    """Let workers that are started meanwhile import the script of the user only `with_main`.

    Otherwise a script without a guard would begin anew in each of them, and one that came
    through a pipe could not be found.
    """
    main = sys.modules["__main__"]
    names = () if with_main else ("__spec__", "__file__")
    hidden = {name: vars(main)[name] for name in names if name in vars(main)}
    vars(main).update(dict.fromkeys(hidden))
    os.environ[_MARK] = "1"
    try:
        yield
    finally:
        os.environ.pop(_MARK, None)
        vars(main).update(hidden)


def end_if_called_again() -> None:
    """End a worker of ours that came here while it imported the script."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False) and _MARK in os.environ:
        os._exit(CALLED_AGAIN)


def refuse_called_again(workers: list[Any]) -> None:
    """Say what to do where a worker ended because the script has no guard."""
    for worker in workers:
        worker.join(1)
        if worker.exitcode == CALLED_AGAIN:
            raise UsageError(_GUARD) from None
