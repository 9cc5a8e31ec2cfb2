from __future__ import annotations

from tests.files.samples import said

from partwise.files.parsing.json_document import Place
from partwise.files.parsing.records import Records
from partwise.files.parsing.sentences import sentence


def test_sentences(source):
    records = Records(source("{}"), "qrels", "fever")

    assert [sentence(records, Place(1), number) for number in (0, 11)] == ["s[1]", "s[12]"]
    assert [sentence(records, Place(2), number) for number in (-1, "3", True)] == [None] * 3
    assert said(records.problems.refuse).splitlines()[0] == (
        "x:2: sentence -1 is not a whole number from 0. See partwise formats fever"
    )
