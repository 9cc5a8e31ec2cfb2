"""Location of quotes in texts: tables with offsets, and what became of each quote."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise._version import __version__
from partwise.errors import PartwiseError, UsageError
from partwise.files.detect import detect
from partwise.files.options import STRICT, Trust
from partwise.files.registry import format_named
from partwise.files.source import Source
from partwise.files.units import Unit
from partwise.messages import Note, Notes, plural, texts_of
from partwise.tables.doc_ids import DocIds
from partwise.tables.schema import KINDS
from partwise.tables.texts import Text, Texts
from partwise.texts.offsets import stamped
from partwise.texts.place import Placed, place
from partwise.texts.rows import quotes_of_others, rows_of
from partwise.texts.spans import NOWHERE, STATUSES, Answer
from partwise.texts.verification import Ambiguous, As, LocateOptions, Omission

if TYPE_CHECKING:
    import polars as pl

    from partwise.files.documents.folder import Kind
    from partwise.files.documents.read import Ids


TABLES = {".jsonl": "jsonl", ".parquet": "parquet", ".csv": "csv", ".tsv": "tsv"}
"""Suffixes of tables with the columns doc and text."""


def read_texts(
    path: str | os.PathLike[str],
    *,
    ids: Ids = "stem",
    kind: Kind | None = None,
    encoding: str = "utf-8",
    lenient: bool = False,
    columns: Mapping[str, str] | None = None,
    max_bytes: int | None = None,
) -> Texts:
    """Read the texts that offsets point into.

    Parameters
    ----------
    path : path
        A folder, an archive or a document, as `read_structure` takes them, or a table
        (``.jsonl``, ``.parquet``, ``.csv``, ``.tsv``) with the columns doc and text. SQuAD and
        HotpotQA files (``.json``, ``.jsonl``) hold the texts of their questions.
    ids : {'stem', 'name', 'path'}
        What becomes a document's id: its file's name without suffix, with it, or its path.
    kind : {'xml', 'html', 'markdown', 'text'}, optional
        What all documents are; ``text`` takes every file as it is.
    encoding : str
        Encoding of Markdown and plain text.
    lenient : bool
        Leave out documents that cannot be read, and count them.
    columns : mapping of str to str, optional
        Names of the columns of a table, ours to theirs.
    max_bytes : int, optional
        Most bytes of a document, or of a table, after decompression.

    Returns
    -------
    Texts
    """
    name = os.fspath(path)
    quoted_documents = _in_others(name, encoding, max_bytes)
    if quoted_documents is not None:
        return Texts(quoted_documents, name)
    suffix = Path(name.removesuffix(".gz").removesuffix(".zst")).suffix.lower()
    if suffix in TABLES and not Path(name).is_dir():
        source = Source(name, encoding=encoding, max_bytes=max_bytes)
        return Texts(_in_table(source, TABLES[suffix], columns), name)
    from partwise.files.documents.builder import Limits
    from partwise.files.documents.read import Options, StructureBuilder
    from partwise.files.documents.stored import TextStore

    limits = Limits() if max_bytes is None else Limits(size=max_bytes)
    options = Options(kind=kind, ids=ids, encoding=encoding, lenient=lenient, limits=limits)
    growing = StructureBuilder([name], options, store=TextStore())
    documents = dict(growing.texts())
    return Texts(documents, name, growing.notes)


def _in_others(name: str, encoding: str, max_bytes: int | None) -> dict[str, str] | None:
    """Return the texts in a file of questions of another tool; None for other files."""
    if Path(name).suffix not in (".json", ".jsonl") or not Path(name).is_file():
        return None
    source = Source(name, encoding=encoding, max_bytes=max_bytes)
    try:
        file_format = format_named(detect(source))
    except PartwiseError:
        return None
    read: Any = None if file_format.is_table else getattr(file_format.load(), "read_texts", None)
    return None if read is None else dict(read(source))


def _in_table(source: Source, form: str, columns: Mapping[str, str] | None) -> dict[str, Text]:
    """Return the texts of a table; raise FormatError for a repeated document."""
    from partwise.files.documents.stored import TextStore, line_of, text_rows

    documents: dict[str, Text] = {}
    store = TextStore()
    for row, (doc, text) in enumerate(text_rows(source, form, columns)):
        if doc in documents:
            line = line_of(row, source, form, columns)
            where = f"row {row + 1}: " if line is None else ""
            raise source.error(line, f"{where}document {doc} came before")
        documents[doc] = store.kept(text)
    return documents


def as_texts(texts: Any) -> Texts | None:
    """Convert a mapping or a path to `Texts`; None stays None."""
    if texts is None or isinstance(texts, Texts):
        return texts
    if isinstance(texts, Mapping):
        return Texts(dict(texts))
    return read_texts(texts)


_FIRST = ("topic", "doc", "start", "end")
_NUMBERS = frozenset(
    name for what in ("run", "qrels") for name, kind in KINDS[what].items() if kind != "text"
)
"""Columns of numbers that text files hold as text."""

_STOPS = (
    "{n:row} {n:has|have} no place; evaluate stops at {n:it|them} unless --missing skip is used"
)
_REFUSES = (
    "{n:row} {n:has|have} neither document nor place; evaluate refuses {n:it|them}. "
    "Take {n:it|them} out first"
)


@dataclass(frozen=True, eq=False)
class Located:
    """Rows with places.

    Parameters
    ----------
    table : polars.DataFrame
        The columns that came in, under our names, with ``doc``, ``start`` and ``end``, then
        ``status errors changed places by piece elsewhere`` and, where offsets came in,
        ``given_start given_end``.
    counts : dict of str to int
        Rows of each status.
    notes : tuple of str
        Notes, warnings first.
    facts : dict
        Further content of `to_json`.
    """

    table: pl.DataFrame
    counts: dict[str, int]
    notes: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Located({self.summary})"

    @property
    def summary(self) -> str:
        """One line: how many rows of each status."""
        return summary_of(self.facts["rows"], "row", self.counts)

    @property
    def unplaced(self) -> int:
        """Rows that are ambiguous or unmatched."""
        return self.counts["ambiguous"] + self.counts["unmatched"]

    def to_json(self) -> str:
        """Return everything as JSON."""
        import json

        rows, *rest = self.facts.items()
        content = {"partwise": __version__, **dict([rows]), "counts": self.counts, **dict(rest)}
        content |= {"located": self.table.to_dicts(), "notes": texts_of(self.notes)}
        return json.dumps(content, ensure_ascii=False, default=str) + "\n"


def summary_of(n: int, noun: str, counts: Mapping[str, int]) -> str:
    """Return the counts by status in one line."""
    counted = ", ".join(f"{n:,} {status}" for status, n in counts.items())
    return f"{plural(n, noun)}: {counted}"


def located(placed: Placed, texts: Texts) -> Located:
    """Return the rows joined with their answers, counts and notes."""
    counts = dict.fromkeys(STATUSES, 0)
    changed = {"digits": 0, "negation": 0}
    rows, elsewhere = placed.rows, 0
    for answers, n in Counter(placed.answers).items():  # equal quotes have one answer
        if answers[0].status:
            counts[_worst(answers)] += n
        for word in {word for answer in answers for word in answer.changed.split("|") if word}:
            changed[word] += n
        elsewhere += n * (answers[0].elsewhere >= 0)
    frame = _frame(placed)
    return Located(
        frame,
        {str(status): n for status, n in counts.items()},
        tuple(_notes(placed, frame, elsewhere)),
        {
            "rows": rows.size,
            "changed": changed,
            "elsewhere": elsewhere,
            "unit": placed.unit,
            "texts": {"documents": len(texts), "characters": texts.characters},
        },
    )


def _worst(answers: Sequence[Answer]) -> Any:
    """Return the status of a row that may have several pieces."""
    return max((answer.status for answer in answers), key=STATUSES.index)


def _notes(placed: Placed, frame: pl.DataFrame, elsewhere: int) -> Notes:
    notes = Notes(note for note in placed.notes if note.startswith("warning"))
    flagged = sum(any(answer.changed for answer in answers) for answers in placed.answers)
    notes.warn("{n:fuzzy row} {n:has|have} changed digits or negations (column changed)", n=flagged)
    notes.extend(unplaced_notes(frame))
    notes.add("{n:quote} {n:is|are} in another document than named (column elsewhere)", n=elsewhere)
    notes.extend(placed.notes)
    notes.extend(Note.read(note) for note in placed.rows.notes)
    return notes


def unplaced_notes(table: pl.DataFrame) -> Notes:
    """Return notes on the effect of rows without a place on `evaluate`."""
    rows = table.filter(table["status"].is_not_null() & table["start"].is_null())
    nameless = int((rows["doc"].fill_null("") == "").sum())
    notes = Notes()
    notes.add(_STOPS, n=rows.height - nameless)
    notes.add(_REFUSES, n=nameless)
    return notes


def _frame(placed: Placed) -> pl.DataFrame:
    import polars as pl

    row = [row for row, answers in enumerate(placed.answers) for _ in answers]
    flat = [answer for answers in placed.answers for answer in answers]
    columns = dict(placed.rows.columns)
    offsets = {name: columns.pop(name, None) for name in ("start", "end")}
    names = columns.pop("doc", [None] * placed.rows.size)
    docs = [
        placed.names[answer.doc] if answer.doc >= 0 else names[row_number]
        for row_number, answer in zip(row, flat, strict=True)
    ]
    places: dict[str, Any] = {
        "doc": pl.Series(docs, dtype=pl.String),
        "start": numbers([answer.start for answer in flat]),
        "end": numbers([answer.end for answer in flat]),
    }
    answer_columns: dict[str, Any] = {
        "status": [answer.status or None for answer in flat],
        "errors": numbers([answer.errors for answer in flat]),
        "changed": [answer.changed or None for answer in flat],
        "places": [answer.places for answer in flat],
        "by": [answer.by or None for answer in flat],
        "piece": numbers([answer.piece or NOWHERE for answer in flat]),
        "elsewhere": [placed.names[o.elsewhere] if o.elsewhere >= 0 else None for o in flat],
    }
    kept_columns = {
        name: kept_cells(name, [cells[row_number] for row_number in row])
        for name, cells in columns.items()
    }
    first = {name: kept_columns.pop(name) for name in _FIRST if name in kept_columns}
    frame = pl.DataFrame(first | places | kept_columns).with_columns(
        pl.Series(name, values, dtype=None if isinstance(values, pl.Series) else _kind(name))
        for name, values in answer_columns.items()
    )
    return frame if offsets["start"] is None else _with_given(frame, placed, row)


def kept_cells(name: str, cells: list[Any]) -> pl.Series:
    """Return a column as it came; numbers of text files become numbers."""
    import polars as pl

    series = pl.Series(cells, strict=False)
    if series.dtype != pl.String or name not in _NUMBERS:
        return series
    filled = series.replace("", None)
    whole = filled.str.contains(r"^-?(?:0|[1-9][0-9]{0,17})$").all()
    cast = filled.cast(pl.Int64 if whole else pl.Float64, strict=False)
    return series if cast.null_count() > filled.null_count() else cast


def _kind(name: str) -> Any:
    import polars as pl

    return pl.Int64 if name == "places" else pl.String


def numbers(values: list[int]) -> pl.Series:
    """Return whole numbers, negative ones as null."""
    import polars as pl

    return pl.Series([None if value < 0 else value for value in values], dtype=pl.Int64)


def _with_given(frame: pl.DataFrame, placed: Placed, row: list[int]) -> pl.DataFrame:
    """Add the given offsets where they differ from the located ones."""
    import polars as pl

    cells = placed.rows.columns
    starts = [_plain(cells["start"][row_number]) for row_number in row]
    ends = (
        [_plain(cells["end"][row_number]) for row_number in row]
        if "end" in cells
        else [None] * len(row)
    )
    start, end = frame["start"].to_list(), frame["end"].to_list()
    is_different = [
        a is not None and (a != c or (b is not None and b != d))
        for a, b, c, d in zip(starts, ends, start, end, strict=True)
    ]
    differs = pl.Series(is_different, dtype=pl.Boolean)
    return frame.with_columns(
        given_start=pl.when(differs).then(pl.Series(starts, dtype=pl.Int64)),
        given_end=pl.when(differs).then(pl.Series(ends, dtype=pl.Int64)),
    )


def _plain(cell: Any) -> int | None:
    return None if cell is None or cell == "" or cell != cell else int(cell)  # noqa: PLR0124


def locate(
    table: Any,
    texts: Any,
    *,
    kind: As | None = None,
    ambiguous: Ambiguous = "keep",
    max_errors: float = STRICT,
    unit: Unit | None = None,
    trust: Trust = "text",
    ellipsis: Omission | None = None,
    doc_ids: DocIds | None = None,
    columns: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
    stamp: bool = False,
) -> Located:
    """Find the places of quotes, each with a status: exact, normalised, fuzzy and so on.

    Parameters
    ----------
    table : path, frame, list of dict, Run, Qrels or Inventory
        Rows with a column ``text``, and perhaps ``doc prefix suffix start end``.
    texts : Texts, dict or path
        The documents.
    kind : {'qrels', 'run', 'chunks'}, optional
        What the rows are. Default: chunks without topics, a run with scores or ranks and no
        grades, else assessments.
    ambiguous : {'keep', 'first', 'all'}
        A quote with several places gets none, the first, or a row for each.
    max_errors : float
        Most errors, as a share of a quote's letters.
    unit : {'codepoint', 'utf16', 'byte'}, optional
        What given offsets count. Default: code points, unless the texts prove another.
    trust : {'text', 'offsets'}
        What is right where given offsets do not fit their text.
    ellipsis : {'pieces', 'cover', 'literal'}, optional
        A quote with omissions becomes a row for each piece, one place from the first to the
        last, or is looked for as it stands. Default: cover for runs, else pieces.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        What of a document's name is compared with those of the texts.
    columns : mapping of str to str, optional
        Names of columns, ours to theirs.
    encoding : str
        Encoding of a file.
    stamp : bool
        Add a column ``sha256`` by which `evaluate` notices that a text has changed.

    Returns
    -------
    Located

    Examples
    --------
    >>> found = locate([{"doc": "a", "text": "the END"}], {"a": "This is the end."})
    >>> found.table.select("start", "end", "status").row(0)
    (8, 15, 'normalised')
    """
    documents = as_texts(texts)
    if documents is None:
        raise UsageError("locate needs the documents' text. Use --texts T")
    how = LocateOptions(
        ambiguous=ambiguous,
        max_errors=max_errors,
        unit=unit,
        trust=trust,
        ellipsis=ellipsis,
        doc_ids=doc_ids,
        kind=kind,
    )
    if isinstance(table, str | os.PathLike):  # opened once: it may be a pipe
        table = Source(table, encoding=encoding)
    rows = quotes_of_others(table, None if kind == "chunks" else kind, encoding)
    rows = rows or rows_of(table, columns=columns, encoding=encoding)
    result = located(place(rows, documents, how), documents)
    table = stamped(result.table, documents) if stamp else result.table
    return replace(result, table=table, notes=(*result.notes, *documents.remarks))
