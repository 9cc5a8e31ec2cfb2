"""The XCG measures as printed (findings 2.6)."""

from __future__ import annotations

import pytest
from tests.helpers import grouped_options

import partwise as pw
from partwise.evaluation.presets import INEX2005 as PRESET

STRUCTURE = pw.Structure.from_columns(
    doc=["d"] * 3,
    node=[0, 1, 2],
    parent=[None, 0, 0],
    path=["/a[1]", "/a[1]/b[1]", "/a[1]/c[1]"],
    tag=["a", "b", "c"],
    start=[0, 0, 10],
    end=[20, 10, 20],
    depth=[1, 2, 2],
)
QRELS = pw.Qrels.from_columns(
    topic=["t", "t"], doc=["d", "d"], element=["/a[1]", "/a[1]/b[1]"], e=[3, 3], s=[1, 3]
)
RUN = pw.Run.from_columns(
    topic=["t", "t"], doc=["d", "d"], element=["/a[1]/c[1]", "/a[1]"], rank=[1, 2]
)


def evaluated(**options):
    return pw.evaluate(
        QRELS, RUN, preset="inex2005", structure=STRUCTURE, **grouped_options(**options)
    )


def test_equations_as_printed():
    found = evaluated()

    assert [label.name for label in found.labels] == [
        "nxCG@10", "nxCG@25", "nxCG@50", "AnxCG@1500", "Aep(interpolation=inex2005)",
        "iAep(interpolation=inex2005)", "Q", "Rmeasure",
    ]  # fmt: skip
    assert found.measures[0] == "nxCG(norm=literal)@10"
    assert found.mean("run", "nxCG@10") == pytest.approx(0.5)
    assert any("not available for comparison" in note for note in found.notes)


def test_without_the_quirk_values_are_bounded():
    found = evaluated(quirks="off")

    assert found.measures[0] == "nxCG@10"
    assert found.mean("run", "nxCG@10") == pytest.approx(0.25)
    assert {label.tool for label in found.labels} == {None}


def test_what_it_is_for():
    assert PRESET.about == (
        "the XCG measures with the paper's equations as printed (norm=literal) and its "
        "interpolation; the campaign's own program is not available for comparison"
    )
