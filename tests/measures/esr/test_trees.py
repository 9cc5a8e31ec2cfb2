"""Trees of several nodes: what they share, repeats, sizes, inferred relevance."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import partwise as pw

PATHS = {
    "r": "/r[1]",
    "a": "/r[1]/s[1]",
    "b": "/r[1]/s[2]",
    "c": "/r[1]/s[3]",
    "d": "/r[1]/s[1]/p[1]",
}


@cache
def structure_of_paths():
    return pw.Structure.from_columns(
        doc=["D"] * 5,
        parent=[None, 0, 1, 0, 0],
        path=["/r[1]", "/r[1]/s[1]", "/r[1]/s[1]/p[1]", "/r[1]/s[2]", "/r[1]/s[3]"],
        start=[0, 0, 0, 40, 60],
        end=[100, 40, 10, 60, 100],
    )


def tree(text):
    return "|".join(PATHS[name] for name in text)


def value(measure, ranked, judged, grade=None, with_structure=True, qrels=None):
    qrels = qrels or pw.Qrels.from_columns(
        topic=["t"] * len(judged),
        doc=["D"] * len(judged),
        tree=[tree(text) for text in judged],
        grade=grade or [1] * len(judged),
    )
    run = pw.Run.from_columns(
        topic=["t"] * len(ranked),
        doc=["D"] * len(ranked),
        tree=[tree(text) for text in ranked],
        rank=range(len(ranked)),
    )
    structure = structure_of_paths() if with_structure else None
    return float(pw.evaluate(qrels, run, [measure], structure=structure).table[0, 0, 0])


def test_a_pair_after_its_halves():
    # {a, b} after {a} and {b}: tree level 1 - (1/2)(1/2), node level all
    def near(shared):
        return value(f"ENearMisses(nav=NoNav, shared={shared})", ["a", "b"], ["ab"])

    assert near("seen") == pytest.approx(0.75)
    assert near("nodes") == pytest.approx(1)
    assert near("printed") == 0


def test_a_part_of_a_shown_tree_is_seen():
    # {a} was shown with {a, b}
    assert value("ENearMisses(nav=NoNav)", ["ab"], ["a"]) == 1
    assert value("EHits(nav=NoNav)", ["ab", "a"], ["a"]) == 0
    assert value("EHits(nav=NoNav, shared=printed)", ["ab", "a"], ["a"]) == 1


def test_order_of_nodes_and_repeated_nodes_mean_nothing():
    assert value("EHits(nav=NoNav)", ["ba"], ["ab"]) == 1
    assert value("EHits(nav=NoNav)", ["aab"], ["ab"]) == 1
    # a tree of one node is the element
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["D"], element=[PATHS["a"]], grade=[1])
    assert value("EHits(nav=NoNav)", ["a"], [], qrels=qrels) == 1


def test_repeated_trees_keep_their_rank_and_size():
    ranked, judged = ["ab", "ab", "c"], ["c"]
    assert value("ESRP(nav=NoNav)", ranked, judged) == pytest.approx(1 / 3)
    # 40 + 20 twice, 40 once
    assert value("SRiP(nav=NoNav)", ranked, judged) == pytest.approx(40 / 160)
    assert value("SRP(nav=NoNav)", ["c", "c"], judged) == pytest.approx(1 / 2)
    assert value("SRP(nav=NoNav, shared=printed)", ["c", "c"], judged) == 1


def test_the_size_of_a_tree_is_that_of_the_union_of_its_nodes():
    # d lies in a: {a, d} shows 40 characters, {a, c} 80
    assert value("SRiP(nav=NoNav)", ["ad"], ["ad"]) == 1
    assert value("ERecallBase(nav=NoNav, rel=length)", ["r"], ["ac", "ad"]) == 120


def test_inferred_relevance():
    # a is assessed, b is not: the mean of 1 and 0; the assessed characters of {a, b, d} are 40
    assert value("SRP(nav=NoNav)", ["ab"], ["a"]) == pytest.approx(0.5)
    assert value("SRP(nav=NoNav, infer=sum)", ["abd"], ["a", "d"]) == 2
    assert value("SRP(nav=NoNav, rel=length)", ["abd"], ["a", "d"]) == 40
    assert value("SRP(nav=NoNav, rel=value)", ["ab"], ["a"], grade=[3]) == 1.5
    with pytest.raises(pw.MeasureSyntaxError, match="infer must be mean or sum with rel=binary"):
        value("SRP(infer=union)", ["a"], ["a"])


def test_graded_relevance():
    ranked, judged, grade = ["a"], ["a", "b"], [3, 1]
    assert value("ESRR(nav=NoNav, rel=value)", ranked, judged, grade) == pytest.approx(3 / 4)
    assert value("GR(nav=NoNav, rel=value)", ranked, judged, grade) == pytest.approx(3 / 4)
    assert value("GR(nav=NoNav, rel=length)", ranked, judged, grade) == pytest.approx(40 / 60)


def test_trees_in_other_documents_are_never_near_misses():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["E"], element=["/r[1]"], grade=[1])
    run = pw.Run.from_columns(topic=["t"], doc=["D"], element=["/r[1]"])
    for text in ("ENearMisses(nav=Depth)", "GR(nav=Depth)"):
        with pytest.warns(pw.PartwiseWarning, match="none of its 1 document is judged"):
            assert pw.evaluate(qrels, run, [text]).table[0, 0, 0] == 0


def test_the_base_of_recall_where_assessed_trees_nest():
    # a (40) holds d (10): relevance 50, but only 40 different characters
    assert value("SRiR(nav=NoNav)", ["a", "d"], ["a", "d"]) == 1
    assert value("SRiR(nav=NoNav, base=collection)", ["a", "d"], ["a", "d"]) == 50 / 40
    assert value("SRiR(nav=NoNav, base=expected)", ["a", "d"], ["a", "d"]) == 1


# -- what is assessed ----------------------------------------------------------------------


def test_the_derived_recall_base_of_pairs():
    # sog: s[1] (2, 2) is worth .5, its p[1] (2, 3) .9: the paragraph is ideal
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 3,
        doc=["D"] * 3,
        element=[PATHS["r"], PATHS["a"], PATHS["d"]],
        e=[2, 2, 2],
        s=[1, 2, 3],
    )
    assert value("GR(nav=NoNav)", ["d"], [], qrels=qrels) == 1
    assert value("GR(nav=NoNav)", ["a"], [], qrels=qrels) == 0
    assert value("ERecallBase(nav=NoNav, rel=value)", ["a"], [], qrels=qrels) == pytest.approx(0.9)
    with pytest.raises(pw.UsageError, match=r"assessments with \(e, s\) needs the element trees"):
        value("GR(nav=NoNav)", ["a"], [], qrels=qrels, with_structure=False)


def highlights():
    """All of s[2] (40..60), and half of s[3] (60..100)."""
    return pw.Qrels.from_columns(topic=["t", "t"], doc=["D", "D"], start=[40, 70], end=[60, 90])


def test_elements_from_highlights():
    # s[2] is all highlighted, s[3] to a half; the root, to .4, is worse than both
    qrels = highlights()
    assert value("GR(nav=NoNav, ideals=elements)", ["b"], [], qrels=qrels) == 0.5
    assert value("GR(nav=NoNav, ideals=elements)", ["bc", "c", "b"], [], qrels=qrels) == 1
    # by length: 20 highlighted characters in b, 20 in c
    assert (
        value("ERecallBase(nav=NoNav, ideals=elements, rel=length)", ["r"], [], qrels=qrels) == 40
    )
    assert value("SRP(nav=NoNav, ideals=elements, rel=length)", ["rbc"], [], qrels=qrels) == 40
    # the root holds relevant characters: a relevant node, though not assessed
    assert value("SRP(nav=NoNav, ideals=elements)", ["ra"], [], qrels=qrels) == 0.5


def test_a_span_that_is_one_element_is_that_element():
    qrels = highlights()
    assert value("GR(nav=NoNav)", ["b"], [], qrels=qrels) == 0.5
    # a chunk with the extent of s[2] is the element too; a parent of the same extent forbids it
    twin = pw.Structure.from_columns(
        doc=["D"] * 3,
        parent=[None, 0, 1],
        path=["/r[1]", "/r[1]/s[1]", "/r[1]/s[1]/p[1]"],
        start=[0, 40, 40],
        end=[100, 60, 60],
    )
    run = pw.Run.from_columns(topic=["t"], doc=["D"], element=["/r[1]/s[1]"])
    got = pw.evaluate(qrels, run, ["GR(nav=NoNav)"], structure=twin)
    assert got.table[0, 0, 0] == 0


def test_an_inventory_of_elements():
    inventory = pw.Inventory.from_columns(doc=["D"] * 3, element=[PATHS[e] for e in "abc"])
    qrels = highlights()
    run = pw.Run.from_columns(topic=["t"] * 2, doc=["D"] * 2, element=[PATHS["a"], PATHS["b"]])

    def got(text):
        table = pw.evaluate(
            qrels, run, [text], structure=structure_of_paths(), inventory=inventory
        ).table
        return float(table[0, 0, 0])

    # b and c hold highlights; b is returned; Depth is the default on elements
    assert got("ESRR(nav=NoNav)") == 0.5
    assert got("ESRR") == got("ESRR(nav=Depth)")
    assert got("EHits(rel=length, nav=NoNav)") == 20


def test_undefined_and_empty():
    qrels = pw.Qrels.from_columns(
        topic=["t", "s", "u"],
        doc=["D"] * 3,
        element=[PATHS["a"], PATHS["a"], PATHS["a"]],
        grade=[1, 0, 1],
    )
    run = pw.Run.from_columns(topic=["t"], doc=["D"], element=[PATHS["a"]])
    measures = ["ESRP", "ESRR", "EMisses", "SRPRUM", "AESRP", "SRP", "ASRP", "GR", "AEPRUM"]
    table = pw.evaluate(qrels, run, measures, structure=structure_of_paths()).table[0]

    assert table[:, 0].tolist() == [1, 1, 0, 1, 1, 1, 1, 1, 1]
    assert np.isnan(table[:, 1]).all()
    assert table[:, 2].tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0]


def test_whole_documents_without_lengths():
    # graded documents and a run of documents: AEPRUM without navigation is average precision
    qrels = pw.Qrels.from_columns(topic=["t"] * 3, doc=["D", "E", "F"], grade=[1, 0, 1])
    run = pw.Run.from_columns(topic=["t"] * 3, doc=["D", "E", "F"], score=[3.0, 2.0, 1.0])
    table = pw.evaluate(qrels, run, ["AEPRUM(nav=NoNav)", "AP", "ESRP(nav=NoNav)@2"]).table[0, :, 0]

    assert table.tolist() == pytest.approx([(1 + 2 / 3) / 2, (1 + 2 / 3) / 2, 0.5])
