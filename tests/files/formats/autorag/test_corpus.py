from __future__ import annotations

import polars as pl
import pytest
from tests.files.samples import said, texts

from partwise.files.kinds import kind_of
from partwise.files.options import Reading
from partwise.files.reading import read_inventory
from partwise.tables.texts import Texts
from partwise.texts.verify import verified

TEXT = "Ann ran. Bob sat."
ROWS = {
    "doc_id": ["p1", "p2", "p3"],
    "contents": ["title: A\nAnn ran.", "Bob sat.", "lost"],
    "path": ["a.txt", "a.txt", "b.txt"],
    "start_end_idx": [[0, 7], [9, 16], [0, 0]],
    "metadata": [None, None, None],
}


@pytest.fixture
def corpus(here):
    def made(rows=ROWS, **schema):
        pl.DataFrame(rows, schema_overrides=schema).write_parquet("corpus.parquet")
        return "corpus.parquet"

    return made


def test_passages_by_hand(corpus):
    found = read_inventory(corpus(), reading=Reading(missing="skip"))

    assert (texts(found, "doc"), found.id.tolist()) == (["a.txt", "a.txt"], ["p1", "p2"])
    assert (found.start.tolist(), found.end.tolist()) == ([0, 9], [8, 17])
    assert [TEXT[a:b] for a, b in zip(found.start, found.end, strict=True)] == ROWS_TEXTS
    assert verified(found, Texts({"a.txt": TEXT})) is found
    assert kind_of("corpus.parquet") == "inventory"


ROWS_TEXTS = ["Ann ran.", "Bob sat."]


def test_pairs_of_fixed_size(corpus):
    found = read_inventory(
        corpus(start_end_idx=pl.Array(pl.Int64, 2)), reading=Reading(missing="skip")
    )

    assert found.end.tolist() == [8, 17]


@pytest.mark.parametrize("kind", [pl.UInt8, pl.UInt64, pl.Int128])
def test_offsets_of_any_width(corpus, kind):
    rows = ROWS | {"start_end_idx": [[0, 7], [248, 255], [0, 0]]}
    try:
        written = corpus(rows, start_end_idx=pl.List(kind))
    except pl.exceptions.ComputeError as bad:
        pytest.skip(f"this version of polars cannot write such a file: {bad}")
    found = read_inventory(written, reading=Reading(missing="skip"))

    assert (found.start.tolist(), found.end.tolist()) == ([0, 248], [8, 256])
    assert found.text.tolist() == ROWS_TEXTS


def test_passages_that_were_not_found(corpus):
    words = said(read_inventory, corpus())

    assert words.startswith("corpus.parquet: row 3: ")
    assert "skip" in words


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (ROWS | {"start_end_idx": [1, 2, 3]}, "start_end_idx holds Int64, expected pairs"),
        (ROWS | {"start_end_idx": [["a"], ["b"], ["c"]]}, "start_end_idx holds List(String), exp"),
        (ROWS | {"contents": [1, 2, 3]}, "contents holds Int64, expected text"),
        ({k: v for k, v in ROWS.items() if k != "path"}, "no column path (available: doc_id, "),
        (ROWS | {"start_end_idx": [[5, 2], [9, 16], [1, 2]]}, "row 1: end 3 is before start 5"),
        (
            ROWS | {"start_end_idx": [[0, 7], [9, (1 << 63) - 1], [1, 2]]},
            'row 2: end "9223372036854775808" is beyond 64 bits',
        ),
    ],
)
def test_what_is_refused(corpus, rows, words):
    assert said(read_inventory, corpus(rows)).startswith(f"corpus.parquet: {words}")
