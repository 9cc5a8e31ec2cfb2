"""Nested dictionaries, as pytrec_eval and BEIR take them, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from partwise.errors import TableError


def flat(
    nested: Mapping[Any, Any], what: str, number: str
) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the columns of ``{topic: {document: number}}``."""
    topics: list[Any] = []
    docs: list[Any] = []
    numbers: list[Any] = []
    for topic, found in nested.items():
        if not isinstance(found, Mapping):
            kind = type(found).__name__
            said = f"{what} as a dictionary is {{topic: {{document: {number}}}}}"
            raise TableError(None, f"{said}; topic {topic} has {kind}")
        topics += [topic] * len(found)
        docs += found
        numbers += found.values()
    return topics, docs, numbers
