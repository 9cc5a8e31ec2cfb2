from __future__ import annotations

import pytest
from tests.files.samples import said

from partwise.errors import FormatError
from partwise.files.documents.builder import Growth, Limits, TreeRows, in_line
from partwise.tables.structure.table import LEADING_BLANK, TRAILING_BLANK


def grow(forest: TreeRows, name: str, *steps: str, **limits: int) -> str:
    """Grow a document: ``<a`` opens, ``>`` closes, all else is text."""
    growth = Growth(forest, name, Limits(**limits))
    for step in steps:
        if step == ">":
            growth.close()
        elif step.startswith("<"):
            growth.open(step[1:])
        else:
            growth.text(step)
    text = "".join(growth.chunks)
    forest.finish(name, text)
    return text


def paths(structure) -> list[str]:
    return structure.to_frame()["path"].to_list()


def test_two_documents_by_hand():
    forest = TreeRows()
    text = grow(forest, "one", "<a", "x ", "<b", "yy", ">", "<b", ">", "z", ">")
    grow(forest, "two", "<a", "q", ">")
    made = forest.structure()

    assert text == "x yyz"
    assert made.docs.tolist() == ["one", "two"]
    assert made.offsets.tolist() == [0, 3, 4]
    assert paths(made) == ["/a[1]", "/a[1]/b[1]", "/a[1]/b[2]", "/a[1]"]
    assert made.parent.tolist() == [-1, 0, 0, -1]
    assert made.last.tolist() == [2, 1, 2, 3]
    assert made.depth.tolist() == [1, 2, 2, 1]
    assert (made.start.tolist(), made.end.tolist()) == ([0, 2, 4, 0], [5, 4, 4, 1])
    assert made.tags.tolist() == ["a", "b"]
    assert made.wstart is None


def test_which_runs_of_text_are_blank():
    forest = TreeRows()
    grow(forest, "d", "<a", " \n", "<b", "x", ">", "\t", "<c", " ", "y", ">", "\u00a0", ">")
    made = forest.structure()

    # before b only blanks, after b only blanks; " y" is text, a no-break space too
    assert made.blank.tolist() == [LEADING_BLANK, TRAILING_BLANK, 0]


def test_extents_in_words():
    forest = TreeRows(words=True)
    grow(forest, "d", "<a", "one two ", "<b", "three fo", ">", "ur five", ">")
    made = forest.structure()

    assert (made.wstart.tolist(), made.wend.tolist()) == ([0, 2], [5, 4])


def test_a_bad_document_is_cut_off():
    forest = TreeRows()
    grow(forest, "good", "<a", "x", ">")
    with pytest.raises(FormatError):
        grow(forest, "bad", "<a", "<b", "<c", depth=2)
    assert len(forest) == 3
    forest.cut()
    assert len(forest) == 1
    grow(forest, "next", "<c", ">")

    made = forest.structure()
    assert made.docs.tolist() == ["good", "next"]
    assert paths(made) == ["/a[1]", "/c[1]"]


def test_weight_and_a_new_beginning():
    forest = TreeRows(words=True)
    grow(forest, "c", "<a", ">")
    grow(forest, "d", "<a", "x" * 40, "<b", ">", ">")
    assert forest.weight == 1 + 2 + 40 // 16
    forest.clear()
    assert (len(forest), forest.weight) == (0, 0)
    grow(forest, "e", "<b", "x", ">")
    made = forest.structure()
    assert (made.docs.tolist(), paths(made), made.wend.tolist()) == (["e"], ["/b[1]"], [1])


def test_nothing():
    made = TreeRows().structure()

    assert (len(made), made.docs.tolist(), made.offsets.tolist()) == (0, [], [0])


def test_a_document_may_be_so_large():
    grow(TreeRows(), "d", "<a", "<b", ">", "<b", ">", ">", elements=3, depth=2)
    words = said(grow, TreeRows(), "d", "<a", "<b", ">", "<b", ">", "<b", elements=3)
    assert words == "d: more than 3 elements. Use max_elements=..."
    words = said(grow, TreeRows(), "d", "<a", "<b", "<c", depth=2)
    assert words == "d: elements nest deeper than 2. Use max_depth=..."


def test_the_limit_is_of_one_document():
    forest = TreeRows()
    for name in "abc":
        grow(forest, name, "<a", "<b", ">", ">", elements=2)

    assert len(forest) == 6


@pytest.mark.parametrize(("position", "line"), [(0, 1), (2, 2), (5, 3), (7, 4)])
def test_the_line_of_a_position(position, line):
    bad = in_line(FormatError("d", None, "wrong", "Mend it"), "a\nb\r\nc\rd", position)

    assert (bad.line, bad.problem, bad.hint) == (line, "wrong", "Mend it")
