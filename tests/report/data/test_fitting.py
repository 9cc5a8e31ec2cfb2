from __future__ import annotations

import numpy as np
import pytest
from tests.report.conftest import qrels_of, run_of

import partwise as pw
from partwise.errors import FormatError, TableError, UsageError
from partwise.files.options import Reading
from partwise.report.material import Fitting
from partwise.tables.problems import RowsError


def fitting(texts, **more):
    return Fitting(texts, Reading(**more))


def test_documents_without_a_text_are_left_alone_and_counted():
    run = run_of("r", ("t", "d", 0, 3), ("t", "e", 5, 9))
    found = fitting({"d": "abcdef"})

    assert np.array_equal(found.of(run).start, run.start)
    assert [str(note) for note in found.note_absent(run.docs)] == [
        "1 document has no text in the texts (e)"
    ]
    assert fitting(None).note_absent(run.docs) == []


def test_documents_without_a_text_beyond_three_are_counted():
    docs = ["d", "h", "g", "f", "e"]
    run = pw.Run.from_columns(topic=["t"] * 5, doc=docs, score=[5.0, 4.0, 3.0, 2.0, 1.0])

    assert [str(note) for note in fitting({"d": "abcdef"}).note_absent(run.docs)] == [
        "4 documents have no text in the texts (e, f, g and 1 more)"
    ]


def test_offsets_in_other_units_are_converted_where_there_is_a_text():
    text = "a\U0001f30abc"
    columns = {"topic": ["t", "t"], "doc": ["d", "e"], "start": [3, 4], "end": [4, 9]}
    run = pw.Run.from_columns(**columns, score=[2.0, 1.0])

    found = fitting({"d": text}, unit="utf16").of(run)

    assert found.start.tolist() == [2, 4]
    assert found.end.tolist() == [3, 9]


def test_text_that_is_not_there_is_refused():
    columns = {"topic": ["t"], "doc": ["d"], "start": [0], "end": [2], "score": [1.0]}
    run = pw.Run.from_columns(**columns, text=["xy"])

    with pytest.raises(RowsError, match="text differs"):
        fitting({"d": "abc"}).of(run)
    assert fitting({"d": "abc"}, trust="offsets").of(run).end.tolist() == [2]


def test_a_judged_span_beyond_its_text():
    words = "document d has 3 characters, but a judged span of topic t ends at 27,425"
    with pytest.raises(TableError, match=words):
        fitting({"d": "abc"}).check_judged(qrels_of(("t", "d", 0, 27_425)))
    fitting({"d": "abc"}).check_judged(qrels_of(("t", "e", 0, 9)))


def test_lengths_given_win_and_texts_add_theirs():
    given = pw.Lengths.from_columns(doc=["d"], length=[9])
    found = fitting({"d": "abc", "e": "ab"}).lengths(given)

    assert dict(zip(found.docs, found.length.tolist(), strict=True)) == {"d": 9, "e": 2}
    assert fitting(None).lengths(given) is given
    assert len(fitting({"e": "ab"}).lengths(None)) == 1


def test_names_are_reduced_in_both():
    run = run_of("r", ("t", "x/d.md", 0, 3))
    found = fitting({"d.txt": "abcd"}, doc_ids="stem")

    assert found.of(run).docs.tolist() == ["d"]
    assert not found.without_text(found.of(run).docs).any()


def test_slips():
    with pytest.raises(UsageError, match="trust must be text or offsets"):
        fitting({}, trust="nobody")


def test_texts_of_other_documents_are_refused():
    qrels, run = qrels_of(("t", "d.md", 0, 3)), run_of("r", ("t", "e.md", 0, 3))
    with pytest.raises(FormatError, match=r"among its 1 document \(d; wanted: d\.md, e\.md\)"):
        fitting({"d": "abc"}).check_shared_documents(qrels, [run])
    fitting({"d.md": "abc"}).check_shared_documents(qrels, [run])
    fitting(None).check_shared_documents(qrels, [run])
