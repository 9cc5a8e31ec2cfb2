"""Spans to elements, elements to spans, and points in text nodes, on random documents.

The references walk the documents with ElementTree: an element is ``(path, start, end, leaf)``,
and its runs of text are the pieces between its children.
"""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.helpers import answer


class Element(NamedTuple):
    path: str
    start: int
    end: int
    runs: list[tuple[int, str]]
    """Start and text of each piece between children."""
    leaf: bool


def random_document(draw: random.Random, depth: int = 0) -> str:
    """Element with random children; empty elements and blank pieces are common."""
    tag = "a" if not depth else draw.choice("pqs")
    pieces = [draw.choice(["", "x", " ", "\n ", "yz", "one two"])]
    for _ in range(draw.choice([0, 1, 2, 3]) if depth < 4 else 0):
        pieces += [random_document(draw, depth + 1), draw.choice(["", "x", " ", "yz "])]
    return f"<{tag}>{''.join(pieces)}</{tag}>"


def elements_of(document: str) -> list[Element]:
    """All elements, parents first."""
    found: list[Element] = []
    position = 0

    def visit(node: ET.Element, path: str) -> None:
        nonlocal position
        start, place, runs = position, len(found), []
        found.append(Element("", 0, 0, [], leaf=False))

        def pass_by(text: str | None) -> None:
            nonlocal position
            if text:
                runs.append((position, text))
                position += len(text)

        pass_by(node.text)
        count: dict[str, int] = {}
        for child in node:
            count[child.tag] = count.get(child.tag, 0) + 1
            visit(child, f"{path}/{child.tag}[{count[child.tag]}]")
            # pieces that only an empty element divides stay two
            pass_by(child.tail)
        found[place] = Element(path, start, position, runs, leaf=not len(node))

    visit(ET.fromstring(document), "/a[1]")
    return found


DRAW = random.Random(7)
DOCUMENTS = {f"d{n}": random_document(DRAW) for n in range(12)}
DOCUMENTS = {name: document for name, document in DOCUMENTS.items() if elements_of(document)[0].end}
ELEMENTS = {name: elements_of(document) for name, document in DOCUMENTS.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("forest")
    (folder / "xml").mkdir()
    for name, document in DOCUMENTS.items():
        (folder / "xml" / f"{name}.xml").write_text(document)
    assert answer(folder, "structure", "xml", "-o", "s.tsv").code == 0
    return folder


def converted(folder: Path, columns: str, rows: list[tuple], *options: str):
    """Rows of a converted table as dictionaries, and what the command said."""
    lines = ["\t".join(map(str, row)) for row in rows]
    (folder / "in.tsv").write_text("\n".join([columns.replace(" ", "\t"), *lines]) + "\n")
    result = answer(folder, "convert", "in.tsv", "out.tsv", "--structure", "s.tsv", *options)
    if result.code:
        return None, result.err
    head, *cells = [line.split("\t") for line in (folder / "out.tsv").read_text().splitlines()]
    return [dict(zip(head, row, strict=True)) for row in cells], result.err


def random_spans(n: int) -> list[tuple[str, int, int]]:
    """Spans of documents; half of them end where elements do."""
    draw, spans = random.Random(n), []
    while len(spans) < n:
        name = draw.choice(list(ELEMENTS))
        edges = sorted({edge for e in ELEMENTS[name] for edge in (e.start, e.end)})
        if draw.random() < 0.5:
            edges = list(range(ELEMENTS[name][0].end + 1))
        low, high = sorted((draw.choice(edges), draw.choice(edges)))
        if low < high:
            spans.append((name, low, high))
    return spans


def smallest_around(name: str, low: int, high: int) -> Element:
    """Smallest element that holds a span, of equal ones the deepest."""
    holding = [e for e in ELEMENTS[name] if e.start <= low and high <= e.end]
    return min(holding, key=lambda e: (e.end - e.start, -e.path.count("/")))


def largest_inside(name: str, low: int, high: int) -> list[str]:
    inside = [e for e in ELEMENTS[name] if low <= e.start < e.end <= high]
    paths = {e.path for e in inside}
    return [e.path for e in inside if not any(e.path.startswith(p + "/") for p in paths)]


def leaves_inside(name: str, low: int, high: int) -> list[str]:
    return [e.path for e in ELEMENTS[name] if e.leaf and low <= e.start < e.end <= high]


def test_smallest_element_around(folder):
    spans = random_spans(150)
    rows, _ = converted(
        folder, "topic doc start end rank",
        [("q", *span, rank) for rank, span in enumerate(spans, 1)], "--elements", "around",
    )  # fmt: skip

    assert [row["element"] for row in rows] == [smallest_around(*span).path for span in spans]
    assert "start" not in rows[0]


def test_element_of_exactly_that_extent(folder):
    spans = random_spans(150)
    exact = [
        span for span in spans if (e := smallest_around(*span)) and (e.start, e.end) == span[1:]
    ]
    rows, _ = converted(
        folder, "topic doc start end grade",
        [("q", *span, 1) for span in exact], "--elements", "exact", "--as", "qrels",
    )  # fmt: skip

    assert 20 < len(exact) < 130
    assert [row["element"] for row in rows] == [smallest_around(*span).path for span in exact]
    for span in [span for span in spans if span not in exact][:8]:
        _, low, high = span
        rows, said = converted(
            folder, "topic doc start end rank", [("q", *span, 1)], "--elements", "exact"
        )
        assert rows is None
        around = smallest_around(*span).path
        words = f"in.tsv:2: no element is exactly {low}..{high} (around it is {around})"
        assert words in said


@pytest.mark.parametrize(
    ("way", "reference"), [("inside", largest_inside), ("leaves", leaves_inside)]
)
def test_elements_inside(folder, way, reference):
    spans = random_spans(150)
    expected = [
        (str(rank), path) for rank, span in enumerate(spans, 1) for path in reference(*span)
    ]
    table = [("q", *span, rank) for rank, span in enumerate(spans, 1)]
    columns = "topic doc start end rank"
    empty = [rank for rank, span in enumerate(spans, 1) if not reference(*span)]

    rows, said = converted(folder, columns, table, "--elements", way, "--lossy")
    assert [(row["rank"], row["element"]) for row in rows] == expected
    first = (
        f"{150 - len(empty)} of 150 spans became {len(expected)} elements; {len(empty)} left out"
    )
    assert f"{first} (no element inside; first: line {empty[0] + 1})" in said
    rows, said = converted(folder, columns, table, "--elements", way)
    _, low, high = spans[empty[0] - 1]
    assert rows is None
    assert f"in.tsv:{empty[0] + 1}: no element lies inside {low}..{high}" in said
    full = [row for row in table if row[4] not in empty]
    rows, said = converted(folder, columns, full, "--elements", way)
    assert [(row["rank"], row["element"]) for row in rows] == expected
    assert f"{len(full)} spans became {len(expected)} elements" in said


def test_elements_have_their_extent(folder):
    every = [(name, e) for name, elements in ELEMENTS.items() for e in elements]
    rows, said = converted(
        folder, "topic doc element rank",
        [("q", name, e.path, rank) for rank, (name, e) in enumerate(every, 1)], "--spans",
    )  # fmt: skip

    assert [(row["doc"], int(row["start"]), int(row["end"])) for row in rows] == [
        (name, e.start, e.end) for name, e in every
    ]
    assert said == ""
    rows, _ = converted(
        folder, "topic doc element rank",
        [("q", name, e.path, rank) for rank, (name, e) in enumerate(every, 1)],
    )  # fmt: skip
    assert [(row["element"], row["start"]) for row in rows] == [
        (e.path, str(e.start)) for _, e in every
    ]


def points(name: str, *, strip: bool) -> list[tuple[str, int]]:
    """All points in text nodes of a document, with their offset."""
    return [
        (f"{e.path}/text()[{n}].{k}", start + k)
        for e in ELEMENTS[name]
        for n, (start, text) in enumerate(
            [run for run in e.runs if not strip or run[1].strip()], start=1
        )
        for k in range(len(text) + 1)
    ]


@pytest.mark.parametrize("strip", [False, True])
def test_points_in_text_nodes(folder, strip):
    draw, ranges, expected = random.Random(3), [], []
    for name in ELEMENTS:
        whole = ELEMENTS[name][0]
        named = points(name, strip=strip)
        for _ in range(12 if named else 0):
            (low, start), (high, end) = sorted(draw.choices(named, k=2), key=lambda p: p[1])
            ranges.append(("q", name, f"{low} {high}", "strip" if strip else "keep"))
            expected.append((name, start, end))
        if named:  # an element as the end of a range means its end, as the beginning its start
            (low, start), (high, end) = named[0], named[-1]
            ranges.append(("q", name, f"{low} /a[1]", "strip" if strip else "keep"))
            expected.append((name, start, whole.end))
            ranges.append(("q", name, f"/a[1] {high}", "strip" if strip else "keep"))
            expected.append((name, 0, end))
    rows, said = converted(
        folder, "topic doc element whitespace", ranges, "--spans", "--as", "qrels"
    )

    assert len(ranges) > 60
    assert [(row["doc"], int(row["start"]), int(row["end"])) for row in rows] == expected
    assert "white space" not in said.replace("whitespace", "")


def test_highlights_survive_as_points(folder):
    spans = random_spans(60)
    lines = [f"t\t{name}\t{low}\t{high}" for name, low, high in sorted(set(spans))]
    (folder / "q.tsv").write_text("\n".join(["topic\tdoc\tstart\tend", *lines]) + "\n")

    pointed = answer(folder, "convert", "q.tsv", "q.xml", "--to", "xrai", "--structure", "s.tsv")
    again = answer(folder, "convert", "q.xml", "back.tsv", "--structure", "s.tsv", "--spans")

    assert pointed.code == again.code == 0
    back = [line.split("\t")[:4] for line in (folder / "back.tsv").read_text().splitlines()[1:]]
    assert sorted("\t".join(row) for row in back) == sorted(lines)
    # each point lies in the run of text of the deepest element there
    name, low, _ = min(spans)
    low_path = next(p for p, at in reversed(points(name, strip=False)) if at == low)
    assert low_path.rpartition("/")[0] in (folder / "q.xml").read_text()
