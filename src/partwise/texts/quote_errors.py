"""Quotes that have no place, or several, where a place is needed (E41)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors, quote
from partwise.messages import plural
from partwise.spelling import spelt
from partwise.texts.place import Placed
from partwise.texts.spans import Span

_SHOWN_PLACES = 3


class QuotesError(FormatErrors):
    """Quotes with several places, or with none (E41).

    Parameters
    ----------
    problems : sequence of FormatError
        The first ones.
    several, none : int
        How many quotes have several places, and none.
    once : bool
        Each has to have one place: it is a part of a run.
    """

    def __init__(
        self, problems: Sequence[FormatError], several: int, none: int, *, once: bool = False
    ) -> None:
        super().__init__(problems, several + none)
        self.several, self.none, self.once = several, none, once

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        made = partial(type(self), once=self.once)
        return made, (self.problems, self.several, self.none)  # type: ignore[return-value]

    def __str__(self) -> str:
        counts = []
        if self.several:
            counts.append(plural(self.several, "quote", "has", "have") + " several places")
        if self.none:
            noun = f"{self.none:,}" if self.several else plural(self.none, "quote")
            counts.append(f"{noun} {'has' if self.none == 1 else 'have'} none")
        ways = ["prefix, suffix or start"] if self.several else []
        kept = "--ambiguous first" if self.once else "--ambiguous first or --ambiguous all"
        ways += [kept] if self.several else []
        advice = spelt(f"Use {', '.join([*ways, '--missing skip'])}")
        said = f"{' and '.join(counts)}. {advice}; partwise locate writes the list"
        return "\n".join([*map(str, self.problems), said])


def refuse_unplaced(placed: Placed, rows: Sequence[int], name: str) -> None:
    """Refuse rows whose quotes have no place; `name` stands for a table without a file."""
    if not rows:
        return
    problems = []
    for row in rows[:SHOWN_PROBLEMS]:
        lines = placed.rows.lines
        line = None if lines is None else lines.of(row)
        place = "" if line is not None else f"row {row}: "
        problems.append(FormatError(placed.rows.source or name, line, place + _said(placed, row)))
    several = sum(placed.answers[row][0].status == "ambiguous" for row in rows)
    once = placed.kind == "run"
    raise QuotesError(problems, several, len(rows) - several, once=once)


def _said(placed: Placed, row: int) -> str:
    answer, (text, doc) = placed.answers[row][0], placed.asked(row)
    where = f"document {placed.names[doc]}" if doc >= 0 else "the texts"
    if answer.status == "unmatched":
        other = placed.names[answer.elsewhere] if answer.elsewhere >= 0 else ""
        return f"{quote(text)} is not in {where}" + (f", but in document {other}" if other else "")
    spans = placed.places.get((text, doc), [])
    shown = ", ".join(_shown(placed, span) for span in spans[:_SHOWN_PLACES])
    more = ", ..." if len(spans) > _SHOWN_PLACES else ""
    listed = f" ({shown}{more})" if shown else ""
    return f"{quote(text)} occurs {plural(answer.places, 'time')} in {where}{listed}"


def _shown(placed: Placed, span: Span) -> str:
    return f"{placed.names[span.doc]}:{span.start}-{span.end}"
