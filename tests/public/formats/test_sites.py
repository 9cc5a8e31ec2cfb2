"""Documents of a folder, a zip and a tar archive: the same trees, texts and links."""

from __future__ import annotations

import tarfile
import zipfile

import pytest

import partwise as pw

PAGES = {
    "index.html": "<h1 id=top>Home</h1><p><a href='sub/two.html#end'>Two</a> "
    "<a href='https://x.org/'>out</a></p>",
    "sub/two.html": "<p>Text <a href='../index.html'>home</a></p><p id=end>End</p>",
    "sub/three.md": "# Three\n\nSee [the end](two.html#end) and [up](#three).\n",
}
LINKS = [
    ("index", "https://x.org/", "out"),
    ("index", "two", "Two"),
    ("three", "two", "the end"),
    ("three", "three", "up"),
    ("two", "index", "home"),
]


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    for name, content in PAGES.items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    with zipfile.ZipFile(folder / "site.zip", "w") as packed:
        for name in PAGES:
            packed.write(folder / "site" / name, name)
    for suffix, mode in ((".tar", "w"), (".tgz", "w:gz")):
        with tarfile.open(folder / f"site{suffix}", mode) as packed:
            packed.add(folder / "site", "site")  # with its folders, which are no documents
    return [folder / "site", *(folder / f"site{end}" for end in (".zip", ".tar", ".tgz"))]


def test_trees_and_texts(places):
    trees = [sorted(pw.read_structure(place).to_frame().rows()) for place in places]
    texts = [dict(pw.read_texts(place)) for place in places]

    assert texts[0] == {
        "index": "HomeTwo out",
        "two": "Text homeEnd",
        "three": PAGES["sub/three.md"],
    }
    assert all(tree == trees[0] for tree in trees)
    assert all(text == texts[0] for text in texts)


def test_links(places):
    for place in places:
        links, texts = pw.read_site_links(place), pw.read_texts(place)
        rows = [
            (
                row["from_doc"],
                row["to_doc"],
                texts[row["from_doc"]][row["from_start"] : row["from_end"]],
            )
            for row in links.to_dicts()
            if row["to_doc"]
        ]
        assert sorted(rows) == sorted(LINKS)
        ends = {row["to_element"] for row in links.to_dicts() if row["to_doc"] == "two"}
        assert ends == {"/html[1]/body[1]/p[2]"}


def test_names_in_html_blocks_of_markdown(tmp_path):
    pages = {
        "a.md": '# A\n\n<div>\n<a name="one">x</a>\n<a id="two">y</a>\n</div>\n\n'
        "[b](b.md#three) [own](#two)\n",
        "b.md": '# B\n\n<p>\n<a name="zero"></a>\n<a name="three"></a>\n\n'
        "[a](a.md#one) [d](a.md#no)\n",
    }
    for name, text in pages.items():
        (tmp_path / name).write_text(text)
    links = pw.read_site_links(tmp_path).to_dicts()
    block = "/document[1]/section[1]/html[1]"
    found = [(row["href"], row["to_element"], row["to_start"]) for row in links]
    assert found == [
        ("b.md#three", block, pages["b.md"].index('<a name="three"')),
        ("#two", block, pages["a.md"].index('<a id="two"')),
        ("a.md#one", block, pages["a.md"].index('<a name="one"')),
        ("a.md#no", None, None),
    ]
