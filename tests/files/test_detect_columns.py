from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.samples import said

from partwise.errors import FormatError
from partwise.files import reading as api
from partwise.files.detect import detect, first_lines
from partwise.files.detect_columns import by_columns, is_plain_run, kind_of_format, likely_kind_of
from partwise.files.source import Source

RUN, QRELS = "1 Q0 d{} {} 2.5 tag", "1 0 d{} {}"


def found(text: str, kind=None) -> str:
    Path("x").write_text(text)
    return detect(Source("x"), kind)


def lines(*texts: str):
    return iter(list(enumerate(texts, 1)))


def many(line: str, count: int) -> list[str]:
    return [line.format(i, i) for i in range(count)]


def test_all_of_the_first_thousand_lines_decide(here):
    idle = "".join(f"1 Q0 d{i} 0 100\n" for i in range(500))

    assert found(idle + "1 Q0 x 10 100 5 5:10\n") == "fol-qrels"
    trec = "".join(f"1 Q0 d{i} {i} {i}.5 tag\n" for i in range(500))
    assert found(trec + "1 Q0 x 1 2.5 tag 5\n") == "trec-run"  # findings 5.11, ruling 11
    inex = "1 Q0 x 1 2.5 tag 5\n" * 31 + trec[: 17 * 100]
    with pytest.raises(FormatError, match='could be "trec-run" or "inex-run"'):
        found(inex)


def test_a_run_with_whole_scores_and_a_number_for_tag(here):
    assert found("1 Q0 a 1 5 7\n1 Q0 b 2 4 7\n") == "trec-run"
    text = "1 Q0 a:1 1 5 7\n1 Q0 b:2 2 4 7\n"
    assert found(text) == "trec-run"  # findings 5.12: no line holds offset:length


def test_a_genomics_run_with_whole_values(here):
    with pytest.raises(FormatError, match='could be "trec-run" or "genomics-run"'):
        found("200 12595615 1 48 28426 295\n")


def test_junk_after_column_six(here):
    good = "".join(f"1 Q0 d{i} {i} {i}.5 tag\n" for i in range(50))
    junk = "1 Q0 a 1 2.5 tag junk of seven\n" * 5
    Path("run").write_text(junk.replace(" a ", " {} ").format(*"abcde") + good)
    with pytest.raises(ValueError, match="run:1, 2, 3 and 2 more: 9 columns, expected 6"):
        api.read_run("run")
    run = api.read_run("run", format="trec-run")
    assert len(run) == 55
    assert "5 lines have more columns than the format knows; they were not read" in run.notes


@pytest.mark.parametrize(
    ("line", "kind", "name"),
    [
        ("1 0 d 1", None, "trec-qrels"),
        ("1 0 d", "qrels", "trec-qrels"),  # a column is missing: its reader says so
        ("1 Q0 d 1 2.5", None, "trec-run"),
        ("1 Q0 d one 2.5 t", None, "trec-run"),
        ("1 x d 1 2.5 t /a[1]", "run", "inex-run"),
        ("200 12 1 28426 295", None, "genomics-run"),
        ("200 12 1 48 28426 295 tag", None, "genomics-run"),
        ("1 Q0 d 5 9 0 0:x 0:5", "qrels", "fol-qrels"),
        ("1 Q0 d 0 100", None, "fol-qrels"),
        ("200\t12\t64\t19\t5", None, "genomics-run"),
        ("200\t12\t64\t19\tan aspect", None, "genomics-gold"),
    ],
)
def test_one_line(source, line, kind, name):
    assert by_columns(source(""), lines(line), kind) == name


def test_nine_lines_of_ten(source):
    good = many(RUN, 95)

    assert by_columns(source(""), lines(*["junk"] * 10, *good), None) == "trec-run"
    words = said(by_columns, source(""), lines(*["junk"] * 12, *good), None)
    assert words.startswith("x: line 1 (1 column) fits no known format. Use format=")


def test_the_first_lines_decide_where_they_agree(source):
    assert by_columns(source(""), lines(*many(RUN, 32), *["junk"] * 90), None) == "trec-run"
    words = said(by_columns, source(""), lines(*many(RUN, 31), *["junk"] * 90), None)
    assert words.startswith("x: line 32 (1 column) fits no known format")


def test_what_else_it_could_be(source):
    file = source("")
    rows = lines(*many(RUN, 95), *(f"{line} 5" for line in many("1 Q0 e{} {} 1.5 t", 5)))

    assert by_columns(file, rows, None) == "trec-run"
    assert file.could_be == ()
    both = source("")
    assert by_columns(both, lines("1 Q0 d 3 2 7 5"), "run") == "inex-run"


def test_five_columns_without_passages(source):
    words = said(by_columns, source(""), lines("1 Q0 a 1 7", "1 Q0 b 0 9"), None)

    assert words.startswith("x: 5 columns, and no line has passages: it may be FOL qrels or qrels")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("lengths", "Lengths are a table with the columns doc and length; see "),
        ("inventory", "An inventory is a table with the columns doc, start, end or element; see "),
    ],
)
def test_tables_with_a_header_only(source, kind, words):
    problem = said(by_columns, source(""), iter([(3, "a b")]), kind)

    assert problem.startswith(f"x:3: 2 columns that are no header of a table. {words}")


def test_runs_and_assessments_are_told_by_most_lines():
    assert likely_kind_of(lines(*many(RUN, 3))) == "run"
    assert likely_kind_of(lines(*many(QRELS, 3))) == "qrels"
    assert likely_kind_of(lines(*many(RUN, 3), *many(QRELS, 2))) == "run"
    assert likely_kind_of(lines(*many(RUN, 2), *many(QRELS, 2))) is None
    assert likely_kind_of(lines("hello", "world")) is None
    assert (kind_of_format("fol-qrels"), kind_of_format("inex-run")) == ("qrels", "run")


def test_comments_and_blank_lines_do_not_vote(source):
    file = source("# c\n\n1 0 d 1\n")

    assert list(first_lines(file)) == [(3, "1 0 d 1")]


CELLS = st.sampled_from(["1", "Q0", "0", "d", "#x", "-3", "2.5", "1e3", "inf", "5:10", "a,b", "é"])
LINES = st.lists(
    st.tuples(st.lists(CELLS, min_size=5, max_size=8), st.sampled_from([" ", "\t", "  "])),
    min_size=1,
    max_size=40,
)
PLAIN = st.tuples(CELLS, CELLS, st.sampled_from(["2.5", ".5", "1e3", "7"])).map(
    lambda cells: "{} Q0 {} 4 {} tag".format(*cells)
)


@given(
    st.one_of(
        st.lists(PLAIN, min_size=1, max_size=40),
        LINES.map(lambda rows: [sign.join(cells) for cells, sign in rows]),
    ),
    st.booleans(),
)
def test_a_plain_run_is_what_all_its_lines_say(rows, closed):
    text = "\n".join(rows) + "\n" * closed
    if is_plain_run(text.encode(), cut=False):
        with TemporaryDirectory() as folder:
            (Path(folder) / "x").write_text(text)
            source = Source(Path(folder) / "x")

            assert by_columns(source, first_lines(source), "run") == "trec-run"
            assert by_columns(source, first_lines(source), None) == "trec-run"
            assert source.could_be == ()


@pytest.mark.parametrize(
    ("text", "cut", "plain"),
    [
        ("1 Q0 d 1 2.5 t\n", False, True),
        ("1 Q0 d 1 2.5 t\n" * 40, True, True),
        ("1 Q0 d 1 2.5 t\n" * 32 + "junk", False, True),
        ("1 Q0 d 1 2.5 t\n" * 5, True, False),
        ("1 Q0 d 1 2.5 t", False, False),
        ("1 Q0 d 1 2.5 t\n\n1 Q0 e 2 2.5 t\n", False, False),
        ("# said\n1 Q0 d 1 2.5 t\n", False, False),
        ("1 0 d 1 2.5 t\n", False, False),
        ("1\tQ0\td\t1\t2.5\tt\n", False, False),
        ("", False, False),
    ],
)
def test_lines_as_programs_write_them(text, cut, plain):
    assert is_plain_run(text.encode(), cut=cut) is plain


def test_a_heading_is_one_even_between_the_columns_of_a_run(here):
    with pytest.raises(FormatError, match="separated by blanks"):
        found("topic Q0 doc 1 2.5 t\n", "run")
