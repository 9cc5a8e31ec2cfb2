"""Edges that a file lists."""

from __future__ import annotations

import numpy as np
import pytest
from tests.loaded import loaded
from tests.users.places import (
    ARTICLE,
    P1,
    P2,
    SEC1,
    SEC2,
    article,
    elements,
    from_first,
    named,
    passages,
)

from partwise.errors import FormatError, ParameterError
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.users.links import Edges


def test_edges_are_looked_up_by_name_or_row(write):
    rows = [f"d {SEC1} {P1} .4", f"d {SEC1} {ARTICLE} .1"]
    assert from_first(Edges(write("e.tsv", *rows)), elements(1, 2, 0, 4, 3)) == [0.4, 0.1, 0, 0]
    file = write("more.tsv", *rows, f"x {SEC1} {SEC2} 1")
    assert from_first(Edges(file), named(SEC1, P1, ARTICLE, SEC2, "/b[1]")) == [0.4, 0.1, 0, 0]
    assert from_first(Edges(file), passages((0, 60), (0, 20))) == [0]


def test_edges_know_their_row_sums_and_visits(write):
    file = write("e.tsv", "d x y .5", "d x z .3", "d y z .8", "d z y .12", "d z z .1")
    nodes = named("x", "y", "z", "w")
    steps = loaded(Edges(file, kind="step"))

    assert steps.row_sum(nodes).tolist() == [0.8, 0.8, 0.12, 0]
    x, rest = nodes.take(np.zeros(3, int)), nodes.take(np.arange(1, 4))
    assert steps.visits(x, rest).tolist() == pytest.approx([0.536, 0.7, 0])
    assert Edges(file).native == "reach"
    assert steps.native == "step"


def test_a_missing_file_is_named(write):
    with pytest.raises(FormatError, match=r"none.tsv: no such file"):
        from_first(Edges("none.tsv"), named("a", "b"))


def test_listed_chances_stay_what_they_are(write):
    # findings 1.8: one edge of .01 is no certainty; rows above 1 are scaled down
    file = write("e.tsv", f"d {SEC1} {P1} .01", f"d {SEC2} {P1} .4", f"d {SEC2} {P2} .9")

    def near(source, target, more=""):
        qrels = Qrels.from_columns(topic=["t"], doc=["d"], element=[target], grade=[1])
        run = Run.from_columns(topic=["t"], doc=["d"], element=[source])
        view = View(Assessments(qrels, structure=article()), run)
        return loaded(f"ENearMisses(nav=Edges('{file}'){more})").values(view)[0]

    assert near(SEC1, P1) == pytest.approx(0.01)
    assert near(SEC1, P1, ", normalise=cap") == pytest.approx(0.01)
    assert near(SEC1, P1, ", normalise=row") == 1
    # links.md 1.8: .4 and .9 of 1.3
    assert near(SEC2, P1) == pytest.approx(0.307692, abs=5e-7)
    assert near(SEC2, P2) == pytest.approx(0.692308, abs=5e-7)
    assert near(SEC2, P2, ", normalise=none") == pytest.approx(0.9)


def test_the_first_link_is_told_in_the_order_of_the_file(write):
    file = write("e.tsv", "d b a .5", "d c a .2", "d b c .1")
    space = named("a", "b").space
    known, graph = loaded(Edges(file)).file_in(space), loaded(Edges(file)).graph(space)

    # places b, a, c are numbered as their names are; edges by source and target
    assert known.links.first == "d b -> d a"
    index = known.table.elements.index
    a, b, c = (known.places.vertex[known.table.element == index[name]][0] for name in "abc")
    edges = zip(graph.source, graph.target, graph.chance, strict=True)
    assert set(edges) == {(b, a, 0.5), (b, c, 0.1), (c, a, 0.2)}


def test_one_pair_under_two_names_is_refused(write):
    # without its offsets a document is its root element
    file = write("e.tsv", f"d {ARTICLE} {P1} .4", f"d - {P1} .2")
    with pytest.raises(FormatError, match=r"e.tsv:2: d -> d /.* is the same as d /.* in line 1"):
        from_first(Edges(file), elements(0, 2))


def test_a_file_and_a_kind():
    with pytest.raises(ParameterError, match=r"Edges needs a file: Edges\('edges.tsv'\)"):
        Edges()
    with pytest.raises(ParameterError, match="kind must be reach or step"):
        Edges("e.tsv", kind="leap")
