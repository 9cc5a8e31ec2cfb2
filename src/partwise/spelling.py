"""Options in the spelling of the place: ``--order rank`` or ``order="rank"``.

Words for users are written as the command line spells options; in Python they name the keywords.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_SPELT: ContextVar[bool] = ContextVar("options are spelt as on the command line", default=False)
_OPTION = r"(?<![\w/.-])--([a-z]+(?:-[a-z]+)*)(?: (?!(?:and|for|if|or|out|takes|to)\b)([\w*|-]+))?"
_COLUMN = r"--columns (\w+)=(\w+)"
_ADVICE = r"(?s)\b[Uu]se .*"
_FLAGS = frozenset({"cited", "lenient", "lossy", "resume", "spans", "whole-documents"})
_KEYWORDS = {"id": "ids"} | dict.fromkeys(("format-run", "format-qrels", "to"), "format")
"""Options whose keyword has another name."""
_TWICE = r"(\bformat=\S+) or \1(?=\s|$)"


@contextmanager
def on_command_line(*, really: bool = True) -> Iterator[None]:
    """Let messages spell options as the command line does, ``--order rank``, or as Python does."""
    token = _SPELT.set(really)
    try:
        yield
    finally:
        _SPELT.reset(token)


def is_on_command_line() -> bool:
    """Tell how messages spell options here; work for another process takes it along."""
    return _SPELT.get()


def spelt(hint: str) -> str:
    """Return a hint, written for the command line, in the spelling of the place.

    In Python ``--order rank`` is ``order="rank"``, ``--lenient`` is ``lenient=True`` and
    ``--structure FILE`` is ``structure=...``; ``--columns doc=NAME`` is ``columns={"doc": NAME}``.
    """
    if _SPELT.get():
        return hint
    named = re.sub(_COLUMN, r'columns={"\1": \2}', hint)
    return re.sub(_TWICE, r"\1", re.sub(_OPTION, _keyword, named))


def given(option: str, value: str) -> str:
    """Return an option as it was given: ``--memory 5`` or ``memory=5``.

    Examples
    --------
    >>> given("memory", "5")
    'memory=5'
    """
    return f"--{option} {value}" if _SPELT.get() else f"{option.replace('-', '_')}={value}"


def advice_spelt(message: str) -> str:
    """Return a message with what it advises to use in the spelling of the place.

    What stands before the advice may quote a user's file, and stays.
    """
    return re.sub(_ADVICE, lambda advice: spelt(advice[0]), message)


def _keyword(option: re.Match[str]) -> str:
    name, value = option[1], option[2]
    keyword = _KEYWORDS.get(name, name.replace("-", "_"))
    if name in _FLAGS:
        return f"{keyword}=True" + (f" {value}" if value else "")
    return f"{keyword}=..." if value is None or value.isupper() else f'{keyword}="{value}"'
