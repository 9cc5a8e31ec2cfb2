"""What writers share: columns as polars series, and refusing what a format cannot say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError, quote
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

if TYPE_CHECKING:
    import polars as pl


_BLANKS = re.compile(r"[ \t\n\v\f\r]")


class UnwritableError(TableError):
    """Something that a format cannot hold.

    Parameters
    ----------
    row : int or None
        Row number from 0; None when it is not one row's matter.
    problem : str
        What is wrong.
    avoidable : bool
        It can be left out, if the caller agrees to lose it.
    what, name : str, optional
        The kind of a name that does not fit (``topic``, ``document``, ``path``), and the name.
    """

    def __init__(
        self,
        row: int | None,
        problem: str,
        *,
        avoidable: bool = False,
        what: str | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(row, problem)
        self.avoidable = avoidable
        self.what = what
        self.name = name


class Loss:
    """Refuses what would be lost, unless the caller agreed to lose it.

    Parameters
    ----------
    format : str
        The format, in words.
    allowed : bool
        Lose silently.
    """

    def __init__(self, format_: str, *, allowed: bool) -> None:
        self._format, self._allowed = format_, allowed

    def of_rows(self, bad: NDArray[np.bool_], what: str) -> None:
        """Refuse rows that cannot be written without loss."""
        if not self._allowed and bad.any():
            problem = f"{self._format} cannot hold {what}"
            raise UnwritableError(int(np.argmax(bad)), problem, avoidable=True)

    def never(self, bad: NDArray[np.bool_], what: str) -> None:
        """Refuse rows that cannot be written at all."""
        if bad.any():
            raise UnwritableError(int(np.argmax(bad)), f"{self._format} cannot hold {what}")

    def of_columns(self, names: Sequence[str]) -> None:
        """Refuse columns that would be lost."""
        if names and not self._allowed:
            columns = "the column" if len(names) == 1 else "the columns"
            problem = f"{self._format} cannot hold {columns} {', '.join(names)}"
            raise UnwritableError(None, problem, avoidable=True)

    def of_topics(self, qrels: Qrels) -> None:
        """Refuse topics that have no rows."""
        idle = np.ones(len(qrels.topics), bool)
        idle[qrels.topic] = False
        if idle.any() and not self._allowed:
            topic = qrels.topics[int(np.argmax(idle))]
            problem = f"{self._format} cannot hold topic {topic}, which has no rows"
            raise UnwritableError(None, problem, avoidable=True)


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


def tags(run: Run, format_: str) -> Any:
    """Return the run's name, or the column of names where they vary."""
    import polars as pl

    kept = run.extra.get("run")
    words = [run.name] if kept is None else sorted(set(kept.tolist()))
    checked_words(Names.of(words), "run name", format_)
    return pl.lit(run.name) if kept is None else pl.Series(kept.tolist(), dtype=pl.String)


def scores_and_ranks(run: Run, loss: Loss, format_: str) -> tuple[Any, NDArray[np.int64]]:
    """Return scores, and ranks that are counted where the run has none."""
    if run.score is None:
        raise UnwritableError(None, f"{format_} needs scores, and the run has none")
    loss.of_columns(["order by rank"] if run.natural == "rank" else [])
    if run.rank is not None:
        return run.score, run.rank
    doc = run.docs.ranks()[run.doc]
    order = np.lexsort((-doc, -run.score, run.topic))
    place = np.empty(order.size, np.int64)
    place[order] = np.arange(order.size)
    first = np.full(len(run.topics), order.size)
    np.minimum.at(first, run.topic, place)
    return run.score, place - first[run.topic] + 1


def blank_separated(frame: pl.DataFrame) -> bytes:
    """Join the columns of each row by blanks, leaving out absent cells."""
    import polars as pl

    line = pl.concat_str(pl.all(), separator=" ", ignore_nulls=True)
    return frame.select(line).write_csv(include_header=False, quote_style="never").encode()
