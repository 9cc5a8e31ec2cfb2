from __future__ import annotations

import zipfile

import pytest

import partwise as pw


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "one.xml").write_text("<a><b>x</b> y</a>")
    (folder / "two.md").write_bytes(b"# T\r\n\r\nx\r\n")
    return folder


def test_a_folder_becomes_a_table_and_texts(partwise, docs, tmp_path):
    answer = partwise("structure", "docs", "-o", "s.tsv", "--texts", "texts")

    assert answer.code == 0
    assert answer.out == ""
    assert "2 documents (1 xml, 1 markdown), 6 elements" in answer.err
    assert (tmp_path / "s.tsv").read_text().splitlines()[:3] == [
        "doc\tnode\tparent\tpath\ttag\tstart\tend\tdepth\tblank",
        "one\t0\t\t/a[1]\ta\t0\t3\t1\t0",
        "one\t1\t0\t/a[1]/b[1]\tb\t0\t1\t2\t0",
    ]
    assert (tmp_path / "texts" / "one.txt").read_text() == "x y"
    assert (tmp_path / "texts" / "two.txt").read_bytes() == b"# T\r\n\r\nx\r\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["docs", "s.tsv", "texts"]


def test_a_note_beside_the_documents_is_seen(partwise, docs):
    (docs / "SOURCE.txt").write_text("copied by hand")
    (docs / "three.xml").write_text("<a/>")
    (docs / "bad.xml").write_text("<a>")

    answer = partwise("structure", "docs", "-o", "s.tsv", "--lenient")

    assert answer.code == 0
    assert "\n4 documents (2 xml, 1 text, 1 markdown), " in answer.err


def test_parquet_words_and_retrievable(partwise, docs, tmp_path):
    answer = partwise(
        "structure", "docs", "-o", "s.parquet", "--words", "--retrievable", "b, p", "--quiet"
    )

    assert (answer.code, answer.err) == (0, "")
    structure = pw.read_structure(tmp_path / "s.parquet")
    assert structure.to_frame()["path"].to_list() == [
        "/a[1]",
        "/a[1]/b[1]",
        "/document[1]",
        "/document[1]/section[1]/p[1]",
    ]
    assert structure.wend.tolist() == [2, 1, 3, 3]


def test_a_bad_document_writes_nothing(partwise, docs, tmp_path):
    (docs / "bad.xml").write_text("<!DOCTYPE a SYSTEM 'x.dtd'>\n<a>&nbsp;</a>")
    (tmp_path / "s.tsv").write_text("old")

    answer = partwise("structure", "docs", "-o", "s.tsv", "--texts", "texts")

    assert answer.code == 2
    assert 'docs/bad.xml:2: entity "&nbsp;" is not defined in the file' in answer.err
    assert (tmp_path / "s.tsv").read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["docs", "s.tsv"]


def test_lenient_reports_and_goes_on(partwise, docs, tmp_path):
    (docs / "bad.xml").write_text("<a>")

    answer = partwise("structure", "docs", "-o", "s.tsv", "--lenient")

    assert answer.code == 0
    assert "docs/bad.xml:1: not well-formed XML" in answer.err
    assert "note: 1 document that could not be read left out" in answer.err
    assert pw.read_structure(tmp_path / "s.tsv").docs.tolist() == ["one", "two"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["docs"], "--output"),
        (["-o", "s.tsv"], "FILE|DIR"),
        (["docs", "-o", "s.xlsx"], "use a name that ends in .parquet, .tsv, .csv, .jsonl"),
        (["docs", "-o", "no/s.tsv"], "no/s.tsv: its folder does not exist"),
        (["nowhere", "-o", "s.tsv"], "nowhere: no such file"),
        (["docs", "-o", "s.tsv", "--encoding", "klingon"], 'unknown encoding "klingon"'),
        (["docs", "-o", "s.tsv", "--max-elements", "2"], "two.md:1: more than 2 elements"),
        (["docs", "-o", "s.tsv", "--max-depth", "1"], "nest deeper than 1. Use --max-depth"),
        (["docs", "-o", "s.tsv", "--max-bytes", "5"], "more than 5 bytes unpacked"),
        (["docs", "-o", "s.tsv", "--texts", "docs/one.xml"], "is not a folder"),
    ],
)
def test_what_is_refused(partwise, docs, tmp_path, words, message):
    answer = partwise("structure", *words)

    assert answer.code == 2
    assert message in answer.err
    assert [p.name for p in tmp_path.iterdir()] == ["docs"]


def test_hostile_documents(partwise, tmp_path):
    bomb = "".join(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9))
    (tmp_path / "bomb.xml").write_text(f"<!DOCTYPE a [<!ENTITY a0 'lol'>{bomb}]><a>&a9;</a>")
    (tmp_path / "deep.xml").write_text("<a>" * 100_000 + "</a>" * 100_000)
    (tmp_path / "deep.html").write_text("<div>" * 100_000)
    (tmp_path / "outside.xml").write_text(
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><a>&e;</a>"
    )
    (tmp_path / "wrong.xml").write_bytes(b"<?xml version='1.0' encoding='utf-8'?><a>\xe9</a>")

    answer = partwise("structure", ".", "-o", "s.parquet")

    assert answer.code == 2
    assert len(answer.err.splitlines()) == 5
    assert not (tmp_path / "s.parquet").exists()


def test_a_name_in_an_archive_cannot_leave_the_folder(partwise, tmp_path):
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr("../../evil.xml", "<a>x</a>")

    answer = partwise("structure", "evil.zip", "-o", "s.tsv", "--id", "path", "--texts", "texts")

    assert answer.code == 2
    assert "cannot name a file" in answer.err
    assert [p.name for p in tmp_path.iterdir()] == ["evil.zip"]


def test_standard_input(partwise, tmp_path):
    answer = partwise("structure", "-", "-o", "s.tsv", stdin=b"<a>x</a>")

    assert answer.code == 0
    assert answer.err == "1 document, 1 element\n"
    assert len(pw.read_structure(tmp_path / "s.tsv")) == 1
