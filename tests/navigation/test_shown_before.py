"""Overlap: hits on text that earlier results have shown."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

import partwise as pw
from partwise.errors import PartwiseError


def table(make, rows, topic="t", **columns):
    """Elements with extents: name, start, end; those after the fifth are in document e."""
    return make.from_columns(
        topic=[topic] * len(rows),
        doc=[doc_of(name) for name, _, _ in rows],
        element=[name for name, _, _ in rows],
        start=[low for _, low, _ in rows],
        end=[high for _, _, high in rows],
        **columns,
    )


def doc_of(name):
    return "e" if name > "/e[5]" else "d"


def judged(*rows):
    return table(pw.Qrels, rows, grade=[1.0] * len(rows))


@pytest.fixture
def steps(tmp_path):
    def make(*rows):
        file = tmp_path / "steps.tsv"
        file.write_text("".join(f"d\t{x}\t{y}\t{p}\n" for x, y, p in rows))
        return pw.Edges(str(file), kind="step")

    return make


E1, E2, E3 = ("/e[1]", 0, 100), ("/e[2]", 0, 40), ("/e[3]", 60, 90)


def amounts(measure, qrels, run, nav):
    measures = [measure(nav=nav, rel="length", tolerance=t) for t in (1, 0.5, 0)]
    return pw.evaluate(qrels, run, measures).table[0, :, 0].tolist()


def test_a_part_of_what_was_shown_is_worth_less(steps):
    nav, qrels, run = steps(("/e[1]", "/e[3]", 0.2)), judged(E3), table(pw.Run, [E1, E3])

    assert amounts(pw.EHits, qrels, run, nav) == pytest.approx([24, 12, 0])
    assert amounts(pw.EShrinkage, qrels, run, nav) == pytest.approx([6, 18, 30])


def test_a_whole_of_which_a_part_was_shown(steps):
    nav, qrels, run = steps(("/e[2]", "/e[1]", 0.5)), judged(E1), table(pw.Run, [E2, E1])

    assert amounts(pw.EHits, qrels, run, nav) == pytest.approx([50, 40, 30])
    assert amounts(pw.ERecallBase, qrels, run, nav) == pytest.approx([50, 40, 30])


def test_shrinkage_by_rank(steps):
    # the list e1, e3, e4 with .16 and .11 of the ESR paper
    e4 = "/e[4]", 100, 120
    nav = steps(("/e[1]", "/e[3]", 0.16), ("/e[1]", "/e[4]", 0.11))
    measures = [pw.EShrinkage(nav=nav) @ k for k in (1, 2, 3)]
    run = table(pw.Run, [E1, E3, e4])

    values = pw.evaluate(judged(E3, e4), run, measures).table[0, :, 0]
    assert values == pytest.approx([0, 0.16, 0.27])


def test_an_empty_list_shrinks_nothing():
    qrels = pw.Qrels.from_columns(
        topic=["t", "u"], doc=["d"] * 2, element=["/e[3]"] * 2, grade=[1.0, 1.0]
    )
    run = table(pw.Run, [("/e[2]", 0, 1)], topic="u")

    assert pw.evaluate(qrels, run, [pw.EShrinkage(nav=pw.NoNav())]).table[0, 0].tolist() == [0, 0]


def test_of_highlighted_text_the_relevant_characters_count():
    # of the ten relevant characters of 0..100 the first result shows four
    qrels = pw.Qrels.from_columns(topic=["t"] * 2, doc=["d"] * 2, start=[0, 50], end=[4, 56])
    inventory = pw.Inventory.from_columns(doc=["d"] * 2, start=[0, 0], end=[30, 100])
    run = pw.Run.from_columns(topic=["t"] * 2, doc=["d"] * 2, start=[0, 0], end=[30, 100])
    measures = [
        pw.EHits(nav=pw.NoNav(), rel="length", tolerance=tolerance) for tolerance in (1, 0.5, 0)
    ]

    values = pw.evaluate(qrels, run, measures, inventory=inventory).table[0, :, 0]
    assert values.tolist() == [14, 12, 10]


SPAN = st.tuples(st.integers(0, 20), st.integers(1, 10)).map(lambda s: (s[0], s[0] + s[1]))


@st.composite
def lists(draw):
    spans = draw(st.lists(SPAN, min_size=1, max_size=6, unique=True))
    parts = [(f"/e[{n}]", *span) for n, span in enumerate(spans, start=draw(st.integers(1, 4)))]
    assessed = draw(st.lists(st.sampled_from(parts), min_size=1, unique=True))
    run = draw(st.lists(st.sampled_from(parts), min_size=1, max_size=8))
    return assessed, run


def slowly(assessed, run, tolerance, k):
    """Hits by length with no navigation but overlap, character by character."""
    total, shown, returned = 0.0, set(), set()
    for name, low, high in run[:k]:
        own = {(doc_of(name), at) for at in range(low, high)}
        if (name, low, high) in assessed and name not in returned:
            share = len(own & shown) / len(own)
            total += len(own) * (1 - (1 - tolerance) * share)
        returned.add(name)
        shown |= own
    return total


@settings(max_examples=examples(40))
@given(lists(), st.sampled_from([0, 0.25, 0.5, 1]), st.integers(1, 8))
def test_hits_against_sets_of_characters(world, tolerance, k):
    assessed, run = world
    measure = pw.EHits(nav=pw.NoNav(), rel="length", tolerance=tolerance) @ k
    found = pw.evaluate(judged(*assessed), table(pw.Run, run), [measure]).table[0, 0, 0]

    assert found == pytest.approx(slowly(assessed, run, tolerance, k), abs=1e-9)


@settings(max_examples=examples(40))
@given(lists(), st.sampled_from([0, 0.5, 1]), st.sampled_from(["binary", "length"]))
def test_four_amounts_add_up_and_hits_fall(world, tolerance, rel):
    assessed, run = world
    shared = {"nav": pw.Hierarchy(), "rel": rel}
    measures = [
        pw.EHits(**shared, tolerance=tolerance),
        pw.EShrinkage(**shared, tolerance=tolerance),
        pw.ENearMisses(**shared),
        pw.EMisses(**shared),
    ]
    tables = judged(*assessed), table(pw.Run, run)
    hits, shrunk, near, misses = pw.evaluate(*tables, measures).table[0, :, 0]
    tolerant = pw.evaluate(*tables, [pw.EHits(**shared)]).table[0, 0, 0]
    whole = sum(high - low if rel == "length" else 1 for _, low, high in assessed)

    assert hits + shrunk + near + misses == pytest.approx(whole, abs=1e-9)
    assert shrunk >= 0
    assert hits <= tolerant + 1e-12


def test_measures_of_the_family_take_it():
    qrels, run = judged(E1, E3), table(pw.Run, [E2, E1, E3])
    names = "ESRP@2 ESRR@2 SRiP@2 SRiP2@2 SRiR@2 SRiR2@2 NSRCG@2 NSRCG2@2 AESRP ASRiP ASRiP2"
    for name in names.split():
        base, _, cutoff = name.partition("@")
        cut = f"@{cutoff}" if cutoff else ""
        both = [f"{base}(nav=NoNav){cut}", f"{base}(nav=NoNav, tolerance=0){cut}"]
        values = pw.evaluate(qrels, run, both).table[0, :, 0]
        assert np.isfinite(values).all()
        if base not in ("ESRR", "NSRCG", "NSRCG2"):  # their recall-base shrinks with the hits
            assert values[1] < values[0]


def test_unknown_places_are_named():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["/e[1]"], grade=[1.0])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/e[1]"])
    words = r"EHits\(tolerance=...\) needs to know where element /e\[1\] of document d is"
    with pytest.raises(PartwiseError, match=words):
        pw.evaluate(qrels, run, [pw.EHits(nav=pw.NoNav(), tolerance=0.5)])


def test_the_first_element_without_a_place_is_named():
    names, places = ["/e[1]", "/e[2]", "/e[3]"], {"start": [0, None, 5], "end": [4, None, 9]}
    rows = {"doc": ["d"] * 3, "element": names, **places}
    qrels = pw.Qrels.from_columns(topic=["t"] * 3, grade=[1.0] * 3, **rows)
    run = pw.Run.from_columns(topic=["t"] * 3, **rows)
    with pytest.raises(PartwiseError, match=r"where element /e\[2\] of document d is"):
        pw.evaluate(qrels, run, [pw.EHits(nav=pw.NoNav(), tolerance=0.5)])


def test_topics_are_shown_apart(steps):
    """Two topics with one list, and one that shows less; another document, for numbers' sake."""
    nav, rows = steps(("/e[1]", "/e[3]", 0.2)), [E1, E3]
    columns = {"doc": ["d"] * 5 + ["z"], "element": ["/e[1]", "/e[3]"] * 2 + ["/e[3]", "/e[1]"]}
    ends = {"start": [0, 60, 0, 60, 60, 0], "end": [100, 90, 100, 90, 90, 9]}
    run = pw.Run.from_columns(topic=["s", "s", "t", "t", "u", "u"], **columns, **ends)
    qrels = pw.Qrels.from_columns(
        topic=["s", "t", "u"], doc=["d"] * 3, element=["/e[3]"] * 3, start=[60] * 3, end=[90] * 3,
        grade=[1.0] * 3,
    )  # fmt: skip
    measures = [pw.EHits(nav=nav, rel="length", tolerance=t) for t in (1, 0.5, 0)]
    found = pw.evaluate(qrels, run, measures).table[0]

    alone = amounts(pw.EHits, judged(E3), table(pw.Run, rows), nav)
    assert found[:, 0].tolist() == found[:, 1].tolist() == alone == pytest.approx([24, 12, 0])
    assert found[:, 2].tolist() == [30, 30, 30]
