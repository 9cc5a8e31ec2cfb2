from __future__ import annotations

import pytest

from partwise.errors import TableError
from partwise.files.formats.fol_qrels.write import fol_lines
from partwise.files.parsing.losses import Losses
from partwise.tables.qrels import Qrels


def qrels(**columns) -> Qrels:
    size = len(next(iter(columns.values())))
    return Qrels.from_columns(**{"topic": ["q"] * size, "doc": ["d"] * size, **columns})


def lossy(table: Qrels) -> tuple[str, tuple[str, ...]]:
    losses = Losses()
    return fol_lines(table, lossy=losses).decode(), losses.notes


def refusal(table: Qrels) -> str:
    with pytest.raises(TableError) as caught:
        fol_lines(table, lossy=None)
    return str(caught.value)


def test_one_line_for_each_document_of_a_topic():
    table = qrels(
        topic=["q", "r", "q", "q"],
        doc=["d", "d", "e", "d"],
        start=[20, 0, None, 0],
        end=[30, 5, None, 10],
        grade=[1, 1, 0, 1],
        bep=[3, 0, None, 3],
        length=[90, 90, 7, 90],
    )

    assert fol_lines(table, lossy=None) == (
        b"q Q0 d 20 90 3 0:10 20:10\nr Q0 d 5 90 0 0:5\nq Q0 e 0 7\n"
    )


def test_touching_passages_are_one_and_overlapping_ones_a_loss():
    touching = qrels(start=[0, 5], end=[5, 9], bep=[0, 0], length=[9, 9])
    assert fol_lines(touching, lossy=None) == b"q Q0 d 9 9 0 0:9\n"
    over = qrels(start=[0, 4], end=[5, 9], bep=[0, 0], length=[9, 9])
    assert refusal(over).startswith("row 0: FOL qrels cannot hold overlapping passages")
    assert lossy(over) == ("q Q0 d 9 9 0 0:9\n", ("overlapping passages left out (2 rows)",))


def test_a_whole_relevant_document_is_all_of_its_text():
    assert fol_lines(qrels(grade=[1], bep=[4], length=[9]), lossy=None) == b"q Q0 d 9 9 4 0:9\n"


def test_ungraded_spans_are_relevant_and_the_first_stands_for_the_entry():
    text, notes = lossy(qrels(start=[7, 2], end=[9, 4], length=[9, 9]))

    assert text == "q Q0 d 4 9 2 2:2 7:2\n"
    assert notes == ("a relevant document without best entry point left out (2 rows)",)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"start": [0], "end": [5]}, "a document whose length is not known"),
        ({"start": [0], "end": [20], "length": [9]}, "a passage past the end of its document"),
        ({"grade": [1], "length": [0]}, "a relevant document without text"),
        (
            {"start": [0], "end": [5], "bep": [9], "length": [9]},
            "a best entry point past the end of its document",
        ),
    ],
)
def test_what_no_reader_would_take_is_never_written(columns, words):
    assert refusal(qrels(**columns)) == f"row 0: FOL qrels cannot hold {words}"
    with pytest.raises(TableError):
        lossy(qrels(**columns))


def test_entry_points_of_documents_that_are_not_relevant_are_no_secret_loss():
    table = qrels(grade=[0], bep=[3], length=[9])

    words = "best entry points of documents that are not relevant"
    assert refusal(table).startswith(f"row 0: FOL qrels cannot hold {words}")
    assert lossy(table) == ("q Q0 d 0 9\n", (f"{words} left out (1 row)",))


def test_names_are_words():
    table = qrels(doc=["a b"], grade=[0], length=[9])

    assert refusal(table) == 'FOL qrels cannot hold document "a b": it has a blank'
