from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.geometry.assessments import Assessments
from partwise.geometry.passages import alternatives
from partwise.geometry.view import View


def found(judged, returned, by="doc"):
    """Alternatives of (doc, element, alternative) for a list of (doc, element)."""
    doc, element, number = zip(*judged, strict=True)
    qrels = pw.Qrels.from_columns(
        topic=["t"] * len(doc), doc=doc, element=element, alternative=number,
        grade=[1] * len(doc), missing="document",
    )  # fmt: skip
    docs, elements = zip(*returned, strict=True)
    run = pw.Run.from_columns(
        topic=["t"] * len(docs), doc=docs, element=elements, missing="document"
    )
    return alternatives(View(Assessments(qrels), run), by, "M")


def entries(known):
    return [(bool(whole), rank) for _, whole, rank in zip(*known.entries, strict=True)]


JUDGED = [("a", "p[1]", 0), ("b", "p[1]", 0), ("c", "p[2]", 1), ("c", "p[2]", 2)]


def test_identical_alternatives_count_once():
    assert found(JUDGED, [("a", None)]).count.tolist() == [2]


def test_an_alternative_takes_the_place_of_its_last_id():
    known = found(JUDGED, [("a", None), ("x", None), ("b", None), ("c", None), ("a", None)])

    assert entries(known) == [(False, 1), (True, 2), (True, 3)]
    assert known.n_returned.tolist() == [4]
    assert [known.n_complete(k).tolist() for k in (1, 2, 3)] == [[0], [1], [2]]


def test_one_that_is_not_complete_takes_a_place_all_the_same():
    assert entries(found(JUDGED, [("a", None), ("c", None)])) == [(False, 1), (True, 2)]


def test_one_id_may_complete_several():
    judged = [("a", None, 0), ("a", None, 1), ("b", None, 1)]

    assert entries(found(judged, [("b", None), ("a", None)])) == [(True, 1), (True, 2)]


@pytest.mark.parametrize(
    ("returned", "wanted"),
    [
        ([("a", "p[1]"), ("b", "p[1]")], [(True, 1)]),
        ([("a", "p[2]"), ("b", "p[1]")], [(False, 1), (False, 2)]),
        ([("a", None), ("c", "p[2]"), ("c", "p[2]")], [(True, 1)]),  # no paragraph: left out
        ([("c", "p[9]"), ("z", "p[2]"), ("c", "p[9]")], [(False, 1), (False, 2)]),
    ],
)
def test_paragraphs(returned, wanted):
    assert entries(found(JUDGED, returned, "paragraph")) == wanted


def slow_entries(judged, returned, by):
    """Completeness of what a reader of one topic's list gets, in order."""
    sets = {}
    for doc, element, name in judged:
        if by == "doc" or element is not None:
            sets.setdefault(name, set()).add(doc if by == "doc" else (doc, element))
    wanted = list(dict.fromkeys(map(frozenset, sets.values())))
    ids = [doc if by == "doc" else (doc, element) for doc, element in returned
           if by == "doc" or element is not None]  # fmt: skip
    rank = {one: at for at, one in enumerate(dict.fromkeys(ids))}
    places = [(max(rank[one] for one in some & rank.keys()), at, some <= rank.keys())
              for at, some in enumerate(wanted) if some & rank.keys()]  # fmt: skip
    places += [(at, 0, False) for one, at in rank.items() if not any(one in s for s in wanted)]
    return [whole for *_, whole in sorted(places, key=lambda place: place[:2])], len(rank)


IDS = st.tuples(st.sampled_from("abcd"), st.sampled_from([None, "p[1]", "p[2]", "p[3]"]))
WANTED = st.lists(st.tuples(IDS, st.integers(0, 2)).map(lambda x: (*x[0], x[1])), max_size=5)
LISTED = st.lists(IDS | st.tuples(st.sampled_from("xy"), st.just("p[9]")), max_size=6)


@given(
    st.lists(WANTED.filter(bool), min_size=1, max_size=3), st.lists(LISTED, min_size=3, max_size=3),
    st.sampled_from(["doc", "paragraph"]),
)  # fmt: skip
def test_topics_beside_each_other(judged, lists, by):
    rows = [(f"t{n}", *row) for n, some in enumerate(judged) for row in some]
    if by == "paragraph" and all(element is None for _, _, element, _ in rows):
        return
    topic, doc, element, number = zip(*rows, strict=True)
    qrels = pw.Qrels.from_columns(
        topic=topic, doc=doc, element=element, alternative=number, grade=[1] * len(rows),
        missing="document",
    )  # fmt: skip
    listed = [(f"t{n}", *row) for n, some in enumerate(lists[: len(judged)]) for row in some]
    columns = zip(*listed, strict=True) if listed else ((), (), ())
    names = dict(zip(("topic", "doc", "element"), columns, strict=True))
    run = pw.Run.from_columns(**names, missing="document")
    known = alternatives(View(Assessments(qrels), run), by, "M")
    found = [[], [], []][: len(judged)]
    for t, whole, rank in zip(*known.entries, strict=True):
        found[t].append(bool(whole))
        assert rank == len(found[t])

    expected = [slow_entries(*pair, by) for pair in zip(judged, lists, strict=False)]
    assert found == [whole for whole, _ in expected]
    assert known.n_returned.tolist() == [n for _, n in expected]
    assert known.n_complete(2).tolist() == [sum(whole[:2]) for whole, _ in expected]


@pytest.mark.parametrize("by", ["doc", "paragraph"])
def test_neighbouring_ids_of_neighbouring_topics(by):
    rows = [
        (topic, doc, name) for topic in "opqrstuvw" for doc in "ab" for name in ("p[1]", "p[2]")
    ]
    topic, doc, element = zip(*rows, strict=True)
    columns = {"topic": topic, "doc": doc, "element": element}
    qrels = pw.Qrels.from_columns(**columns, grade=[1] * len(rows))
    known = alternatives(View(Assessments(qrels), pw.Run.from_columns(**columns)), by, "M")

    assert known.n_returned.tolist() == [4 if by == "paragraph" else 2] * 9
    assert known.n_complete(1).tolist() == [1] * 9


def test_many_paragraphs_that_nobody_judged_are_none_of_those_judged():
    strange = [("x", f"p[{n}]") for n in range(2, 30)]
    known = found([("a", "p[1]", 0), ("b", "p[1]", 0)], strange, "paragraph")

    assert entries(known) == [(False, n) for n in range(1, 29)]
    assert known.n_returned.tolist() == [28]


def test_what_nobody_judged_is_told_apart_by_document_and_paragraph():
    strange = [("x", "p[2]"), ("x", "p[3]"), ("y", "p[2]"), ("x", "p[3]")]

    assert found(JUDGED, strange, "paragraph").n_returned.tolist() == [3]


def of_topics(judged, returned):
    """Alternatives of (topic, doc, alternative, grade) for a list of (topic, doc)."""
    topic, doc, number, grade = zip(*judged, strict=True)
    qrels = pw.Qrels.from_columns(
        topic=topic, doc=doc, alternative=number, grade=grade, missing="document"
    )
    topic, doc = zip(*returned, strict=True)
    run = pw.Run.from_columns(topic=topic, doc=doc, missing="document")
    return alternatives(View(Assessments(qrels), run), "doc", "M")


def test_what_is_not_relevant_is_no_alternative():
    known = of_topics([("t", "a", 0, 0), ("t", "b", 1, 1)], [("t", "a"), ("t", "b")])

    assert known.count.tolist() == [1]
    assert entries(known) == [(False, 1), (True, 2)]


def test_alternatives_of_another_topic_are_none():
    # u returns what t wants alone
    known = of_topics([("t", "a", 0, 1), ("t", "b", 1, 1), ("u", "c", 0, 1)], [("u", "a")])

    assert known.entries[0].tolist() == [1]
    assert entries(known) == [(False, 1)]
    names = [("t", "a", 0, 1), ("t", "b", 1, 1), *((topic, "c", 0, 1) for topic in "uvwx")]
    assert of_topics(names, [("u", "c")]).count.tolist() == [2, 1, 1, 1, 1]
