from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from tests.files.documents.samples import grown

from partwise.errors import UsageError
from partwise.files.documents import xml as structure_xml
from partwise.files.documents.links import only
from partwise.geometry.resolution import points_at, text_points
from partwise.geometry.spans import extents, resolve_qrels
from partwise.messages import Notes
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels

DOCUMENT = "<a> <p>one <i>two</i> three</p>\n<p>four</p> tail</a>"
# text: " one two three\nfour tail"


def structure_of(document):
    structure, _ = grown(structure_xml, document)
    return structure


def highlight(element, **extra):
    return Qrels.from_columns(topic=["q"], doc=["doc"], element=[element], **extra)


def marked(element, document=DOCUMENT, **extra):
    structure, text = grown(structure_xml, document)
    notes = Notes()
    start, end = extents(highlight(element, **extra), np.arange(1), structure, notes)
    return text[start[0] : end[0]], list(notes)


@pytest.mark.parametrize(
    ("first", "last", "text"),
    [
        ("/a[1]/p[1]/text()[1].0", "/a[1]/p[1]/text()[2].6", "one two three"),
        ("/a[1]/p[1]/text()[1].1", "/a[1]/p[1]/text()[1].3", "ne"),
        ("/a[1]/p[1]/i[1]", "/a[1]/p[2]", "two three\nfour"),
        ("/a[1]/p[1]/i[1]/text()[1].1", "/a[1]/text()[3].3", "wo three\nfour ta"),
        ("/a[1]/text()[1].0", "/a[1]/text()[2].1", " one two three\n"),
        ("/a[1]/p[1]/text()[1].0", "/a[1]", "one two three\nfour tail"),
        ("/a[1]", "/a[1]/p[2]/text()[1].2", " one two three\nfo"),
    ],
)
def test_points_by_hand(first, last, text):
    assert marked(f"{first} {last}") == (text, [])


def test_stripped_files_do_not_count_blank_runs():
    found, notes = marked("/a[1]/text()[1].1 /a[1]/text()[1].5", whitespace=["strip"])

    assert found == "tail"
    assert not notes


def test_the_other_reading_is_tried_and_told():
    found, notes = marked("/a[1]/text()[1].1 /a[1]/text()[1].5")

    assert found == "tail"
    assert notes == [
        "warning: 1 passage exists only if runs of white space count otherwise than the file says"
    ]


@pytest.mark.parametrize(
    ("first", "last", "text"),
    [
        ("/a[1]/text()[1].0", "/a[1]/text()[3].5", " one two three\nfour tail"),
        ("/a[1]/text()[3].0", "/a[1]/text()[3].0", ""),
    ],
)
def test_the_other_reading_may_begin_the_document_and_hold_nothing(first, last, text):
    found, notes = marked(f"{first} {last}", whitespace=["strip"])

    assert found == text
    assert len(notes) == 1


def test_points_that_do_not_exist_in_either_reading():
    structure = structure_of(DOCUMENT)
    for element in (
        "/a[1]/p[2]/text()[1].0 /a[1]/p[2]/text()[1].5",
        "/a[1]/p[2]/text()[2].0 /a[1]/p[2]/text()[2].1",
    ):
        with pytest.raises(RowsError, match="is no passage of document doc"):
            extents(highlight(element), np.arange(1), structure)
    backwards = r"the range /a\[1\]/p\[2\] to /a\[1\]/p\[1\] of document doc ends before it starts"
    with pytest.raises(RowsError, match=backwards):  # findings 1.16
        extents(highlight("/a[1]/p[2] /a[1]/p[1]"), np.arange(1), structure)
    with pytest.raises(RowsError, match=r"no element /a\[1\]/p\[9\] in document doc \(it has 2 p"):
        extents(highlight("/a[1]/p[9]/text()[1].0 /a[1]"), np.arange(1), structure)


def test_a_structure_that_lists_only_some_elements_cannot_place_them():
    pruned = only(structure_of(DOCUMENT), frozenset({"p"}))

    with pytest.raises(UsageError, match="need a structure with the column blank"):
        extents(highlight("/a[1]/p[1]/text()[2].0 /a[1]/p[1]"), np.arange(1), pruned)
    with pytest.raises(UsageError, match="need a structure with the column blank"):
        extents(highlight("/a[1]/p[1] /a[1]/p[1]/text()[1].2"), np.arange(1), pruned)
    assert extents(highlight("/a[1]/p[1] /a[1]/p[2]"), np.arange(1), pruned)[0].tolist() == [1]


def test_passages_become_spans():
    structure = structure_of(DOCUMENT)
    qrels = highlight("/a[1]/p[2] /a[1]/p[2]", bep_path=["/a[1]/p[1]/text()[2].1"])

    resolved = resolve_qrels(qrels, structure)

    assert (resolved.start.tolist(), resolved.end.tolist()) == ([15], [19])
    assert resolved.element.tolist() == [-1]
    assert resolved.bep.tolist() == [9]


pieces = st.sampled_from(["x", " ", "\n ", "yz"])
trees = st.recursive(
    pieces,
    lambda inner: st.lists(inner.map(lambda t: f"<p>{t}</p>") | pieces, max_size=5).map("".join),
    max_leaves=10,
)


@given(trees, st.booleans())
def test_like_the_text_nodes_of_lxml(inside, strip):
    document = f"<a>{inside}</a>"
    root = etree.fromstring(document)
    structure, text = grown(structure_xml, document)
    rows, numbers, expected = [], [], []
    position = 0

    def visit(element):
        nonlocal position
        row = len(seen)
        seen.append(element)
        runs = []

        def run(chunk):
            nonlocal position
            if chunk:
                if not strip or chunk.strip():
                    runs.append((position, len(chunk)))
                position += len(chunk)

        run(element.text)
        for child in element:
            visit(child)
            run(child.tail)
        for n, (start, size) in enumerate(runs, start=1):
            rows.append(row)
            numbers.append(n)
            expected.append((start, size))
        missing.append((row, len(runs) + 1))

    seen, missing = [], []
    visit(root)
    assert position == len(text)

    def find(node, n, k):
        node = np.array(node, np.int64)
        return text_points(structure, node, np.array(n), np.array(k), np.full(node.size, strip))

    starts = find(rows, numbers, [0] * len(rows)).tolist()
    ends = find(rows, numbers, [size for _, size in expected]).tolist()
    past = find(rows, numbers, [size + 1 for _, size in expected]).tolist()
    assert starts == [start for start, _ in expected]
    assert ends == [start + size for start, size in expected]
    assert past == [-1] * len(rows)
    assert find([r for r, _ in missing], [n for _, n in missing], [0] * len(missing)).max() == -1


def test_which_run_of_text_holds_a_character():
    """Runs of a: 0..1, 14..15 and 19..24, between its paragraphs 1..14 and 15..19."""
    cells = [(0, 0), (0, 14), (0, 19), (0, 23), (1, 1), (1, 4), (1, 8), (1, 13), (1, 5), (0, 16)]
    node, position = (np.array(column) for column in zip(*cells, strict=True))
    number, start = points_at(structure_of(DOCUMENT), node, position)

    assert number.tolist() == [1, 2, 3, 3, 1, 1, 2, 2, 0, 0]
    assert start.tolist()[:8] == [0, 14, 19, 19, 1, 1, 8, 8]


# runs of text of each element of DOCUMENT, in document order: start, end, white space only
RUNS = [
    [(0, 1, True), (14, 15, True), (19, 24, False)], [(1, 5, False), (8, 14, False)],
    [(5, 8, False)], [(15, 19, False)],
]  # fmt: skip


def test_every_point_of_every_element_at_once():
    asked = [
        (node, n, k, strip)
        for node in range(4) for n in (1, 2, 3, 4) for k in range(7) for strip in (False, True)
    ]  # fmt: skip
    expected = []
    for node, n, k, strip in asked:
        runs = [run for run in RUNS[node] if not (strip and run[2])][n - 1 : n]
        expected += [a + k if k <= b - a else -1 for a, b, _ in runs] or [-1]
    node, n, k, strip = (np.array(column) for column in zip(*asked, strict=True))

    found = text_points(structure_of(DOCUMENT), node, n, k, strip)
    assert found.tolist() == expected
    alone = [text_points(structure_of(DOCUMENT), *(np.array([x]) for x in row)) for row in asked]
    assert np.concatenate(alone).tolist() == expected


def test_the_run_of_every_character_of_every_element_at_once():
    asked = [(node, position) for node in range(4) for position in range(24)]
    expected = [
        next(((n, a) for n, (a, b, _) in enumerate(RUNS[node], 1) if a <= position < b), (0, 0))
        for node, position in asked
    ]

    found = points_at(structure_of(DOCUMENT), *np.array(asked).T)
    assert list(zip(*(column.tolist() for column in found), strict=True)) == expected


@pytest.mark.parametrize(
    ("cell", "place"),
    [("/a[1]/p[1] /a[1]/p[1]", "1..1"), ("/a[1] /a[1]/p[1]", "0..1"), ("/a[1]/p[1] /a[1]", None)],
)
def test_a_range_from_an_empty_element_back_to_the_root(cell, place):
    structure = structure_of("<a>x<p/></a>")
    if place is None:
        with pytest.raises(RowsError, match="ends before it starts"):
            extents(highlight(cell), np.arange(1), structure)
        return
    start, end = extents(highlight(cell), np.arange(1), structure)
    assert f"{start[0]}..{end[0]}" == place


@pytest.mark.parametrize("first", ["/a[1]/p[1]/text()[1].0", "/a[1]/p[1]"])
def test_a_passage_without_text_between_two_points_of_one_place(first):
    # x ends where p starts, though p stands behind a in the tree
    cell = f"{first} /a[1]/text()[1].1"
    start, end = extents(highlight(cell), np.arange(1), structure_of("<a>x<p>y</p></a>"))

    assert (start.tolist(), end.tolist()) == ([1], [1])


def test_runs_of_no_text_are_not_counted():
    structure = structure_of("<a><p>one</p><p>two</p>x</a>")
    number, start = points_at(structure, np.array([0, 0, 1]), np.array([6, 2, 0]))

    assert (number.tolist(), start.tolist()) == ([1, 0, 1], [6, 0, 0])


def test_ranges_from_one_element_to_several():
    cells = ["/a[1]/p[1] /a[1]/p[1]", "/a[1]/p[1] /a[1]/p[2]"]
    both = Qrels.from_columns(topic=["q"] * 2, doc=["doc"] * 2, element=cells)
    start, end = extents(both, np.arange(2), structure_of("<a><p>one</p><p>two</p></a>"))

    assert (start.tolist(), end.tolist()) == ([0, 0], [3, 6])


def test_a_passage_from_a_point_back_to_the_element_that_ends_there_is_empty():
    cell = "/a[1]/p[2]/text()[1].0 /a[1]/p[1]"
    start, end = extents(highlight(cell), np.arange(1), structure_of("<a><p>one</p><p>two</p></a>"))

    assert (start.tolist(), end.tolist()) == ([3], [3])
