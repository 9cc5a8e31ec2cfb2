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
    near,
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


def test_near_names_differ_by_one_or_two_letters():
    # exchanged letters count as one; of the nearest, at most three
    assert near("nDGC", ["nDCG", "AP"]) == ["nDCG"]
    assert near("P1", ["P2", "P3", "P4", "P5"]) == ["P2", "P3", "P4"]
    assert near("CharX", ["AgP"]) == []


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
