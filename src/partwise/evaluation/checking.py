"""What is wrong with runs and assessments before any measure looks at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partwise.errors import MissingLengthError, PartwiseError
from partwise.evaluation.checks import check_offsets, named_elements
from partwise.evaluation.lines import with_lines
from partwise.evaluation.meeting import meeting
from partwise.evaluation.notes import (
    no_common_topics,
    order_notes,
    place_notes,
    reader_notes,
    topic_notes,
)
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.resolve.element_names import spelt_apart
from partwise.geometry.run_notes import run_notes
from partwise.geometry.view import View
from partwise.language.component import Measure
from partwise.measures import CharP, P
from partwise.messages import Notes
from partwise.tables.doc_ids import DocIds, matched
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise.tables.lengths import Lengths
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Order, Run


def check_qrels(qrels: Qrels, *, lenient: bool = False) -> Notes:
    """Look at assessments as every evaluation does, and return what was noticed.

    Raises
    ------
    PartwiseError
        In the words of an evaluation.
    """
    try:
        qrels = named_elements(qrels, None, lenient=lenient)
        judged = Assessments(qrels, lenient=lenient)
        judged.elements.check_pairs()
        judged.lengths.of(qrels.docs)
        if (qrels.start >= 0).all():
            judged.n_relevant  # noqa: B018
    except RowsError as error:
        raise with_lines(error, qrels) from None
    return Notes([*qrels.notes, *judged.notes])


def check_run(
    run: Run,
    qrels: Qrels | None = None,
    *,
    lengths: Lengths | None = None,
    doc_ids: DocIds | None = None,
    order: Order | None = None,
    lenient: bool = False,
) -> Notes:
    """Look at a run, and with assessments at what of it they judge; return what was noticed.

    Raises
    ------
    PartwiseError
        In the words of an evaluation: no common topic, no common document (E23, E27), lengths
        that look like ends (E14).
    """
    run = named_elements(run, None, lenient=lenient)
    if qrels is None:
        return Notes([*order_notes(run, order), *run.notes])
    try:
        judged = Assessments(
            named_elements(matched(qrels, doc_ids), None, lenient=lenient),
            lengths=matched(lengths, doc_ids),
            lenient=lenient,
            doc_ids=doc_ids,
        )
        check_offsets(run, judged)
        view = View(judged, matched(run, doc_ids, merging=True), order=order)
        if not view.present.any() and len(run.topics):
            raise no_common_topics(run, judged.qrels)
        meeting(view, doc_ids)
        view.notes.extend(spelt_apart(view.run, judged.qrels))
        _look_at_parts(view)
    except RowsError as error:
        raise with_lines(error, qrels, run) from None
    known = judged.qrels.topics.index
    extra = [topic for topic in run.topics if topic not in known]
    measures: list[Measure] = [CharP() if (qrels.start >= 0).any() else P() @ 1]
    return Notes(
        [
            *place_notes(run, judged.qrels, measures),
            *order_notes(run, order),
            *reader_notes(run),
            *topic_notes(run, judged.qrels, view.present, extra, "all"),
            *run_notes(view),
        ]
    )


def _look_at_parts(view: View) -> None:
    """Compare parts with the lengths of their documents, as far as these are known."""
    if (view.run.start < 0).any() or not (view.assessments.qrels.start >= 0).any():
        return
    try:
        view.parts  # noqa: B018
    except MissingLengthError:
        return
    except RowsError:
        raise
    except PartwiseError:  # what only some measures need is not asked for here
        return
