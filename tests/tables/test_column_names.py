from __future__ import annotations

import pickle

import pytest

from partwise.errors import TableError, UsageError
from partwise.spelling import on_command_line
from partwise.tables.column_names import ColumnNames, Naming, Schema, TwoNamesError


def named(what, *heading, columns=None):
    naming = Naming(what, heading, columns)
    return [naming.ours(name) for name in heading], [str(note) for note in naming.notes]


def test_names_of_other_tools():
    assert named("run", "qid", "docno", "rsv", "start") == (
        ["topic", "doc", "score", "start"],
        ["qid read as topic, docno as doc, rsv as score"],
    )
    # a run has no grades: the column is kept as it came
    assert named("run", "topic", "label") == (["topic", "label"], ["unknown column label"])


def test_names_that_the_user_gives():
    found, notes = named("run", "q", "topic", "doc", columns={"topic": "q"})

    assert found == ["topic", None, "doc"]
    assert notes == ["column topic left out: another one is read as topic"]
    # an alias of a column that is named elsewhere keeps its name
    assert named("run", "qid", "q", columns={"topic": "q"})[0] == ["qid", "topic"]


def test_the_score_of_beir_is_a_grade():
    heading = ("query-id", "corpus-id", "score")

    assert named("qrels", *heading)[0] == ["topic", "doc", "grade"]
    assert named("run", *heading)[0] == ["topic", "doc", "score"]


def test_misspelt_columns_are_guessed():
    _, notes = named("run", "topic", "doc", "scroe", "page")

    assert notes == ["unknown columns scroe, page (did you mean score for scroe?)"]
    assert named("lengths", "doc", "length", "page")[1] == []
    assert named("run", "topic", "text")[1] == []


def test_two_names_for_one_column():
    with pytest.raises(TwoNamesError) as caught:
        named("run", "docid", "doc")

    said = "doc and docid both name the column doc"
    assert str(caught.value) == f'{said}. Use columns={{"doc": NAME}}'
    with on_command_line():
        assert str(pickle.loads(pickle.dumps(caught.value))) == f"{said}. Use --columns doc=NAME"


def test_names_that_are_not_there():
    with pytest.raises(TableError, match=r"no column sorce \(available: topic, doc\)"):
        named("run", "topic", "doc", columns={"doc": "sorce"})
    with pytest.raises(UsageError, match=r"there is no column dok \(available: .*doc, "):
        named("run", "topic", "doc", columns={"dok": "doc"})


def test_names_for_several_files():
    names = ColumnNames.parse("doc=source, start=offset")

    assert names == {"doc": "source", "start": "offset"}
    naming = Schema("run", names).naming(["topic", "source"])
    assert naming.ours("source") == "doc"
    with pytest.raises(UsageError) as caught:
        names.refuse_unused()
    assert str(caught.value) == "--columns start=offset: no file has a column offset"
    Schema("lengths", names).naming(["doc", "offset"])
    names.refuse_unused()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("doc", "--columns takes OURS=NAME,..., not 'doc'"),
        ("doc=", "--columns takes OURS=NAME,..., not 'doc='"),
        ("=x", "--columns takes OURS=NAME,..., not '=x'"),
        ("dok=x", "--columns dok=x: there is no column dok"),
        ("doc=x,doc=y", "--columns names the column doc twice"),
    ],
)
def test_what_is_no_list_of_names(text, said):
    with pytest.raises(UsageError) as caught:
        ColumnNames.parse(text)

    assert str(caught.value) == said


def test_what_columns_hold():
    naming = Naming("qrels", ("topic",))

    assert [naming.kind(name) for name in ("topic", "bep", "grade", "page")] == [
        "text",
        "whole",
        "real",
        None,
    ]


@pytest.mark.parametrize("name", ["relevance", "rel", "label", "relevant", "is_relevant"])
def test_names_of_grades(name):
    assert named("qrels", "topic", "doc", name) == (
        ["topic", "doc", "grade"],
        [f"{name} read as grade"],
    )
