"""Models that look at the kind of an element only."""

from __future__ import annotations

import numpy as np
import pytest
from tests.users.places import P1, SEC1, article, elements, from_first, named, passages

from partwise.errors import PartwiseError, TableError, UsageError
from partwise.geometry.nodes import Nodes, Space
from partwise.language.component import param
from partwise.tables.names import MergedNames
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure
from partwise.users.trees import Partition, last_tag, tag_codes, tag_names


class Kinds(Partition):
    """Sections (0) and paragraphs (1); anything else is of no kind."""

    share: bool = param(default=False)

    @property
    def spreads(self):
        return self.share

    def partitions(self, space, tags):
        return np.array([{"sec": 0, "p": 1}.get(tag, -1) for tag in tags], np.int64)

    def matrix(self, space):
        return np.array([[0.1, 0.6], [0.4, 0.2]])


class Entered(Kinds):
    """Those from elsewhere come in evenly."""

    def from_elsewhere(self, matrix):
        return np.full(matrix.shape[1], 0.5)


def test_both_kinds_are_looked_up():
    # rows 1 and 4 are sections, 2 and 3 paragraphs, 0 is neither
    assert from_first(Kinds(), elements(1, 2, 4, 0)) == [0.6, 0.1, 0]
    assert from_first(Kinds(), elements(2, 1, 3)) == [0.4, 0.2]
    assert from_first(Kinds(), elements(0, 1, 2)) == [0, 0]
    assert from_first(Entered(), elements(0, 1, 2)) == [0.5, 0.5]
    assert from_first(Kinds(), named(SEC1, P1, "/x[1]")) == [0.6, 0]


def test_a_step_is_divided_among_the_others_of_the_kind():
    # two sections, two paragraphs
    assert from_first(Kinds(share=True), elements(1, 2, 4)) == [0.3, 0.1]
    assert from_first(Kinds(share=True), elements(2, 1, 3)) == [0.2, 0.2]
    assert from_first(Entered(share=True), elements(0, 1)) == [0.25]
    with pytest.raises(UsageError, match=r"Kinds\(spread=true\) counts the elements of a document"):
        from_first(Kinds(share=True), named(SEC1, P1))


def test_only_the_document_itself_is_counted():
    two = Structure.from_columns(
        doc=["a", "a", "d", "d", "d", "d"], parent=[None, 0, None, 0, 0, 0],
        tag=["sec", "p", "sec", "p", "p", "p"], start=[0, 0, 0, 0, 3, 6], end=[9, 9, 9, 3, 6, 9],
    )  # fmt: skip
    nodes = elements(2, 3, structure=two)
    nodes.doc[:] = 1

    assert from_first(Kinds(share=True), nodes) == pytest.approx([0.6 / 3])


def test_kinds_of_nodes_and_of_the_structure():
    nodes = elements(4, 0, 3)

    assert Kinds().kinds(nodes).tolist() == [0, -1, 1]
    assert Kinds().kinds_in(nodes.space, article()).tolist() == [-1, 0, 1, 1, 0]


def test_tags_of_the_structure_or_of_the_last_steps():
    nodes = elements(0, 1, 2)
    names = tag_names(nodes.space)
    assert [names[code] for code in tag_codes(nodes, "Kinds")] == ["article", "sec", "p"]

    paths = named("/a[1]/b[1]", "/a[1]", "/b[1]/b[2]")
    names = tag_names(paths.space)
    assert sorted(names) == ["a", "b"]
    assert [names[code] for code in tag_codes(paths, "Kinds")] == ["b", "a", "b"]


@pytest.mark.parametrize(
    ("path", "tag"),
    [("/article[1]/sec[2]", "sec"), ("/a[1]", "a"), ("/a/b", "b"), ("news", "news")],
)
def test_last_tag(path, tag):
    assert last_tag(path) == tag


def test_names_have_no_tag():
    with pytest.raises(TableError, match="news is a name, not an element of a structure"):
        from_first(Kinds(), named(SEC1, "news"))


@pytest.mark.parametrize("table", [Run, Qrels])
def test_a_passage_has_no_tag_and_its_row_is_told(table):
    rows = table.from_columns(topic=["t"] * 2, doc=["d"] * 2, start=[0, 3], end=[2, 9])
    space = Space(MergedNames(rows.docs), MergedNames(rows.elements), tables=[rows])
    absent = np.full(1, -1)
    passage = Nodes(space, np.zeros(1, int), np.array([3]), np.array([9]), absent, absent)

    with pytest.raises(PartwiseError) as caught:
        tag_codes(passage, "Kinds")
    whose = "assessed" if table is Qrels else "returned"
    words = (
        f"Kinds goes by the tags of elements, and the {whose} passage 3..9 of document d has none"
    )
    assert words in str(caught.value)
    assert ("ideals=elements" in str(caught.value)) == (table is Qrels)
    assert caught.value.row == 1
    with pytest.raises(UsageError, match=r"and the returned passage 0..9 of document d has none"):
        tag_codes(passages((0, 9)), "Kinds")


def test_a_model_without_partitions_says_so():
    class Idle(Partition):
        """Forgot what kinds there are."""

    nodes = elements(0, 1)
    with pytest.raises(PartwiseError, match=r"Idle does not define partitions\(\)"):
        Idle().chance(nodes, nodes)
    with pytest.raises(PartwiseError, match=r"Idle does not define matrix\(\)"):
        Idle().matrix(nodes.space)
