from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import FormatError, TableError, UsageError
from partwise.tables.doc_ids import Reduced, check_doc_ids, codes_under, matched, reduced, remedies
from partwise.tables.lengths import Lengths
from partwise.tables.names import Names
from partwise.tables.run import Run


@pytest.mark.parametrize(
    ("name", "exact", "casefold", "last", "stem"),
    [
        ("corpora/Lamp.md", "corpora/Lamp.md", "corpora/lamp.md", "Lamp.md", "Lamp"),
        ("a\\b\\C.tar.gz", "a\\b\\C.tar.gz", "a\\b\\c.tar.gz", "C.tar.gz", "C.tar"),
        ("folder/", "folder/", "folder/", "folder", "folder"),
        ("/", "/", "/", "/", "/"),
        (".hidden", ".hidden", ".hidden", ".hidden", ".hidden"),
        ("end.", "end.", "end.", "end.", "end."),
        ("Straße", "Straße", "strasse", "Straße", "Straße"),
    ],
)
def test_what_is_compared_of_a_name(name, exact, casefold, last, stem):
    assert reduced(name, "exact") == exact
    assert reduced(name, "casefold") == casefold
    assert reduced(name, "name") == last
    assert reduced(name, "stem") == stem


def test_names_that_become_one():
    found = Reduced(Names.of(["x/a", "b", "y/a", "z/b"]), "name")

    assert (found.code.tolist(), found.names.tolist()) == ([0, 1, 0, 1], ["a", "b"])
    assert found.twins() == ("x/a", "y/a")
    assert Reduced(Names.of(["a", "b"]), "name").twins() is None


@pytest.mark.parametrize("names", [["A", "b", "C"], ["Ä", "b", "C"]])
def test_codes_among_reduced_names(names):
    known = Names.of(["b", reduced(names[0], "casefold")])

    assert codes_under(Names.of(names), "casefold", known).tolist() == [1, 0, -1]


def test_codes_without_folder():
    assert codes_under(Names.of(["x/a", "a", "c"]), "name", Names.of(["b", "a"])).tolist() == [
        1,
        1,
        -1,
    ]


def test_a_run_may_name_a_document_in_two_ways():
    run = Run.from_columns(topic=["q"] * 3, doc=["x/a", "b", "y/a"])

    found = matched(run, "name", merging=True)

    assert (found.docs.tolist(), found.doc.tolist()) == (["a", "b"], [0, 1, 0])
    assert matched(run, None) is matched(run, "exact") is run
    assert matched(None, "name") is None


def test_rows_without_a_document_stay_without():
    lengths = Lengths.from_columns(doc=["x/a", "b"], length=[3, 4])

    found = matched(lengths, "stem")

    assert (found.docs.tolist(), found.length.tolist()) == (["a", "b"], [3, 4])


def test_two_judged_documents_stay_two():
    lengths = Lengths.from_columns(doc=["A", "a"], length=[3, 4])

    with pytest.raises(TableError) as caught:
        matched(lengths, "casefold")
    said = 'doc_ids="casefold" makes two documents one: "A" and "a"'
    assert str(caught.value) == said
    with pytest.raises(FormatError, match=r"^l\.tsv: .* makes two documents one") as named:
        matched(Lengths(lengths.docs, lengths.length, source="l.tsv"), "casefold")
    assert named.value.line is None


@pytest.mark.parametrize(
    ("names", "ways"),
    [
        (["a", "b"], []),
        (["A", "B"], []),
        (["a", "B"], ["casefold"]),
        (["ä"], ["casefold"]),
        (["a.md"], ["stem"]),
        (["x/a"], ["name", "stem"]),
        (["x\\A", "b.c"], ["casefold", "name", "stem"]),
    ],
)
def test_ways_that_could_change_anything(names, ways):
    assert remedies([Names.of([name]) for name in names]) == ways


def test_unknown_ways_are_refused():
    for how in (None, "exact", "name", "stem", "casefold"):
        check_doc_ids(how)
    with pytest.raises(UsageError) as caught:
        check_doc_ids("lower")
    assert str(caught.value) == "doc_ids must be exact, name, stem or casefold, not 'lower'"


def test_the_table_of_the_caller_is_left_alone():
    run = Run.from_columns(topic=["q"], doc=["x/a"])

    matched(run, "name")

    assert run.docs.tolist() == ["x/a"]
    assert np.array_equal(run.doc, [0])
