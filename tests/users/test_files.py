"""Models that read files: Edges, Routes, Summary; and the partitions of Depth and Steady."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.loaded import loaded
from tests.users.places import article, elements, from_first, named, passages

from partwise.errors import FormatError, ParameterError, UsageError
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure
from partwise.users.depth import Depth
from partwise.users.edges import Edges
from partwise.users.routes import Routes
from partwise.users.steady import Steady, stationary
from partwise.users.summary import Summary

ARTICLE, SEC1, P1, P2, SEC2 = (
    "/article[1]",
    "/article[1]/sec[1]",
    "/article[1]/sec[1]/p[1]",
    "/article[1]/sec[1]/p[2]",
    "/article[1]/sec[2]",
)


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def lines(name, *rows):
        Path(name).write_text("\n".join("\t".join(row.split()) for row in rows))
        return name

    return lines


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


@pytest.mark.parametrize("model", [Edges, Routes, Summary])
def test_unknown_elements_are_refused_when_a_structure_is_there(write, model):
    rows = [f"d {ARTICLE} {SEC1} .5", f"d {ARTICLE} /article[1]/sec[9] .5"]
    if model is not Edges:
        rows = [row.rsplit(" ", 1)[0] for row in rows]
    file = write("bad.tsv", *rows)
    said = r"bad.tsv:2: no element /article\[1\]/sec\[9\] in document d. Take the line out"
    with pytest.raises(FormatError, match=said):
        from_first(model(file), elements(0, 1))
    write("bad.tsv", "y" + rows[0][1:])
    with pytest.raises(FormatError, match=r"bad.tsv:1: document y is not in the structure"):
        from_first(model(file), elements(0, 1))


def test_a_missing_file_is_named(write):
    with pytest.raises(FormatError, match=r"none.tsv: no such file"):
        from_first(Edges("none.tsv"), named("a", "b"))


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


def test_summary_divides_a_step_among_the_nodes_of_a_partition(write):
    # sections step to the article once and to paragraphs three times; two paragraphs
    rows = [
        f"d {SEC1} {ARTICLE}",
        f"d {SEC1} {P1}",
        f"d {SEC2} {P2}",
        f"d {SEC1} {P2} {SEC2} {SEC1}",
    ]
    file = write("r.tsv", *rows)
    to = from_first(Summary(file), elements(1, 0, 2, 4))
    spread = from_first(Summary(file, spread=True), elements(1, 0, 2, 4))

    assert to == [0.2, 0.6, 0.2]
    # one article, two paragraphs, and one section besides the one that is left
    assert spread == [0.2, 0.3, 0.2]


def test_depth_by_tags():
    assert from_first(Depth(), elements(2, 0, 1, 4, 3)) == pytest.approx([0.48, 0.24, 0.24, 0.12])
    assert from_first(Depth(), named(P1, ARTICLE, SEC1, P2)) == pytest.approx([0.48, 0.24, 0.12])
    # two sections to share a step from outside, one other to share it from a section
    assert from_first(Depth(spread=True), elements(2, 1))[0] == pytest.approx(0.12)
    assert from_first(Depth(spread=True), elements(1, 4))[0] == pytest.approx(0.24)
    flat = Depth(depths={"other": 1}, tags={"sec": "article"})
    weights = np.array([1, 1 / 2, 1 / 3, 1])
    assert from_first(flat, elements(0, 1, 2)) == pytest.approx(weights[[0, 3]] / weights.sum())


def markdown(root="document"):
    """A document with a section that holds a section with two paragraphs."""
    return Structure.from_columns(
        doc=["d"] * 5, parent=[None, 0, 1, 2, 2], tag=[root, "section", "section", "p", "p"],
        start=[0, 0, 0, 0, 5], end=[9, 9, 9, 5, 9],
    )  # fmt: skip


def test_depth_goes_by_depth_where_root_tags_say_nothing():
    # findings 1.9
    nodes = elements(3, 0, 1, 2, 4, structure=markdown())
    said = []
    nodes.space.say = said.append

    assert from_first(Depth(), nodes) == pytest.approx([0.48, 0.24, 0.16, 0.12])
    assert said == ["Depth goes by depth: root tag `document` is not known"]
    assert from_first(Depth(by="tag"), nodes) == pytest.approx([0.12, 0.24, 0.24, 0.12])
    known = elements(3, 0, 1, 2, 4, structure=markdown("article"))
    assert from_first(Depth(), known) == pytest.approx([0.48, 0.24, 0.24, 0.12])
    assert from_first(Depth(by="depth"), known) == pytest.approx([0.48, 0.24, 0.16, 0.12])
    mapped = Depth(tags={"document": "article"})
    assert from_first(mapped, nodes) == pytest.approx([0.48, 0.24, 0.24, 0.12])
    # one other paragraph shares a step from a paragraph, two one from the root
    assert from_first(Depth(spread=True), nodes) == pytest.approx([0.48, 0.24, 0.16, 0.12])
    down = elements(0, 3, structure=markdown())
    assert from_first(Depth(spread=True), down) == pytest.approx([0.06])
    assert from_first(Steady(Depth), nodes) == pytest.approx([0.48, 0.24, 0.16, 0.12])


def test_without_a_structure_depth_looks_at_the_root_of_each_path():
    # findings 1.9
    deep = "/document[1]/section[1]/section[1]/p[1]"
    nodes = named(deep, "/document[1]", "/document[1]/section[1]", deep[:-5], deep[:-3] + "[2]")

    assert from_first(Depth(), nodes) == pytest.approx([0.48, 0.24, 0.16, 0.12])
    assert from_first(Depth(by="tag"), nodes) == pytest.approx([0.12, 0.24, 0.24, 0.12])
    assert from_first(Depth(by="depth"), named(P1, ARTICLE, SEC1, P2)) == pytest.approx(
        [0.48, 0.24, 0.16]
    )


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


def test_depth_needs_tags_and_partitions_that_exist():
    with pytest.raises(UsageError, match=r"passage 0..9 of document d has none. Use nav=Window"):
        from_first(Depth(), passages((0, 9), (1, 2)))
    with pytest.raises(UsageError, match=r"Depth\(spread=true\) counts .* Use structure="):
        from_first(Depth(spread=True), named(P1, P2))
    with pytest.raises(ParameterError, match="one of the partitions article, section, ss1, other"):
        Depth(tags={"p": "paragraph"})
    with pytest.raises(ParameterError, match="a table of depths above 0"):
        Depth(depths={"article": 0})
    with pytest.raises(ParameterError, match="a table such as"):
        Depth(depths="deep")
    with pytest.raises(ParameterError, match="a table such as"):
        Depth(tags=["sec"])


def test_steady_depth_is_depth():
    nodes = elements(2, 0, 1, 3)

    assert from_first(Steady(Depth), nodes) == pytest.approx(from_first(Depth(), nodes))
    shared = Depth(spread=True)
    assert from_first(Steady(shared), nodes) == pytest.approx(from_first(shared, nodes))
    with pytest.raises(ParameterError, match="model must be"):
        Steady(Routes("r.tsv"))


def test_the_stationary_distribution():
    # a circle of two is periodic: half the time in each
    assert stationary(np.array([[0, 1.0], [1.0, 0]]), 0).tolist() == pytest.approx([0.5, 0.5])
    # a state without steps goes anywhere
    assert stationary(np.array([[0, 1.0], [0, 0]]), 0) == pytest.approx([1 / 3, 2 / 3])
    # two separate states keep what they started with; restart 1 forgets everything
    assert stationary(np.eye(3), 0) == pytest.approx([1 / 3] * 3)
    assert stationary(np.array([[1.0, 0], [0.5, 0.5]]), 1) == pytest.approx([0.5, 0.5])
    # a known chain: pi P = pi
    p = np.array([[0.9, 0.1], [0.4, 0.6]])
    assert stationary(p, 0) == pytest.approx([0.8, 0.2])
    assert stationary(np.empty((0, 0)), 0).size == 0


def test_the_structure_of_these_tests_is_a_tree():
    assert len(article()) == 5
