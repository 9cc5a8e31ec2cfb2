"""What a measure of one's own may return (findings 8.4, 1.12)."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.errors import MissingLengthError, PartwiseError, PartwiseWarning
from partwise.evaluation.partial_results import table_of
from partwise.evaluation.plan import parse
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.measures import CharP

QRELS = pw.Qrels.from_columns(topic=["q"], doc=["d"], grade=[1])
RUN = pw.Run.from_columns(topic=["q"], doc=["d"], score=[1.0])


def _own(found, **facts):
    members = {"__doc__": "Test.", "values": lambda _self, _view: found, **facts}
    return type("Own", (pw.Measure,), members)()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (np.zeros(7), "Own returned 7 values for 1 topic"),
        (np.zeros((1, 1)), "Own returned 1 value for 1 topic"),
        (["a"], "Own returned values that are not numbers"),
        (np.array([np.inf]), "Own: the value of topic q is inf, not finite"),
        (np.array([-np.inf]), "Own: the value of topic q is -inf, not finite"),
    ],
)
def test_values_that_are_none_are_refused(found, words):  # findings 8.4, 1.12
    with pytest.raises(PartwiseError) as caught:
        pw.evaluate(QRELS, RUN, [_own(found)])
    assert str(caught.value) == words


def test_values_outside_the_stated_range_warn():  # findings 8.4
    with pytest.warns(PartwiseWarning, match=r"Own: 1 value outside its range \[0, 1\]"):
        results = pw.evaluate(QRELS, RUN, [_own(np.array([7.0]), bounds=(0, 1))])
    assert "warning: Own: 1 value outside its range [0, 1]" in results.notes
    assert results.table[0, 0, 0] == 7
    assert pw.evaluate(QRELS, RUN, [_own(np.array([7]))]).table[0, 0, 0] == 7
    assert np.isnan(pw.evaluate(QRELS, RUN, [_own([np.nan], bounds=(0, 1))]).table[0, 0, 0])


def test_what_a_measure_misses_is_said_with_its_name():
    spans = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])
    whole = pw.Run.from_columns(topic=["q"], doc=["d"])

    with pytest.raises(MissingLengthError, match="CharP") as caught:
        table_of([CharP()], View(Assessments(spans), whole))
    assert caught.value.document == "d"


def test_values_of_a_measure():
    view = View(Assessments(QRELS), RUN)

    assert table_of([_own([True])], view).tolist() == [[1.0]]
    assert table_of([_own([1 + 1e-12], bounds=(0, 1))], view)[0] == pytest.approx([1])
    assert not list(view.notes)  # rounding is not outside
    table_of([_own([1]), _own([-1e-6], bounds=(0, 1))], view)
    assert len(list(view.notes)) == 1


def test_a_cutoff_for_each_topic():
    qrels = pw.Qrels.from_columns(
        topic=["a", "b", "c"], doc=["d", "d", "d"], start=[0, 0, 90], end=[5, 25, 95]
    )
    inventory = pw.Inventory.from_columns(doc=["d"] * 3, start=[0, 10, 20], end=[9, 19, 29])
    run = pw.Run.from_columns(
        topic=["a", "a", "b", "b", "c"], doc=["d"] * 5, start=[50, 0, 50, 0, 90],
        end=[60, 10, 60, 10, 95],
    )  # fmt: skip

    found = pw.evaluate(qrels, run, ["CharR@auto", "P@auto", "PartP@auto"], inventory=inventory)

    # one part concerns a, three b, none c
    assert found.of("run", "CharR@auto").tolist() == [0, 10 / 25, 0]
    assert found.of("run", "P@auto").tolist() == [1, 1 / 3, 0]
    assert found.of("run", "PartP@auto").tolist() == [0, 1 / 3, 0]
    assert parse("CharR@auto") == pw.CharR() @ "auto"
    with pytest.raises(PartwiseError, match="another cutoff for each topic"):
        (pw.CharR() @ "auto").values(View(Assessments(qrels), run))
    with pytest.raises(PartwiseError, match="recall level"):
        parse("iP@auto")
