from __future__ import annotations

import pytest
from tests.files.samples import said, texts

from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place
from partwise.files.parsing.records import Records, numbered, whole_documents


@pytest.fixture
def records(source):
    def made(text: str = "{}", what: str = "qrels") -> Records:
        return Records(source(text), what, "kilt")

    return made


def test_rows_become_a_table(records):
    found = records()
    assert found.topic(7, Place(1))
    assert found.topic("b", Place(2))
    found.add(Place(1), topic=7, doc="d", start=1, end=4, text="abc", tag=None)
    found.add(Place(3), topic=7, doc="e", start=0, end=2, text=None, tag="t")
    reading = found.qrels(Reading())
    qrels = reading

    assert qrels.topics.tolist() == ["7", "b"]  # a topic without rows is a topic
    assert texts(qrels, "doc") == ["d", "e"]
    assert (qrels.start.tolist(), qrels.end.tolist()) == ([1, 0], [4, 2])
    assert qrels.extra["text"].tolist() == ["abc", ""]
    assert qrels.extra["tag"].tolist() == ["", "t"]
    assert [reading.lines.of(row) for row in (0, 1)] == [1, 3]
    assert (qrels.format, qrels.notes) == ("kilt", ())


def test_a_topic_answered_with_nothing(records):
    found = records(what="run")
    found.topic("a", Place(1))
    found.topic("b", Place(2))
    found.add(Place(2), topic="b", doc="d", rank=1)

    assert found.run(Reading()).answered == ["a"]


def test_topics_that_are_refused(records):
    found = records()
    found.topic("a", Place(1))
    assert not found.topic("a", Place(4))
    assert not found.topic(None, Place(5))
    assert not found.topic([1], Place(6))
    assert said(found.problems.refuse).splitlines()[:3] == [
        'x:4: question "a" occurs twice (line 1)',
        "x:5: question without an id. See partwise formats kilt",
        'x:6: topic "[...]" is not text',
    ]


def test_cells_that_are_refused(records):
    found = records()
    found.topic("a", Place(1))
    found.add(Place(1, ("o", 2)), topic="a", doc="d", start=-1, end=4)
    found.add(Place(2), topic="a", doc="d", start=4, end=2)
    assert said(found.qrels, Reading()).splitlines()[:2] == [
        "x:1: o[2]: start -1 is negative",
        "x:2: end 2 is before start 4",
    ]


def test_shapes(records):
    found = records('{"a": [{}, 3], "b": 4}')
    root = found.root("a")
    assert [place for place, _ in found.objects(root, Place(), "a")] == [Place(path=("a", 0))]
    assert found.items(root, Place(), "b") == []
    assert found.items(root, Place(), "c") == []  # absent is empty
    assert found.items(root, Place(), "c", needed=True) == []
    see = "See partwise formats kilt"
    assert said(found.problems.refuse).splitlines()[:3] == [
        f"x:1: a[1]: a number, not an object. {see}",
        f"x:1: b: a number, not a list. {see}",
        f'x:1: no key "c". {see}',
    ]


def test_roots(records):
    see = "See partwise formats kilt"
    assert said(records("[]").root) == f"x: a list, expected an object. {see}"
    assert said(records('{"b": 1}').root, "a") == f'x: no key "a". {see}'


@pytest.mark.parametrize("text", ['{"a": 1}\n{"a": 2}\n', '[{"a": 1},\n {"a": 2}]'])
def test_one_object_a_line_or_a_list(records, text):
    found = records(text)
    pairs = list(found.lines())
    assert [value["a"] for _, value in pairs] == [1, 2]
    for at, (place, _) in enumerate(pairs):
        found.topic(str(at), place)
        found.add(place, topic=str(at), doc="d", start=5, end=1)
    assert [line.split(": ")[0] for line in said(found.qrels, Reading()).splitlines()[:2]] == [
        "x:1",
        "x:2",
    ]


def test_places_in_one_line_are_named_by_their_way(records):
    found = records('{"a": [{}, {}]}')
    for place, _ in found.objects(found.root("a"), Place(), "a"):
        found.add(place, topic="t", doc="d", start=5, end=5 + place.path[-1])
    assert said(found.qrels, Reading()) == "x:1: a[0]: empty span 5..5"


def test_nothing_at_all(records):
    assert said(records().qrels, Reading()) == "x: nothing in it. See partwise formats kilt"


def test_texts_of_another_length(records):
    found = records()
    found.add(Place(1), topic="t", doc="d", start=0, end=3, text="a\U0001f600")
    found.add(Place(2), topic="t", doc="d", start=5, end=6, text="b")
    assert found.qrels(Reading()).notes == (
        "warning: 1 text is not as long as its span (first: line 1: 2 characters for 3): as long "
        'in UTF-16 units; use unit="utf16" with texts=...',
    )
    found = records()
    found.add(Place(1), topic="t", doc="d", start=0, end=3, text="ab")
    assert found.qrels(Reading()).notes[0].endswith("use texts=... to check them")


def test_numbers_and_options():
    assert [numbered(row) for row in (0, 12, 1234)] == ["q000", "q012", "q1234"]
    assert whole_documents(Reading()).missing == "document"
    assert whole_documents(Reading(missing="skip")).missing == "skip"
