"""Spans of text that has copies."""

from __future__ import annotations

import numpy as np
from tests.geometry.assessments.judgements import judged

from partwise.geometry.assessments import Assessments
from partwise.geometry.evidence_sets import CopiedText, EvidenceSpans, _same

# a 0..10, b 0..10 and c 20..30 are one text; b 5..15 is another span; d is a whole document
PAIR, START, END = [0, 1, 1, 2, 3], [0, 0, 5, 20, 0], [10, 10, 15, 30, 0]
WHOLE = [False, False, False, False, True]
TEXT = [0, 0, -1, 0, -1]


def copied():
    known = judged(
        {"d": 7}, doc=["a", "b", "b", "c", "d"],
        start=[0, 0, 5, 20, None], end=[10, 10, 15, 30, None],
    )  # fmt: skip
    known = Assessments(
        known.qrels, lengths=known.tables._lengths, equivalent=np.array(TEXT, np.int64)
    )
    spans = EvidenceSpans(*(np.array(x, np.int64) for x in (PAIR, START, END)), np.array(WHOLE))
    return CopiedText.of(known, spans, np.array(TEXT))


def shown(*parts):
    return tuple(np.array(column, np.int64) for column in zip(*parts, strict=True))


def test_spans_of_one_text_share_a_code():
    same = copied().same.tolist()

    assert same[0] == same[1] == same[3]
    assert len(set(same)) == 3


def test_found_in_any_copy():
    none = np.zeros(5, np.bool_)
    # six characters of c are six of the text, and of b 5..15 its first three
    found = copied().spans_found(shown((2, 22, 28)), none, 5).tolist()
    assert found == [True, True, False, True, False]
    for least, wanted in ((4, True), (5, False)):  # four characters of it
        assert copied().spans_found(shown((2, 22, 26)), none, least).tolist()[0] is wanted
    # half of the text in a, half in c
    assert copied().spans_found(shown((0, 0, 5), (2, 25, 30)), none, 10).tolist()[0]
    # of b 5..15 five stand in c, and three in b
    found = copied().spans_found(shown((2, 25, 30), (1, 10, 13)), none, 8).tolist()
    assert found == [False, False, True, False, False]
    opened = np.array(WHOLE)
    assert copied().spans_found(shown((3, 0, 1)), opened, 10).tolist() == WHOLE


def test_a_part_that_begins_where_a_span_inside_another_ends():
    rows = {"doc": ["a", "b", "a"], "start": [0, 0, 2], "end": [20, 20, 5]}
    text = np.array([0, 0, -1])
    known = Assessments(judged(**rows).qrels, equivalent=text)
    pair, start, end = (np.array(x) for x in ([0, 1, 0], rows["start"], rows["end"]))
    found = CopiedText.of(known, EvidenceSpans(pair, start, end, np.zeros(3, np.bool_)), text)

    assert found.hits(shown((0, 5, 12)), 7).tolist() == [True]
    assert found.hits(shown((0, 5, 12)), 8).tolist() == [False]


def test_hits_of_single_parts():
    parts = shown((0, 0, 5), (2, 20, 26), (1, 4, 12), (1, 9, 15), (3, 0, 7))

    assert copied().hits(parts, 6).tolist() == [False, True, True, True, False]
    assert copied().hits(parts, 7).tolist() == [False, False, True, False, False]


def test_spans_that_are_like_no_other_keep_their_own_code():
    same = copied().same.tolist()

    assert same[2] == 2
    assert same[4] == 4


def test_codes_by_what_spans_hold_by_text_and_by_document():
    """Spans 1 and 2 are one text; 0 and 3 hold what these hold; 4 and 5 are one whole document."""
    pieces = [[(0, 5)], [(0, 5)], [(9, 12)], [(9, 12)], [], [], [], [(20, 22), (30, 31)]]
    low, high = np.array([place for some in pieces for place in some], np.int64).T
    offsets = np.concatenate(([0], np.cumsum([len(some) for some in pieces])))
    nothing, whole = np.zeros(8, np.int64), np.array([False] * 4 + [True] * 3 + [False])
    spans = EvidenceSpans(np.array([0, 0, 1, 1, 7, 7, 8, 9]), nothing, nothing, whole)
    text = np.array([-1, 2, 2, -1, -1, -1, -1, -1])

    assert _same(spans, text, (offsets, low, high)).tolist() == [1, 1, 1, 1, 4, 4, 6, 7]
    # without copies each keeps the first that holds the same
    found = _same(spans, np.full(8, -1), (offsets, low, high))
    assert found.tolist() == [0, 0, 2, 2, 4, 4, 6, 7]
    # the first text, whose number is 0, is a text as well
    assert _same(spans, text - 2 * (text > 0), (offsets, low, high))[[0, 3]].tolist() == [1, 1]
