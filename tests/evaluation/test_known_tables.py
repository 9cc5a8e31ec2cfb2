from __future__ import annotations

import partwise as pw
from partwise.evaluation.known_tables import KnownTables
from partwise.texts.verification import Verification

QRELS = pw.Qrels.from_columns(topic=["q"], doc=["D"], start=[0], end=[5])


def known(texts=None, lengths=None, doc_ids=None):
    return KnownTables.of(None, lengths, Verification(texts), doc_ids, lenient=False)


def test_assessments_know_lengths_under_the_names_that_are_compared():
    lengths = pw.Lengths.from_columns(doc=["out/D.txt"], length=[9])

    tables = known(lengths=lengths, doc_ids="stem")

    assert tables.lengths.docs.tolist() == ["D"]
    assert tables.assessments(QRELS).lengths.of(QRELS.docs).tolist() == [9]
    assert tables.assessments(QRELS, clip=False).clip is False


def test_texts_tell_lengths_where_no_table_does():
    tables = known(texts={"D": "abcdefg"})

    assert tables.assessments(QRELS).lengths.of(QRELS.docs).tolist() == [7]


def test_notes_name_their_table():
    assert known().text_notes == known().length_notes == []
    lengths = pw.Lengths.from_frame([{"docno": "D", "length": 9}])
    assert known(lengths=lengths).length_notes == ["lengths: docno read as doc"]
