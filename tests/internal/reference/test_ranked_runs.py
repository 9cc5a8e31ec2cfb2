"""Runs of documents that were ranked while they were read: same bits, same notes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.test_characters_trec import OURS, collections, tables
from tests.reference.test_documents import SLOW

import partwise as pw
from partwise.evaluation.document_runs import documents_suffice
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.run_notes import run_notes
from partwise.tables.names import Names
from partwise.tables.ranked_run import RankedRun

pytestmark = pytest.mark.slow


def judgements_and_run(collection):
    qrels, run, lengths = tables(*collection)
    return Assessments(qrels, lengths=lengths), run


@given(collections(), st.booleans())
def test_ranked_runs_give_the_same_bits(collection, shuffle):
    judgements, run = judgements_and_run(collection)
    view = pw.View(judgements, run)
    wanted = {text: pw.parse(text).values(view) for text in [*OURS.values(), *SLOW]}
    compact = pw.View(judgements, compacted(view, backwards=shuffle))
    for text, values in wanted.items():
        assert pw.parse(text).values(compact).tobytes() == values.tobytes(), text
    with pytest.raises(pw.UsageError, match="lists of documents, without parts"):
        pw.parse("CharR").values(compact)
    assert (compact.present == view.present).all()
    measures = [pw.parse("P@1"), pw.parse("P@3")]
    assert run_notes(compact, measures) == run_notes(view, measures)


def compacted(view, *, backwards):
    """Rank a run beforehand, keeping only the names of judged documents."""
    known = view.assessments.qrels.docs
    docs = Names.of(name for name in known if name in set(view.run.docs))
    order = np.flatnonzero(view.present).tolist()
    topics = [view.assessments.topics[t] for t in (order[::-1] if backwards else order)]
    topic, doc, tied = [], [], []
    for code, name in enumerate(topics):
        at = view.assessments.topics.index[name]
        for place in range(view.ranking.begin[at], view.ranking.end[at]):
            row = view.rows[place]
            topic.append(code)
            doc.append(docs.index.get(view.run.docs[view.run.doc[row]], len(docs)))
            tied.append(view.ranking.tied[place])
    return RankedRun(
        name=view.run.name,
        topics=Names.of(topics),
        topic=np.array(topic, np.int32),
        docs=docs,
        doc=np.array(doc, np.int32),
        tied=np.array(tied, bool),
    )


def test_what_is_read_the_short_way():
    qrels = pw.Qrels.from_dict({"t": {"a": 1}})
    assert documents_suffice([pw.parse(text) for text in SLOW], qrels)
    spans = pw.Qrels.from_columns(topic=["t"], doc=["a"], start=[0], end=[1])
    assert not documents_suffice([pw.parse("Hit@5")], spans)
    assert documents_suffice([pw.parse("GM(AP)")], spans)
    assert not documents_suffice([pw.parse("GM(CharR)")], spans)
