"""What was meant by texts that are no measure: ``4k`` for 4000, ``P@5,10`` for ``P@[5,10]``."""

from __future__ import annotations

import re

from partwise.errors import quote

_NEARLY_A_NUMBER = re.compile(r"[+-]?\d[\w.]*")
_SHORT_NUMBER = r"(\d+(?:\.\d+)?)([kKmM])"
_GROUPED_NUMBER = r"\d{1,3}(?:_\d{3})+"
_SHORT = {"k": 1_000, "m": 1_000_000}
_BARE_CUTOFFS = r"([^@]*@)\s*(\d[\d.]*(?:\s*,\s*\d[\d.]*)+)\s*"
_LONG = {"R": "Recall", "P": "Precision"}
"""Last letters of our names, and the words for which they stand."""


def unreadable(text: str, column: int) -> str:
    """Say what is wrong with a text from a column on at which no name or number begins."""
    found = _NEARLY_A_NUMBER.match(text, column)
    if found is None:
        return f"{quote(text[column])} is not expected in a measure"
    said = f"{quote(found[0])} is not a number"
    if short := re.fullmatch(_SHORT_NUMBER, found[0]):
        from decimal import Decimal

        meant = (Decimal(short[1]) * _SHORT[short[2].lower()]).normalize()
        return f"{said}; use {meant:f}"
    if re.fullmatch(_GROUPED_NUMBER, found[0]):
        return f"{said}; use {found[0].replace('_', '')}"
    return said


def bracketed(text: str) -> str:
    """Return a measure with its several cutoffs in brackets; empty where it is none such."""
    found = re.fullmatch(_BARE_CUTOFFS, text)
    return "" if found is None else f"{found[1]}[{''.join(found[2].split())}]"


def several(text: str) -> list[str]:
    """Split a text at the commas between measures; one measure is not split."""
    depth, parts = 0, [""]
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    parts = [part.strip() for part in parts]
    return parts if all(part[:1].isalpha() for part in parts) else [text]


def in_full(names: list[str]) -> dict[str, str]:
    """Return names of ours by what they are in full and small letters: ``charrecall`` is CharR."""
    return {
        (name[:-1] + _LONG[name[-1]]).lower(): name
        for name in names
        if name[-1] in _LONG and not name[:-1][-1:].isupper()  # RR is no recall
    }
