"""Whose inventory: the parts that could have been returned, for all runs or for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from partwise.errors import FormatError, UsageError, quote
from partwise.evaluation.lines import with_lines
from partwise.messages import plural
from partwise.tables.columns import first
from partwise.tables.doc_ids import REMEDIES, Reduced, codes_under, remedies
from partwise.tables.problems import RowsError

if TYPE_CHECKING:
    from partwise.evaluation.arguments import Given
    from partwise.evaluation.prepared import Prepared
    from partwise.messages import Note
    from partwise.tables.lengths import Inventory


def by_run(given: Any) -> dict[str | None, Any]:
    """Return tables by the name of the run; None stands for all other runs."""
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else {None: given}


def refuse_unknown_runs(what: str, tables: Iterable[str | None], names: Iterable[str]) -> None:
    """Refuse a table of a run that is not there."""
    known = list(names)
    for name in tables:
        if name is not None and name not in known:
            available = ", ".join(known) or "none"
            raise UsageError(f"{what} of {name!r}: no run has this name ({available})")


class Inventories:
    """Inventories by run; each is read and fitted to the other tables once.

    Parameters
    ----------
    given : Given
        Turns arguments into tables.
    tables : Prepared
        What an inventory has to fit.
    inventory
        As the caller gave it: one for all runs, or by the name of the run.
    """

    def __init__(self, given: Given, tables: Prepared, inventory: Any) -> None:
        self._given, self._tables = given, tables
        self._by_run = by_run(inventory)
        self._fitted: dict[Any, Inventory] = {}
        self.read: list[Inventory] = []
        """As they were read, for errors that name their lines."""
        self.notes: list[Note] = []
        """What was noticed of them."""
        if (common := self._by_run.get(None)) is not None:
            self._fit(common)  # what is wrong with it is said before any run is read

    def of(self, run: str) -> Inventory | None:
        """Return the inventory of a run, if it has one."""
        table = self._by_run.get(run, self._by_run.get(None))
        return None if table is None else self._fit(table)

    def refuse_unknown_runs(self, names: Iterable[str]) -> None:
        """Refuse the inventory of a run that is not there."""
        refuse_unknown_runs("inventory", self._by_run, names)

    @property
    def files(self) -> list[tuple[str, str | None]]:
        """Role and file of each."""
        return [("inventory", table.source) for table in self.read]

    def _fit(self, table: Any) -> Inventory:
        key = table if isinstance(table, str) else id(table)  # the caller holds the tables
        if key not in self._fitted:
            read = self._given.inventory(table)
            self.read.append(read)
            try:
                self._fitted[key], said = self._tables.fitted(read)
            except RowsError as error:
                raise with_lines(error, read) from None
            self._refuse_other_names(self._fitted[key])
            self.notes += said
        return self._fitted[key]

    def _refuse_other_names(self, table: Inventory) -> None:
        """Refuse an inventory that names no judged document, but would otherwise."""
        names, judged = table.docs, self._tables.qrels.docs
        if self._tables.doc_ids is not None or not len(names) or not len(judged):
            return
        if (names.codes_in(judged) >= 0).any():
            return
        for how in remedies((names, judged)):
            there = Reduced(judged, how)
            code = codes_under(names, how, there.names)
            if there.twins() is None and (at := first(code >= 0)) is not None:
                here, other = quote(names[at]), quote(judged[int(code[at])])
                many = plural(len(names), "document")
                problem = f"none of its {many} is judged, but {here} would be {other} "
                hint = f"Use --doc-ids {how} to match them so, or --doc-ids exact to go on"
                where = table.source or "inventory"
                raise FormatError(where, None, problem + REMEDIES[how], hint)
