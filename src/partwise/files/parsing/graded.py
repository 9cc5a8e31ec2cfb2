"""Assessments of whole documents: each is judged once for a topic."""

from __future__ import annotations

from collections.abc import Iterable

from partwise._typing import Reals
from partwise.files.options import Reading
from partwise.files.source import Source
from partwise.messages import Notes
from partwise.tables.building import fractions
from partwise.tables.columns import Coded
from partwise.tables.duplicates import check_judged_once, largest
from partwise.tables.problems import Problems
from partwise.tables.qrels import Qrels
from partwise.tables.row_lines import RowLines
from partwise.tables.rows import text_columns

_LARGEST = "Use --lenient to take the largest grade"


class GradedDocuments:
    """Columns of judged documents, to become assessments.

    Parameters
    ----------
    source : Source
        The file.
    topics, docs : Coded
        Topic and document of each row.
    grades : ndarray of float64
        What they were given.
    lines : RowLines
        Line of each row.
    problems : Problems
        What is wrong so far.
    """

    def __init__(
        self,
        source: Source,
        topics: Coded,
        docs: Coded,
        grades: Reals,
        *,
        lines: RowLines,
        problems: Problems,
    ) -> None:
        self._source, self._topics, self._docs, self._grades = source, topics, docs, grades
        self._lines, self._problems = lines, problems

    def qrels(self, reading: Reading, format_: str, notes: Iterable[str]) -> Qrels:
        """Return the assessments; a document judged twice is refused or, leniently, merged."""
        topics, docs, grades = self._topics, self._docs, self._grades
        said = Notes(notes)
        kept = None
        if reading.lenient:
            self._problems.refuse()
            kept, grades, n_twice = largest(topics.codes, docs.codes, grades)
            said.add("{n:document} judged twice, the largest grade taken", n=n_twice)
        else:
            check_judged_once(topics, docs, self._lines, self._problems, _LARGEST)
        said.extend(fractions(grades))
        if kept is not None:
            topics, docs = topics.take(kept), docs.take(kept)
        return Qrels(
            **text_columns(topic=topics, doc=docs),
            grade=grades,
            source=self._source.name,
            notes=tuple(said),
            format=format_,
            lines=self._lines if kept is None else self._lines.take(kept),
        )
