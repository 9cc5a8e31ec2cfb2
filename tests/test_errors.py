from __future__ import annotations

import pickle

import pytest

from partwise.errors import (
    FormatError,
    FormatErrors,
    MeasureSyntaxError,
    MissingDependencyError,
    ParameterError,
    UnknownNameError,
    quote,
    require_extra,
)
from partwise.files.reading import read_qrels


def test_a_file_without_our_columns_says_what_is_available(tmp_path):  # findings 12.43
    file = tmp_path / "ranx.tsv"
    file.write_text("question\tdocument\tpoints\nq\td\t1\n")
    with pytest.raises(FormatError) as caught:
        read_qrels(str(file), format="tsv")
    assert caught.value.problem == (
        "no columns topic and doc (available: question, document, points)"
    )


def test_quoted_control_characters_are_spelt_as_everywhere():  # findings 4.7
    assert quote("a\x1bb\u202ec") == r'"a\x1bb\u202ec"'


def test_long_quotes_are_cut():
    assert quote("x" * 60) == '"' + "x" * 60 + '"'
    assert quote("x" * 61) == '"' + "x" * 57 + '..."'


def test_twenty_problems_and_a_count():
    many = FormatErrors([FormatError("f", line, "bad") for line in range(1, 24)])
    assert str(many).splitlines()[-1] == "... and 3 more problems"
    assert len(many.problems) == 20
    assert many.total == 23


def test_syntax_errors_point_at_the_place():
    assert str(MeasureSyntaxError("P@x", 2, "no number")) == "no number\n  P@x\n    ^"


def test_unknown_names_come_with_others():
    one = UnknownNameError("measure", "AQ", ["AP"])
    two = UnknownNameError("measure", "AQ", ["AP", "AQe"])
    none = UnknownNameError("preset", "foo", available=["rag", "trec"])
    assert str(one) == 'there is no measure "AQ". Did you mean AP?'
    assert str(two) == 'there is no measure "AQ". Did you mean AP or AQe?'
    assert str(none) == 'there is no preset "foo" (available: rag, trec)'


def test_huge_numbers_can_be_shown():
    assert str(ParameterError("P", "k", 10**5000, "a rank")).endswith("...")


def test_missing_extras_are_named():
    with pytest.raises(MissingDependencyError, match=r"pip install 'partwise\[charts\]'"):
        require_extra("charts", "--plot", "no_such_library")
    require_extra("charts", "--plot", "json")


def test_errors_survive_pickling():
    for error in (FormatError("f", 1, "p", "h"), FormatErrors([FormatError("f", 1, "p")], 3)):
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_names_in_messages_cannot_steer_a_terminal():
    from partwise.errors import AdapterError, MeasureSyntaxError, TableError

    assert str(FormatError("a\x1b[1m", 1, "b\x07")) == "a\\x1b[1m:1: b\\x07"
    assert "\x1b" not in str(TableError(1, "\x1b[31m")) + str(AdapterError("f", "\x1b[31m"))
    assert str(MeasureSyntaxError("P\x1b@5", 1, "no")) == "no\n  P @5\n   ^"


def test_equal_problems_share_a_line():
    def said(*problems, total=None):
        return str(FormatErrors([FormatError(*one) for one in problems], total)).splitlines()

    same = [("a.tsv", line, "no place", "Repair them") for line in (2, 3, 5, 8, 9)]
    assert said(*same) == ["a.tsv:2, 3, 5 and 2 more: no place. Repair them"]
    assert said(*same[:4]) == ["a.tsv:2, 3, 5 and 1 more: no place. Repair them"]
    assert said(*same, total=100)[1:] == ["... and 95 more problems"]
    # three lines are no crowd, and neither are those of several files or without a line
    assert len(said(*same[:3])) == 3
    assert len(said(*same[:3], ("b.tsv", 2, "no place", "Repair them"))) == 4
    assert said(*[("a.tsv", None, f"gone {n}") for n in range(5)])[4] == "a.tsv: gone 4"
    # each group stands where its first line stood
    other = ("a.tsv", 4, "bad score")
    assert said(*same[:2], other, *same[2:]) == [
        "a.tsv:2, 3, 5 and 2 more: no place. Repair them",
        "a.tsv:4: bad score",
    ]
    # what programs read is whole
    many = FormatErrors([FormatError(*one) for one in same])
    assert [one.line for one in many.problems] == [2, 3, 5, 8, 9]
