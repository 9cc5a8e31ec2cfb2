"""The words of check about files that cannot be read: findings 5.8 to 5.17, 7.6."""

from __future__ import annotations

import pytest

UNKNOWN = "fits no known format. Use --format-run or --format-qrels if you know it; "
UNKNOWN += "partwise formats lists them"
SUBMISSION = '<inex-submission participant-id="1" run-id="r" task="Thorough">{}</inex-submission>'
RESULT = '<topic topic-id="1"><result><file>d</file><fol offset="-5" length="3"/></result></topic>'
ROWS = "topic\tdoc\tstart\tend\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (ROWS + "q\td\t-1\t5\n", "f:2: start -1 is negative"),  # findings 5.8
        (ROWS + "q\td\t1\t-5\n", "f:2: end -5 is negative"),
        ("", "f: the file is empty"),  # findings 5.9
        ("\n \n", "f: the file is empty"),
        ("# c\n", "f: nothing but comments"),
        (ROWS, "f: a header and no rows"),
        (SUBMISSION.format(""), "f: no results in the submission"),
        ("hello world\n", f"f: line 1 (2 columns) {UNKNOWN}"),  # findings 5.10
        ("1 0 d1 3 0.1659\n", f"f: line 1 (5 columns) {UNKNOWN}"),  # findings 5.13
        (
            "200 12595615 1 48 28426 295\n",
            'f: could be "trec-run" or "genomics-run" (6 columns). '
            "Use --format-run trec-run or --format-run genomics-run",
        ),
        (
            b"1 0 \xe9 1\n",
            "f:1: not UTF-8 (byte 0xE9). Use --encoding latin-1 if that is what it is",
        ),
        (
            "1 0 a 90 1\n1 0 b 425 0\n",  # findings 5.12
            "f: 5 columns, and no line has passages: it may be FOL qrels or qrels with one more "
            "column. Use --format-qrels fol-qrels or --format-qrels trec-qrels (column 4 is the "
            "grade)",
        ),
        (
            "1 0 a 1\n1 0 a 0\n",  # findings 5.14
            "f:2: document a judged twice for topic 1 (line 1). "
            "Use --lenient to take the largest grade",
        ),
        (
            b"\xef\xbb\xbf1 0 a 1\n",  # findings 5.15
            "f: starts with a byte-order mark. "
            "Use --lenient to drop it, or save as UTF-8 without it",
        ),
        (
            "1 Q0 a 1 2 x junk\n1 Q0 b 2 1 x\n",  # findings 5.17
            "f:1: 7 columns, expected 6 (topic Q0 doc rank score tag). "
            "Use --format-run trec-run to ignore further columns",
        ),
    ],
)
def test_words_of_check(tmp_path, partwise, content, words):
    (tmp_path / "f").write_bytes(content if isinstance(content, bytes) else content.encode())

    answer = partwise("check", "f")

    assert (answer.code, answer.err) == (2, f"{words}\n")


def test_negative_offsets_of_submissions(tmp_path, partwise):  # findings 5.8
    (tmp_path / "f").write_text(SUBMISSION.format(RESULT))

    assert "offset -5 is negative" in partwise("check", "f").err


def test_prose_is_no_format(tmp_path, partwise):  # findings 5.11
    prose = "A text of 4\nthat has in some\nlines four words 7\nand in most of them others.\n"
    (tmp_path / "f").write_text(prose * 20)

    answer = partwise("check", "f")

    assert answer.err.count("\n") == 1
    assert UNKNOWN in answer.err


def test_the_first_lines_decide(tmp_path, partwise):  # ruling 11
    good = "".join(f"1 Q0 d{number} 1 {number} t\n" for number in range(32))
    (tmp_path / "f").write_text(good + "something else\n" * 40)

    assert partwise("check", "f").err.startswith("f:33, 34, 35 and 17 more: 2 columns, expected 6")


def test_nine_of_ten_lines_decide(tmp_path, partwise):  # findings 5.11
    good = "".join(f"1 Q0 d{number} 1 {number} t\n" for number in range(90))
    (tmp_path / "f").write_text("something else\n" * 10 + good)
    assert partwise("check", "f").err.startswith("f:1, 2, 3 and 7 more: 2 columns, expected 6")

    (tmp_path / "f").write_text("something else\n" * 11 + good)
    assert UNKNOWN in partwise("check", "f").err


@pytest.mark.parametrize("words", [("fol-qrels", ""), ("trec-qrels", "a")])
def test_five_columns_by_name(tmp_path, partwise, words):  # findings 5.12
    (tmp_path / "f").write_text("1 0 a 0 1\n1 0 b 2 0\n" if words[1] else "1 0 a 0 1\n")

    assert partwise("check", "f", "--as", "qrels", "--format-qrels", words[0]).code == 0


def test_lenient_takes_the_largest_grade(tmp_path, partwise):  # findings 5.14, ruling 9
    (tmp_path / "f").write_text("1 0 b 0\n1 0 a 1\n1 0 a 3\n1 0 a 0\n1 0 c 1\n")
    (tmp_path / "r").write_text("1 Q0 a 1 2 t\n")

    answer = partwise("check", "f", "--lenient")
    assert answer.code == 0
    assert "f: assessments with 3 rows for 1 topic" in answer.out
    assert "1 document judged twice, the largest grade taken" in answer.err + answer.out

    assert partwise("convert", "f", "g.tsv", "--lenient").code == 0
    assert (tmp_path / "g.tsv").read_text() == "topic\tdoc\tgrade\n1\tb\t0\n1\ta\t3\n1\tc\t1\n"


@pytest.mark.parametrize("content", ["1 0 a 1.667\n", "topic\tdoc\tgrade\n1\ta\t1.5\n"])
def test_grades_with_a_decimal_point(tmp_path, partwise, content):  # findings 7.6, 5.16
    (tmp_path / "frac").write_text(content)
    (tmp_path / "r").write_text("1 Q0 a 1 2 t\n")

    answer = partwise("check", "frac")
    assert answer.code == 0
    assert "frac: 1 grade is not a whole number" in answer.err + answer.out
    answer = partwise("evaluate", "frac", "r", "-m", "AP")
    assert "note: frac: 1 grade is not a whole number" in answer.err


@pytest.mark.parametrize("grade", ["inf", "nan", "x"])
def test_grades_are_finite(tmp_path, partwise, grade):  # findings 7.6
    (tmp_path / "f").write_text(f"1 0 a {grade}\n" + "".join(f"1 0 d{n} 1\n" for n in range(20)))

    assert partwise("check", "f").err == f'f:1: grade "{grade}" is not a number\n'


@pytest.mark.parametrize("command", ["check", "evaluate", "convert"])
def test_max_bytes(tmp_path, partwise, command):  # ruling 10
    (tmp_path / "f").write_text("1 0 a 1\n1 0 b 1\n")
    (tmp_path / "r").write_text("1 Q0 a 1 2 t\n")
    words = {"check": ["f"], "evaluate": ["f", "r", "-m", "AP"], "convert": ["f", "o.tsv"]}

    answer = partwise(command, *words[command], "--max-bytes", 10)
    assert answer.code == 2
    assert answer.err == "f: more than 10 bytes unpacked. Use --max-bytes N\n"
    assert partwise(command, *words[command], "--max-bytes", 16).code == 0
