"""What must hold for PRUM, EPRUM, GR and the ESR family (navigation.md, section 6)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

import partwise as pw

DOCS = ("a", "b", "c")
LENGTH = 30
CHUNKS = [(d, at, at + 5) for d in DOCS for at in range(0, LENGTH, 5)]
MODELS = ("NoNav", "Hierarchy", "Window(after=4)", "T2I(7)", "Proximity(L=9)", "Reads(min=0.3)")

SPAN = st.tuples(st.sampled_from(DOCS), st.integers(0, LENGTH - 4), st.integers(1, 9)).map(
    lambda x: (x[0], x[1], min(LENGTH, x[1] + x[2]))
)
RESULTS = st.lists(st.sampled_from(CHUNKS) | SPAN, min_size=1, max_size=8)
JUDGED = st.lists(SPAN, min_size=1, max_size=5)
MODEL = st.sampled_from(MODELS)


def view(judged, results, rename=None):
    name = (rename or {}).get

    def columns(rows):
        doc, start, end = zip(*rows, strict=True)
        return {"doc": [name(d, d) for d in doc], "start": start, "end": end}

    qrels = pw.Qrels.from_columns(topic=["t"] * len(judged), **columns(judged))
    run = pw.Run.from_columns(
        topic=["t"] * len(results), rank=range(len(results)), **columns(results)
    )
    lengths = pw.Lengths.from_columns(doc=[name(d, d) for d in DOCS], length=[LENGTH] * 3)
    inventory = pw.Inventory.from_columns(**columns(CHUNKS))
    return pw.View.of(qrels, run, lengths=lengths, inventory=inventory)


def value(text, seen):
    return float(pw.parse(text).values(seen)[0])


@given(JUDGED, RESULTS, MODEL)
def test_prum_and_eprum_stay_within_0_and_1(judged, results, model):
    seen = view(judged, results)
    for level in ("0.0", "0.4", "1.0"):
        noisy = value(f"PRUM(nav={model})@{level}", seen)
        exact = value(f"PRUM(nav={model}, novelty=exact)@{level}", seen)
        assert 0 <= noisy <= exact + 1e-12
        assert exact <= 1
        assert 0 <= value(f"EPRUM(nav={model})@{level}", seen) <= 1


@given(JUDGED, RESULTS, MODEL | st.just("Reads"))
def test_gr_never_falls(judged, results, model):
    seen = view(judged, results)
    curve = [value(f"GR(nav={model})@{k}", seen) for k in range(1, len(results) + 2)]

    assert all(b >= a - 1e-15 for a, b in pairwise(curve))
    assert curve[0] >= 0
    assert curve[-1] <= 1


@given(JUDGED, RESULTS, MODEL, st.data())
def test_a_repeat_never_helps(judged, results, model, data):
    at = data.draw(st.integers(1, len(results)))
    again = data.draw(st.sampled_from(results[:at]))
    longer = [*results[:at], again, *results[at:]]
    one, two = view(judged, results), view(judged, longer)
    k = data.draw(st.integers(1, len(longer)))
    for text in (
        f"GR(nav={model})@{k}",
        f"EPRUM(nav={model})@0.5",
        f"AEPRUM(nav={model})",
        f"PRUM(nav={model}, r=1, elements=60)",
        f"APRUM(nav={model}, elements=60, novelty=exact)",
    ):
        assert value(text, two) <= value(text, one) + 1e-12


@given(JUDGED, RESULTS, MODEL, st.permutations(("x", "m", "a9")))
def test_names_of_documents_mean_nothing(judged, results, model, names):
    rename = dict(zip(DOCS, names, strict=True))
    one, two = view(judged, results), view(judged, results, rename)
    for name in ("APRUM", "AEPRUM", "GR", "ESRP", "ESRR", "SRiP2", "AESRP", "SRP"):
        text = f"{name}(nav={model})"
        assert value(text, one) == pytest.approx(value(text, two), abs=1e-12)


@given(JUDGED, RESULTS, MODEL, st.sampled_from(["seen", "nodes", "printed"]))
def test_near_misses_and_misses_are_what_was_not_returned(judged, results, model, shared):
    seen = view(judged, results)
    lit = {(d, c) for d, a, b in judged for c in range(a, b)}
    parts = {p: sum((p[0], c) in lit for c in range(*p[1:])) for p in CHUNKS}
    for k in range(1, len(results) + 1):
        left = sum(n for part, n in parts.items() if n and part not in results[:k])
        more = f"nav={model}, shared={shared}, rel=length"
        near = value(f"ENearMisses({more})@{k}", seen)
        misses = value(f"EMisses({more})@{k}", seen)
        assert near + misses == pytest.approx(left, abs=1e-9)
        assert 0 <= value(f"ESRR({more})@{k}", seen) <= 1 + 1e-12


@given(JUDGED, RESULTS)
def test_without_navigation_esr_is_precision_and_recall(judged, results):
    seen = view(judged, results)
    lit = {(d, c) for d, a, b in judged for c in range(a, b)}
    parts = {p for p in CHUNKS if any((p[0], c) in lit for c in range(*p[1:]))}
    for k in range(1, len(results) + 1):
        found = len(parts & set(results[:k]))
        assert value(f"ESRP(nav=NoNav)@{k}", seen) == pytest.approx(found / k)
        assert value(f"ESRR(nav=NoNav)@{k}", seen) == pytest.approx(found / len(parts))


@given(JUDGED, RESULTS)
def test_without_navigation_aeprum_is_average_precision(judged, results):
    whole = view([(d, 0, LENGTH) for d, _, _ in judged], [(d, 0, LENGTH) for d, _, _ in results])
    wanted = {d for d, _, _ in judged}
    found, total, listed = 0, 0.0, set()
    for rank, (doc, _, _) in enumerate(results, start=1):
        if doc in wanted and doc not in listed:
            found += 1
            total += found / rank
        listed.add(doc)
    assert value("AEPRUM(nav=NoNav)", whole) == pytest.approx(total / len(wanted))


def test_eprum_is_not_monotone_in_r():
    # one chunk shows both answers at rank 2: EPRUM(1) = 1/2, EPRUM(2) = 1
    seen = view([("a", 0, 2), ("a", 3, 5)], [("b", 0, 5), ("a", 0, 5)])

    assert [value(f"EPRUM(r={r})", seen) for r in (1, 2)] == [0.5, 1.0]


def test_esrr_can_fall_when_a_near_miss_is_returned():
    # the step to the second part is .9 likely: .9 as a near miss, then .1 as a hit
    seen = view([("a", 5, 10)], [("a", 0, 5), ("a", 5, 10)])
    one = value("ESRR(nav=Proximity(L=45))@1", seen)
    hits = value("EHits(nav=Proximity(L=45))@2", seen)

    assert one == pytest.approx(0.9)
    assert hits == pytest.approx(0.1)


@settings(max_examples=examples(30))
@given(JUDGED, RESULTS, MODEL)
def test_other_topics_do_not_change_a_bit(judged, results, model):
    alone = view(judged, results)
    more = [("b", 3, 9), ("c", 1, 2), ("a", 20, 25)]

    def columns(rows):
        doc, start, end = zip(*rows, strict=True)
        return {"doc": doc, "start": start, "end": end}

    qrels = pw.Qrels.from_columns(
        topic=["s"] * 3 + ["t"] * len(judged), **columns([*more, *judged[::-1]])
    )
    run = pw.Run.from_columns(
        topic=["s"] * 3 + ["t"] * len(results),
        rank=[*range(3), *range(len(results))],
        **columns([*more, *results]),
    )
    lengths = pw.Lengths.from_columns(doc=DOCS, length=[LENGTH] * 3)
    inventory = pw.Inventory.from_columns(**columns(CHUNKS))
    both = pw.View.of(qrels, run, lengths=lengths, inventory=inventory)
    for text in ("APRUM", "AEPRUM", "GR", "ESRP@3", "AESRP", "ASRiP2", "SRP(rel=length)"):
        name, at, cutoff = text.partition("@")
        inside = f"{name[:-1]}, nav={model})" if "(" in name else f"{name}(nav={model})"
        measure = pw.parse(f"{inside}{at}{cutoff}")
        here, there = measure.values(alone)[0], measure.values(both)[1]
        assert np.array_equal(here, there, equal_nan=True)


@settings(max_examples=examples(40))
@given(JUDGED, RESULTS, MODEL)
def test_readers_who_do_not_come_again_see_less(judged, results, model):
    seen = view(judged, results)
    for k in (1, 3, 8):
        again = value(f"GR(nav={model})@{k}", seen)
        assert value(f"GR(nav={model}, revisit=false)@{k}", seen) <= again + 1e-12


@settings(max_examples=examples(40))
@given(JUDGED, RESULTS, MODEL)
def test_an_ideal_list_of_one_rank_is_harder_to_match(judged, results, model):
    seen = view(judged, results)
    for level in ("0.0", "0.5", "1.0"):
        usual = value(f"EPRUM(nav={model})@{level}", seen)
        assert value(f"EPRUM(nav={model}, effort=one)@{level}", seen) <= usual + 1e-12
    first = value(f"EPRUM(nav={model}, r=1)", seen)
    assert value(f"EPRUM(nav={model}, r=1, effort=one)", seen) == pytest.approx(first, abs=1e-12)


@settings(max_examples=examples(40))
@given(JUDGED, RESULTS, st.integers(0, 12))
def test_readers_who_count_less_get_further_and_who_stop_do_not(judged, results, n):
    seen = view(judged, results)
    plain = value(f"GR(nav=T2I({n}))", seen)
    assert value(f"GR(nav=T2I({n}, counts=irrelevant))", seen) >= plain - 1e-12
    assert value(f"GR(nav=T2I({n}, stop=ideal))", seen) <= plain + 1e-12


@settings(max_examples=examples(40))
@given(JUDGED, RESULTS, MODEL, st.sampled_from(["exact", "certain"]))
def test_hits_near_misses_misses_and_shrinkage_are_all(judged, results, model, hits):
    seen = view(judged, results)
    parts = ("EHits", "ENearMisses", "EMisses", "EShrinkage")
    for k in (1, 4, 8):
        amounts = [value(f"{name}(nav={model}, hits={hits})@{k}", seen) for name in parts]
        assert sum(amounts) == pytest.approx(len(assessed(judged)), abs=1e-9)
        assert min(amounts) >= 0
        paid = [
            value(f"EHits(nav={model}, hits={hits}, tolerance={tolerance})@{k}", seen)
            for tolerance in (0, 0.5, 1)
        ]
        assert paid[0] <= paid[1] + 1e-12
        assert paid[1] <= paid[2] + 1e-12


def assessed(judged):
    """Chunks that hold a relevant character."""
    return [
        (doc, low, high)
        for doc, low, high in CHUNKS
        if any(doc == d and low < end and start < high for d, start, end in judged)
    ]
