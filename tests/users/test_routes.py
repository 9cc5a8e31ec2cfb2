"""Routes of observed readers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loaded import loaded
from tests.users.places import ARTICLE, SEC1, elements, from_first, named

import partwise as pw
from partwise.errors import FormatError
from partwise.files.formats.routes import read_routes
from partwise.users.links import Edges
from partwise.users.summary import Routes, Summary, counted_steps


def test_routes_count_steps(write):
    file = write("r.tsv", "d a b c", "d a b", "d a c", "d b", "d c c")
    nodes = named("a", "b", "c")

    assert from_first(Routes(file), nodes) == [2 / 3, 1 / 3]
    b = nodes.take(np.array([1]))
    c = nodes.take(np.array([2]))
    assert loaded(Routes(file)).chance(b, c).tolist() == [1]
    # two routes end at b, one step leaves it
    assert loaded(Routes(file, abandonment=True)).chance(b, c).tolist() == [1 / 3]
    assert loaded(Routes(file, abandonment=True)).visits(nodes.take(np.array([0])), c).tolist() == (
        pytest.approx([1 / 3 + 2 / 3 / 3])
    )


@pytest.mark.parametrize("model", [Edges, Routes, Summary])
def test_unknown_elements_are_refused_when_a_structure_is_there(write, model):
    rows = [f"d {ARTICLE} {SEC1} .5", f"d {ARTICLE} /article[1]/sec[9] .5"]
    if model is not Edges:
        rows = [row.rsplit(" ", 1)[0] for row in rows]
    file = write("bad.tsv", *rows)
    said = r"bad.tsv:2: no element /article\[1\]/sec\[9\] in document d. Take the line out"
    with pytest.raises(FormatError, match=said):
        from_first(model(file), elements(0, 1))
    write("bad.tsv", rows[0], "y" + rows[1][1:])  # documents outside of it are allowed
    assert from_first(model(file), elements(0, 1))[0] > 0


def test_counted_steps_by_hand(write):
    # a b a b, then b: a goes to b twice, b to a once; both routes end at b
    table = read_routes(write("r.tsv", "d a b a b", "d b"))
    source, target, count, stops = counted_steps(table.route, table.element.astype(np.int64), 2)

    assert list(zip(source, target, count, strict=True)) == [(0, 1, 2), (1, 0, 1)]
    assert stops.tolist() == [0, 2]


@pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")
def test_a_place_under_two_names_is_visited_once(write):
    """All of d and its 100 characters are one place: nobody moved there."""
    file = write("r.tsv", "route doc place", "1 d -", "1 d 0..100", "1 e -")
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["e"], grade=[1])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], rank=[1])
    measures, lengths = ["GR", "ENearMisses"], {"d": 100, "e": 50}
    found = pw.evaluate(
        qrels, run, measures, rules=pw.Rules(nav=f"Routes('{file}')"), lengths=lengths
    )

    assert found.table[0, :, 0].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("model", [Routes, Summary])
def test_a_document_and_its_root_are_visited_once(write, model):
    file = write("r.tsv", "route doc place", "1 d -", f"1 d {ARTICLE}", f"1 d {SEC1}")

    assert from_first(model(file), elements(0, 1)) == [1.0]


def test_the_first_step_of_the_file_is_told(write):
    # the first route has no step
    known = loaded(Routes(write("r.tsv", "d c", "d b a c", "d a b"))).file_in(named("a").space)

    assert known.links.first == "d b -> d a"
    assert known.links.source.size == 3


ROUTES = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=5), min_size=1, max_size=4)


@given(ROUTES)
def test_shares_of_the_steps_taken(tmp_path_factory, routes):
    if not any(len(route) > 1 for route in routes):
        routes = [*routes, ["a", "b"]]
    file = tmp_path_factory.mktemp("routes") / "r.tsv"
    file.write_text("\n".join("\t".join(["d", *route]) for route in routes))
    # the same element twice in a row is one visit
    steps = [pair for route in routes for pair in pairwise(route) if len(set(pair)) == 2]

    nodes = named("a", "b", "c")
    for x, y in ((x, y) for x in range(3) for y in range(3) if x != y):
        out = [pair for pair in steps if pair[0] == "abc"[x]]
        stops = sum(route[-1] == "abc"[x] for route in routes)
        taken = out.count(("abc"[x], "abc"[y]))
        ends = nodes.take(np.array([x])), nodes.take(np.array([y]))
        found = loaded(Routes(str(file))).chance(*ends)[0]
        assert found == pytest.approx(taken / len(out) if out else 0)
        left = loaded(Routes(str(file), abandonment=True)).chance(*ends)[0]
        assert left == pytest.approx(taken / (len(out) + stops) if out else 0)
