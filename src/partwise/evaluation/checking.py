"""What ``partwise check`` finds in runs and assessments, in the words of an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partwise.errors import MissingLengthError, PartwiseError
from partwise.evaluation.checks import named_elements
from partwise.evaluation.id_matching import match_ids
from partwise.evaluation.lines import with_lines
from partwise.evaluation.notes import RunFacts, input_notes, order_notes
from partwise.evaluation.options import Collection
from partwise.evaluation.prepared import Prepared
from partwise.files.options import Reading
from partwise.geometry.assessments import Assessments
from partwise.geometry.run_notes import run_notes
from partwise.measures import CharP, P
from partwise.messages import Notes
from partwise.tables.problems import RowsError

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.tables.doc_ids import DocIds
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
        In the words of an evaluation: no common topic, no common document, lengths
        that look like ends.
    """
    run = named_elements(run, None, lenient=lenient)
    if qrels is None:
        return Notes([*order_notes(RunFacts.of(run, run.topics, order)), *run.notes])
    try:
        # both tables were checked against texts when they were read
        reading = Reading(doc_ids=doc_ids, lenient=lenient)
        tables = Prepared(qrels, Collection(lengths=lengths), reading)
        view = tables.view(run, order)
        match_ids(view, doc_ids)
        _look_at_parts(view)
    except RowsError as error:
        raise with_lines(error, qrels, run) from None
    likely = CharP() if (qrels.start >= 0).any() else P() @ 1
    return Notes([*input_notes(view, [likely], "all"), *run_notes(view)])


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
