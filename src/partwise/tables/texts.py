"""Texts: what offsets point into, document by document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from partwise.messages import Note, plural
from partwise.tables.lengths import Lengths


@dataclass(frozen=True, eq=False)
class Texts(Mapping[str, str]):
    """The text of each document, by its id.

    Parameters
    ----------
    documents : mapping of str to str
        Document id to text.
    source : str or None
        The file or folder they came from.
    notes : tuple of str
        What the reader noticed.
    """

    documents: Mapping[str, str]
    source: str | None = None
    notes: tuple[str, ...] = ()

    def __getitem__(self, doc: str) -> str:
        return self.documents[doc]

    def __iter__(self) -> Iterator[str]:
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)

    def __repr__(self) -> str:
        return f"Texts({plural(len(self), 'document')})"

    @property
    def remarks(self) -> list[Note]:
        """What the reader noticed, as notes on the texts."""
        return [Note.read(note).of(self.source or "texts") for note in self.notes]

    def lengths(self) -> Lengths:
        """Return the lengths of the documents in code points."""
        length = np.fromiter(map(len, self.documents.values()), np.int64, len(self))
        return Lengths.from_columns(doc=list(self.documents), length=length)
