"""Texts: what offsets point into, document by document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from partwise.messages import Note, plural
from partwise.tables.doc_ids import DocIds, reduced
from partwise.tables.lengths import Lengths

_PIECE = 1 << 20
"""Characters of a text that are read at a time."""


class Text(Protocol):
    """A text in memory, or one in a file of which no more is read than is asked for."""

    def __len__(self) -> int:
        """Return the number of characters."""

    def __getitem__(self, place: slice, /) -> str:
        """Return some of the characters."""

    def find(self, wanted: str, start: int = 0, /) -> int:
        """Return the first place of some characters from `start` on, -1 where there is none."""


@dataclass(frozen=True, eq=False)
class Texts(Mapping[str, str]):
    """The text of each document, by its id.

    Parameters
    ----------
    documents : mapping of str to Text
        Document id to text, in memory or in a file.
    source : str or None
        The file or folder they came from.
    notes : tuple of str
        What the reader noticed.
    """

    documents: Mapping[str, Text]
    source: str | None = None
    notes: tuple[str, ...] = ()

    def __getitem__(self, doc: str) -> str:
        return self.documents[doc][:]

    def __iter__(self) -> Iterator[str]:
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)

    def __contains__(self, doc: object) -> bool:
        return doc in self.documents

    def __repr__(self) -> str:
        return f"Texts({plural(len(self), 'document')})"

    @property
    def characters(self) -> int:
        """Characters of all documents."""
        return sum(map(len, self.documents.values()))

    @property
    def remarks(self) -> list[Note]:
        """Notes of the reader on the texts."""
        return [Note.read(note).of(self.source or "texts") for note in self.notes]

    def lengths(self) -> Lengths:
        """Return the lengths of the documents in code points."""
        length = np.fromiter(map(len, self.documents.values()), np.int64, len(self))
        return Lengths.from_columns(doc=list(self.documents), length=length)

    def reduced(self, how: DocIds) -> Texts:
        """Return the same texts under what is compared of their names."""
        return replace(
            self, documents={reduced(doc, how): text for doc, text in self.documents.items()}
        )


def pieces(text: Text) -> Iterator[str]:
    """Yield a text some characters at a time."""
    return (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))


def same(one: Text, other: Text) -> bool:
    """Return whether two texts are the same."""
    if len(one) != len(other):
        return False
    return all(a == b for a, b in zip(pieces(one), pieces(other), strict=True))


def views(texts: Mapping[str, Text]) -> Mapping[str, Text]:
    """Return texts of which no more is read than is asked for."""
    return texts.documents if isinstance(texts, Texts) else texts
