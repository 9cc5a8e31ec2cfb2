"""What checks offsets against texts, where a user hands texts over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from partwise.errors import UsageError
from partwise.files.units import Unit, check_unit, need_texts
from partwise.tables.doc_ids import DocIds
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.missing import Missing
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.texts.how import Ambiguous, How, Trust
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
    unit : {'codepoint', 'utf16', 'byte'}, optional
        Unit of the offsets.
    trust : {'text', 'offsets'}, optional
        What is right where offsets do not fit their text.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        How the names of documents were reduced in the tables.
    """

    def __init__(
        self,
        texts: Any,
        unit: Unit | None = None,
        trust: Trust | None = None,
        doc_ids: DocIds | None = None,
    ) -> None:
        check_unit(unit)
        if trust not in (None, *get_args(Trust)):
            raise UsageError(f"trust must be text or offsets, not {trust!r}")
        found = _documents(texts)
        if found is None and unit is not None:
            need_texts(unit)
        if found is not None and doc_ids is not None and doc_ids != "exact":
            found = found.reduced(doc_ids)
        self.texts, self._unit, self._trust, self._doc_ids = found, unit, trust, doc_ids

    def quotes(
        self,
        ambiguous: Ambiguous | None,
        max_errors: float,
        missing: Missing,
        columns: Mapping[str, str] | None,
        encoding: str = "utf-8",
    ) -> QuoteReader:
        """Return what locates the quotes of tables while they are read."""
        how = How.refusing(ambiguous, max_errors, self._unit, self._doc_ids)
        return QuoteReader(self.texts, how, self._trust, missing, columns, encoding)

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

        return verified(table, self.texts, unit=self._unit, trust=self._trust)


def _documents(texts: Any) -> Texts | None:
    """Read texts where there are any; most commands have none, and need not know how."""
    if texts is None:
        return None
    from partwise.texts.store import as_texts

    return as_texts(texts)
