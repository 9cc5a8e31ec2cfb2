"""Verification options, and the reader of tables with quotes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from partwise._record import record
from partwise.errors import UsageError
from partwise.files.options import STRICT, Reading, Trust
from partwise.files.units import Unit, check_unit
from partwise.tables.doc_ids import DocIds, check_doc_ids
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import Missing
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.texts import Texts


LOOSE = 0.30
"""Maximum errors in a loose search, as a share of the letters."""

As = Literal["qrels", "run", "chunks"]
Omission = Literal["pieces", "cover", "literal"]
Ambiguous = Literal["keep", "first", "all"]


@dataclass(frozen=True)
class LocateOptions:
    """Options for locating quotes.

    Parameters
    ----------
    ambiguous : {'keep', 'first', 'all'}
        Treatment of quotes with several places.
    max_errors : float
        Maximum errors, as a share of a quote's letters.
    unit : {'codepoint', 'utf16', 'byte'}, optional
        Unit of given offsets.
    trust : {'text', 'offsets'}
        Source of truth where given offsets do not fit their text.
    ellipsis : {'pieces', 'cover', 'literal'}, optional
        Treatment of quotes with omissions. Default: cover for runs, else pieces.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        Form of document names that are compared.
    kind : {'qrels', 'run', 'chunks'}, optional
        Kind of the rows. Default: derived from their columns.
    bare : bool
        Pass on rows that have neither a quote nor a place.
    convert : bool
        Convert offsets that have no text to code points, too.
    """

    ambiguous: Ambiguous = "keep"
    max_errors: float = STRICT
    unit: Unit | None = None
    trust: Trust = "text"
    ellipsis: Omission | None = None
    doc_ids: DocIds | None = None
    kind: As | None = None
    bare: bool = False
    convert: bool = True

    @classmethod
    def refusing(
        cls,
        ambiguous: Ambiguous | None,
        max_errors: float,
        unit: Unit | None,
        doc_ids: DocIds | None,
    ) -> LocateOptions:
        """Return options for tables that need places: ambiguous quotes are errors by default."""
        _check("ambiguous", ambiguous, (None, "first", "all"))
        chosen = ambiguous or "keep"
        return cls(ambiguous=chosen, max_errors=max_errors, unit=unit, doc_ids=doc_ids)

    def __post_init__(self) -> None:
        check_unit(self.unit)
        check_doc_ids(self.doc_ids)
        _check("ambiguous", self.ambiguous, get_args(Ambiguous))
        _check("trust", self.trust, get_args(Trust))
        _check("ellipsis", self.ellipsis, (None, *get_args(Omission)))
        _check("kind", self.kind, (None, *get_args(As)))
        if not 0 <= self.max_errors < 1:
            raise UsageError(f"max_errors must be from 0 to below 1, not {self.max_errors}")


def _check(name: str, value: object, choices: Sequence[object]) -> None:
    if value not in choices:
        names = [str(word) for word in choices if word is not None]
        raise UsageError(f"{name} must be {', '.join(names[:-1])} or {names[-1]}, not {value!r}")


What = Literal["run", "qrels", "inventory"]
Table = TypeVar("Table", bound=Any)


@record
class QuoteReader:
    """Reader that locates the quotes of tables; without texts, tables are read unchanged.

    Parameters
    ----------
    texts : Texts or None
        The documents.
    how : LocateOptions
        How quotes are located.
    trust : {'text', 'offsets'}, optional
        What is right where offsets do not fit their text; by default such a table is refused.
    missing : {'error', 'document', 'skip'}
        What a row without a place is.
    columns : mapping of str to str, optional
        Our names of columns to those of the tables.
    encoding : str
        Encoding of files.
    """

    texts: Texts | None = None
    how: LocateOptions = field(default_factory=LocateOptions)
    trust: str | None = None
    missing: Missing = "error"
    columns: Mapping[str, str] | None = None
    encoding: str = "utf-8"

    def read(
        self, what: What, source: Any, read: Callable[[Any], Table], inventory: Any = None
    ) -> Table:
        """Return a table with places: what `read` returns, unless quotes have to be located.

        Parameters
        ----------
        what : {'run', 'qrels', 'inventory'}
            What the table is.
        source : path, frame or table
            Where it comes from.
        read : callable
            Reads it as if there were no quotes.
        inventory : Inventory, or mapping of run names to them, optional
            Places rows by their id; their text is compared with what stands there.
        """
        if self.texts is None:
            return read(source)
        from partwise.texts.quoted_tables import QuotedTables

        return QuotedTables(self, self.texts, inventory).read(what, source, read)


Checked = TypeVar("Checked", bound=Run | Qrels | Inventory)


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
        documents = _documents(texts, reading)
        doc_ids = reading.doc_ids
        if documents is not None and doc_ids is not None and doc_ids != "exact":
            documents = documents.reduced(doc_ids)
        self.texts, self._reading = documents, reading

    def quotes(self) -> QuoteReader:
        """Return the reader that locates the quotes of tables."""
        how = self._reading
        located = LocateOptions.refusing(how.ambiguous, how.max_errors, how.unit, how.doc_ids)
        return QuoteReader(self.texts, located, how.trust, how.missing, how.columns, how.encoding)

    @property
    def lengths(self) -> Lengths | None:
        """Lengths of the documents, where there are texts."""
        return None if self.texts is None else self.texts.lengths()

    @property
    def source(self) -> str | None:
        """File of the texts."""
        return None if self.texts is None else self.texts.source

    def of(self, table: Checked) -> Checked:
        """Return a table whose offsets fit the texts."""
        if self.texts is None:
            return table
        from partwise.texts.verify import verified

        return verified(table, self.texts, unit=self._reading.unit, trust=self._reading.trust)


def _documents(texts: Any, reading: Reading) -> Texts | None:
    """Read texts, if any; imports the reader only then."""
    if texts is None:
        return None
    from partwise.texts.locate import as_texts, read_texts

    if isinstance(texts, str | os.PathLike):
        return read_texts(texts, encoding=reading.encoding, lenient=reading.lenient)
    return as_texts(texts)
