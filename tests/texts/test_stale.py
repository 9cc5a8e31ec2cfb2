"""Located rows whose texts may have changed since."""

from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import PartwiseError
from partwise.tables.texts import Texts
from partwise.texts.stale import is_located
from partwise.texts.verify import verified

TEXT = "The rate was 5.5 % in 2019. It is not able to [grow](http://x.y/z) <b>fast</b> at all."
ROWS = [
    {"topic": "q", "doc": "a", "text": text}
    for text in (
        "The rate was 5.5 %",
        "it is NOT able to grow fast",
        "The rate was 55 % in 2018",
        "The rate was ... not able",
    )
]


def qrels(stamp=False, **more):
    return pw.Qrels.from_frame(pw.locate(ROWS, {"a": TEXT}, stamp=stamp, **more).table)


@pytest.mark.parametrize("ellipsis", ["pieces", "cover"])
def test_the_same_text(ellipsis):
    table = qrels(ellipsis=ellipsis)
    assert is_located(table).all()
    assert verified(table, Texts({"a": TEXT})) is table


def test_a_text_that_has_moved():
    with pytest.raises(PartwiseError, match=r"was not located at a\[0:18\]; has the text changed"):
        verified(qrels(), Texts({"a": f"# Report\n{TEXT}"}))
    assert verified(qrels(), Texts({"a": f"# Report\n{TEXT}"}), trust="offsets") is not None


def test_a_stamp_that_differs():
    with pytest.raises(
        PartwiseError, match=r"document a has changed since it was assessed \(sha256"
    ):
        verified(qrels(stamp=True), Texts({"a": TEXT + " "}), trust="offsets")
    assert verified(qrels(stamp=True), Texts({"a": TEXT})) is not None


def test_a_document_that_is_gone():
    with pytest.raises(PartwiseError, match="document a is not in the texts"):
        verified(qrels(), Texts({"b": TEXT}))


def test_a_column_of_that_name_is_no_proof():
    table = pw.Qrels.from_columns(topic=["q"], doc=["a"], start=[0], end=[3], status=["new"])
    assert not is_located(table).any()
