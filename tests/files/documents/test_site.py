from __future__ import annotations

import zipfile

import pytest

from partwise.files.documents.read import Options, StructureBuilder

PAGES = {
    "home.md": "[a](b.md) [b](b.md#part) [c](b.md#nobody) [d](b.md#Top)\n",
    "b.md": "# Part\n\n[x](http://x.org/#y) [m](mailto:x@y.org) [e]() [g](gone.md) [self](#part)\n",
}


def built(path, **options):
    growing = StructureBuilder([path], Options(links=True, **options), batch=1)
    assert len(list(growing)) > 0
    return growing


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / name).write_text(text)
    return folder


def test_ends_of_links_and_their_counts(site):
    growing = built(site)
    frame = growing.links.frame()

    assert frame.select("from_doc", "to_doc", "to_element", "to_start").rows() == [
        ("b", "http://x.org/", None, None),
        ("b", "/gone.md", None, None),
        ("b", "b", "/document[1]/section[1]/h1[1]", 0),
        ("home", "b", None, None),
        ("home", "b", "/document[1]/section[1]/h1[1]", 0),
        ("home", "b", None, None),
        ("home", "b", None, None),
    ]
    assert list(growing.notes) == [
        "5 links to known documents, 2 outside, 1 unknown fragment, 2 left out"
    ]


def test_asking_again_counts_the_same(site):
    growing = built(site)
    first = growing.links.frame()

    assert growing.links.frame().equals(first)
    assert growing.links.left_out == 2


def test_an_archive_gives_the_same_links(site, tmp_path):
    with zipfile.ZipFile(tmp_path / "site.zip", "w") as archive:
        for name in sorted(PAGES):
            archive.write(site / name, name)

    assert built(tmp_path / "site.zip").links.frame().equals(built(site).links.frame())


def test_bad_documents_leave_no_links(site):
    (site / "a.md").write_text("> " * 300 + "[x](b.md)")
    growing = built(site, lenient=True)

    assert growing.n_problems == 1
    assert growing.links.frame()["from_doc"].unique(maintain_order=True).to_list() == ["b", "home"]


def test_documents_without_links(tmp_path):
    (tmp_path / "one.xml").write_text("<a href='x'>y</a>")
    growing = built(tmp_path)

    assert growing.links.frame().shape == (0, 8)
    assert list(growing.notes) == ["no links in these documents: Links refuses the table"]
