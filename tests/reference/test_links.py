"""Links across documents against sets of characters and exact fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.reference import slow_links as slow

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")

EXAMPLES = 12
DOCS = st.sampled_from("abc")
PASSAGE = st.tuples(st.integers(0, 8), st.integers(0, 4)).map(lambda s: (s[0], s[0] + s[1]))
PLACES = {
    "documents": st.tuples(DOCS, st.none()),
    "names": st.tuples(DOCS, st.sampled_from("pqr")),
    "passages": st.tuples(DOCS, PASSAGE),
    "any": st.tuples(DOCS, st.one_of(st.none(), st.sampled_from("pq"), PASSAGE)),
}


def links_of(places):
    """Links of one of 8 places with up to 8 others: rows of steps sum to 1 at most."""
    pair = st.tuples(places, places)
    return st.dictionaries(pair, st.integers(1, 8), min_size=1, max_size=7).map(
        lambda found: [(*key, Fraction(w, 64)) for key, w in found.items()]
    )


def cell(place):
    where = place[1]
    return "-" if where is None else where if isinstance(where, str) else f"{where[0]}..{where[1]}"


def written(tmp_path_factory, links):
    file = tmp_path_factory.mktemp("links") / "l.tsv"
    rows = ["from_doc\tfrom\tto_doc\tto\tp"]
    rows += [f"{f[0]}\t{cell(f)}\t{t[0]}\t{cell(t)}\t{float(p)}" for f, t, p in links]
    file.write_text("\n".join(rows))
    return file


def table(cls, kind, places, **more):
    columns = {"doc": [doc for doc, _ in places], **more}
    if kind == "names":
        columns["element"] = [where for _, where in places]
    if kind == "passages":
        columns["start"], columns["end"] = zip(*(where for _, where in places), strict=True)
    topic = [f"t{at}" for at in range(len(places))]
    return cls.from_columns(topic=topic, **columns)


def values(kind, pairs, nav, measure="GR"):
    """One topic a pair: what the result shows of the one thing that is wanted."""
    qrels = table(pw.Qrels, kind, [y for _, y in pairs], grade=[1] * len(pairs))
    run = table(pw.Run, kind, [x for x, _ in pairs], rank=[1] * len(pairs))
    return pw.evaluate(qrels, run, [measure], rules=pw.Rules(nav=nav)).table[0, 0].tolist()


def pairs_of(kind):
    place = PLACES[kind]
    if kind == "passages":  # an assessed passage has characters
        wanted = place.filter(lambda one: one[1][1] > one[1][0])
        return st.lists(st.tuples(place, wanted), min_size=1, max_size=5)
    return st.lists(st.tuples(place, place), min_size=1, max_size=5)


def compare(file_model, kind, pairs, chances, how, native):
    """Compare with the slow reference, topic by topic; foreign links are refused."""
    slow_reach = slow.meet if how == "meet" else slow.exact
    expected = [1.0 if x == y else float(slow_reach(chances, x, y, native)) for x, y in pairs]
    try:
        found = values(kind, pairs, file_model)
    except pw.errors.FormatError as error:
        assert "links concern a result" in str(error)  # noqa: PT017
        assert all(e in (0, 1) for e in expected)
        return
    assert found == pytest.approx(expected, abs=1e-9)


CASES = [(k, n) for k in ("documents", "names", "passages") for n in ("reach", "step")]


@pytest.mark.parametrize(("kind", "native"), CASES)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_edges(tmp_path_factory, kind, native, data):
    links = data.draw(links_of(PLACES[data.draw(st.sampled_from([kind, "any"]))]))
    pairs = data.draw(pairs_of(kind))
    if native == "reach":
        links = [link for link in links if link[0] != link[1]]
    file = written(tmp_path_factory, links)
    if not links:
        return
    how = "meet" if kind == "passages" else "exact"
    compare(f"Edges('{file}', kind={native})", kind, pairs, slow.listed(links), how, native)


@pytest.mark.parametrize("kind", ["documents", "names", "passages"])
@pytest.mark.parametrize("level", ["document", "place"])
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_links(tmp_path_factory, kind, level, data):
    links = data.draw(links_of(PLACES["any"]))
    links = [link for link in links if link[0] != link[1]]
    pairs = data.draw(pairs_of(kind))
    if not links:
        return
    file = written(tmp_path_factory, links)
    how = "meet" if kind == "passages" else "exact"
    model = f"Links('{file}', damping=.75, level={level})"
    compare(model, kind, pairs, slow.alike(links, Fraction(3, 4), level), how, "step")


def routes_file(tmp_path_factory, routes):
    file = tmp_path_factory.mktemp("routes") / "r.tsv"
    rows = [
        f"{at}\t{place[0]}\t{cell(place)}" for at, route in enumerate(routes) for place in route
    ]
    file.write_text("\n".join(["route\tdoc\tplace", *rows]))
    return file


ROUTES = [(k, a) for k in ("documents", "names", "passages") for a in (False, True)]


@pytest.mark.parametrize(("kind", "abandonment"), ROUTES)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_routes(tmp_path_factory, kind, abandonment, data):
    """Across documents: counted walk by walk, closed in exact fractions; single steps too."""
    place = PLACES[data.draw(st.sampled_from([kind, "any"]))]
    some = data.draw(st.lists(place, min_size=2, max_size=5, unique=True))
    route = st.lists(st.sampled_from(some), min_size=1, max_size=6)
    routes = data.draw(st.lists(route, min_size=1, max_size=4))
    pairs = data.draw(pairs_of(kind))
    chances = slow.walked(routes, abandonment)
    if not chances:
        return
    file = routes_file(tmp_path_factory, routes)
    how = "meet" if kind == "passages" else "exact"
    model = f"Routes('{file}', abandonment={str(abandonment).lower()})"
    compare(model, kind, pairs, chances, how, "step")
    if how == "meet":
        return
    try:
        found = values(kind, pairs, model, "ENearMisses")
    except pw.errors.FormatError:
        return
    expected = [0.0 if x == y else float(chances.get((x, y), 0)) for x, y in pairs]
    assert found == pytest.approx(expected, abs=1e-12)


STEPS = [
    (("A", (15, 20)), ("B", (0, 50)), Fraction(1, 2)),
    (("B", None), ("C", (5, 9)), Fraction(1, 2)),
]
MET = [
    (("A", (0, 18)), ("B", (40, 60)), 0.5),
    (("A", (0, 18)), ("C", (0, 6)), 0.0),  # the chain ends at B[0,50), which is not B
    (("B", (90, 95)), ("C", (0, 6)), 0.5),
    (("A", (0, 10)), ("A", (9, 12)), 1.0),
]
"""links.md 1.8, last lines."""


def test_worked_values_of_meeting(tmp_path_factory, monkeypatch):
    monkeypatch.setattr(slow, "LENGTH", 100)
    model = f"Edges('{written(tmp_path_factory, STEPS)}', kind=step)"
    expected = [value for _, _, value in MET]

    assert [slow.meet(slow.listed(STEPS), x, y, "step") for x, y, _ in MET] == expected
    assert values("passages", [(x, y) for x, y, _ in MET], model) == expected


def test_worked_values_of_meeting_by_simulation(monkeypatch):
    """The same by readers who throw dice."""
    monkeypatch.setattr(slow, "LENGTH", 100)
    random = Random(1)
    steps = slow.listed(STEPS)

    def sees(x, y):
        for f in {place for pair in steps for place in pair if slow.touches(place, x)}:
            at = f
            while at is not None:
                ways = [(t, float(p)) for (g, t), p in steps.items() if g == at]
                drawn = random.random()
                at = next((t for t, p in ways if drawn < p), None)
                if at is not None and slow.touches(at, y):
                    return True
        return slow.touches(x, y)

    for x, y, expected in MET:
        share = sum(sees(x, y) for _ in range(4000)) / 4000
        assert share == pytest.approx(expected, abs=0.04)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_either_combines_what_each_gives(tmp_path_factory, data):
    """Also: Either(A) = A, Either >= each, and steps by weight."""
    places = PLACES["documents"]
    one, two = (
        [link for link in data.draw(links_of(places)) if link[0] != link[1]] for _ in range(2)
    )
    pairs = data.draw(pairs_of("documents"))
    if not one or not two:
        return
    files = [written(tmp_path_factory, links) for links in (one, two)]
    models = [f"Edges('{files[0]}', kind=step)", f"Links('{files[1]}')"]
    try:
        each = [values("documents", pairs, model) for model in models]
        steps = [values("documents", pairs, model, "ENearMisses") for model in models]
    except pw.errors.FormatError:
        return
    both = values("documents", pairs, f"Either({', '.join(models)})")
    mixed = f"Either({', '.join(models)}, weights=(.25, .75))"
    for at, (a, b) in enumerate(zip(*each, strict=True)):
        assert both[at] == pytest.approx(1 - (1 - a) * (1 - b), abs=1e-12)
        assert both[at] >= max(a, b) - 1e-12
    weighed = values("documents", pairs, mixed, "ENearMisses")
    assert weighed == pytest.approx([a / 4 + 3 * b / 4 for a, b in zip(*steps, strict=True)])
    assert values("documents", pairs, f"Either({models[0]})") == each[0]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_documents_are_as_elements_of_one_document(tmp_path_factory, data):
    """links.md 7: three columns = four columns; renaming changes nothing."""
    links = [
        link for link in data.draw(links_of(PLACES["documents"]))
        if link[0] != link[1]
    ]  # fmt: skip
    pairs = data.draw(pairs_of("documents"))
    if not links:
        return
    folder = tmp_path_factory.mktemp("links")
    three, four, other = (folder / name for name in ("three", "four", "other"))
    named = {"a": "z z", "b": "y y", "c": "x x"}
    three.write_text("\n".join(f"{f[0]} {t[0]} {float(p)}" for f, t, p in links))
    four.write_text("\n".join(f"site\t{f[0]}\t{t[0]}\t{float(p)}" for f, t, p in links))
    other.write_text("\n".join(f"{named[f[0]]}\t{named[t[0]]}\t{float(p)}" for f, t, p in links))
    on_site = [tuple(("site", doc) for doc, _ in pair) for pair in pairs]
    renamed = [tuple((named[doc], None) for doc, _ in pair) for pair in pairs]
    for kind in ("reach", "step"):
        try:
            found = values("documents", pairs, f"Edges('{three}', kind={kind})")
        except pw.errors.FormatError:
            return
        assert values("names", on_site, f"Edges('{four}', kind={kind})") == pytest.approx(found)
        assert values("documents", renamed, f"Edges('{other}', kind={kind})") == pytest.approx(
            found
        )


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_rows_of_steps_sum_to_one_at_most(tmp_path_factory, data):
    """Steps out of one document to all others, whatever chances the file lists."""
    links = [
        (f, t, min(Fraction(1), p * 6)) for f, t, p in
        data.draw(links_of(PLACES["documents"])) if f != t
    ]  # fmt: skip
    if not links:
        return
    file = written(tmp_path_factory, links)
    for x in "abc":
        pairs = [((x, None), (y, None)) for y in "abc" if y != x]
        try:
            steps = values("documents", pairs, f"Edges('{file}')", "ENearMisses")
            reach = values("documents", pairs, f"Edges('{file}')")
        except pw.errors.FormatError:
            continue
        assert sum(steps) <= 1 + 1e-12
        assert all(step <= chance + 1e-12 for step, chance in zip(steps, reach, strict=True))
