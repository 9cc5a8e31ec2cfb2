"""Measures and models as an evaluation has them: with what their files hold."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from partwise.evaluation.resources import read_content
from partwise.language.parser import parse
from partwise.language.resources import Content, Resource, with_contents


def loaded(given):
    """Read the files that a measure, given by its spelling, or a component names.

    Tests ask dozens of measures for the same file, which is read again only when it has changed.
    """
    return with_contents(parse(given) if isinstance(given, str) else given, _content)


def _content(wanted: Resource) -> Content:
    try:
        data = Path(wanted.file).read_bytes()
    except OSError:  # refused in the words of its reader
        return read_content(wanted)
    return _of_these_bytes(wanted, data)


@lru_cache(16)
def _of_these_bytes(wanted: Resource, data: bytes) -> Content:
    return read_content(wanted)
