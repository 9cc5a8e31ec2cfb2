"""One rule for all items: which field of an item stands for which of ours."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.shapes import (
    SPANS,
    langchain,
    rows,
)

import partwise as pw
from partwise.adapters.fields import FIELDS
from partwise.errors import UsageError


def test_named_fields():
    item = {"where": {"file": "a"}, "from": 3, "n": 4, "doc": "wrong"}

    def end(one):
        return one["from"] + one["n"]

    run = pw.Run.from_results({"q": [item]}, doc="where.file", start="from", end=end)
    assert rows(run) == [("q", "a", 3, 7, 1)]
    same = pw.Run.from_results({"q": [item]}, doc=pw.const("r"), start="from", end=end)
    assert rows(same) == [("q", "r", 3, 7, 1)]
    with pytest.raises(UsageError, match="doc must be the name of a field"):
        pw.Run.from_results({"q": [item]}, doc=3)


def test_two_fields_that_differ_are_noted():
    item = {"file_path": "a", "source": "b", "start": 0, "end": 4}
    run = pw.Run.from_results({"q": [item]})

    assert rows(run) == [("q", "a", 0, 4, 1)]
    assert run.notes == ("1 item: doc taken from file_path; source differs",)


def slow(item, field):
    """The rule as it is written: names in order, each looked for in all places."""
    own = item if isinstance(item, dict) else vars(item)
    boxes = [own]
    for name in ("metadata", "meta", "payload", "properties", "entity"):
        if isinstance(own.get(name), dict):
            boxes.append(own[name])
    boxes += [b["metadata"] for b in boxes[1:] if isinstance(b.get("metadata"), dict)]
    for name in FIELDS[field]:
        for box in boxes:
            if box.get(name) is not None:
                return box[name]
    return None


names = st.sampled_from(["doc", "doc_id", "source", "path", "docno", "other"])


spots = st.sampled_from(["start", "start_index", "begin", "end", "end_char", "char_end"])


boxes = st.dictionaries(names, st.sampled_from(["a", "b", None]), max_size=3)


places = st.dictionaries(spots, st.integers(-1, 9) | st.none(), max_size=3)


fields = st.builds(lambda a, b: a | b, boxes, places)


dicts = st.builds(
    lambda own, box, inner, name: own | ({name: box | ({"metadata": inner} if inner else {})}),
    fields, fields, fields | st.none(), st.sampled_from(["metadata", "meta", "payload", "x"]),
)  # fmt: skip


items = dicts | st.builds(lambda d: SimpleNamespace(**d), dicts)


@given(st.lists(st.lists(items, max_size=6), max_size=4))
def test_the_rule_against_the_rule_as_written(lists):
    run = pw.Run.from_results({str(n): found for n, found in enumerate(lists)}, errors="skip")

    expected = []
    for topic, found in enumerate(lists):
        rank = 0
        for item in found:
            doc, start, end = (slow(item, name) for name in ("doc", "start", "end"))
            if doc is not None and start is not None and end is not None and 0 <= start < end:
                rank += 1
                expected.append((str(topic), doc, start, end, rank))
    assert rows(run) == expected
    assert run.topics.tolist() == [str(n) for n in range(len(lists))]


def test_ten_thousand_items():
    begun = time.process_time()
    items = [langchain(*SPANS[n % 3]) for n in range(10_000)]
    making, begun = time.process_time() - begun, time.process_time()
    run = pw.Run.from_langchain({f"q{n}": items[n : n + 10] for n in range(0, 10_000, 10)})
    took = time.process_time() - begun

    assert len(run) == 10_000
    assert took < 60 * making  # a few times what it takes to make such items, on any machine
