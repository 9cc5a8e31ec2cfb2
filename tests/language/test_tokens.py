"""From text to names with arguments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import MeasureSyntaxError
from partwise.language.tokens import MOST, Call, Reader, Token, check_number, number, plain


def kinds(text):
    return [(token.kind, token.text, token.column) for token in Reader(text).tokens]


def test_pieces_with_their_columns():
    assert kinds(" P( b=.5 )@1..3") == [
        ("word", "P", 1), ("sign", "(", 2), ("word", "b", 4), ("sign", "=", 5),
        ("number", ".5", 6), ("sign", ")", 9), ("sign", "@", 10), ("range", "1..3", 11),
        ("end", "", 15),
    ]  # fmt: skip
    assert Reader("  ").tokens == [Token("end", "", 0)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1e-3", "number"), ("-2.", "number"), ("+.5E2", "number"), ("0.1..1.0", "range"),
        ("beet-root", "word"), ("a.b", "word"), ("é1", "word"), (r"'it\'s'", "string"),
    ],
)  # fmt: skip
def test_one_piece(text, kind):
    assert kinds(text) == [(kind, text, 0), ("end", "", len(text))]


@pytest.mark.parametrize(("text", "column"), [("P;", 1), ("P  ;", 3), ("'a", 0), ("P@-", 2)])
def test_what_is_no_piece_is_pointed_at(text, column):
    with pytest.raises(MeasureSyntaxError, match="is not expected in a measure") as caught:
        Reader(text)
    assert caught.value.column == column


@pytest.mark.parametrize("text", ["1a", "1.2.3"])
def test_what_is_no_number_is_pointed_at(text):
    with pytest.raises(MeasureSyntaxError, match=f'"{text}" is not a number') as caught:
        Reader(f" {text}")
    assert caught.value.column == 1


def test_a_call_with_everything():
    call = Reader("M(F, 1, b=[x, 2.0], t={a: (1, None), 3: 'q r'},)").call()

    assert (call.name, call.called, call.column) == ("M", True, 0)
    assert [(name, column) for name, _, column in call.arguments] == [
        (None, 2), (None, 5), ("b", 8), ("t", 20),
    ]  # fmt: skip
    values = [value for _, value, _ in call.arguments]
    assert values[0] == Call("F", (), called=False, column=2)
    assert values[1] == 1
    assert plain(values[2], "") == ["x", 2.0]
    assert values[3] == {"a": (1, None), 3: "q r"}


def test_words_that_are_constants():
    values = Reader("M([True, true, False, false, None, none])").call().arguments[0][1]

    assert plain(values, "") == [True, True, False, False, None, "none"]


def test_a_name_alone_is_not_called():
    assert Reader("P").call() == Call("P", (), called=False, column=0)
    assert Reader("P()").call() == Call("P", (), called=True, column=0)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("M(1 2)", 4, 'expected ",", found "2"'),
        ("M(,)", 2, 'expected a value, found ","'),
        ("M([1,,2])", 5, 'expected a value, found ","'),
        ("M({1 2})", 5, 'expected ":", found "2"'),
        ("M({{}: 1})", 3, "expected a number or a word"),
        ("M((f(x), 1))", 3, '"f" with parentheses is not expected here'),
        ("5", 0, 'expected a name, found "5"'),
        (r"M('\x')", 2, "a string that cannot be read"),
        ("M(" * 51 + ")" * 51, 100, "nested too deeply"),
        ("M(" + "[" * 50 + "]" * 50 + ")", 52, "nested too deeply"),
    ],
)
def test_what_does_not_read(text, column, words):
    with pytest.raises(MeasureSyntaxError) as caught:
        Reader(text).call()
    assert str(caught.value).splitlines()[0].startswith(words)
    assert caught.value.column == column


def test_fifty_levels_are_read_side_by_side_and_nested():
    assert Reader("M(" * 50 + ")" * 50).call().name == "M"
    assert len(Reader("M(" + ", ".join(["[1]"] * 60) + ")").call().arguments) == 60


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []), ("@5", [(5, 1)]), ("@0.5", [(0.5, 1)]), ("@[5, 1.0]", [(5, 2), (1.0, 5)]),
        ("@3..5", [(3, 1), (4, 1), (5, 1)]), ("@7..7", [(7, 1)]),
        ("@0.8..1.0", [(0.8, 1), (0.9, 1), (1.0, 1)]),
        ("@[1..2,5]", [(1, 2), (2, 2), (5, 7)]),
        ("@0.5..0.52", [(0.5, 1), (0.51, 1), (0.52, 1)]),
    ],
)  # fmt: skip
def test_cutoffs(text, found):
    cutoffs = Reader(text).cutoffs()

    assert cutoffs == found
    assert [type(value) for value, _ in cutoffs] == [type(value) for value, _ in found]


def test_further_cutoffs_after_a_dot_name():
    reader = Reader("P,10,20..21")
    reader.call()

    assert [value for value, _ in reader.more_cutoffs()] == [10, 20, 21]
    reader.end()


@given(st.integers(0, 99), st.integers(0, 99))
def test_a_range_of_hundredths_is_every_hundredth_once(low, high):
    low, high = sorted((low, high))
    values = Reader(f"@{low / 100:.2f}..{high / 100:.2f}").cutoffs()

    assert [value for value, _ in values] == [n / 100 for n in range(low, high + 1)]


def test_the_end_is_asked_for():
    for text, words in (("P R", 'expected the end of the measure, found "R"'),
                        ("P@5, 10", r"several cutoffs: use P@\[5,10\]"),
                        ("P, R@5", r'one measure a text. Use \["P", "R@5"\]')):  # fmt: skip
        reader = Reader(text)
        reader.call()
        reader.cutoffs()
        with pytest.raises(MeasureSyntaxError, match=words):
            reader.end()


@pytest.mark.parametrize(
    ("text", "missing"),
    [("M(a=4000", ")"), ("M(", ")"), ("M(a=4,", ")"), ("M(a=(1, 2", ")"), ("M(a=[1", "]"),
     ("M(a={1: 2", "}"), ("M@[5,10", "]"), ("M(a=N(b=2)@5", ")")],
)  # fmt: skip
def test_what_is_not_closed_is_said_at_the_end(text, missing):
    with pytest.raises(MeasureSyntaxError) as caught:
        Reader(text).nested()

    assert caught.value.problem == f'"{missing}" is missing'
    assert caught.value.column == len(text)


def test_numbers_keep_their_kind():
    read = [number(text) for text in ("5", "-5", "5.", "1e2", ".5")]

    assert read == [5, -5, 5.0, 100.0, 0.5]
    assert [type(value) for value in read] == [int, int, float, float, float]


def test_too_many_measures_are_refused():
    check_number("P", 0, MOST)
    with pytest.raises(MeasureSyntaxError, match="stands for 1,001 measures; at most 1,000"):
        check_number("P", 0, MOST + 1)
