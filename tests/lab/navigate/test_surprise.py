"""Surprise against a slow reference written from its formula."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import partwise as pw
from partwise.lab.navigate.estimate import navigate

PATHS = ["/a[1]", "/a[1]/s[1]", "/a[1]/s[1]/p[1]", "/a[1]/s[2]", "/a[1]/s[2]/p[1]"]
EXTENT = dict(zip(PATHS, [(0, 100), (0, 60), (10, 30), (60, 100), (65, 90)], strict=True))
PARENT = [None, 0, 1, 0, 3]


@pytest.fixture(scope="module")
def structure():
    docs = ["x", "y"]
    return pw.Structure.from_columns(
        doc=[doc for doc in docs for _ in PATHS],
        parent=PARENT * 2,
        path=PATHS * 2,
        start=[EXTENT[path][0] for path in PATHS] * 2,
        end=[EXTENT[path][1] for path in PATHS] * 2,
    )


routes = st.lists(
    st.tuples(st.sampled_from("xy"), st.lists(st.sampled_from(PATHS), min_size=1, max_size=5)),
    min_size=2,
    max_size=7,
)


def visits(route):
    doc, places = route
    once = [p for at, p in enumerate(places) if at == 0 or p != places[at - 1]]
    return [(doc, place) for place in once]


def moves(some):
    return [step for route in some for step in zip(visits(route), visits(route)[1:], strict=False)]


# Each model as a function of two different places and the routes that it was fitted on.


def shares(x, y, fit):
    steps = Counter(moves(fit))
    return steps[x, y] / max(sum(n for (a, _), n in steps.items() if a == x), 1)


def kind(place):
    return place[1].rsplit("/", 1)[1][0]


def shares_of_tags(x, y, fit):
    if x[0] != y[0]:
        return 0
    steps = Counter((kind(a), kind(b)) for a, b in moves(fit))
    return steps[kind(x), kind(y)] / max(sum(n for (a, _), n in steps.items() if a == kind(x)), 1)


def hierarchy(x, y, _):
    if x[0] != y[0] or not (x[1].startswith(y[1]) or y[1].startswith(x[1])):
        return 0
    sizes = sorted(end - start for start, end in (EXTENT[x[1]], EXTENT[y[1]]))
    return sizes[0] / sizes[1]


def reads_on(x, y, _):
    if x[0] != y[0]:
        return 0
    (here, _), (start, end) = EXTENT[x[1]], EXTENT[y[1]]
    return float(0 <= start - here <= 20 or start < here < end)


def nothing(*_):
    return 0


def reference(some, model, fitted, universe, *, folds, smoothing):
    """Mean surprise, step by step, in dictionaries."""
    bits = []
    for number, route in enumerate(some):
        fit = some
        if fitted:
            fit = [r for other, r in enumerate(some) if other % folds != number % folds]
        for x, y in moves([route]):
            others = [z for z in universe if z != x]
            row = {z: model(x, z, fit) for z in others}
            total = sum(row.values())
            share = row[y] / total if total else 1 / len(others)
            bits.append(-math.log2((1 - smoothing) * share + smoothing / len(others)))
    return sum(bits) / len(bits)


MODELS = {
    "Routes": (shares, True),
    "Summary": (shares_of_tags, True),
    "Hierarchy": (hierarchy, False),
    "T2I(20)": (reads_on, False),
    "NoNav": (nothing, False),
}


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some=routes, folds=st.integers(2, 4), smoothing=st.sampled_from([0.05, 0.3, 1.0]))
def test_as_the_formula(tmp_path, structure, some, folds, smoothing):
    if not moves(some):
        return
    file = tmp_path / "routes.tsv"
    file.write_text("".join("\t".join((doc, *places)) + "\n" for doc, places in some))
    docs = {doc for doc, _ in some}
    offered = [(doc, path) for doc in sorted(docs) for path in PATHS]
    named = sorted({visit for route in some for visit in visits(route)})
    how = {"folds": folds, "smoothing": smoothing, "resamples": 5}

    found = navigate(file, MODELS, structure=structure, **how)
    del how["resamples"]
    for (model, fitted), value in zip(MODELS.values(), found.models, strict=True):
        assert value.bits == pytest.approx(
            reference(some, model, fitted, offered, **how), abs=1e-9
        ), value.nav

    # without a structure only what the routes name can be gone to
    names = ["Routes", f"Routes({str(file)!r})", "Summary", "NoNav"]
    found = navigate(file, names, resamples=5, **how)
    models = [(shares, True), (shares, False), (shares_of_tags, True), (nothing, False)]
    for (model, fitted), value in zip(models, found.models, strict=True):
        assert value.bits == pytest.approx(
            reference(some, model, fitted, named, **how), abs=1e-9
        ), value.nav


def test_all_of_a_row_is_smoothed_to_uniform_shares(tmp_path):
    file = tmp_path / "routes.tsv"
    file.write_text("d\ta\tb\tc\te\nd\ta\tc\n")
    found = navigate(file, ["Routes", "NoNav"], smoothing=1)
    assert [model.bits for model in found.models] == pytest.approx([math.log2(3)] * 2)


# -- across documents ----------------------------------------------------------------------------

PLACES = [("x", "-"), ("x", "a"), ("y", "-"), ("y", "3..9"), ("z", "-")]
trips = st.lists(st.lists(st.sampled_from(PLACES), min_size=1, max_size=5), min_size=2, max_size=6)
pairs = st.lists(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)),
    min_size=1,
    max_size=8,
    unique=True,
)


def steps_of(trip):
    once = [place for at, place in enumerate(trip) if at == 0 or place != trip[at - 1]]
    return list(pairwise(once))


def asked_of(trips, chance, universe):
    """Mean surprise by all steps under a table of chances, smoothing .05."""
    bits = []
    for x, y in (step for trip in trips for step in steps_of(trip)):
        others = [z for z in universe if z != x]
        total = sum(chance.get((x, z), 0) for z in others)
        share = chance.get((x, y), 0) / total if total else 1 / len(others)
        bits.append(-math.log2(0.95 * share + 0.05 / len(others)))
    return sum(bits) / len(bits)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(trips=trips, listed=pairs, data=st.data())
def test_across_documents(tmp_path, trips, listed, data):
    taken = [step for trip in trips for step in steps_of(trip)]
    if not taken or not any(x == left and x != y for x, y in listed for left, _ in taken):
        return
    rows = [f"r{n}\t{doc}\t{place}" for n, trip in enumerate(trips) for doc, place in trip]
    (tmp_path / "routes.tsv").write_text("route\tdoc\tplace\n" + "\n".join(rows) + "\n")
    part = st.sampled_from([0.05, 0.1, 0.125])
    chance = {pair: data.draw(part) for pair in listed}
    lines = [f"{a[0]}\t{a[1]}\t{b[0]}\t{b[1]}\t{p}" for (a, b), p in chance.items()]
    head = "from_doc\tfrom\tto_doc\tto\tp\n"
    (tmp_path / "links.tsv").write_text(head + "\n".join(lines) + "\n")
    file = str(tmp_path / "links.tsv")
    models = [
        pw.Edges(file, kind="step"),
        pw.Links(file, level="place"),
        pw.Routes(str(tmp_path / "routes.tsv")),
    ]
    found = navigate(tmp_path / "routes.tsv", [*models, "NoNav"], resamples=2)

    universe = sorted(
        {place for trip in trips for place in trip} | {p for ab in listed for p in ab}
    )
    assert found.places == len(universe)
    alike = {ab: 1 for ab in listed if ab[0] != ab[1]}
    expected = [asked_of(trips, table, universe) for table in (chance, alike, Counter(taken), {})]
    assert [model.bits for model in found.models] == pytest.approx(expected, abs=1e-9)


def test_pages_of_a_site(tmp_path):
    # from home to the news and to a page about us, from the news home and to a story
    (tmp_path / "links.tsv").write_text("home news\nhome about\nnews story\nnews home\n")
    (tmp_path / "routes.tsv").write_text(
        "route\tdoc\n" + "".join(f"1\t{page}\n" for page in ("home", "news", "story"))
    )
    (model,) = navigate(tmp_path / "routes.tsv", f"Links({str(tmp_path / 'links.tsv')!r})").models
    # two of three other pages are linked, whatever the damping: .95 / 2 + .05 / 3
    assert model.bits == pytest.approx(-math.log2(0.95 / 2 + 0.05 / 3), abs=1e-12)
