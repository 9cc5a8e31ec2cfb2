from __future__ import annotations

import pytest

from partwise.report.results import nav_once
from partwise.report.tables import Code, Document, Grid, Sheet

MEASURES = ["GR(nav=NoNav)@1", "GR(nav=NoNav)@10", "AP"]


def laid(name=MEASURES[0]):
    """A document that names a measure wherever people read."""
    grid = Grid(f"of {name}", [name, "AP"], [(name, [Code(name), "0.5"], [True, False])], (1,))
    narrow = Sheet("", Grid("", [name], []))
    return Document(
        json=lambda: name,
        sheets=lambda _arrow: [Sheet(name, grid, lambda _width: [narrow])],
        header=["measure"],
        records=lambda: [[name]],
        sentences=[f"{name} agrees with AP", Code(name)],
    )


def test_the_user_model_stands_once_above_the_tables():
    found = nav_once(laid(), MEASURES, "NoNav")

    assert found.heading == "nav=NoNav"
    assert found.sentences == ("GR@1 agrees with AP", "GR@1")
    (sheet,) = found.sheets("v")
    assert (sheet.title, sheet.grid.corner, sheet.grid.columns) == (
        "GR@1",
        "of GR@1",
        ["GR@1", "AP"],
    )
    assert sheet.grid.rows == [("GR@1", ["GR@1", "0.5"], [True, False])]
    assert sheet.grid.rules == (1,)
    assert sheet.narrow(40)[0].grid.columns == ["GR@1"]


def test_names_stay_in_code_font():
    found = nav_once(laid(), MEASURES, "NoNav")

    assert isinstance(found.sentences[1], Code)
    assert not isinstance(found.sentences[0], Code)
    assert isinstance(found.sheets("v")[0].grid.rows[0][1][0], Code)


def test_programs_read_the_whole_name():
    found = nav_once(laid(), MEASURES, "NoNav")

    assert (found.json(), list(found.records())) == (MEASURES[0], [[MEASURES[0]]])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("GR(nav=NoNav)@10", "GR@10"),
        ("GR(nav=NoNav)@100", "GR(nav=NoNav)@100"),  # not asked for: longer than a known name
        ("GR(nav=NoNav)@1.5", "GR(nav=NoNav)@1.5"),
        ("GR(nav=NoNav)@1.", "GR@1."),  # the end of a sentence
    ],
)
def test_only_whole_names_are_shortened(name, shown):
    assert nav_once(laid(name), MEASURES, "NoNav").sentences[1] == shown


@pytest.mark.parametrize(
    ("measures", "nav"), [(MEASURES, None), (MEASURES, "Hierarchy"), (["AP"], "NoNav")]
)
def test_nothing_changes_where_no_model_was_filled_in(measures, nav):
    document = laid()

    assert nav_once(document, measures, nav) is document
