"""Docstrings of components, completed: parameters from the fields, sections from the base."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from partwise.language.fields import AUTO, REQUIRED, Field, spell

if TYPE_CHECKING:
    from partwise.language.component import Component

_WIDTH = 96
_SECTION = r"(?m)^\w[\w ]*\n-{3,}$"
_SHARED = ("Notes", "Examples", "References")
_WRITTEN = r"(?m)^Parameters\n-{3,}$"


class Docstring:
    """The docstring of a component, completed when it is read: most programs never read it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __get__(self, instance: object, owner: type[Component]) -> str:
        return with_parameters(with_sections(owner), owner.fields.values())


def with_sections(cls: type) -> str:
    """Return a docstring with the notes, examples and references that a base gives for all.

    What the class says itself under such a heading stands instead.
    """
    said = [vars(base).get("__doc__") for base in cls.__mro__]
    own, *others = (inspect.cleandoc(doc.text) for doc in said if isinstance(doc, Docstring))
    given = [_sections(text) for text in others]
    sections = _sections(own)
    inherited = {
        title: next(known[title] for known in given if title in known)
        for title in _SHARED
        if title not in sections and any(title in known for known in given)
    }
    if not inherited:
        return own
    sections |= inherited
    ordered = [sections.pop(title) for title in _SHARED if title in sections]
    return "\n\n".join([*sections.values(), *ordered])


def _sections(text: str) -> dict[str, str]:
    """Split a docstring at its headings; what stands before the first has none."""
    heads = [match.start() for match in re.finditer(_SECTION, text)]
    blocks = [text[a:b].strip() for a, b in pairwise([0, *heads, len(text)])]
    return {block.split("\n", 1)[0] if n else "": block for n, block in enumerate(blocks)}


def with_parameters(text: str, fields: Iterable[Field]) -> str:
    """Insert what the fields say of themselves before the first section of a docstring."""
    text = inspect.cleandoc(text)
    described = [field for field in fields if field.about]
    if not described or re.search(_WRITTEN, text):
        return text
    lines = ["Parameters", "----------"]
    for about, alike in groupby(described, key=lambda field: field.about):
        lines.append(_heading(list(alike)))
        lines += textwrap.wrap(about, _WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 4)
    section = "\n".join(lines)
    first = re.search(_SECTION, text)
    if first is None:
        return f"{text}\n\n{section}"
    return f"{text[: first.start()]}{section}\n\n{text[first.start() :]}"


def _heading(fields: list[Field]) -> str:
    """Name a parameter with its type, or several that are described elsewhere: ``As in PRUM.``."""
    if len(fields) > 1:
        return ", ".join(field.name for field in fields)
    (field,) = fields
    return f"{field.name} : {_type(field)}{_default(field)}"


def _type(field: Field) -> str:
    """Name the type as docstrings do."""
    if field.family is not None:
        return field.family.__name__
    if field.choices:
        return "{" + ", ".join(map(repr, field.choices)) + "}"
    return field.form or field.kind.__name__


def _default(field: Field) -> str:
    """Say what holds where nothing is given."""
    default = field.default
    if default is REQUIRED:
        return ""
    if default is None:
        told = field.without.removeprefix("default: ")
        stated = told != field.without and not told.startswith("none")
        return f", default {told}" if stated else ", optional"
    if default is AUTO or default == {}:
        return ", optional"
    if field.family is not None:
        return f", default {default!r}{'' if repr(default).endswith(')') else '()'}"
    return f", default {spell(default)}"
