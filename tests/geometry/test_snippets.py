from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.geometry.assessments import Assessments
from partwise.geometry.passages import Rules, snippets
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


PLACE = st.tuples(
    st.sampled_from(["A/0", "A/abstract", "A/title", "B/abstract", "B/0"]), st.integers(0, 12),
    st.integers(1, 7),
)  # fmt: skip
TOPICS = st.tuples(st.lists(PLACE, min_size=1, max_size=4), st.lists(PLACE, max_size=5))
RULES = st.builds(Rules, st.booleans(), st.booleans(), st.booleans())


def of_topics(topics, rules):
    """Snippets of numbered topics, each with gold and a list."""
    tables = []
    for make, which in ((pw.Qrels, 0), (pw.Run, 1)):
        rows = [(str(n), *place) for n, both in topics.items() for place in both[which]]
        topic, doc, start, size = zip(*rows, strict=True) if rows else ((), (), (), ())
        end = [a + n for a, n in zip(start, size, strict=True)]
        tables.append(make.from_columns(topic=topic, doc=doc, start=start, end=end))
    return snippets(View(Assessments(tables[0]), tables[1]), rules, "M")


@given(st.lists(TOPICS, min_size=2, max_size=3), RULES)
def test_topics_have_the_snippets_that_they_have_alone(topics, rules):
    together = of_topics(dict(enumerate(topics)), rules)

    for n, topic in enumerate(topics):
        alone = of_topics({n: topic}, rules)
        mine = slice(together.offsets[n], together.offsets[n + 1])
        for name in ("size", "shared", "meets", "of_gold_article"):
            assert getattr(together, name)[mine].tolist() == getattr(alone, name).tolist()
        for name in ("gold_size", "gold_count"):
            assert getattr(together, name)[n] == getattr(alone, name)[0]


@given(TOPICS)
def test_snippets_that_are_not_merged_equal_sets_of_characters(topic):
    gold, parts = topic
    found = of_topics({0: topic}, Rules(inclusive=False, merged=False, zero=False))

    wanted = {(d, c) for d, a, n in gold for c in range(a, a + n)}
    seen = set()
    for at, (doc, start, size) in enumerate(parts):
        text = {(doc, c) for c in range(start, start + size)}
        assert found.size[at] == len(text - seen)
        assert found.shared[at] == len((text - seen) & wanted)
        assert found.meets[at] == bool(text & wanted)
        seen |= text
    assert found.gold_size.tolist() == [len(wanted)]
    assert found.gold_count.tolist() == [len(gold)]
