"""What writers share: columns as polars series, and refusing what a format cannot say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError, quote
from partwise.messages import plural, with_noun
from partwise.spelling import spelt
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.run_order import order_keys, ordered_by

if TYPE_CHECKING:
    import polars as pl


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BLANKS = re.compile(r"[ \t\n\v\f\r]")


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
    """What a caller agreed to lose, counted by kind."""

    def __init__(self) -> None:
        self._said: dict[str, None] = {}

    def add(self, text: str) -> None:
        """Say what was left out, and how much of it."""
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
        """Refuse rows that cannot be written without loss."""
        if not bad.any():
            return
        self.instead(bad, what, f"{what} left out ({plural(int(bad.sum()), 'row')})")

    def instead(self, bad: NDArray[np.bool_], what: str, became: str) -> None:
        """Refuse rows that can be written only as something less, unless that is allowed."""
        if self._allowed is None:
            problem = f"{self._format} cannot hold {what}"
            raise UnwritableError(int(np.argmax(bad)), problem, hint=DROP)
        self._allowed.add(became)

    def never(self, bad: NDArray[np.bool_], what: str, hint: str | None = None) -> None:
        """Refuse rows that cannot be written at all."""
        if bad.any():
            problem = f"{self._format} cannot hold {what}"
            raise UnwritableError(int(np.argmax(bad)), problem, hint=hint)

    def of_columns(self, table: Run | Qrels, names: Sequence[str]) -> None:
        """Refuse columns that would be lost."""
        if not names:
            return
        if self._allowed is None:
            columns = with_noun("column", names)
            problem = f"{self._format} cannot hold the {columns}"
            raise UnwritableError(None, problem, hint=DROP)
        for name in names:
            self._allowed.add(f"column {name} left out ({plural(n_values(table, name), 'value')})")

    def of_fact(self, problem: str, lost: str, hint: str = DROP) -> None:
        """Refuse what is no matter of single rows or columns; `lost` says what becomes of it."""
        if self._allowed is None:
            raise UnwritableError(None, problem, hint=hint)
        self._allowed.add(lost)

    def of_topics(self, qrels: Qrels) -> None:
        """Refuse topics that have no rows."""
        idle = np.ones(len(qrels.topics), bool)
        idle[qrels.topic] = False
        if idle.any():
            topic = qrels.topics[int(np.argmax(idle))]
            many = plural(int(idle.sum()), "topic")
            self.of_fact(
                f"{self._format} cannot hold topic {topic}, which has no rows",
                f"{many} without rows left out",
            )


def n_values(table: Run | Qrels, name: str) -> int:
    """Count the cells of a column that hold anything."""
    column = table.extra[name] if name in table.extra else getattr(table, name)
    if column.dtype.kind == "f":
        return int((~np.isnan(column)).sum())
    if column.dtype.kind in "iu":
        known = column if name in table.extra else column[column >= 0]
        return int(known.size)
    return sum(cell not in (None, "") for cell in column.tolist())


def filled_columns(qrels: Qrels, *names: str) -> list[str]:
    """Return those of some columns that hold anything."""
    found = []
    for name in names:
        values = getattr(qrels, name)
        absent = np.isnan(values) if values.dtype.kind == "f" else values < 0
        if not absent.all():
            found.append(name)
    return found


def named(names: Names, codes: NDArray[np.int32]) -> pl.Series:
    """Return a text column; only its distinct names become strings."""
    import polars as pl

    texts = pl.Series(names.tolist(), dtype=pl.String)
    return texts.gather(pl.Series(np.where(codes < 0, 0, codes)).set(pl.Series(codes < 0), None))


def checked_words(names: Names, what: str, format_: str) -> None:
    """Refuse names that would not survive in columns separated by blanks."""
    for name in names:
        if _BLANKS.search(name):
            refuse_name(name, what, format_, ": it has a blank")
        if what == "topic" and name.startswith("#"):
            refuse_name(name, what, format_, ": its lines would be comments")


def refuse_name(name: str, what: str, format_: str, why: str = "") -> NoReturn:
    """Refuse a name that a format cannot hold."""
    problem = f"{format_} cannot hold {what} {quote(name)}{why}"
    raise UnwritableError(None, problem, what=what, name=name)


def checked_xml(text: str, what: str, format_: str) -> str:
    """Return a text that XML can hold."""
    if _NOT_XML.search(text):
        refuse_name(text, what, format_, ": XML has no such character")
    return text


def xml_attributes(given: dict[str, Any], format_: str) -> str:
    """Return the attributes of an element, absent ones left out."""
    texts = {name: str(value) for name, value in given.items() if value not in (None, "")}
    return "".join(
        f" {name}={quoteattr(checked_xml(text, name, format_))}" for name, text in texts.items()
    )


def tags(run: Run, format_: str, *, needed: bool = True) -> Any:
    """Return the run's name, or the column of names where they vary.

    Rows without a name are refused where each line needs one.
    """
    import polars as pl

    kept = run.extra.get("run")
    if kept is None:
        checked_words(Names.of([run.name]), "run name", format_)
        return pl.lit(run.name)
    words = [cell or "" for cell in kept.tolist()]
    if needed and "" in words:
        raise UnwritableError(words.index(""), f"{format_} cannot hold a row without run name")
    checked_words(Names.of(sorted(set(words))), "run name", format_)
    return pl.Series(words, dtype=pl.String)


def scores_and_ranks(run: Run, loss: Loss, format_: str) -> tuple[Any, NDArray[np.int64]]:
    """Return scores, and ranks that are counted where the run has none."""
    by = ordered_by(run)
    if by != "score" or run.score is None:
        return _falling(run, by, loss, format_)
    if run.rank is not None:
        return run.score, run.rank
    doc = run.docs.ranks()[run.doc]
    order = np.lexsort((-doc, -run.score, run.topic))
    place = np.empty(order.size, np.int64)
    place[order] = np.arange(order.size)
    first = np.full(len(run.topics), order.size)
    np.minimum.at(first, run.topic, place)
    return run.score, place - first[run.topic] + 1


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
    order = np.lexsort((*order_keys(run)[::-1], run.topic))
    first = np.searchsorted(run.topic[order], np.arange(len(run.topics)))
    found = np.empty(len(run), np.int64)
    found[order] = np.arange(len(run)) - first[run.topic[order]] + 1
    return found


def blank_separated(frame: pl.DataFrame) -> bytes:
    """Join the columns of each row by blanks, leaving out absent cells."""
    import polars as pl

    line = pl.concat_str(pl.all(), separator=" ", ignore_nulls=True)
    return frame.select(line).write_csv(include_header=False, quote_style="never").encode()
