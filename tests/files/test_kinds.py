from __future__ import annotations

import io
import zipfile
from pathlib import Path

import polars as pl
import pytest
from tests.files.samples import said

from partwise.files.kinds import KINDS, WORDS, kind_of, may_be_run


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1 Q0 d 1 2 t\n", "run"),
        ("1 0 d 1\n", "qrels"),
        ("topic\tdoc\tscore\nq\td\t1\n", "run"),
        ("topic\tdoc\tstart\tend\nq\td\t1\t2\n", "qrels"),
        ('{"topic": 1, "doc": 2, "rank": 1}\n', "run"),
        ("doc\tlength\nd\t1\n", "lengths"),
        ("doc\tstart\tend\nd\t1\t2\n", "inventory"),
        ("doc\tnode\tparent\ttag\tstart\tend\nd\t0\t\ta\t1\t2\n", "structure"),
        ("topic\ttext\nq\thow?\n", "topics"),
        ("query_id,kind\nq,how\n", "topics"),
        ("site\t/home\t/news\t0.4\n", "links"),
        ("site\thome\tnews\t1\n", "links"),
        ("1\t0\td\t1\n", "qrels"),
        ("1\tQ0\td\t0\n", "qrels"),
        ("d\t/a[1]\t/a[1]/b[1]\n", "routes"),
        ('{"partwise": "0.1.0"}', "results"),
    ],
)
def test_kind_of_a_file(here, text, kind):
    Path("x").write_text(text)

    assert kind_of("x") == kind


@pytest.mark.parametrize("suffix", ["", "\r\n"])
@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("a\tb\tc\t0.5", "links"),
        ("a\tb\tc\t1.5", "qrels"),  # no probability: a grade
        ("a\tq0\tc\t0.5", "qrels"),
        ("d\t/a[1]", "routes"),
    ],
)
def test_moves_of_readers(here, line, kind, suffix):
    Path("x").write_bytes(f"{line}{suffix}".encode())

    assert kind_of("x") == kind


@pytest.mark.parametrize(
    ("columns", "kind"),
    [
        ("topic doc distance", "run"),
        ("topic doc tokens", "run"),
        ("topic doc", "run"),
        ("topic doc start", "run"),  # assessments have an end
        ("topic doc assessor", "qrels"),
        ("topic doc element", "qrels"),
        ("topic doc element score", "run"),
        ("query-id corpus-id score", "qrels"),  # BEIR
        ("doc text", "inventory"),
        ("doc length", "lengths"),
        ("doc parent path", "structure"),
    ],
)
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_tables_by_their_columns(here, columns, kind, form):
    names = columns.split()
    if form == "csv":
        Path("x").write_text(",".join(names) + "\n" + ",".join("1" for _ in names) + "\n")
    else:
        pl.DataFrame({name: [1] for name in names}).write_parquet("x")

    assert kind_of("x") == kind


def test_names_that_the_user_gives(here):
    Path("x").write_text("question,source,score\nq,d,1\n")

    assert kind_of("x", columns={"topic": "question", "doc": "source"}) == "run"


def test_folders_and_archives_hold_assessments(here):
    Path("pools").mkdir()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.xml", "<assessments/>")
    Path("x").write_bytes(stream.getvalue())

    assert kind_of("pools") == kind_of("x") == "qrels"


def test_columns_that_are_none_of_ours(here):
    pl.DataFrame({"a": [1], "b": [2]}).write_parquet("x")

    assert said(kind_of, "x").startswith("x: the columns a, b are none of ours. Use columns=")


def test_nothing_and_a_mark(here):
    Path("x").write_bytes(b"")
    assert said(kind_of, "x") == "x: the file is empty"
    Path("x").write_bytes(b"\xef\xbb\xbf1 0 d 1\n")
    assert kind_of("x") == "qrels"


def test_every_kind_has_words():
    assert set(WORDS) == set(KINDS)


def test_files_that_may_be_runs(here):
    Path("bioasq.json").write_text('{"questions": [{"id": "a", "snippets": []}]}')
    Path("run.txt").write_text("1 Q0 a 1 2.5 t\n")
    Path("qrels.txt").write_text("1 0 a 1\n")
    Path("chroma.csv").write_text("question,references,corpus_id\n")

    assert [may_be_run(name) for name in ("bioasq.json", "run.txt")] == [True, True]
    assert [may_be_run(name) for name in ("qrels.txt", "chroma.csv")] == [False, False]
    assert kind_of("bioasq.json") == "qrels"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("from_doc\tto_doc\tp\nhome\tnews\t.4\n", "links"),
        ("from_doc,to_doc,href\nhome,news,n.html\n", "links"),
        ('{"from_doc": "home", "to_doc": "news", "p": 0.4}\n', "links"),
        ("home news 0.4\n", "links"),
        ("home - news 3..9 0.4\n", "links"),
        ("route\tdoc\tplace\nr\thome\t-\n", "routes"),
        ('{"route": "r", "doc": "home"}\n', "routes"),
    ],
)
def test_links_and_routes_of_documents(tmp_path, text, kind):
    path = tmp_path / "moves"
    path.write_text(text)
    assert kind_of(path) == kind
