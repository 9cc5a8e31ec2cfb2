from __future__ import annotations

from pathlib import Path

import pytest
from tests.files.samples import said

from partwise.errors import FormatError, UnknownNameError
from partwise.files import reading as api
from partwise.files.dispatch import (
    columns_of,
    format_of,
    read_as,
    read_whole_qrels,
    read_whole_run,
    table_of,
)
from partwise.files.options import Reading
from partwise.files.registry import FORMATS
from partwise.tables.column_names import Schema

OPTIONS = Reading()


def test_unknown_format_names(here):
    Path("x").write_text("1 Q0 d 1 2 t\n")
    with pytest.raises(UnknownNameError, match="trec-run"):
        api.read_run("x", format="trecrun")
    with pytest.raises(FormatError, match="FOL qrels, not a run"):
        api.read_run("x", format="fol-qrels")


def test_the_detected_format_is_reported(here):
    Path("x").write_text("1 Q0 d 1 2 t\n")

    assert api.read_run("x").notes == ("x was read as trec-run",)
    assert api.read_run("x", format="trec-run").notes == ()


def test_the_format_is_named_or_detected(source):
    file = source("1 Q0 d 1 2 t\n")

    assert format_of(file, None, "run").name == "trec-run"
    assert format_of(file, "inex-run", "run").name == "inex-run"


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("1 Q0 d 1 2 t\n", "qrels", "a TREC run, not assessments. QRELS come first, then RUNs"),
        ("1 0 d 1\n", "run", "TREC qrels, not a run. QRELS come first, then RUNs"),
        ("<inex-submission/>", "lengths", "an INEX submission, not a table of lengths"),
    ],
)
def test_a_file_of_another_kind(source, text, kind, words):
    assert said(format_of, source(text), None, kind) == f"x: {words}"


def test_what_it_could_be_is_told(source):
    file = source("")
    plain = read_as(file, FORMATS["trec-run"])
    assert (plain, plain.level) == ("x was read as trec-run", "detail")
    file.could_be = ("inex-run",)
    doubtful = read_as(file, FORMATS["trec-run"])
    assert doubtful == "x read as trec-run (it could be inex-run; use format=...)"
    assert doubtful.level == "note"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("trec-run", "", "the file is empty"),
        ("trec-run", "# c\n", "nothing but comments"),
        ("tsv", "topic\tdoc\n", "a header and no rows"),
        ("inex-submission", "<inex-submission/>", "no results in the submission"),
    ],
)
def test_a_run_without_rows(source, name, content, words):
    assert said(read_whole_run, source(content), FORMATS[name], OPTIONS) == f"x: {words}"


def test_a_run_of_topics_without_parts_is_a_run(source):
    run = read_whole_run(source("topic\tdoc\nq\t\n"), FORMATS["tsv"], OPTIONS)

    assert (len(run), run.topics.tolist()) == (0, ["q"])


def test_assessments_of_a_table_and_of_lines(source):
    table = source("topic\tdoc\tgrade\nq\td\t2\n")
    assert read_whole_qrels(table, FORMATS["tsv"], OPTIONS).grade.tolist() == [2.0]
    text = source("q 0 d 3\n")
    assert read_whole_qrels(text, FORMATS["trec-qrels"], OPTIONS).grade.tolist() == [3.0]
    empty = said(read_whole_qrels, source("topic,doc\n"), FORMATS["csv"], OPTIONS)
    assert empty == "x: a header and no rows"


def test_ranks_and_scores_may_disagree_where_an_order_is_given(source):
    rows = "".join(
        f"<result><file>{doc}</file><rank>{rank}</rank><rsv>{rank}</rsv></result>"
        for doc, rank in (("a", 1), ("b", 2))
    )
    text = f"<inex-submission><topic topic-id='1'>{rows}</topic></inex-submission>"
    found = FORMATS["inex-submission"]

    assert "order lines" in said(read_whole_run, source(text), found, OPTIONS)
    assert len(read_whole_run(source(text), found, Reading(order="rank"))) == 2


def test_tables_of_ours(source):
    assert table_of(source("doc,length\nd,5\n"), None, "lengths", None).format == "csv"
    assert said(table_of, source("doc\tlength\n"), None, "lengths", None) == (
        "x: a header and no rows"
    )


def test_two_columns_of_one_name(source):
    file = source("topic\tdoc\tdoc_id\nq\td\te\n")

    assert said(columns_of, file, FORMATS["tsv"], Schema("run")).startswith(
        "x: doc and doc_id both name the column doc. Use columns="
    )
