"""What checks offsets against texts, with texts and without."""

from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import UsageError
from partwise.files.options import Reading
from partwise.tables.problems import RowsError
from partwise.texts.verification import Verification


@pytest.fixture
def run():
    return pw.Run.from_columns(
        topic=["t"], doc=["d"], start=[0], end=[3], score=[1.0], text=["abc"], name="r"
    )


def test_without_texts_nothing_is_known(run):
    checked = Verification(None)

    assert checked.of(run) is run
    assert checked.lengths is None
    assert checked.source is None


def test_texts_give_lengths(run):
    checked = Verification({"d": "abcde"})

    assert checked.of(run) is run
    assert checked.lengths.length.tolist() == [5]


def test_offsets_that_miss_their_text_are_refused(run):
    with pytest.raises(RowsError, match="text differs"):
        Verification({"d": "xabcde"}).of(run)


def test_names_of_documents_are_reduced_as_in_the_tables(run):
    assert "d" in Verification({"folder/d.txt": "abc"}, Reading(doc_ids="stem")).texts


def test_wrong_words_are_refused():
    with pytest.raises(UsageError, match="trust must be text or offsets"):
        Verification(None, Reading(trust="both"))
