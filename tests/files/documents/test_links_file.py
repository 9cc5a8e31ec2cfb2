from __future__ import annotations

import pytest

from partwise.errors import UsageError
from partwise.files.documents.links import links_file
from partwise.files.documents.read import Options, StructureBuilder
from partwise.files.formats.links import read_links


def links(folder, name="a.md"):
    (folder / name).write_text("[x](b.md)\n\n[y](a.md#none)\n\n[z](http://x.org/)\n")
    growing = StructureBuilder([folder / name], Options(links=True))
    list(growing)
    return growing.links


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl", "parquet"])
def test_links_reads_what_was_written(tmp_path, suffix):
    target = tmp_path / f"l.{suffix}"
    with links_file(str(target), "s.tsv", None) as write:
        write(links(tmp_path))

    found = read_links(target, kind=None)
    assert sorted(found.between(at) for at in range(found.source.size)) == [
        "a /document[1]/p[1] -> /b.md",
        "a /document[1]/p[2] -> a",
        "a /document[1]/p[3] -> http://x.org/",
    ]


def test_nothing_appears_after_an_error(tmp_path):
    target = tmp_path / "l.tsv"
    target.write_text("old")
    found = links(tmp_path)

    def write_links(later):
        with links_file(str(target), "s.tsv", None) as write:
            write(found)
            raise later

    with pytest.raises(KeyboardInterrupt):
        write_links(KeyboardInterrupt)
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md", "l.tsv"]


@pytest.mark.parametrize(
    ("name", "texts", "problem"),
    [
        ("x/../s.tsv", None, "the structure goes there"),
        ("t/l.tsv", "t", "which --texts replaces"),
        ("l.xlsx", None, "use a name that ends in"),
    ],
)
def test_other_places_are_refused(name, texts, problem):
    with pytest.raises(UsageError, match=problem), links_file(name, "s.tsv", texts):
        pass


def test_a_document_that_would_begin_a_comment(tmp_path):
    found = links(tmp_path, "#a.md")

    refused = pytest.raises(UsageError, match="begin a comment")
    with refused, links_file(str(tmp_path / "l.tsv"), "s.tsv", None) as write:
        write(found)
    with links_file(str(tmp_path / "l.jsonl"), "s.tsv", None) as write:
        write(found)
    assert read_links(tmp_path / "l.jsonl", kind=None).source.size == 3
