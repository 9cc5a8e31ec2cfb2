from __future__ import annotations

import pytest

import partwise as pw
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.snippets import Rules, snippets
from partwise.geometry.view import View

QRELS = pw.Qrels.from_columns(
    topic=["t", "t", "t"], doc=["A/abstract", "A/abstract", "A/title"], start=[0, 10, 0],
    end=[10, 20, 5],
)  # fmt: skip
RUN = pw.Run.from_columns(
    topic=["t"] * 4, doc=["A/0", "A/abstract", "B/abstract", "A/abstract"], start=[5, 0, 0, 4],
    end=[15, 5, 4, 12],
)  # fmt: skip


def found(inclusive=False, merged=True, zero=False):
    return snippets(View(Assessments(QRELS), RUN), Rules(inclusive, merged, zero), "M")


def test_touching_snippets_merge_only_where_ends_are_inclusive():
    assert found().gold_count.tolist() == [3]
    assert found().gold_size.tolist() == [25]
    assert found(inclusive=True).gold_count.tolist() == [2]
    assert found(inclusive=True).gold_size.tolist() == [21 + 6]


def test_the_earlier_rank_stays():
    assert found().size.tolist() == [10, 12, 4]
    assert found().shared.tolist() == [0, 12, 0]
    assert found(merged=False).size.tolist() == [10, 5, 4, 7]
    assert found(merged=False).shared.tolist() == [0, 5, 0, 7]


def test_section_zero():
    assert found(zero=True).shared.tolist() == [10, 12, 0]
    assert found(zero=True, merged=False).shared.tolist() == [10, 5, 0, 7]


def test_articles():
    assert found().of_gold_article.tolist() == [True, True, False]
    assert found().meets.tolist() == [False, True, False]
    assert found().topic.tolist() == [0, 0, 0]


def test_spans_are_needed():
    documents = pw.Qrels.from_columns(topic=["t"], doc=["A"], grade=[1])
    with pytest.raises(pw.PartwiseError, match="M needs highlighted spans"):
        snippets(View(Assessments(documents), RUN), Rules(True, True, True), "M")


def test_one_character_is_met():
    run = pw.Run.from_columns(
        topic=["t"] * 2, doc=["A/title"] * 2, start=[4, 5], end=[9, 9], rank=[1, 2]
    )
    found = snippets(View(Assessments(QRELS), run), Rules(False, False, False), "M")

    assert found.shared.tolist() == [1, 0]  # the gold of the title ends at 5
    assert found.meets.tolist() == [True, False]
