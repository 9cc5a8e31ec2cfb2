"""What could have been returned: parts of the inventory and of the run, topic by topic."""

from fractions import Fraction

import numpy as np
import pytest

from partwise.errors import PartwiseError, UsageError
from partwise.geometry.assessments import Assessments
from partwise.geometry.inventory import every_element, offered, with_listings
from partwise.geometry.relevant_text import GoldLine, Places
from partwise.geometry.view import View
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure


def view(run=(("t", "A", 0, 5),), chunks=(("A", 0, 5), ("A", 5, 20), ("B", 0, 9)), **more):
    gold = Qrels.from_columns(
        topic=["t", "t", "u"], doc=["A", "A", "A"], start=[2, 8, 10], end=[6, 12, 14]
    )
    rows = list(zip(*run, strict=True))
    given = dict(zip(("topic", "doc", "start", "end"), rows, strict=True))
    tokens = more.pop("tokens", None)
    table = Run.from_columns(**given, **({} if tokens is None else {"tokens": tokens}))
    parts = None
    if chunks:
        doc, start, end = zip(*chunks, strict=True)
        parts = Inventory.from_columns(doc=doc, start=start, end=end, **more)
    return View(Assessments(gold), table, inventory=parts)


def places(found):
    held = found.parts
    rows = zip(held.topic.tolist(), held.start.tolist(), held.end.tolist(), strict=True)
    return list(rows)


def test_each_topic_is_offered_the_parts_that_hold_its_text():
    assert places(offered(view(), "CharR")) == [(0, 0, 5), (0, 5, 20), (1, 5, 20)]


def test_parts_of_the_run_are_offered_to_every_topic():
    found = offered(view(run=[("t", "A", 11, 13)]), "CharR")
    assert places(found) == [(0, 0, 5), (0, 5, 20), (0, 11, 13), (1, 5, 20), (1, 11, 13)]


def test_parts_that_alone_find_a_span_are_counted():
    found = offered(view(), "Hit")
    assert found.hits(1).tolist() == [2, 1]
    assert found.hits(Fraction(1)).tolist() == [1, 1]
    assert found.hits(4).tolist() == [1, 1]


def test_spans_are_found_together():
    found = offered(view(), "SpanR")
    assert found.most_spans(Fraction(1), 1).tolist() == [1, 1]
    assert found.most_spans(Fraction(1), 2).tolist() == [2, 1]
    assert found.most_spans(Fraction(1), None).tolist() == [2, 1]


def test_one_count_of_tokens_for_one_place():
    places = Places(*(np.array([x]) for x in (0, 0, 5, 3)))
    one = view(tokens=[7])
    gold = GoldLine(one.assessments, "CharR")
    with pytest.raises(PartwiseError, match=r"two token counts, 3 and 7"):
        with_listings(places, gold, [one], "CharR", "tokens")
    assert len(with_listings(places, gold, [one], "CharR", "characters")) == 1


def test_every_element_may_be_returned():
    tree = Structure.from_columns(
        doc=["A", "A"], node=[0, 1], parent=[None, 0], path=["/a[1]", "/a[1]/b[1]"],
        tag=["a", "b"], start=[0, 2], end=[9, 5], depth=[1, 2],
    )  # fmt: skip
    found = every_element(tree)
    assert found.start.tolist() == [0, 2]
    assert found.end.tolist() == [9, 5]


def test_nobody_knows_which_parts_exist():
    with pytest.raises(UsageError, match="need to know which parts exist"):
        offered(view(chunks=()), "CharR")


def test_any_part_of_a_document_that_is_wanted_whole_is_a_hit():
    gold = Qrels.from_columns(
        topic=["t"] * 2, doc=["A", "B"], start=[2, None], end=[6, None], missing="document"
    )
    known = Assessments(gold, lengths=Lengths.from_columns(doc=["B"], length=[9]))
    parts = Inventory.from_columns(doc=["A", "B", "B"], start=[0, 0, 4], end=[5, 4, 9])
    run = Run.from_columns(topic=["t"], doc=["A"], start=[0], end=[5])
    found = offered(View(known, run, inventory=parts), "Hit")

    # A 0..5 shows 3 of 4 characters
    assert found.hits(Fraction(1)).tolist() == [2]
    assert found.hits(1).tolist() == [3]
    # any text finds B
    assert found.most_spans(Fraction(1), None).tolist() == [1]
    assert [found.most_spans(1, k).tolist() for k in (1, 2, None)] == [[1], [2], [2]]


def test_every_element_is_offered_where_elements_were_returned():
    tree = Structure.from_columns(
        doc=["A", "A", "B"], parent=[None, 0, None], path=["/a[1]", "/a[1]/b[1]", "/a[1]"],
        start=[0, 2, 0], end=[20, 5, 9],
    )  # fmt: skip
    gold = Qrels.from_columns(topic=["t"], doc=["A"], start=[2], end=[6])
    for element, start, end in (("/a[1]", None, None), (None, 0, 5)):
        run = Run.from_columns(topic=["t"], doc=["A"], element=[element], start=[start], end=[end])
        seen = View(Assessments(gold, structure=tree), run, structure=tree)
        if element is None:
            with pytest.raises(UsageError, match="need to know which parts exist"):
                offered(seen, "CharR")
        else:
            assert places(offered(seen, "CharR")) == [(0, 0, 20), (0, 2, 5)]


def test_parts_of_several_documents_find_their_own_spans():
    gold = Qrels.from_columns(topic=["t"] * 3, doc=[*"ABC"], start=[2, 1, 7], end=[6, 3, 9])
    parts = Inventory.from_columns(
        doc=[*"ABBCCA"], start=[0, 0, 3, 7, 0, 6], end=[5, 2, 9, 9, 7, 9]
    )
    run = Run.from_columns(topic=["t"], doc=["A"], start=[0], end=[5])
    found = offered(View(Assessments(gold), run, inventory=parts), "Hit")

    # A 0..5 shows 3 of 4, B 0..2 shows 1 of 2, C 7..9 both; others touch their span at most
    assert [found.hits(least).tolist() for least in (1, 2, 3)] == [[3], [2], [2]]
    assert found.hits(Fraction(1)).tolist() == [1]


def test_spans_of_two_groups_that_overlap_have_no_ceiling():
    groups = {"topic": ["s", "t", "t", "t"], "doc": [*"CAAB"], "group": [*"ghik"]}
    run = Run.from_columns(topic=["t"], doc=["A"], start=[0], end=[5])
    parts = Inventory.from_columns(doc=[*"AB"], start=[0, 0], end=[9, 9])
    for start, apart in ((5, False), (10, True)):
        gold = Qrels.from_columns(**groups, start=[0, 0, start, 0], end=[4, 10, 15, 4])
        found = offered(View(Assessments(gold), run, inventory=parts), "SpanR")
        if apart:
            assert found.most_spans(1, None).tolist() == [0, 2]
        else:
            with pytest.raises(UsageError, match=r"spans of different groups overlap \(topic t\)"):
                found.most_spans(1, None)


def test_a_document_of_one_character_is_found_by_it():
    gold = Qrels.from_columns(
        topic=["t"] * 2, doc=["A", "B"], start=[2, None], end=[6, None], missing="document"
    )
    known = Assessments(gold, lengths=Lengths.from_columns(doc=["B"], length=[1]))
    parts = Inventory.from_columns(doc=["A", "B"], start=[0, 0], end=[9, 1])
    run = Run.from_columns(topic=["t"], doc=["A"], start=[0], end=[9])
    found = offered(View(known, run, inventory=parts), "SpanR")

    assert found.most_spans(Fraction(1), None).tolist() == [2]


def test_spans_of_several_groups_are_found_by_whoever_holds_one():
    # the first is overlapped by the second, and the third is a document
    gold = Qrels.from_columns(
        topic=["t"] * 3, doc=["A", "A", "B"], start=[2, 4, None], end=[6, 9, None],
        group=["g", "h", "g"], missing="document",
    )  # fmt: skip
    known = Assessments(gold, lengths=Lengths.from_columns(doc=["B"], length=[1]))
    parts = Inventory.from_columns(doc=["A", "A", "A", "B"], start=[0, 3, 5, 0], end=[6, 9, 6, 1])
    run = Run.from_columns(topic=["t"], doc=["A"], start=[0], end=[6])
    found = offered(View(known, run, inventory=parts), "Hit")

    # 0..6 shows the first, 3..9 the second, 5..6 neither
    assert found.hits(Fraction(1)).tolist() == [3]
    with pytest.raises(UsageError, match=r"spans of different groups overlap \(topic t\)"):
        found.most_spans(Fraction(1), None)


def test_topics_without_parts_or_without_spans_find_nothing():
    gold = Qrels.from_columns(
        topic=["t", "u", "v"], doc=["A", "B", "A"], start=[0, 0, None], end=[4, 4, None],
        grade=[1, 1, 0],
    )  # fmt: skip
    parts = Inventory.from_columns(doc=["A", "C"], start=[0, 0], end=[5, 9])
    run = Run.from_columns(topic=["t", "t"], doc=["A", "C"], start=[0, 0], end=[4, 9])
    found = offered(View(Assessments(gold), run, inventory=parts), "SpanR")

    assert found.most_spans(Fraction(1), None).tolist() == [1, 0, 0]
    assert [row[0] for row in places(found)] == [0, 0]


def test_a_part_past_the_spans_of_its_document_finds_none_of_another():
    # 10..20 of A lies past what is wanted of A, not on what is wanted of B
    gold = Qrels.from_columns(topic=["t", "t"], doc=["A", "B"], start=[0, 0], end=[9, 5])
    parts = Inventory.from_columns(doc=["A", "A"], start=[0, 8], end=[2, 30])
    run = Run.from_columns(topic=["t"], doc=["A"], start=[0], end=[2])
    found = offered(View(Assessments(gold), run, inventory=parts), "Hit")

    assert found.hits(Fraction(1)).tolist() == [0]
    assert found.hits(1).tolist() == [2]


def test_spans_that_overlap_are_looked_for_apart():
    # 41..52 holds a piece of each of the three, and none of them
    gold = Qrels.from_columns(
        topic=["t"] * 3,
        doc=["A"] * 3,
        start=[0, 40, 50],
        end=[100, 45, 70],
        group=["wide", "narrow", "narrow"],
    )
    parts = Inventory.from_columns(doc=["A"], start=[41], end=[52])
    run = Run.from_columns(topic=["t"], doc=["A"], start=[41], end=[52])
    found = offered(View(Assessments(gold), run, inventory=parts), "Hit")

    assert found.hits(Fraction(1)).tolist() == [0]
    assert found.hits(11).tolist() == [1]
