"""What is known of a run as a whole, whichever of its topics are evaluated together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from partwise.tables.run import Run
from partwise.tables.run_order import TABLES, rising

if TYPE_CHECKING:
    from partwise.tables.names import Names
    from partwise.tables.run import Order


@dataclass(frozen=True)
class RunFacts:
    """Facts of a run.

    Parameters
    ----------
    name, source, format, missing
        As those of `Run`.
    rows : int
        All rows.
    documents : bool
        Whether every row is a whole document.
    text : bool
        Whether there is a column of texts.
    rises, falls : bool
        Whether scores rise, and fall, from line to line of a topic.
    topics, ignored, answered : tuple of str
        Its topics in order of appearance, those that nobody judged, and those that it answered
        with nothing.
    """

    name: str
    source: str | None
    format: str | None
    missing: str
    rows: int
    documents: bool
    text: bool
    rises: bool
    falls: bool
    topics: tuple[str, ...]
    ignored: tuple[str, ...]
    answered: tuple[str, ...]

    @classmethod
    def of(cls, run: Run, judged: Names, order: Order | None) -> RunFacts:
        """Gather the facts of a run."""
        rises = falls = False
        if run.format in TABLES:
            rises, falls = rising(run, order)
        topics = run.topics.tolist()
        known = judged.index
        return cls(
            run.name,
            run.source,
            run.format,
            run.missing,
            len(run),
            run.holds_documents,
            "text" in run.extra,
            rises,
            falls,
            tuple(topics),
            tuple(topic for topic in topics if topic not in known),
            tuple(run.answered),
        )

    def in_order(self, topics: Sequence[str]) -> RunFacts:
        """Return the same facts with the topics in another order."""
        rank = {topic: position for position, topic in enumerate(topics)}

        def ordered(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(sorted(names, key=rank.__getitem__))

        return replace(
            self,
            topics=ordered(self.topics),
            ignored=ordered(self.ignored),
            answered=ordered(self.answered),
        )

    @classmethod
    def joined(cls, several: Sequence[RunFacts]) -> RunFacts:
        """Return the facts of a run that was read in pieces of whole topics."""
        first, *others = several
        if all(one is first or one == first for one in others):
            return first

        def united(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
            return tuple(dict.fromkeys(topic for topics in lists for topic in topics))

        return replace(
            first,
            rows=sum(one.rows for one in several),
            documents=all(one.documents for one in several),
            text=any(one.text for one in several),
            rises=any(one.rises for one in several) and not any(one.falls for one in several),
            falls=any(one.falls for one in several),
            topics=united(one.topics for one in several),
            ignored=united(one.ignored for one in several),
            answered=united(one.answered for one in several),
        )
