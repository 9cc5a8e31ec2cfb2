from __future__ import annotations

import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files.formats.partitions import read_parted_routes, read_partitions


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def lines(text):
        (tmp_path / "p.tsv").write_text(text)
        return "p.tsv"

    return lines


def rows(table):
    return [
        (table.docs[d] if len(table.docs) else None, table.elements[e], table.partitions[p])
        for d, e, p in zip(table.doc, table.element, table.partition, strict=True)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "doc\telement\tpartition\nd\te1\tS1\n# no more\n\nd\te2\tS2\n",
        "partition,element,doc\nS1,e1,d\nS2,e2,d\n",
    ],
)
def test_places_in_any_order_of_columns(write, text):
    assert rows(read_partitions(write(text))) == [("d", "e1", "S1"), ("d", "e2", "S2")]


def test_tags(write):
    table = read_partitions(write("tag\tpartition\nsec\tS2\nss1\tS2\n"))

    assert table.of_tags
    assert rows(table) == [(None, "sec", "S2"), (None, "ss1", "S2")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "p.tsv: no rows"),
        ("doc\telement\tpartition\n", "p.tsv: no rows"),
        ("d\te1\tS1\n", r"p.tsv:1: no header of partitions. Begin with the line 'doc element"),
        ("doc\telement\tpartition\nd\te1\n", r"p.tsv:2: "),
        ("doc\telement\tpartition\nd\t\tS1\n", r"p.tsv:2: element is empty"),
        ("tag\tpartition\nsec\tA\nsec\tA\n", r"p.tsv:3: sec was already given in line 2"),
    ],
)
def test_slips_are_named(write, text, words):
    with pytest.raises((FormatError, FormatErrors), match=words):
        read_partitions(write(text))


def test_routes_come_with_their_partitions(write, tmp_path):
    (tmp_path / "r.tsv").write_text("d\te1\te2\n")
    table = read_parted_routes("r.tsv", parts=write("doc\telement\tpartition\nd\te1\tS1\n"))

    assert table.route.tolist() == [0, 0]
    assert rows(table.parts) == [("d", "e1", "S1")]
