"""XCG straight from highlighted spans, against sets of characters."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import exact_elements as exact
from tests.reference.element_tables import (
    documents,
    extents,
    gains_of,
    highlight_view_of,
    ideal_gains_of,
    view_of,
)
from tests.reference.element_worlds import forests, runs

import partwise as pw

TOLERANCES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
CLOSE = {"rel": 0, "abs": 1e-9, "nan_ok": True}
FORMULAS = {
    "spec": (lambda e, s: s, lambda e, s: s > 0),
    "strict2005": (lambda e, s: Fraction(e == 2 and s == 1), lambda e, s: e > 0 and s > 0),
    "gen2005": (lambda e, s: e * s / 2, lambda e, s: e > 0 and s > 0),
    "lifted2005": (lambda e, s: (e + 1) * s / 3, lambda e, s: s > 0),
}


@st.composite
def highlighted(draw, max_topics=2):
    """Trees, and per topic highlighted spans (document's root, start, end) and a run."""
    trees = draw(forests())
    roots = [c for c, p in enumerate(trees.parent) if p is None and trees.size[c] > 0]
    per_topic = []
    for _ in range(draw(st.integers(1, max_topics))):
        spans = []
        for root in draw(st.lists(st.sampled_from(roots), max_size=4)) if roots else []:
            a = draw(st.integers(0, trees.size[root] - 1))
            spans.append((root, a, draw(st.integers(a + 1, trees.size[root]))))
        per_topic.append((spans, draw(runs(trees))))
    return trees, per_topic


def characters(trees, spans):
    """Highlighted characters of each element, as a set of (document, position)."""
    docs, places = documents(trees), extents(trees)
    marked = {(docs[c], x) for c, a, b in spans for x in range(a, b)}
    return [marked & {(docs[c], x) for x in range(a, b)} for c, (a, b) in enumerate(places)]


def shares(trees, inside):
    return {c: Fraction(len(x), trees.size[c]) for c, x in enumerate(inside) if x}


def exact_curves(trees, per_topic, quant, exhaustivity, *, t, norm, ideal, text):
    value, relevant = FORMULAS[quant]
    for topic, (spans, run) in enumerate(per_topic):
        inside = characters(trees, spans)
        s = shares(trees, inside)
        e = {c: exhaustivity.get((topic, c), 0) for c in s}
        q = {c: Fraction(value(e[c], s[c])) for c in s if relevant(e[c], s[c])}
        rv = (lambda c, seen, i=inside: exact.text_value(trees, i, c, seen, t)) if text else None
        yield exact.curve(trees, q, set(q), run, t=t, norm=norm, ideal=ideal, value=rv)


@pytest.mark.parametrize("quant", FORMULAS)
@given(
    world=highlighted(),
    t=st.sampled_from(TOLERANCES),
    norm=st.sampled_from(["bounded", "literal", "none"]),
    ideal=st.sampled_from(["derived", "full"]),
    data=st.data(),
)
def test_gains(quant, world, t, norm, ideal, data):
    trees, per_topic = world
    nodes = range(len(trees.parent))
    pairs = st.tuples(st.integers(0, len(per_topic) - 1), st.sampled_from(nodes))
    exhaustivity = data.draw(st.dictionaries(pairs, st.integers(0, 2), min_size=1, max_size=12))
    gain = data.draw(st.sampled_from(["tree", "text"])) if quant == "spec" else "tree"
    view = highlight_view_of(trees, per_topic, exhaustivity)
    names = {"quant": quant, "tolerance": float(t), "norm": norm, "ideal": ideal, "gain": gain}
    longest = max(len(run) for _, run in per_topic) + 1
    gains = gains_of(view, longest, **names)
    ideals = ideal_gains_of(view, len(trees.parent) + 1, quant=quant, ideal=ideal)
    effort = pw.Aep(**names).values(view)  # depends on which results are the first of an ideal
    expected = exact_curves(
        trees, per_topic, quant, exhaustivity, t=t, norm=norm, ideal=ideal, text=gain == "text"
    )
    for topic, made in enumerate(expected):
        if made.T == 0:
            assert np.isnan(gains[:, topic]).all()
            assert np.isnan(ideals[:, topic]).all()
            assert np.isnan(effort[topic])
            continue
        assert gains[:, topic] == pytest.approx(filled(made.G, len(gains)), abs=1e-12)
        assert ideals[:, topic] == pytest.approx(filled(made.I, len(ideals)), abs=1e-12)
        assert effort[topic] == pytest.approx(float(made.Aep()), **CLOSE)


def filled(numbers, size):
    """Gains up to a rank past the end, where they are 0."""
    return [float(g) for g in numbers] + [0.0] * (size - len(numbers))


@given(world=highlighted(), t=st.sampled_from(TOLERANCES))
def test_measures_with_their_defaults(world, t):
    trees, per_topic = world
    view = highlight_view_of(trees, per_topic)
    setting = {"t": t, "norm": "bounded", "ideal": "derived", "text": True}
    made = list(exact_curves(trees, per_topic, "spec", {}, **setting))
    for measure, value in (
        (pw.nxCG(tolerance=float(t)) @ 3, lambda c: c.nxCG(3)),
        (pw.Q(tolerance=float(t)), lambda c: c.Q()),
        (pw.Aep(tolerance=float(t)), lambda c: c.Aep()),
    ):
        expected = [float(value(c)) if c.T > 0 else float("nan") for c in made]
        assert measure.values(view) == pytest.approx(expected, **CLOSE)
    averages = []
    for spans, run in per_topic:
        q = shares(trees, characters(trees, spans))
        averages.append(float(exact.aprecall(q, [[c] for c in run])) if q else float("nan"))
    assert pw.APrecall().values(view) == pytest.approx(averages, **CLOSE)


# -- tree against text (elements.md, section 7) ------------------------------------------------

BLOCK = exact.Elements([None, 0, 0], [10, 5, 5])  # no text outside the children


def unlimited(t, gain, run=(1, 0)):
    view = highlight_view_of(BLOCK, [([(0, 1, 5), (0, 6, 7)], list(run))])
    names = {"norm": "none", "tolerance": t, "gain": gain, "quant": "spec"}
    return gains_of(view, len(run), **names)[:, 0]


@pytest.mark.parametrize("t", [0, 1])
def test_tree_and_text_agree_at_the_ends(t):
    assert unlimited(t, "tree") == pytest.approx(unlimited(t, "text"))


@pytest.mark.parametrize("t", [0.25, 0.5, 0.75])
def test_tree_forgives_overlap_twice_between(t):
    # the first child shows 4 highlighted characters of the 10 of its parent
    difference = unlimited(t, "tree") - unlimited(t, "text")

    assert difference == pytest.approx([0, t * (1 - t) * 4 / 10])


def test_text_outside_children_counts_only_as_text():
    trees = exact.Elements([None, 0], [10, 4])  # characters 4..9 belong to the parent alone
    view = highlight_view_of(trees, [([(0, 0, 10)], [1, 0])])

    assert gains_of(view, 2, norm="none")[:, 0] == pytest.approx([1, 0.6], abs=1e-15)
    assert gains_of(view, 2, norm="none", gain="tree")[:, 0].tolist() == [1, 0]


def test_shares_in_the_rows_give_the_same_as_highlights():
    trees = exact.Elements([None, 0, 1, 1, 0], [20, 10, 5, 5, 10])
    spans, run = [(0, 2, 8)], [2, 0, 1, 3]
    inside = characters(trees, spans)
    given_ = {c: (1, float(s)) for c, s in shares(trees, inside).items()}
    rows = view_of(trees, [(given_, run)], scale="share")
    text = highlight_view_of(trees, [(spans, run)])
    measure = pw.nxCG(quant="spec", gain="tree", tolerance=0.25) @ 4

    assert measure.values(rows) == pytest.approx(measure.values(text))
