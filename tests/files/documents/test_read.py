from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import FormatErrors
from partwise.files.documents.read import read_site_links, read_structure


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "site"
    (folder / "docs").mkdir(parents=True)
    (folder / "one.xml").write_text("<a><b>x</b> y</a>")
    (folder / "home.md").write_text("# Home\n\nSee [the guide](docs/guide.md#set-up).\n")
    (folder / "docs" / "guide.md").write_text("# Guide\n\n## Set up\n\n[home](../home.md)\n")
    return folder


def test_read_structure_takes_documents_and_tables(folder, tmp_path):
    from_documents = read_structure(folder)
    target = tmp_path / "s.tsv"
    from_documents.to_frame().write_csv(target, separator="\t")

    assert read_structure(target).to_frame().equals(from_documents.to_frame())
    assert len(read_structure(folder / "one.xml")) == 2


def test_links_of_a_folder(folder):
    frame = pw.read_site_links(folder)

    assert frame.rows() == [
        ("home", "/document[1]/section[1]/p[1]", 13, 22,
         "guide", "/document[1]/section[1]/section[1]/h2[1]", 9, "docs/guide.md#set-up"),
        ("guide", "/document[1]/section[1]/section[1]/p[1]", 21, 25,
         "home", None, None, "../home.md"),
    ]  # fmt: skip


def test_ids_and_retrievable_elements(folder):
    frame = read_site_links([folder], ids="path", retrievable=["section"])

    assert frame.select("from_doc", "from_element", "to_doc", "to_element").rows() == [
        ("home.md", "/document[1]/section[1]",
         "docs/guide.md", "/document[1]/section[1]/section[1]"),
        ("docs/guide.md", "/document[1]/section[1]/section[1]", "home.md", None),
    ]  # fmt: skip


def test_files_named_one_by_one_and_bad_documents(folder):
    (folder / "bad.xml").write_text("<a>")
    files = [folder / "home.md", folder / "docs" / "guide.md"]

    assert read_site_links(files)["to_doc"].to_list() == ["guide", "home"]
    assert read_site_links(folder, lenient=True)["to_doc"].to_list() == ["guide", "home"]
    with pytest.raises(FormatErrors, match=r"bad\.xml"):
        read_site_links(folder)
