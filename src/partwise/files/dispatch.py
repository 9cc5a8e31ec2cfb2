"""From a source to its table: the format is detected or named, and its reader called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.errors import FormatError, TableError
from partwise.files.detect import detect, nothing_in
from partwise.files.limits import check_names
from partwise.files.options import Reading, table_options
from partwise.files.registry import FORMATS, Format, Kind, format_named
from partwise.files.source import Source
from partwise.messages import Note
from partwise.spelling import spelt
from partwise.tables.columns import Coded, decoded
from partwise.tables.part_ids import ids_are_documents
from partwise.tables.schema import ColumnNames, Schema, TwoNamesError

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.table import Table

_Rows = TypeVar("_Rows", "Run", "Qrels")
_WORDS = {
    "run": "a run",
    "qrels": "assessments",
    "lengths": "a table of lengths",
    "inventory": "an inventory",
}


def format_of(
    source: Source, name: str | None, kind: Kind, columns: Mapping[str, str] | None = None
) -> Format:
    """Return the format that is named or detected; refuse one that cannot be of this kind."""
    found = format_named(name) if name is not None else FORMATS[detect(source, kind, columns)]
    if kind not in found.kinds:
        hint = "QRELS come first, then RUNs" if kind in ("run", "qrels") else None
        raise source.error(None, f"{found.words}, not {_WORDS[kind]}", hint)
    return found


def read_as(source: Source, found: Format) -> Note:
    """Say which format was detected."""
    if not source.could_be:
        words = f"{{files}} {{files:was|were}} read as {found.name}"
        return Note(words, files=[source.name], level="detail")
    kind = "qrels" if "qrels" in found.kinds else "run"
    option = spelt(f"--format-{kind}")
    words = f"{{files}} read as {found.name} (it could be {{others}}; use {option})"
    return Note(words, files=[source.name], others=list(source.could_be))


def read_whole_run(source: Source, found: Format, reading: Reading, inventory: Any = None) -> Run:
    """Read a run that has rows or topics."""
    return _checked(read_rows(source, found, reading, inventory), source, found)


def read_rows(
    source: Source,
    found: Format,
    reading: Reading,
    inventory: Any = None,
    unknown: frozenset[str] | None = None,
) -> Run:
    """Read the rows of a run, of which there may be none.

    Parameters
    ----------
    source, found, reading
        File, format, and how it is read.
    inventory : Inventory, or mapping of run names to them, optional
        Parts that rows may name by their id; `partwise.tables.part_ids.with_places` places them.
    unknown : frozenset of str, optional
        Unknown columns of our own tables that are read; None reads all.
    """
    reader: Any = found.load()
    if reading.cited and found.name != "trec-rag":
        hint = "Use --cited for TREC RAG answers only"
        raise source.error(None, f"{found.words}, whose rows are not cited", hint)
    if found.is_table:
        from partwise.tables.building import run_of

        table = columns_of(source, found, Schema("run", reading.columns, unknown))
        return run_of(table, table_options(reading, inventory))
    more = {"inventory": inventory} if found.name == "traces" else {}
    run: Run = reader.read_run(source, reading, **more)
    return _with_ids(run, reading, inventory)


def read_whole_qrels(
    source: Source, found: Format, reading: Reading, inventory: Any = None
) -> Qrels:
    """Read assessments that have rows or topics; parameters are those of `read_rows`."""
    if found.is_table:
        from partwise.tables.building import qrels_of

        table = columns_of(source, found, Schema("qrels", reading.columns))
        qrels = qrels_of(table, table_options(reading, inventory))
    else:
        reader: Any = found.load()
        qrels = _with_ids(reader.read_qrels(source, reading), reading, inventory)
    return _checked(qrels, source, found)


def _checked(table: _Rows, source: Source, found: Format) -> _Rows:
    """Raise FormatError for a file without rows or topics, and for names that are too long."""
    if not len(table) and not len(table.topics):
        raise no_rows(source, found)
    check_names(source, table)
    return table


def documents_are_ids(columns: Mapping[str, str] | None) -> bool:
    """Tell whether the user says that documents are ids of parts (``--columns id=doc``)."""
    return columns is not None and columns.get("id") == "doc"


def _with_ids(table: _Rows, reading: Reading, inventory: Any) -> _Rows:
    """Take the documents of a file without a header for ids, where the user says so."""
    if not documents_are_ids(reading.columns):
        return table
    if isinstance(reading.columns, ColumnNames):
        reading.columns.used.add("doc")
    said: list[str] = [] if inventory is not None else [ids_are_documents(len(table))]
    ids = decoded(Coded(table.doc, table.docs))
    return replace(table, extra={**table.extra, "id": ids}, notes=(*table.notes, *said))


def table_of(
    source: Source, name: str | None, kind: Kind, columns: Mapping[str, str] | None
) -> Table:
    """Read one of our own tables that is detected or named."""
    found = format_of(source, name, kind, columns)
    table = columns_of(source, found, Schema(kind, columns))
    if not table.size and not table.problems.total:
        raise no_rows(source, found)
    return table


def columns_of(source: Source, found: Format, schema: Schema) -> Table:
    """Read the columns of one of our own tables."""
    reader: Any = found.load()
    try:
        table: Table = reader.read_table(source, schema)
    except TwoNamesError as bad:
        raise source.error(None, bad.problem, bad.hint) from None
    except TableError as bad:
        raise source.error(None, bad.problem) from None
    return table


def no_rows(source: Source, found: Format) -> FormatError:
    """Return the error about a file without a row (E24), in the words of its format."""
    if found.name == "inex-submission":
        return source.error(None, "no results in the submission")
    if found.is_table and found.name != "jsonl":
        return source.error(None, "a header and no rows")
    return nothing_in(source)
