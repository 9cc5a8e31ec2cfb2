"""Objects, slots, rows and dictionaries that say the same."""

from __future__ import annotations

import uuid
from collections import UserDict, namedtuple
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from tests.adapters.shapes import (
    rows,
)

import partwise as pw

Row = namedtuple("Row", ["chunk_id", "document_id", "begin", "char_end"])


@pytest.mark.parametrize(
    "item",
    [
        {"id": "c", "doc": "a", "start": 3, "end": 7},
        UserDict({"id": "c", "doc_id": "a", "start_index": 3, "end_index": 7}),
        SimpleNamespace(id_="c", metadata={"source": "a", "start_char": 3, "end_char": 7.0}),
        Row("c", "a", 3, 7),
        {"uuid": "c", "properties": {"path": Path("a"), "offset": 3.0}, "content": "four"},
        {"pk": "c", "payload": {"page_content": "four", "metadata": {"docno": "a", "start": 3}}},
        {"_id": "c", "_score": 1.5, "_source": {"corpus_id": "a", "start": 3, "end": 7}},
        ({"id": "c", "doc": "a", "start": np.int64(3), "end": 7}, 0.5),
        {"lc": 1, "type": "constructor", "kwargs": {
            "id": "c", "page_content": "four", "metadata": {"source": "a", "start_index": 3}}},
    ],
)  # fmt: skip
def test_shapes_that_say_the_same(item):
    run = pw.Run.from_results({"q": [item]})

    assert rows(run) == [("q", "a", 3, 7, 1)]
    assert run.extra["id"].tolist() == ["c"]


def test_uuids_and_whole_numbers_name_documents():
    name = uuid.uuid4()
    run = pw.Run.from_results({"q": [{"doc": name, "start": 0, "end": 1},
                                     {"doc": 7, "start": 0, "end": 1}]})  # fmt: skip
    assert run.docs.tolist() == [str(name), "7"]
