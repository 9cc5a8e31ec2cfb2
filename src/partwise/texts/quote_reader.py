"""Reads tables, and has quotes located where there are texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from partwise._record import record
from partwise.tables.missing import Missing
from partwise.texts.how import How

if TYPE_CHECKING:
    from partwise.tables.texts import Texts

What = Literal["run", "qrels", "inventory"]
Table = TypeVar("Table", bound=Any)


@record
class QuoteReader:
    """Locates quotes of tables that are read; without texts everything is read as it is.

    Parameters
    ----------
    texts : Texts or None
        The documents.
    how : How
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
    how: How = field(default_factory=How)
    trust: str | None = None
    missing: Missing = "error"
    columns: Mapping[str, str] | None = None
    encoding: str = "utf-8"

    def read(
        self, what: What, given: Any, read: Callable[[Any], Table], inventory: Any = None
    ) -> Table:
        """Return a table with places: what `read` returns, unless quotes have to be located.

        Parameters
        ----------
        what : {'run', 'qrels', 'inventory'}
            What the table is.
        given : path, frame or table
            Where it comes from.
        read : callable
            Reads it as if there were no quotes.
        inventory : Inventory, or mapping of run names to them, optional
            Places rows by their id; their text is compared with what stands there.
        """
        if self.texts is None:
            return read(given)
        from partwise.texts.quoted_tables import QuotedTables

        return QuotedTables(self, self.texts, inventory).read(what, given, read)
