"""The table that `locate` returns: the rows that came in, with places and how sure they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from partwise._version import __version__
from partwise.messages import Note, Notes, plural, texts_of
from partwise.tables.schema import KINDS
from partwise.texts.answers import NOWHERE, STATUSES, Answer
from partwise.texts.place import Placed

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.texts import Texts

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
        What is to be known, warnings first.
    facts : dict
        What `to_json` says beside the rows.
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
        found = {"partwise": __version__, **dict([rows]), "counts": self.counts, **dict(rest)}
        found |= {"located": self.table.to_dicts(), "notes": texts_of(self.notes)}
        return json.dumps(found, ensure_ascii=False, default=str) + "\n"


def summary_of(n: int, noun: str, counts: Mapping[str, int]) -> str:
    """Say in one line how many there are of each status."""
    said = ", ".join(f"{n:,} {status}" for status, n in counts.items())
    return f"{plural(n, noun)}: {said}"


def located(placed: Placed, texts: Texts) -> Located:
    """Put the answers beside the rows."""
    counts = dict.fromkeys(STATUSES, 0)
    changed = {"digits": 0, "negation": 0}
    rows, elsewhere = placed.rows, 0
    for answers, n in Counter(placed.answers).items():  # equal quotes have one answer
        if answers[0].status:
            counts[_worst(answers)] += n
        for word in {word for one in answers for word in one.changed.split("|") if word}:
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
            "order": placed.order,
            "texts": {"documents": len(texts), "characters": texts.characters},
        },
    )


def _worst(answers: Sequence[Answer]) -> Any:
    """Return the status of a row that may have several pieces."""
    return max((one.status for one in answers), key=STATUSES.index)


def _notes(placed: Placed, frame: pl.DataFrame, elsewhere: int) -> Notes:
    notes = Notes(note for note in placed.notes if note.startswith("warning"))
    flagged = sum(any(one.changed for one in answers) for answers in placed.answers)
    notes.warn("{n:fuzzy row} {n:has|have} changed digits or negations (column changed)", n=flagged)
    notes.extend(unplaced_notes(frame))
    notes.add("{n:quote} {n:is|are} in another document than named (column elsewhere)", n=elsewhere)
    notes.extend(placed.notes)
    notes.extend(Note.read(note) for note in placed.rows.notes)
    return notes


def unplaced_notes(table: pl.DataFrame) -> Notes:
    """Say what rows that were looked for and have no place mean for those who evaluate."""
    rows = table.filter(table["status"].is_not_null() & table["start"].is_null())
    nameless = int((rows["doc"].fill_null("") == "").sum())
    notes = Notes()
    notes.add(_STOPS, n=rows.height - nameless)
    notes.add(_REFUSES, n=nameless)
    return notes


def _frame(placed: Placed) -> pl.DataFrame:
    import polars as pl

    row = [row for row, answers in enumerate(placed.answers) for _ in answers]
    flat = [one for answers in placed.answers for one in answers]
    columns = dict(placed.rows.columns)
    given = {name: columns.pop(name, None) for name in ("start", "end")}
    names = columns.pop("doc", [None] * placed.rows.size)
    docs = [
        placed.names[one.doc] if one.doc >= 0 else names[at]
        for at, one in zip(row, flat, strict=True)
    ]
    places: dict[str, Any] = {
        "doc": pl.Series(docs, dtype=pl.String),
        "start": numbers([one.start for one in flat]),
        "end": numbers([one.end for one in flat]),
    }
    said: dict[str, Any] = {
        "status": [one.status or None for one in flat],
        "errors": numbers([one.errors for one in flat]),
        "changed": [one.changed or None for one in flat],
        "places": [one.places for one in flat],
        "by": [one.by or None for one in flat],
        "piece": numbers([one.piece or NOWHERE for one in flat]),
        "elsewhere": [placed.names[o.elsewhere] if o.elsewhere >= 0 else None for o in flat],
    }
    kept = {name: kept_cells(name, [cells[at] for at in row]) for name, cells in columns.items()}
    first = {name: kept.pop(name) for name in _FIRST if name in kept}
    frame = pl.DataFrame(first | places | kept).with_columns(
        pl.Series(name, values, dtype=None if isinstance(values, pl.Series) else _kind(name))
        for name, values in said.items()
    )
    return frame if given["start"] is None else _with_given(frame, placed, row)


def kept_cells(name: str, cells: list[Any]) -> pl.Series:
    """Return a column as it came; numbers of text files become numbers."""
    import polars as pl

    found = pl.Series(cells, strict=False)
    if found.dtype != pl.String or name not in _NUMBERS:
        return found
    filled = found.replace("", None)
    whole = filled.str.contains(r"^-?(?:0|[1-9][0-9]{0,17})$").all()
    cast = filled.cast(pl.Int64 if whole else pl.Float64, strict=False)
    return found if cast.null_count() > filled.null_count() else cast


def _kind(name: str) -> Any:
    import polars as pl

    return pl.Int64 if name == "places" else pl.String


def numbers(values: list[int]) -> pl.Series:
    """Return whole numbers, negative ones as null."""
    import polars as pl

    return pl.Series([None if value < 0 else value for value in values], dtype=pl.Int64)


def _with_given(frame: pl.DataFrame, placed: Placed, row: list[int]) -> pl.DataFrame:
    """Add the offsets that came in, where others go out."""
    import polars as pl

    cells = placed.rows.columns
    given = [_plain(cells["start"][at]) for at in row]
    ends = [_plain(cells["end"][at]) for at in row] if "end" in cells else [None] * len(row)
    start, end = frame["start"].to_list(), frame["end"].to_list()
    other = [
        a is not None and (a != c or (b is not None and b != d))
        for a, b, c, d in zip(given, ends, start, end, strict=True)
    ]
    differs = pl.Series(other, dtype=pl.Boolean)
    return frame.with_columns(
        given_start=pl.when(differs).then(pl.Series(given, dtype=pl.Int64)),
        given_end=pl.when(differs).then(pl.Series(ends, dtype=pl.Int64)),
    )


def _plain(cell: Any) -> int | None:
    return None if cell is None or cell == "" or cell != cell else int(cell)  # noqa: PLR0124
