"""Writing: columns as polars series, losses that a format demands, runs as lines, documents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError, quote
from partwise.kernels.ragged import distinct
from partwise.messages import plural, with_noun
from partwise.spelling import spelt
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import first_of_each, repeated_pairs
from partwise.tables.run import Run
from partwise.tables.run_order import (
    GIVEN_RANK,
    TABLES,
    contested_ties,
    order_keys,
    ordered_by,
    tie_keys,
    whole_documents,
)

if TYPE_CHECKING:
    import polars as pl


_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Compiled when XML is written: it takes longer than all the rest of the module."""
_BLANKS = r"[ \t\n\v\f\r]"


class UnwritableError(TableError):
    """Something that a format cannot hold.

    Parameters
    ----------
    row : int or None
        Row number from 0; None when it is not one row's matter.
    problem : str
        What is wrong.
    hint : str, optional
        What to do about it.
    what, name : str, optional
        The kind of a name that does not fit (``topic``, ``document``, ``path``), and the name.
    """

    def __init__(
        self,
        row: int | None,
        problem: str,
        *,
        hint: str | None = None,
        what: str | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(row, problem)
        self.hint = hint
        self.what = what
        self.name = name

    def __str__(self) -> str:
        said = super().__str__()
        # of the options only --lossy is an argument of writers; the others are of convert
        hint = self.hint if self.hint is not None and "--lossy" in self.hint else None
        return said if hint is None else f"{said}. {spelt(hint)}"


DROP = "Use --lossy to drop it"


class Losses:
    """Losses that a caller agreed to, counted by kind."""

    def __init__(self) -> None:
        self._said: dict[str, None] = {}

    def add(self, text: str) -> None:
        """Note what was left out, and how much of it."""
        self._said[text] = None

    @property
    def notes(self) -> tuple[str, ...]:
        """One line for each kind."""
        return tuple(self._said)


class Loss:
    """Refuses what would be lost, unless the caller agreed to lose it.

    Parameters
    ----------
    format : str
        The format, in words.
    allowed : Losses or None
        Where losses are counted; None refuses them.
    """

    def __init__(self, format_: str, *, allowed: Losses | None) -> None:
        self._format, self._allowed = format_, allowed

    def of_rows(self, bad: NDArray[np.bool_], what: str) -> None:
        """Count or refuse rows that cannot be written without loss."""
        if not bad.any():
            return
        self.instead(bad, what, f"{what} left out ({plural(int(bad.sum()), 'row')})")

    def instead(self, bad: NDArray[np.bool_], what: str, became: str) -> None:
        """Count or refuse rows that can be written only as something less."""
        if self._allowed is None:
            problem = f"{self._format} cannot hold {what}"
            raise UnwritableError(int(np.argmax(bad)), problem, hint=DROP)
        self._allowed.add(became)

    def never(self, bad: NDArray[np.bool_], what: str, hint: str | None = None) -> None:
        """Raise UnwritableError for rows that cannot be written at all."""
        if bad.any():
            problem = f"{self._format} cannot hold {what}"
            raise UnwritableError(int(np.argmax(bad)), problem, hint=hint)

    def of_columns(self, table: Run | Qrels, names: Sequence[str]) -> None:
        """Count or refuse columns that would be lost."""
        if not names:
            return
        if self._allowed is None:
            columns = with_noun("column", names)
            problem = f"{self._format} cannot hold the {columns}"
            raise UnwritableError(None, problem, hint=DROP)
        for name in names:
            self._allowed.add(f"column {name} left out ({plural(n_values(table, name), 'value')})")

    def of_other_columns(self, table: Run | Qrels, *held: str) -> None:
        """Count or refuse what is lost in a format of places in rank order and few other columns.

        The name of a run is that of its file.
        """
        if isinstance(table, Run):
            numbers = ("score", "distance", "tokens")
            lost = [name for name in numbers if getattr(table, name) is not None]
        else:
            self.of_rows(~np.isnan(table.grade) & (table.grade != 1), "grades")
            lost = filled_columns(table, "e", "s", "bep", "length", "assessor")
        self.of_columns(table, [*lost, *(n for n in table.extra if n not in (*held, "run"))])

    def of_fact(self, problem: str, lost: str, hint: str = DROP) -> None:
        """Count or refuse a loss that is not of single rows or columns; `lost` words it."""
        if self._allowed is None:
            raise UnwritableError(None, problem, hint=hint)
        self._allowed.add(lost)

    def of_names(self, table: Run | Qrels) -> None:
        """Raise UnwritableError for names of topics and documents that hold blanks."""
        checked_words(table.topics, "topic", self._format)
        checked_words(table.docs, "document", self._format)

    def of_topics(self, qrels: Qrels) -> None:
        """Count or refuse topics that have no rows."""
        idle = qrels.without_rows
        if idle:
            many = plural(len(idle), "topic")
            self.of_fact(
                f"{self._format} cannot hold topic {idle[0]}, which has no rows",
                f"{many} without rows left out",
            )


def n_values(table: Run | Qrels, name: str) -> int:
    """Count the cells of a column that hold anything."""
    column = table.extra[name] if name in table.extra else getattr(table, name)
    if column.dtype.kind == "f":
        return int((~np.isnan(column)).sum())
    if column.dtype.kind in "iu":
        present = column if name in table.extra else column[column >= 0]
        return int(present.size)
    return sum(cell not in (None, "") for cell in column.tolist())


def filled_columns(qrels: Qrels, *names: str) -> list[str]:
    """Return those of some columns that hold anything."""
    filled = []
    for name in names:
        values = getattr(qrels, name)
        absent = np.isnan(values) if values.dtype.kind == "f" else values < 0
        if not absent.all():
            filled.append(name)
    return filled


def named(names: Names, codes: NDArray[np.int32]) -> pl.Series:
    """Return a text column; only its distinct names become strings."""
    import polars as pl

    texts = pl.Series(names.tolist(), dtype=pl.String)
    return texts.gather(pl.Series(np.where(codes < 0, 0, codes)).set(pl.Series(codes < 0), None))


def checked_words(names: Names, what: str, format_: str) -> None:
    """Raise UnwritableError for names that would not survive between blanks."""
    for name in names:
        if re.search(_BLANKS, name):
            refuse_name(name, what, format_, ": it has a blank")
        if what == "topic" and name.startswith("#"):
            refuse_name(name, what, format_, ": its lines would be comments")


def refuse_name(name: str, what: str, format_: str, why: str = "") -> NoReturn:
    """Raise UnwritableError for a name that a format cannot hold."""
    problem = f"{format_} cannot hold {what} {quote(name)}{why}"
    raise UnwritableError(None, problem, what=what, name=name)


def checked_xml(text: str, what: str, format_: str) -> str:
    """Return a text that XML can hold."""
    if re.search(_NOT_XML, text):
        refuse_name(text, what, format_, ": XML has no such character")
    return text


def xml_attributes(given: dict[str, Any], format_: str) -> str:
    """Return the attributes of an element, absent ones left out."""
    from xml.sax.saxutils import quoteattr

    texts = {name: str(value) for name, value in given.items() if value not in (None, "")}
    return "".join(
        f" {name}={quoteattr(checked_xml(text, name, format_))}" for name, text in texts.items()
    )


def blank_separated(frame: pl.DataFrame) -> bytes:
    """Join the columns of each row by blanks, leaving out absent cells."""
    import polars as pl

    line = pl.concat_str(pl.all(), separator=" ", ignore_nulls=True)
    return frame.select(line).write_csv(include_header=False, quote_style="never").encode()


def tab_separated(frame: pl.DataFrame) -> bytes:
    """Join the columns of each row by tabs."""
    return frame.write_csv(include_header=False, separator="\t", quote_style="never").encode()


def run_lines(run: Run, loss: Loss, format_: str, *place: Any) -> bytes:
    """Return one line per part; UnwritableError says what the format cannot hold.

    Parameters
    ----------
    run : Run
        What to write.
    loss : Loss
        Refuses or counts the columns that are left out.
    format_ : str
        The format, in words.
    *place : polars.Series
        Further columns, with absent cells where a line is shorter.
    """
    import polars as pl

    written = {"run"} if given_ranks(run) is None else {"run", GIVEN_RANK}
    others = [name for name in run.extra if name not in written]
    loss.of_columns(run, [*others, *(["tokens"] if run.tokens is not None else [])])
    loss.of_names(run)
    score, rank = scores_and_ranks(run, loss, format_)
    columns = {
        "topic": named(run.topics, run.topic),
        "q0": pl.lit("Q0"),
        "doc": named(run.docs, run.doc),
        "rank": pl.Series(rank),
        "score": pl.Series(score),
        "tag": tags(run, format_),
    }
    frame = pl.DataFrame({"row": np.arange(len(run))})
    frame = frame.select(*(column.alias(name) for name, column in columns.items()), *place)
    return blank_separated(frame)


def tags(run: Run, format_: str, *, needed: bool = True) -> Any:
    """Return the run's name, or the column of names where they vary.

    Rows without a name are refused where each line needs one.
    """
    import polars as pl

    labels = run.extra.get("run")
    if labels is None:
        checked_words(Names.of([run.name]), "run name", format_)
        return pl.lit(run.name)
    texts = [cell or "" for cell in labels.tolist()]
    if needed and "" in texts:
        raise UnwritableError(texts.index(""), f"{format_} cannot hold a row without run name")
    checked_words(Names.of(sorted(set(texts))), "run name", format_)
    return pl.Series(texts, dtype=pl.String)


def scores_and_ranks(run: Run, loss: Loss, format_: str) -> tuple[Any, NDArray[np.int64]]:
    """Return scores, and ranks that are counted where the run has none."""
    by = ordered_by(run)
    if by != "score" or run.score is None:
        return _falling(run, by, loss, format_)
    refuse_ties_by_rank(run, loss, format_)
    rank = given_ranks(run) if run.rank is None else run.rank
    return run.score, places(run) if rank is None else rank


def given_ranks(run: Run) -> NDArray[np.int64] | None:
    """Return the ranks that a table keeps beside the scores, if they are whole numbers."""
    column = run.extra.get(GIVEN_RANK)
    if run.rank is not None or column is None:
        return None
    cells = [str(cell) for cell in column.tolist()]
    whole = all(cell.isascii() and cell.isdigit() and len(cell) < 19 for cell in cells)
    return np.array([int(cell) for cell in cells], np.int64) if whole else None


def refuse_ties_by_rank(run: Run, loss: Loss, format_: str) -> None:
    """Count or refuse ties that ranks break otherwise than the document ids of lines do."""
    if run.format in TABLES and (count := contested_ties(run)):
        loss.of_fact(
            f"{format_} breaks ties by document id, and this run by rank",
            f"{plural(count, 'tied result')} left to the order of document ids",
            "Use --lossy to leave ties to document ids",
        )


def _falling(
    run: Run, by: str, loss: Loss, format_: str
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return scores that fall as a run is ordered that scores do not order, and the ranks."""
    what = "by line" if by == "file" else f"by {by}"
    lost = "" if run.score is None else f"; column score left out ({plural(len(run), 'value')})"
    loss.of_fact(
        f"{format_} is ordered by score, and this run {what}",
        f"ranks written as falling scores ({plural(len(run), 'row')}){lost}",
        "Use --lossy to write the ranks as falling scores",
    )
    rank = run.rank if by == "rank" and run.rank is not None else places(run)
    return (int(rank.max(initial=0)) + 1 - rank).astype(np.float64), rank


def places(run: Run) -> NDArray[np.int64]:
    """Return the place of each part in its topic, from 1, as the run is ordered."""
    keys = order_keys(run)
    keys += tie_keys(run) if keys else []
    order = np.lexsort((*keys[::-1], run.topic))
    first = np.searchsorted(run.topic[order], np.arange(len(run.topics)))
    rank = np.empty(len(run), np.int64)
    rank[order] = np.arange(len(run)) - first[run.topic[order]] + 1
    return rank


def documents_of(run: Run, loss: Loss) -> Run:
    """Return the run with each document at the place of its first part, with its score."""
    parts = ~run.whole
    if not parts.any():
        return run
    done = whole_documents(run)
    became = f"{plural(len(run), 'part')} became {plural(len(done), 'document')}"
    loss.instead(parts, "parts of documents", f"{became}; the places are left out")
    return done


def only_grades(
    qrels: Qrels, loss: Loss, *, whole: bool
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Do what `document_grades` does for a format that holds nothing but a number for each."""
    first, grade = document_grades(qrels, loss)
    bad = np.zeros(len(qrels), np.bool_)
    bad[first] = np.isnan(grade)
    loss.never(bad, "a document without grade")
    if whole:
        bad[first] = grade != np.trunc(grade)
        loss.never(bad, "grades that are not whole numbers")
        bad[first] = np.abs(grade) >= 2.0**63
        loss.never(bad, "grades beyond 64 bits")
    others = filled_columns(qrels, "bep", "length", "assessor", "e", "s")
    loss.of_columns(qrels, [*others, *qrels.extra])
    return first, grade


def document_grades(qrels: Qrels, loss: Loss) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the first row of each judged document, and the largest grade of its rows."""
    placed = (qrels.start >= 0) | (qrels.element >= 0) | (qrels.tree >= 0)
    if not placed.any():
        repeats = np.zeros(len(qrels), np.bool_)
        repeats[repeated_pairs(qrels.topic, qrels.doc)[0]] = True
        loss.never(repeats, "a document twice for one topic")
        return np.arange(len(qrels)), qrels.grade
    by_pair = np.where(np.isnan(qrels.e), 1.0, (qrels.e > 0).astype(np.float64))
    grade = np.where(np.isnan(qrels.grade) & placed, by_pair, qrels.grade)
    first, pair = np.unique(first_of_each([qrels.topic, qrels.doc]), return_inverse=True)
    largest = np.full(first.size, -np.inf)
    np.maximum.at(largest, pair, grade)
    for rows, what in ((qrels.start >= 0, "spans"), (placed & (qrels.start < 0), "elements")):
        if n := int(distinct(pair[rows]).size):
            grades = "a document grade" if n == 1 else "document grades"
            became = f"{plural(n, 'document')} judged by {what} became {grades}"
            loss.instead(rows, "places in documents", f"{became}; the {what} are left out")
    return first, largest
