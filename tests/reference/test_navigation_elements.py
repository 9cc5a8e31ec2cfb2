"""Navigation measures on random element trees, against definitions in exact fractions."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from tests.helpers import parse
from tests.reference import slow_navigation as slow
from tests.reference import slow_readers as readers

import partwise as pw

DOCS = ("d1", "d2")
TAGS = ("sec", "p", "ss1")


@st.composite
def trees(draw, doc):
    """A random element tree: {path: (parent, start, end)} in document order."""
    length = draw(st.integers(4, 40))
    known = {"/article[1]": (None, 0, length)}

    def grow(path, start, end, depth):
        at = start
        count: dict[str, int] = {}
        for _ in range(draw(st.integers(0, 3 if depth < 3 else 0))):
            low = draw(st.integers(at, end))
            high = draw(st.integers(low, end))
            tag = draw(st.sampled_from(TAGS))
            count[tag] = count.get(tag, 0) + 1
            child = f"{path}/{tag}[{count[tag]}]"
            known[child] = (path, low, high)
            grow(child, low, high, depth + 1)
            at = high

    grow("/article[1]", 0, length, 1)
    return known


@st.composite
def worlds(draw):
    elements = {doc: draw(trees(doc)) for doc in DOCS}
    return readers.World(elements, {}, {d: elements[d]["/article[1]"][2] for d in DOCS})


@st.composite
def some_trees(draw, world, largest, low, high):
    """Sets of nodes of one document each."""
    found = []
    for _ in range(draw(st.integers(low, high))):
        doc = draw(st.sampled_from(DOCS))
        nodes = st.sampled_from(world.nodes(doc))
        found.append(frozenset(draw(st.lists(nodes, min_size=1, max_size=largest))))
    return found


@st.composite
def cases(draw, largest=1):
    world = draw(worlds())
    results = draw(some_trees(world, largest, 0, 6))
    wanted = draw(some_trees(world, largest, 1, 4))
    assessed = {tree: Fraction(draw(st.integers(1, 3))) for tree in wanted}
    return world, results, assessed


def structure(world):
    rows = [
        (doc, list(known).index(parent) if parent else None, path, start, end)
        for doc, known in world.elements.items()
        for path, (parent, start, end) in known.items()
    ]
    doc, parent, path, start, end = zip(*rows, strict=True)
    return pw.Structure.from_columns(doc=doc, parent=parent, path=path, start=start, end=end)


def columns(trees):
    """Single nodes in the element column, larger sets in the tree column."""
    paths = [sorted(n[2] for n in tree) for tree in trees]
    return {
        "topic": ["t"] * len(trees),
        "doc": [readers.doc_of(tree) for tree in trees],
        "element": [p[0] if len(p) == 1 else None for p in paths],
        "tree": [None if len(p) == 1 else "|".join(p) for p in paths],
    }


def view(world, results, assessed):
    qrels = pw.Qrels.from_columns(
        **columns(list(assessed)), grade=[float(v) for v in assessed.values()]
    )
    if results:
        run = pw.Run.from_columns(**columns(results), rank=range(1, len(results) + 1))
    else:
        run = pw.Run.from_columns(topic=["other"], doc=["d1"], element=["/article[1]"])
    return pw.View.of(qrels, run, structure=structure(world))


def units(assessed):
    """The library lists ideals by document and place; values do not depend on it."""
    return list(assessed)


# -- models --------------------------------------------------------------------------------


@st.composite
def listed(draw, world, *, steps):
    """A random edges table within documents."""
    table = {}
    for doc in DOCS:
        nodes = world.nodes(doc)
        for x in nodes:
            targets = draw(st.lists(st.sampled_from(nodes), max_size=3, unique=True))
            weights = [draw(st.integers(1, 6)) for _ in targets]
            total = sum(weights) + draw(st.integers(0, 3)) if steps else 6
            for y, w in zip(targets, weights, strict=True):
                if x != y or steps:
                    table[x, y] = Fraction(w, total)
    return table


@st.composite
def observed(draw, world):
    routes = []
    for _ in range(draw(st.integers(1, 6))):
        nodes = st.sampled_from(world.nodes(draw(st.sampled_from(DOCS))))
        routes.append(draw(st.lists(nodes, min_size=1, max_size=5)))
    return routes


def write_edges(table):
    lines = [f"{x[1]}\t{x[2]}\t{y[2]}\t{float(p)!r}" for (x, y), p in table.items()]
    Path("edges.tsv").write_text("\n".join(lines))


def write_routes(routes):
    lines = ["\t".join([route[0][1], *(n[2] for n in route)]) for route in routes]
    Path("routes.tsv").write_text("\n".join(lines))


def spans_models(number):
    """Models that look at extents: text and chance."""
    half = Fraction(number + 1, 2)
    return {
        "NoNav": readers.nonav,
        "Hierarchy": readers.hierarchy,
        f"T2I({number})": readers.t2i(number),
        f"Proximity(A=0.5, L={number + 1})": readers.proximity(half),
        f"Window(before={number}, after=2)": readers.window(number, 2),
        "Reads(min=0.5)": readers.reads(Fraction(1, 2)),
    }


@st.composite
def models(draw, world):
    """Text of a model, native kind, and its chance (or its table of steps)."""
    kind = draw(st.sampled_from(["spans", "spans", "edges", "steps", "routes", "tags"]))
    if kind == "spans":
        text, chance = draw(st.sampled_from(list(spans_models(draw(st.integers(0, 12))).items())))
        return text, "reach", chance
    if kind in ("edges", "steps"):
        table = draw(listed(world, steps=kind == "steps"))
        write_edges(table)
        if kind == "steps":
            return "Edges('edges.tsv', kind=step)", "step", table
        return "Edges('edges.tsv')", "reach", readers.edges(table)
    return draw(observed_models(world, by_tags=kind == "tags"))


@st.composite
def observed_models(draw, world, *, by_tags):
    routes = draw(observed(world))
    stops, spread = draw(st.booleans()), draw(st.booleans())
    write_routes(routes)
    if not by_tags:
        table = readers.steps_of(routes, abandonment=stops)
        return f"Routes('routes.tsv', abandonment={stops})", "step", table
    if draw(st.booleans()):
        matrix = readers.summary_matrix(world, routes, abandonment=stops)
        text = f"Summary('routes.tsv', abandonment={stops}, spread={spread})"
        part_of = readers.World.tag
    else:
        by = draw(st.sampled_from(["auto", "tag", "depth"]))
        part_of = readers.depth_part_by_depth if by == "depth" else readers.depth_part
        matrix = readers.depth_matrix()
        text = f"Depth(spread={spread}, by={by})"
    return text, "partition", readers.partition(matrix, part_of, spread=spread)


def reach_of(native, model):
    return readers.visiting(model) if native == "step" else model


def step_of(world, native, model, normalise):
    if native == "step":
        return readers.edges(model)
    if native == "reach" and normalise != "none":
        return readers.row_normalised(model, lambda x: world.nodes(x[1]), cap=normalise == "cap")
    return model


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path_factory):
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("navigation"))
    yield
    os.chdir(before)


def close(got, expected):
    assert got == pytest.approx(float(expected), abs=1e-9)


# -- PRUM family ---------------------------------------------------------------------------


NOTHING_TO_FOLLOW = ("concern a result", "is empty", "no route has a second place")


def told(text, seen):
    """Leave out worlds whose file is empty or concerns nothing: they are refused."""
    try:
        parse(f"GR(nav={text})").values(seen)
    except pw.FormatError as refused:
        if not any(words in str(refused) for words in NOTHING_TO_FOLLOW):
            raise
        reject()


@settings(max_examples=60)
@given(st.data())
def test_prum_family(data):
    world, results, assessed = data.draw(cases(largest=data.draw(st.sampled_from([1, 1, 3]))))
    text, native, model = data.draw(models(world))
    chance = reach_of(native, model)
    ideals = units(assessed)
    table = readers.tree_reach(world, chance, results, ideals)
    m, distinct = len(ideals), len(set(results))
    elements = sum(len(known) for known in world.elements.values())
    beyond = {tree for tree in [*results, *ideals] if len(tree) > 1}
    seen = view(world, results, assessed)
    told(text, seen)
    for novelty in ("noisy-or", "exact"):
        expected = slow.prum(table, m, elements + len(beyond), distinct, novelty)
        for r in range(1, m + 1):
            close(
                parse(f"PRUM(r={r}, nav={text}, novelty={novelty})").values(seen)[0],
                expected[r - 1],
            )
        close(parse(f"APRUM(nav={text}, novelty={novelty})").values(seen)[0], sum(expected) / m)
    level = data.draw(st.sampled_from(["0.0", "0.3", "0.5", "1.0"]))
    least = max(1, -int(-Fraction(level) * m // 1))
    best = max(slow.prum(table, m, 200, distinct, "noisy-or")[least - 1 :])
    close(parse(f"PRUM(nav={text}, elements=200)@{level}").values(seen)[0], best)
    saved = slow.eprum(table, m)
    for r in range(1, m + 1):
        close(parse(f"EPRUM(r={r}, nav={text})").values(seen)[0], saved[r - 1])
    close(parse(f"EPRUM(nav={text})@{level}").values(seen)[0], saved[least - 1])
    close(parse(f"AEPRUM(nav={text})").values(seen)[0], sum(saved) / m)
    alone = slow.eprum(table, m, effort="one")
    close(parse(f"EPRUM(r={m}, nav={text}, effort=one)").values(seen)[0], alone[m - 1])
    close(parse(f"AEPRUM(nav={text}, effort=one)").values(seen)[0], sum(alone) / m)
    once = readers.once(world, chance, readers.nonav, results, ideals)
    kept = sum(slow.eprum(once, m)) / m
    close(parse(f"AEPRUM(nav={text}, revisit=False)").values(seen)[0], kept)
    shown = sum(slow.seen(once, len(once))) / m
    close(parse(f"GR(nav={text}, revisit=False)").values(seen)[0], shown)
    for k in range(1, len(results) + 1):
        probability = readers.generalised_recall(world, chance, results[:k], ideals)
        close(parse(f"GR(nav={text})@{k}").values(seen)[0], sum(probability.values()) / m)
        value = sum(p * assessed[a] for a, p in probability.items()) / sum(assessed.values())
        close(parse(f"GR(rel=value, nav={text})@{k}").values(seen)[0], value)
        cut = slow.eprum(table[:k], m)
        close(parse(f"EPRUM(r=1, nav={text})@{k}").values(seen)[0], cut[0])
        short = slow.prum(table[:k], m, 200, len(set(results[:k])), "exact")
        text_cut = f"PRUM(r={m}, nav={text}, elements=200, novelty=exact)@{k}"
        close(parse(text_cut).values(seen)[0], short[m - 1])


# -- ESR family ----------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.data())
def test_esr_family(data):
    world, results, assessed = data.draw(cases(largest=data.draw(st.sampled_from([1, 1, 3]))))
    text, native, model = data.draw(models(world))
    normalise = data.draw(st.sampled_from([None, "cap", "row", "none"]))
    shared = data.draw(st.sampled_from(["seen", "nodes", "printed"]))
    # findings 1.8: only Hierarchy scales its rows up by itself
    default = "row" if text.startswith("Hierarchy") else "cap"
    chance = step_of(world, native, model, normalise or default)
    more = f"nav={text}, shared={shared}" + (f", normalise={normalise}" if normalise else "")
    seen = view(world, results, assessed)
    told(text, seen)
    size = {tree: readers.characters(world, tree) for tree in [*results, *assessed]}
    worth = {
        "binary": dict.fromkeys(assessed, Fraction(1)),
        "length": {tree: Fraction(size[tree]) for tree in assessed},
        "value": assessed,
    }

    def got(name, rel=None, cutoff="", extra=""):
        inside = more + (f", rel={rel}" if rel else "") + extra
        return parse(f"{name}({inside}){cutoff}").values(seen)[0]

    curves = {}
    for rel in ("binary", "length", "value"):
        rows = []
        for k in range(1, len(results) + 1):
            found = readers.expectations(world, chance, results[:k], worth[rel], shared)
            hits, near, misses = found
            rows.append(found)
            at = f"@{k}"
            base = hits + near + misses
            close(got("EHits", rel, at), hits)
            close(got("ENearMisses", rel, at), near)
            close(got("EMisses", rel, at), misses)
            close(got("ERecallBase", rel, at), base)
            close(got("ESRP", rel, at), hits / k)
            close(got("ESRR", rel, at), (hits + near) / base if base else 0)
            shown = sum(size[t] for t in results[:k])
            total = sum(worth[rel].values())
            close(got("SRiP", rel, at), hits / shown if shown else 0)
            close(got("SRiP2", rel, at), (hits + near) / shown if shown else 0)
            close(got("SRiR", rel, at), hits / total if total else 0)
            close(got("SRiR2", rel, at), (hits + near) / total if total else 0)
            close(got("SRiR", rel, at, ", base=expected"), hits / base if base else 0)
            wanted = Fraction(k) * Fraction(1, 2) * base / 3
            close(got("NSRCG", rel, at, ", l=0.5, m=3"), hits / wanted if wanted else 0)
            close(got("NSRCG2", rel, at, ", l=0.5, m=3"), (hits + near) / wanted if wanted else 0)
        curves[rel] = rows
        if not results:
            total = sum(worth[rel].values())
            close(got("EMisses", rel), total)
            close(got("ERecallBase", rel), total)
            for name in ("EHits", "ENearMisses", "ESRP", "ESRR", "SRiP", "SRiR2", "NSRCG", "SRP"):
                assert got(name, rel) == 0
    if results:
        check_averages(got, curves, results, size, worth)
    check_srp(got, world, chance, results, worth, shared)


def check_averages(got, curves, results, size, worth):
    ranks = range(1, len(results) + 1)
    hits, near, misses = zip(*curves["binary"], strict=True)
    base = [h + n + s for h, n, s in curves["binary"]]
    recall = [(h + n) / b if b else Fraction(0) for h, n, b in zip(hits, near, base, strict=True)]
    stop = next((k for k in ranks if recall[k - 1] >= Fraction(6, 10) - Fraction(1, 10**9)), None)
    last = stop or len(results)
    close(got("SRPRUM", extra=", r=0.6"), (hits[last - 1] + near[last - 1]) / last)
    precision = [h / k for k, h in zip(ranks, hits, strict=True)]
    close(got("AESRP", extra=", points=11"), mean_interpolated(precision, recall, 11))
    long_hits, long_near, _ = zip(*curves["length"], strict=True)
    total = sum(worth["length"].values())
    shown = [sum(size[t] for t in results[:k]) for k in ranks]
    recall = [
        (h + n) / total if total else Fraction(0) for h, n in zip(long_hits, long_near, strict=True)
    ]
    one = [h / s if s else Fraction(0) for h, s in zip(long_hits, shown, strict=True)]
    two = [
        (h + n) / s if s else Fraction(0)
        for h, n, s in zip(long_hits, long_near, shown, strict=True)
    ]
    close(got("ASRiP", extra=", points=11"), mean_interpolated(one, recall, 11))
    close(got("ASRiP2", extra=", points=11"), mean_interpolated(two, recall, 11))
    del misses


def mean_interpolated(precision, recall, points):
    total = Fraction(0)
    for j in range(points):
        level = Fraction(j, points - 1) - Fraction(1, 10**9)
        kept = [p for p, r in zip(precision, recall, strict=True) if r >= level]
        total += max(kept, default=Fraction(0))
    return total / points


def check_srp(got, world, chance, results, worth, shared):
    for rel, infer in (
        ("binary", "mean"),
        ("value", "mean"),
        ("binary", "sum"),
        ("length", "union"),
    ):
        single = {next(iter(t)): v for t, v in worth[rel].items() if len(t) == 1}

        def inferred(tree, rel=rel, infer=infer, single=single):
            if infer == "union":
                held = frozenset(n for n in tree if single.get(n))
                return Fraction(readers.characters(world, held)) if held else Fraction(0)
            total = sum((single.get(n, Fraction(0)) for n in tree), start=Fraction(0))
            return total / len(tree) if infer == "mean" else total

        gains = readers.structural_relevance(world, chance, results, inferred, shared)
        sums = [sum(gains[:k]) / k for k in range(1, len(results) + 1)]
        for k, expected in enumerate(sums, start=1):
            close(got("SRP", rel, f"@{k}", f", infer={infer}"), expected)
        mean = sum(sums) / len(sums) if sums else 0
        close(got("ASRP", rel, "", f", infer={infer}"), mean)


def test_depth_is_048_024_016_012():
    world = readers.World(
        {
            "d1": {
                "/article[1]": (None, 0, 9),
                "/article[1]/sec[1]": ("/article[1]", 0, 6),
                "/article[1]/sec[1]/ss1[1]": ("/article[1]/sec[1]", 0, 3),
                "/article[1]/sec[1]/ss1[1]/p[1]": ("/article[1]/sec[1]/ss1[1]", 0, 1),
                "/article[1]/p[1]": ("/article[1]", 7, 8),
            }
        },
        {},
        {"d1": 9},
    )
    near = []
    for path in list(world.elements["d1"])[:4]:
        tree = frozenset([("e", "d1", path)])
        seen = view(world, [frozenset([("e", "d1", "/article[1]/p[1]")])], {tree: Fraction(1)})
        near.append(parse("ENearMisses(nav=Steady(Depth))").values(seen)[0])
        assert parse("ENearMisses").values(seen)[0] == pytest.approx(near[-1], abs=1e-12)
    assert near == pytest.approx([0.48, 0.24, 0.16, 0.12])


def test_values_are_of_numpy_floats():
    world = readers.World({"d1": {"/article[1]": (None, 0, 9)}}, {}, {"d1": 9})
    tree = frozenset([("e", "d1", "/article[1]")])
    assert parse("GR").values(view(world, [tree], {tree: Fraction(1)})).dtype == np.float64
