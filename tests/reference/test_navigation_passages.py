"""Navigation measures on passages: highlighted spans, chunks and inventories."""

from __future__ import annotations

from fractions import Fraction
from math import isnan

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.reference import slow_navigation as slow
from tests.reference import slow_readers as readers

import partwise as pw

LENGTH = {"d1": 40, "d2": 25, "d3": 12}
TOPICS = ("t1", "t2")

MODELS = {
    "NoNav": readers.nonav,
    "Hierarchy": readers.hierarchy,
    "T2I(6)": readers.t2i(6),
    "Proximity(L=7)": readers.proximity(Fraction(7)),
    "Window": readers.window(0, 0),
    "Window(before=3, after=5)": readers.window(3, 5),
    "Reads(min=0.5)": readers.reads(Fraction(1, 2)),
}


@st.composite
def spans(draw, low, high, empty=True):
    found = []
    for _ in range(draw(st.integers(low, high))):
        doc = draw(st.sampled_from(sorted(LENGTH)))
        start = draw(st.integers(0, LENGTH[doc] - 1))
        end = draw(st.integers(start if empty else start + 1, LENGTH[doc] + (4 if empty else 0)))
        found.append((doc, start, end))
    return found


@st.composite
def cases(draw):
    judged = {t: draw(spans(1, 4, empty=False)) for t in TOPICS}
    run = {t: draw(spans(0, 6)) for t in TOPICS}
    size = draw(st.integers(3, 9))
    stride = draw(st.integers(2, 9))
    chunks = [
        (doc, at, min(at + size, n)) for doc, n in LENGTH.items() for at in range(0, n, stride)
    ]
    if draw(st.booleans()):  # a run of chunks
        run = {t: draw(st.lists(st.sampled_from(chunks), max_size=7)) for t in TOPICS}
    if not any(run.values()):
        run["t1"] = [chunks[0]]
    return judged, run, chunks


def world():
    return readers.World({}, {}, LENGTH)


def merged(judged):
    """Disjoint spans of a topic by document."""
    out = []
    for doc in sorted(LENGTH):
        lit = sorted({c for d, a, b in judged if d == doc for c in range(a, min(b, LENGTH[doc]))})
        start = None
        for i, c in enumerate(lit):
            if start is None:
                start = c
            if i + 1 == len(lit) or lit[i + 1] != c + 1:
                out.append((doc, start, c + 1))
                start = None
    return out


def view(judged, run, chunks):
    rows = [(t, *span) for t in TOPICS for span in judged[t]]
    topic, doc, start, end = zip(*rows, strict=True)
    qrels = pw.Qrels.from_columns(topic=topic, doc=doc, start=start, end=end)
    rows = [(t, *span, i) for t in TOPICS for i, span in enumerate(run[t])]
    topic, doc, start, end, rank = zip(*rows, strict=True)
    results = pw.Run.from_columns(topic=topic, doc=doc, start=start, end=end, rank=rank)
    lengths = pw.Lengths.from_columns(doc=list(LENGTH), length=list(LENGTH.values()))
    doc, start, end = zip(*chunks, strict=True)
    inventory = pw.Inventory.from_columns(doc=doc, start=start, end=end)
    return pw.View.of(qrels, results, lengths=lengths, inventory=inventory)


def trees(world, spans):
    return [frozenset([world.node(*span)]) for span in spans]


def close(got, expected):
    assert got == pytest.approx(float(expected), abs=1e-9)


@settings(max_examples=50)
@given(cases(), st.sampled_from(sorted(MODELS)))
def test_prum_family(case, text):
    judged, run, chunks = case
    place = world()
    seen = view(judged, run, chunks)
    listed = set(trees(place, chunks))
    for number, topic in enumerate(TOPICS):
        ideals, results = trees(place, merged(judged[topic])), trees(place, run[topic])
        table = readers.tree_reach(place, MODELS[text], results, ideals)
        m = len(ideals)
        elements = len(listed | set(ideals) | set(results))
        for novelty in ("noisy-or", "exact"):
            expected = slow.prum(table, m, elements, len(set(results)), novelty)
            measure = pw.parse(f"APRUM(nav={text}, novelty={novelty})")
            close(measure.values(seen)[number], sum(expected) / m)
            high = pw.parse(f"APRUM(levels=11, nav={text}, novelty={novelty})").values(seen)[number]
            close(high, mean_of_levels(expected, 11))
        close(pw.parse(f"AEPRUM(nav={text})").values(seen)[number], sum(slow.eprum(table, m)) / m)
        once = readers.once(place, MODELS[text], readers.window(0, 0), results, ideals)
        kept = sum(slow.eprum(once, m)) / m
        close(pw.parse(f"AEPRUM(nav={text}, revisit=False)").values(seen)[number], kept)
        chance = readers.generalised_recall(place, MODELS[text], results, ideals)
        close(pw.parse(f"GR(nav={text})").values(seen)[number], sum(chance.values()) / m)
        size = {a: readers.characters(place, a) for a in ideals}
        weighted = sum(chance[a] * size[a] for a in ideals) / sum(size.values())
        close(pw.parse(f"GR(rel=length, nav={text})").values(seen)[number], weighted)


def mean_of_levels(values, points):
    m = len(values)
    total = Fraction(0)
    for j in range(points):
        least = max(1, -int(-Fraction(j * m, points - 1) // 1))
        total += max(values[least - 1 :])
    return total / points


@settings(max_examples=50)
@given(cases(), st.integers(1, 6))
def test_what_was_read_is_a_union(case, k):
    judged, run, chunks = case
    place = world()
    values = pw.parse(f"GR(nav=Reads)@{k}").values(view(judged, run, chunks))
    by_length = pw.parse(f"GR(nav=Reads, rel=length)@{k}").values(view(judged, run, chunks))
    for number, topic in enumerate(TOPICS):
        ideals, results = trees(place, merged(judged[topic])), trees(place, run[topic][:k])
        share = {a: readers.union_share(place, results, a) for a in ideals}
        size = {a: readers.characters(place, a) for a in ideals}
        close(values[number], sum(share.values()) / len(ideals))
        weighted = sum(share[a] * size[a] for a in ideals) / sum(size.values())
        close(by_length[number], weighted)


@settings(max_examples=60)
@given(
    cases(),
    st.sampled_from(sorted(MODELS)),
    st.sampled_from(["cap", "row", "none", None]),
    st.sampled_from(["seen", "printed", "nodes"]),
)
def test_esr_family(case, text, normalise, shared):
    judged, run, chunks = case
    place = world()
    seen = view(judged, run, chunks)
    more = f"nav={text}, shared={shared}"
    if normalise:
        more += f", normalise={normalise}"
    for number, topic in enumerate(TOPICS):
        lit = {(d, c) for d, a, b in merged(judged[topic]) for c in range(a, b)}

        def relevant(tree, lit=lit):
            (_, doc, a, b) = next(iter(tree))
            return sum((doc, c) in lit for c in range(a, b))

        results = trees(place, run[topic])
        assessed = {t: Fraction(relevant(t)) for t in trees(place, chunks) if relevant(t)}
        assume(assessed)  # else nothing is defined: see below

        def universe(x, assessed=assessed):
            doc = x[1]
            parts = [n for t in trees(place, chunks) for n in t]
            return [n for n in [*parts, *(n for t in assessed for n in t)] if n[1] == doc]

        chance = MODELS[text]
        if normalise in ("row", "cap"):
            chance = readers.row_normalised(chance, universe, cap=normalise == "cap")
        for k in range(1, len(results) + 1):
            for rel, worth in (
                ("binary", dict.fromkeys(assessed, Fraction(1))),
                ("length", assessed),
            ):
                hits, near, misses = readers.expectations(place, chance, results[:k], worth, shared)

                def got(name, rel=rel, k=k, number=number):
                    return pw.parse(f"{name}({more}, rel={rel})@{k}").values(seen)[number]

                close(got("EHits"), hits)
                close(got("ENearMisses"), near)
                close(got("EMisses"), misses)
        gains = readers.structural_relevance(
            place, chance, results, lambda t: Fraction(int(relevant(t) > 0)), shared
        )
        mean = sum(gains, start=Fraction(0)) / len(gains) if gains else 0
        close(pw.parse(f"SRP({more})").values(seen)[number], mean)
        gains = readers.structural_relevance(
            place, chance, results, lambda t: Fraction(relevant(t)), shared
        )
        mean = sum(gains, start=Fraction(0)) / len(gains) if gains else 0
        close(pw.parse(f"SRP({more}, rel=length)").values(seen)[number], mean)
        total = len(lit)
        if results:
            hits, near, _ = readers.expectations(place, chance, results, assessed, shared)
            base = pw.parse(f"SRiR2({more}, base=collection)").values(seen)[number]
            close(base, (hits + near) / total)


@pytest.mark.parametrize("name", ["EHits", "ENearMisses", "EMisses", "SRP", "SRiR2"])
def test_text_between_the_chunks_leaves_a_topic_undefined(name):
    chunks = [(doc, start, start + 3) for doc, n in LENGTH.items() for start in range(0, n - 3, 5)]
    judged = {"t1": [("d1", 3, 5)], "t2": [("d1", 0, 1)]}
    seen = view(judged, {"t1": chunks[:1], "t2": chunks[:1]}, chunks)
    values = pw.parse(f"{name}(nav=Window)").values(seen)
    assert [isnan(value) for value in values] == [True, False]
