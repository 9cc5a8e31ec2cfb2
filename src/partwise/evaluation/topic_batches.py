"""Runs that are evaluated some topics at a time while the file is read.

A measure needs the rows of a topic together, not those of a run: pieces of the file are read one
after another, and the topics that are complete are evaluated and dropped. What needs a closer look
is not judged here: the answer is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from partwise.errors import PartwiseError
from partwise.evaluation.some_topics import SomeTopics
from partwise.evaluation.streamed_run import NotTogetherError, StreamedRun
from partwise.files.bucketed.pieces import CutFile
from partwise.files.dispatch import format_of
from partwise.files.reading import read_run
from partwise.files.source import Source

if TYPE_CHECKING:
    import os

    from partwise.evaluation.buckets.batches import Batches
    from partwise.evaluation.evaluated import Evaluated
    from partwise.evaluation.inventories import Inventories
    from partwise.evaluation.plan import Plan
    from partwise.evaluation.prepared import Prepared
    from partwise.files.bucketed.pieces import Size
    from partwise.messages import Note
    from partwise.tables.doc_ids import DocIds
    from partwise.tables.run import Run


class TopicBatches:
    """Reads runs and evaluates their topics on the way.

    Parameters
    ----------
    planned, tables, inventories
        What runs meet.
    doc_ids : str, optional
        How names of documents are compared.
    batches : Batches
        How many rows are evaluated at once.
    size : Size
        How much of a file is read at once.
    spills : bool
        Whether rows of scattered topics may be put in files by topic; else they are refused.
    """

    def __init__(
        self,
        planned: Plan,
        tables: Prepared,
        inventories: Inventories,
        *,
        doc_ids: DocIds | None,
        batches: Batches,
        size: Size,
        spills: bool = False,
    ) -> None:
        self.planned, self.tables, self.inventories = planned, tables, inventories
        self.doc_ids, self.batches = doc_ids, batches
        self._size, self._spills = size, spills
        self.some = SomeTopics(tables)
        self.judged: dict[str, Note] = {}
        """What was noticed of the assessments."""

    def read(
        self, place: str | os.PathLike[str] | Source, taken: Sequence[str], **options: Any
    ) -> tuple[Run, Evaluated] | None:
        """Evaluate a run; None where it has to be read at once.

        Parameters
        ----------
        place : path or Source
            The file.
        taken : sequence of str
            Names that other runs have.
        **options
            Those of `read_run`.
        """
        how = {n: options[n] for n in ("encoding", "lenient", "max_bytes") if n in options}
        source = place if isinstance(place, Source) else Source(place, **how)
        form = format_of(source, options.get("format"), "run", options.get("columns")).name
        cut = CutFile(source, form, self._size)
        if len(cut) < 2:
            return None
        try:
            return self._evaluated(StreamedRun(self, taken), cut, options)
        except NotTogetherError:
            return self._spilled(taken, cut, options) if self._spills else None

    def _spilled(
        self, taken: Sequence[str], cut: CutFile, options: dict[str, Any]
    ) -> tuple[Run, Evaluated] | None:
        """Evaluate a run whose topics do not lie together: its rows are sorted on disk."""
        from partwise.evaluation.spilled_run import SpilledRun
        from partwise.files.atomic import scratch

        with scratch() as place:
            try:
                spilled = SpilledRun(self, taken, place, len(cut) * self._size.rows)
                return self._evaluated(spilled, cut, options)
            except NotTogetherError:
                return None

    def _evaluated(
        self, streamed: StreamedRun, cut: CutFile, options: dict[str, Any]
    ) -> tuple[Run, Evaluated]:
        """Read all pieces; return the run without its rows, and what they gave."""
        for number in range(len(cut)):
            piece = cut.piece(number)
            if piece.source is not None:
                known = {"format": cut.form} if number else {}
                streamed.add(_rows(piece.source, {**options, **known}))
        found = streamed.whole()
        for note in streamed.judged():
            self.judged.setdefault(note, note)
        return streamed.empty(), found


def _rows(source: Source, options: dict[str, Any]) -> Run:
    """Read a piece; what is wrong with it is told by who has the whole file."""
    try:
        return read_run(source, **options)
    except PartwiseError:
        raise NotTogetherError from None
