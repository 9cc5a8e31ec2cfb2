"""Options that take some rows of the assessments, and rows that cannot be right."""

from __future__ import annotations

import pytest

import partwise as pw

# bob has nothing that is copied, about which a note warns
pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
RUN = pw.Run.from_columns(topic=["t"], doc=["d"], start=[10], end=[15], score=[1.0])


@pytest.mark.parametrize("measure", ["CharR", "GroupR"])
def test_one_assessor_keeps_the_further_columns_of_its_rows(measure):
    both = pw.Qrels.from_columns(
        topic=["t"] * 4, doc=["d"] * 4, start=[0, 10, 20, 30], end=[5, 15, 25, 35],
        assessor=["bob", "ann", "ann", "bob"], copy=["x", "y", "y", "z"],
    )  # fmt: skip

    found = pw.evaluate(
        both, RUN, [measure], reading=pw.Reading(assessor="ann"), rules=pw.Rules(equivalent="copy")
    )
    assert found.table.tolist() == [[[1.0]]]  # two copies of one text, of which one is shown
    found = pw.evaluate(
        both, RUN, [measure], reading=pw.Reading(assessor="bob"), rules=pw.Rules(equivalent="copy")
    )
    assert found.table.tolist() == [[[0.0]]]


def test_a_pair_of_grades_that_cannot_be_names_its_element():
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["d"] * 2, element=["/a[1]", "/a[1]/b[1]"], e=[2, 1], s=[0, 1],
        scale="grade",
    )  # fmt: skip
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/a[1]"], score=[1.0])
    structure = pw.Structure.from_columns(
        doc=["d"] * 2, parent=[None, 0], tag=["a", "b"], start=[0, 0], end=[9, 5]
    )

    words = r"topic t: /a\[1\] of document d has e = 2, s = 0, expected \(0, 0\)"
    with pytest.raises(pw.PartwiseError, match=words):
        pw.evaluate(qrels, run, ["nxCG@3"], structure=structure)


@pytest.mark.parametrize("value", ["x", "true", "-1", "1.5"])
def test_values_of_a_table_of_grades(value):
    with pytest.raises(pw.MeasureSyntaxError, match="table of values from 0 to 1, found"):
        pw.parse(f"nxCG(quant={{(1,1):{value}}})@3")
    assert repr(pw.parse("nxCG(quant={(1,1):1})@3")) == "nxCG(quant={(1, 1): 1})@3"
