"""What checks offsets against texts, where a user hands texts over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from partwise.files.options import Reading
from partwise.files.units import need_texts
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.texts.how import How
from partwise.texts.quote_reader import QuoteReader

if TYPE_CHECKING:
    from partwise.tables.texts import Texts

Table = TypeVar("Table", bound=Run | Qrels | Inventory)


class Verification:
    """Checks tables against the texts that a user handed over; without texts nothing is known.

    Parameters
    ----------
    texts : Texts, mapping, path or None
        The documents.
    reading : Reading
        Unit of the offsets, what is right where they do not fit their text, how quotes are
        located, and how the ids of documents were reduced in the tables.
    """

    def __init__(self, texts: Any, reading: Reading | None = None) -> None:
        reading = reading or Reading()
        found = _documents(texts)
        if found is None and reading.unit is not None:
            need_texts(reading.unit)
        doc_ids = reading.doc_ids
        if found is not None and doc_ids is not None and doc_ids != "exact":
            found = found.reduced(doc_ids)
        self.texts, self._reading = found, reading

    def quotes(self) -> QuoteReader:
        """Return what locates the quotes of tables while they are read."""
        how = self._reading
        located = How.refusing(how.ambiguous, how.max_errors, how.unit, how.doc_ids)
        return QuoteReader(self.texts, located, how.trust, how.missing, how.columns, how.encoding)

    @property
    def lengths(self) -> Lengths | None:
        """Lengths of the documents, where there are texts."""
        return None if self.texts is None else self.texts.lengths()

    @property
    def source(self) -> str | None:
        """Where the texts came from."""
        return None if self.texts is None else self.texts.source

    def of(self, table: Table) -> Table:
        """Return a table whose offsets fit the texts."""
        if self.texts is None:
            return table
        from partwise.texts.verify import verified

        return verified(table, self.texts, unit=self._reading.unit, trust=self._reading.trust)


def _documents(texts: Any) -> Texts | None:
    """Read texts where there are any; most commands have none, and need not know how."""
    if texts is None:
        return None
    from partwise.texts.store import as_texts

    return as_texts(texts)
