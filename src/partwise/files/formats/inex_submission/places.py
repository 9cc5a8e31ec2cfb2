"""Places and numbers of a result: path, passage, fol, rank and rsv."""

from __future__ import annotations

import math
import re
from typing import Any

from partwise.errors import quote
from partwise.files.parsing.xml import checked_path, checked_point

_NUMBER = re.compile("-?[0-9]{1,18}")


def _path(_child: Any, text: str, *, lenient: bool) -> dict[str, Any]:
    return {"element": checked_path(text, lenient=lenient)}


def _passage(child: Any, _text: str, *, lenient: bool) -> dict[str, Any]:
    first, last = child.get("start"), child.get("end")
    if first is None or last is None:
        raise ValueError("a passage without start or end")
    if _NUMBER.fullmatch(first) and _NUMBER.fullmatch(last):
        return _span(_offset(first), _offset(last))
    return {
        "element": checked_point(first, lenient=lenient),
        "last": checked_point(last, lenient=lenient),
    }


def _fol(child: Any, _text: str, *, lenient: bool) -> dict[str, Any]:
    offset, length = child.get("offset"), child.get("length")
    if offset is None or length is None:
        raise ValueError("a fol without offset or length")
    start = _offset(offset)
    return _span(start, start + _offset(length, "length"))


def _span(start: int, end: int) -> dict[str, Any]:
    if end < start:
        raise ValueError(f"end {end} is before start {start}")
    if end >= 2**63:
        raise ValueError(f"offset {end} is beyond 64 bits")
    return {"start": start, "end": end}


def _offset(text: str, what: str = "offset") -> int:
    if text.startswith("-") and _NUMBER.fullmatch(text):
        raise ValueError(f"{what} {text} is negative")
    return whole_number(text, what)


PLACE_READERS = {"path": _path, "passage": _passage, "fol": _fol}


def whole_number(text: str, what: str) -> int:
    """Read a whole number; `what` names it where it is none."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise ValueError(f"{what} {quote(text)} is not a whole number")
    return int(text)


def real_number(text: str) -> float:
    """Read a score."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isnan(number) or "_" in text:
        raise ValueError(f"score {quote(text)} is not a number")
    return number
