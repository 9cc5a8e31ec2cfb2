"""``partwise structure --links``: a site, its links, and what measures make of them."""

from __future__ import annotations

import pytest

import partwise as pw

pytest.importorskip("selectolax", reason="needs the extra html")

SITE = {
    "home.html": "<p><a href=news.html>N</a> <a href=/about.md>A</a> <a href='#top'>up</a>",
    "news.html": "<a href=story/>S</a> <a href='home.html?x'>H</a> <a href=story/index.html>S</a>",
    "about.md": "# About\n",
    "story/index.html": "<a href=http://x.org/#a>x</a><a href=http://x.org/#b>x</a>",
}
DOCS = {"home": "home.html", "news": "news.html", "about": "about.md", "story": "story/index.html"}
RUN = ("home", "about", "story")


@pytest.fixture
def site(tmp_path):
    for name, text in SITE.items():
        file = tmp_path / "site" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_the_worked_site(partwise, site):
    """home -> news, about; news -> story, home; story -> out: what each visit leads to by hand.

    With damping 0.85 all steps are 0.425, but 0.85 from the story out of the site. News is reached
    from home with 0.425 (about leads nowhere), the story with 0.425 * 0.425 + 0.425 * 0.425 * the
    same again: 0.425**2 / (1 - 0.425**2) = 0.220442.
    """
    answer = partwise(
        "structure", "site", "-o", "s.parquet", "--links", "links.tsv", "--id", "path"
    )
    assert answer.code == 0
    assert (
        "note: 6 links to known documents, 2 outside, 0 unknown fragments, 0 left out" in answer.err
    )
    checked = partwise("check", "links.tsv", "--as", "links")
    assert checked.code == 0

    run = "".join(f"q Q0 {DOCS[doc]} {rank} {-rank} run\n" for rank, doc in enumerate(RUN, 1))
    (site / "q").write_text(f"q 0 {DOCS['story']} 1\nq 0 {DOCS['news']} 1\n")
    (site / "r").write_text(run)
    model = f"Links('{site / 'links.tsv'}')"
    asked = [f"GR(nav={model})@{k}" for k in (1, 2, 3)]
    found = pw.evaluate(pw.read_qrels(site / "q"), pw.read_run(site / "r"), asked)

    story = 0.425**2 / (1 - 0.425**2)
    from_home = (0.425 + story) / 2
    by_hand = [from_home, from_home, (0.425 + 1) / 2]
    assert found.table.ravel().tolist() == pytest.approx(by_hand, abs=1e-12)
    assert by_hand == pytest.approx([0.322721, 0.322721, 0.7125], abs=5e-7)


def test_python_reads_the_same_table(partwise, site):
    partwise("structure", "site", "-o", "s.tsv", "--links", "l.tsv", "--retrievable", "p,h1")
    frame = pw.read_site_links(site / "site", retrievable=["p", "h1"])

    assert frame.write_csv(separator="\t") == (site / "l.tsv").read_text()
    assert set(frame["from_element"]) == {"/html[1]/body[1]/p[1]", "/html[1]"}


def test_texts_between_the_offsets(partwise, site):
    partwise("structure", "site", "-o", "s.tsv", "--links", "l.jsonl", "--texts", "texts")
    texts = {
        name: (site / "texts" / f"{name}.txt").read_text() for name in ("home", "news", "index")
    }
    rows = pw.read_site_links(site / "site").iter_rows(named=True)

    found = [texts[row["from_doc"]][row["from_start"] : row["from_end"]] for row in rows]
    assert found == ["N", "A", "up", "S", "H", "S", "x", "x"]


def test_the_same_file_twice(partwise, site):
    answer = partwise("structure", "site", "-o", "s.tsv", "--links", "./s.tsv")

    assert answer.code == 2
    assert "s.tsv: the structure goes there. Use another name for --links" in answer.err
    assert not (site / "s.tsv").exists()


def test_a_bad_document_leaves_neither_file(partwise, site):
    (site / "site" / "bad.xml").write_text("<a>")

    assert partwise("structure", "site", "-o", "s.tsv", "--links", "l.tsv").code == 2
    assert sorted(path.name for path in site.iterdir()) == ["site"]


def test_documents_without_links(partwise, tmp_path):
    (tmp_path / "a.xml").write_text("<a>x</a>")
    answer = partwise("structure", "a.xml", "-o", "s.tsv", "--links", "l.tsv")

    assert answer.code == 0
    assert "note: no links in these documents: Links refuses the table" in answer.err
    (tmp_path / "q").write_text("q 0 a 1\n")
    (tmp_path / "r").write_text("q Q0 a 1 1 run\n")
    refused = partwise("evaluate", "q", "r", "-m", "GR@1", "--nav", "Links('l.tsv')")
    assert refused.code == 2
    assert "l.tsv: no links: the file is empty" in refused.err


def test_a_fragment_that_nobody_has(partwise, tmp_path):
    (tmp_path / "a.md").write_text("[x](#nobody) [y](#top)\n")
    answer = partwise("structure", "a.md", "-o", "s.tsv", "--links", "l.csv")

    assert (
        "note: 2 links to known documents, 0 outside, 1 unknown fragment, 0 left out" in answer.err
    )
    assert (tmp_path / "l.csv").read_text().splitlines()[1] == (
        "a,/document[1]/p[1],1,2,a,,,#nobody"
    )
