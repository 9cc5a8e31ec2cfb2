"""What users know of their topics: the question in words, and attributes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from partwise.errors import PartwiseError, UsageError
from partwise.files.detect import detect
from partwise.files.reading import columns_of
from partwise.files.registry import format_named
from partwise.files.source import Source
from partwise.messages import Note
from partwise.tables.columns import decode
from partwise.tables.schema import Schema

ALIASES = ("text", "question", "query", "title")
"""Columns that may hold the question; the first that is there does."""

MOST_GROUPS = 12
"""Values of an attribute up to which it makes groups of topics."""

_SUFFIXES = {".jsonl": "jsonl", ".parquet": "parquet", ".csv": "csv"}


@dataclass(frozen=True)
class TopicTexts:
    """Questions and attributes by topic.

    Parameters
    ----------
    text : mapping of str to str
        Topic to question.
    attributes : mapping of str to mapping
        Attribute to topic to value.
    source : str or None
        The file.
    """

    text: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    source: str | None = None

    def texts(self, topics: Sequence[str]) -> list[str]:
        """Return the questions of topics, empty where there is none."""
        return [self.text.get(topic, "") for topic in topics]

    def notes(self, topics: Sequence[str]) -> list[Note]:
        """Warn where none of the topics is one of those that are evaluated."""
        mine = {*self.text}.union(*self.attributes.values())
        if not mine or not mine.isdisjoint(topics):
            return []
        words = "none of its {n:topic} is judged (there: {here}.., assessments: {there}..)"
        here, there = min(mine), "".join(topics[:1])
        about = self.source or "topics"
        return [Note(words, n=len(mine), here=here, there=there, subject=about, level="warning")]

    def groups(self, topics: Sequence[str]) -> dict[str, list[str]]:
        """Return the attributes that make groups: topic by topic, empty where there is no value."""
        found = {
            name: [values.get(topic, "") for topic in topics]
            for name, values in self.attributes.items()
        }
        return {name: told for name, told in found.items() if 1 < len({*told}) <= MOST_GROUPS}


def as_topic_texts(given: Any, encoding: str = "utf-8") -> TopicTexts:
    """Take questions as a user hands them over: a file, a dictionary or nothing."""
    if given is None:
        return TopicTexts()
    if isinstance(given, TopicTexts):
        return given
    if isinstance(given, Mapping):
        return TopicTexts({str(topic): str(text) for topic, text in given.items()})
    if isinstance(given, str | os.PathLike):
        return read_topic_texts(given, encoding=encoding)
    raise UsageError(f"topics_file must be a path or a dict, not {type(given).__name__}")


def read_topic_texts(path: str | os.PathLike[str], *, encoding: str = "utf-8") -> TopicTexts:
    """Read a table with the column topic, the question, and attributes.

    The files of other tools whose assessments have questions serve as well.
    """
    name = os.fspath(path)
    source = Source(name, encoding=encoding)
    asked_there = _of_others(source)
    if asked_there is not None:
        return TopicTexts(asked_there, {}, name)
    suffix = Path(name.removesuffix(".gz").removesuffix(".zst")).suffix.lower()
    table = columns_of(source, format_named(_SUFFIXES.get(suffix, "tsv")), Schema("topics"))
    table.need("topic")
    table.problems.refuse()
    others: dict[str, list[str]] = {
        column: [_cell(value) for value in values.tolist()]
        for column, values in table.extra.items()
    }
    if "text" in table.texts:
        coded = table.text("text")
        others["text"] = [value or "" for value in decode(coded.codes, coded.names)]
    coded = table.text("topic")
    topics = [topic or "" for topic in decode(coded.codes, coded.names)]
    asked = next((column for column in ALIASES if column in others), None)
    texts = dict(zip(topics, others.pop(asked), strict=True)) if asked else {}
    first: dict[str, int] = {}
    for row, topic in enumerate(topics):
        if first.setdefault(topic, row) != row:
            raise source.error(table.lines.line(row), f"topic {topic} came before")
    attributes = {column: dict(zip(topics, cells, strict=True)) for column, cells in others.items()}
    return TopicTexts(texts, attributes, name)


def _of_others(source: Source) -> dict[str, str] | None:
    """Return the questions that a file of another tool holds; None of any other file."""
    try:
        found: Any = format_named(detect(source)).load()
    except PartwiseError:  # a table of topics is of no kind that is detected
        return None
    return dict(found.read_topics(source)) if hasattr(found, "read_topics") else None


def _cell(value: Any) -> str:
    return "" if value is None or value != value else str(value)  # noqa: PLR0124 - NaN
