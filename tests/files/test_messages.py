"""Every refusal of the file formats, with its exact words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files import reading as api
from partwise.files.options import Reading


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(read, content: str | bytes, name: str, **options) -> str:
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises((FormatError, FormatErrors)) as caught:
        read(name, **options)
    return str(caught.value)


GOOD = "301 Q0 d{} {} {}.5 tag\n"


def thirteen_good_lines() -> str:
    return "".join(GOOD.format(i, i, 100 - i) for i in range(1, 14))


def test_e1_ambiguous_format(here):
    text = "200 12595615 1 48 28426 295\n200 12595616 2 40 28426 295\n"

    assert said(api.read_run, text, "run.txt") == (
        'run.txt: could be "trec-run" or "genomics-run" (6 columns). '
        'Use format="trec-run" or format="genomics-run"'
    )
    assert len(api.read_run("run.txt", format="trec-run")) == 2
    assert len(api.read_run("run.txt", format="genomics-run")) == 2


def test_e1_lines_disagree(here):
    text = "1 Q0 d 1 2.5 tag\n1 Q0 e 2 1.5 tag /a[1]\n"

    assert said(api.read_run, text, "run.txt") == (
        'run.txt: could be "trec-run" or "inex-run" (6 and 7 columns). '
        'Use format="trec-run" or format="inex-run"'
    )
    assert len(api.read_run("run.txt", format="inex-run")) == 2


def test_e2_columns(here):
    assert said(api.read_run, thirteen_good_lines() + "301 Q0 x 1 2.5\n", "run.txt") == (
        "run.txt:14: 5 columns, expected 6 (topic Q0 doc rank score tag)"
    )
    assert said(api.read_qrels, "301 0 a 1\n301 0 b\n", "qrels") == (
        "qrels:2: 3 columns, expected 4 (topic iteration doc grade)"
    )
    assert said(api.read_qrels, "topic\tdoc\tgrade\nq\td\n", "q.tsv") == (
        "q.tsv:2: 2 columns, expected 3 (topic doc grade)"
    )


@pytest.mark.parametrize("score", ["abc", "nan", "NaN", "1_0", "0x1p3"])
def test_e3_score(here, score):
    text = thirteen_good_lines() + f"301 Q0 x 14 {score} tag\n"

    assert said(api.read_run, text, "run.txt") == f'run.txt:14: score "{score}" is not a number'


def test_e3_in_a_file_of_one_line(here):
    assert said(api.read_run, "1 Q0 d 1 abc tag\n", "run.txt") == (
        'run.txt:1: score "abc" is not a number'
    )


def test_infinite_scores_are_numbers(here):
    Path("run.txt").write_text("1 Q0 a 1 inf t\n1 Q0 b 2 -Infinity t\n")

    assert api.read_run("run.txt").score.tolist() == [np.inf, -np.inf]


def test_a_negative_rank_is_a_whole_number(here):
    text = thirteen_good_lines() + "301 Q0 x -1 2.5 tag\n"
    assert said(api.read_run, text, "run.txt") == "run.txt:14: rank -1 is negative"
    assert said(api.read_run, "topic\tdoc\trank\nq\td\t-1\n", "x.tsv") == (
        "x.tsv:2: rank -1 is negative"
    )
    assert len(api.read_run(_written("301 Q0 x 0 2.5 tag\n"))) == 1


def _written(text: str) -> str:
    Path("run.txt").write_text(text)
    return "run.txt"


def test_e4_rank(here):
    text = thirteen_good_lines() + "301 Q0 x one 2.5 tag\n"

    assert said(api.read_run, text, "run.txt") == 'run.txt:14: rank "one" is not a whole number'


def test_numbers_beyond_64_bits(here):
    text = thirteen_good_lines() + "301 Q0 x 99999999999999999999 2.5 tag\n"

    assert said(api.read_run, text, "run.txt") == (
        'run.txt:14: rank "99999999999999999999" is beyond 64 bits'
    )
    spans = "topic\tdoc\tstart\tend\nq\td\t1\t99999999999999999999\n"
    assert said(api.read_qrels, spans, "spans.tsv") == (
        'spans.tsv:2: end "99999999999999999999" is beyond 64 bits'
    )
    spans = "topic\tdoc\tstart\tend\nq\td\t1\t9999999999999999\n"
    assert said(api.read_qrels, spans, "spans.tsv") == (
        "spans.tsv:2: end 9999999999999999 is larger than any document"
    )


def test_e5_byte_order_mark(here):
    content = b"\xef\xbb\xbf" + GOOD.format(1, 1, 9).encode()

    assert said(api.read_run, content, "run.txt") == (
        "run.txt: starts with a byte-order mark. "
        "Use lenient=True to drop it, or save as UTF-8 without it"
    )
    run = api.read_run("run.txt", reading=Reading(lenient=True))
    assert run.topics.tolist() == ["301"]
    assert "a byte-order mark was dropped" in run.notes


def test_e6_not_utf8(here):
    content = thirteen_good_lines().encode() + "301 Q0 caf\xe9 14 1.5 tag\n".encode("latin-1")

    assert said(api.read_run, content, "run.txt") == (
        'run.txt:14: not UTF-8 (byte 0xE9). Use encoding="latin-1" if that is what it is'
    )
    assert api.read_run("run.txt", reading=Reading(encoding="latin-1")).docs.tolist()[-1] == "café"


def test_e7_document_twice(here):
    lines = thirteen_good_lines() + "301 Q0 d9 14 0.1 tag\n"

    words = (
        "run.txt:14: topic 301 already has document d9 (line 9). "
        "A six-column run lists each document once"
    )
    assert said(api.read_run, lines, "run.txt") == words
    Path("qrels").write_text("301 0 d9 1\n")


def test_repeated_parts_elsewhere_are_kept(here):
    Path("run.txt").write_text("1 Q0 d 1 2 t 0 10\n1 Q0 d 1 2 t 0 10\n")

    assert len(api.read_run("run.txt")) == 2


def test_e9_path(here):
    text = "1 Q0 d 1 2 t /article[1]\n1 Q0 d 1 2 t /article[1]>\n"

    assert said(api.read_run, text, "run.txt") == (
        'run.txt:2: path "/article[1]>" is not an element path'
    )


def test_a_step_without_number(here):
    text = "1 Q0 d 1 2 t /article/sec[2]\n1 Q0 d 2 1 t /article[1]/sec[2]\n"

    assert said(api.read_run, text, "run.txt") == (
        'run.txt:1: path "/article/sec[2]" is not an element path. '
        "Use lenient=True and structure=... to read a step without [n] as [1]"
    )
    run = api.read_run(
        "run.txt", reading=Reading(lenient=True)
    )  # findings 1.11: a structure decides
    assert run.elements.tolist() == ["/article/sec[2]", "/article[1]/sec[2]"]


FOL = "1 Q0 a 0 100\n1 Q0 b 10 200 5 5:10\n"


def test_e15_end_before_start(here):
    head = "topic\tdoc\tstart\tend\nq\td\t0\t5\n"

    assert said(api.read_qrels, head + "q\td\t185\t120\n", "spans.tsv") == (
        "spans.tsv:3: end 120 is before start 185"
    )
    assert said(api.read_run, head + "q\td\t185\t120\n", "spans.tsv") == (
        "spans.tsv:3: end 120 is before start 185"
    )
    assert said(
        api.read_run, "1 Q0 d 1 2 t 0 5\n1 Q0 d 1 2 t 185 120\n", "r", format="inex-run-ends"
    ) == ("r:2: end 120 is before start 185")
    assert said(api.read_qrels, head + "q\td\t185\t185\n", "spans.tsv") == (
        "spans.tsv:3: empty span 185..185"
    )
    assert api.read_run("spans.tsv").start.tolist() == [0, 185]


def test_e16_negative_offset(here):
    head = "topic\tdoc\tstart\tend\nq\td\t0\t5\n"

    assert (
        said(api.read_qrels, head + "q\td\t-1\t120\n", "spans.tsv")
        == "spans.tsv:3: start -1 is negative"
    )
    assert said(api.read_run, "1 Q0 d 1 2 t 0 5\n1 Q0 d 1 2 t -1 5\n", "r") == (
        "r:2: offset -1 is negative"
    )
    assert said(api.read_run, "1 Q0 d 1 2 t 0 5\n1 Q0 d 1 2 t 1 -5\n", "r") == (
        "r:2: length -5 is negative"
    )
    assert said(api.read_qrels, FOL + "1 Q0 c 5 9 0 -1:5\n", "qrels") == (
        "qrels:3: offset -1 is negative"
    )


def test_e18_judged_twice(here):
    text = "301 0 a 1\n301 0 b 1\n\n302 0 a 1\n301 0 12345 0\n# c\n301 0 12345 1\n"

    assert said(api.read_qrels, text, "qrels") == (
        "qrels:7: document 12345 judged twice for topic 301 (line 5). "
        "Use lenient=True to take the largest grade"
    )
    assert said(api.read_qrels, FOL + "1 Q0 b 0 200\n", "qrels") == (
        "qrels:3: document b judged twice for topic 1 (line 2)"
    )


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n", "  \n"])
def test_e24_no_lines(here, content):
    words = "run.txt: " + ("nothing but comments" if "#" in content else "the file is empty")
    assert said(api.read_run, content, "run.txt") == words
    assert said(api.read_run, content, "run.txt", format="trec-run") == words
    assert said(api.read_qrels, content, "run.txt", format="fol-qrels") == words


def test_e24_a_header_alone(here):
    assert said(api.read_run, "topic\tdoc\n", "run.tsv") == "run.tsv: a header and no rows"


def test_twenty_problems_then_a_count(here):
    text = GOOD.format(0, 0, 9) + "".join(f"301 Q0 x{i} r{i} 2.5 tag\n" for i in range(25))
    lines = said(api.read_run, text, "run.txt").splitlines()

    assert lines[0] == 'run.txt:2: rank "r0" is not a whole number'
    assert lines[19] == 'run.txt:21: rank "r19" is not a whole number'
    assert lines[20:] == ["... and 5 more problems"]


def test_problems_come_in_order_of_lines(here):
    text = "1 Q0 a one 1 t\n1 Q0 b 2 x t\n1 Q0 c 3 1.5 t\n1 Q0 d 4 1.0\n1 Q0 e 5 y t\n"

    assert said(api.read_run, text, "r").splitlines() == [
        'r:1: rank "one" is not a whole number',
        'r:2: score "x" is not a number',
        "r:4: 5 columns, expected 6 (topic Q0 doc rank score tag)",
        'r:5: score "y" is not a number',
    ]


def test_all_problems_are_told_at_once(here):
    text = "1 Q0 a 1 2.5 t\n1 Q0 b 2 abc t\n1 Q0 a 3 1 t\n"

    assert said(api.read_run, text, "r").splitlines() == [
        'r:2: score "abc" is not a number',
        "r:3: topic 1 already has document a (line 1). A six-column run lists each document once",
    ]


def test_quoted_content_is_cut(here):
    text = GOOD.format(1, 1, 9) + f"301 Q0 x {'9x' * 200} 2.5 tag\n"

    assert said(api.read_run, text, "run.txt") == (
        f'run.txt:2: rank "{("9x" * 200)[:57]}..." is not a whole number'
    )


def test_tables_say_what_is_missing(here):
    assert said(api.read_run, "doc\tscore\nd\t1\n", "r.tsv") == (
        "r.tsv: no column topic (available: doc, score)"
    )
    assert said(api.read_run, "topic\tdoc\tscore\nq\t\t1\n", "r.tsv") == "r.tsv:2: doc is missing"
    assert said(api.read_run, "topic\tdoc\tscore\nq\ta\t1\nq\tb\t\n", "r.tsv") == (
        "r.tsv:3: score is missing"
    )
    assert said(api.read_run, "topic\tdoc\tstart\nq\td\t5\n", "r.tsv") == (
        'r.tsv: no column end (available: topic, doc, start). Use columns={"end": NAME}'
    )
    assert said(api.read_run, "topic\tdoc\tend\nq\td\t5\n", "r.tsv") == (
        'r.tsv: no column start (available: topic, doc, end). Use columns={"start": NAME}'
    )
    assert said(api.read_run, "topic\tdoc\tstart\tend\tlength\nq\td\t5\t9\t9\n", "r.tsv") == (
        "r.tsv:2: end 9 is not start + length = 14"
    )
    assert said(api.read_run, "topic\tdoc\tdoc\nq\td\t5\n", "r.tsv") == (
        'r.tsv:1: column "doc" occurs twice'
    )
    assert said(api.read_qrels, "topic\tdoc\nq\td\n", "q.tsv") == (
        "q.tsv: 1 row has neither a grade nor a span or element (first: line 2, document d)"
    )


def test_lengths_and_entry_points_of_a_document_agree(here):
    head = "topic\tdoc\tstart\tend\tlength\tbep\tassessor\n"
    rows = "q\td\t0\t5\t100\t\t\nq\te\t0\t5\t50\t\t\nr\td\t0\t5\t120\t\t\n"

    assert said(api.read_qrels, head + rows, "q.tsv") == (
        "q.tsv:4: document d has the lengths 100 and 120"
    )
    rows = "q\td\t0\t5\t\t3\t\nq\td\t7\t9\t\t4\t\nr\td\t0\t5\t\t9\t\nq\td\t0\t5\t\t8\tbob\n"
    assert said(api.read_qrels, head + rows, "q.tsv") == (
        "q.tsv:3: document d has the best entry points 3 and 4"
    )
    assert said(api.read_lengths, "doc\tlength\na\t5\na\t6\n", "l.tsv") == (
        "l.tsv:3: document a has the lengths 5 and 6"
    )


def test_a_run_is_no_qrels(here):
    assert said(api.read_qrels, GOOD.format(1, 1, 1) * 1, "run.txt") == (
        "run.txt: a TREC run, not assessments. QRELS come first, then RUNs"
    )
    assert said(api.read_run, "1 0 d 1\n", "qrels") == (
        "qrels: TREC qrels, not a run. QRELS come first, then RUNs"
    )
