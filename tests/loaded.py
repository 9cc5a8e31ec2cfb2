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
    named = [wanted.file, *(value for _, value in wanted.options if isinstance(value, str))]
    files = [Path(name) for name in named]  # a word that is no file has nothing to say
    return _of(wanted, tuple(file.read_bytes() for file in files if file.is_file()))


@lru_cache(16)
def _of(wanted: Resource, held: tuple[bytes, ...]) -> Content:
    return read_content(wanted)
