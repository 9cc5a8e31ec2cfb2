"""Sentences that files number from 0, as elements that are numbered from 1."""

from __future__ import annotations

from typing import Any

from partwise.files.parsing.json_document import Place, kind_words
from partwise.files.parsing.records import Records


def sentence(records: Records, place: Place, number: Any) -> str | None:
    """Return the element of a sentence, ``s[1]`` for the first; what is no number is noted."""
    if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
        return f"s[{number + 1}]"
    shown = number if isinstance(number, int) else kind_words(number)
    records.refuse(place, f"sentence {shown} is not a whole number from 0", shape=True)
    return None
