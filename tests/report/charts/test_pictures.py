"""Charts of the lab as they are drawn: what stands in the picture, not in its specification."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
from tests.report.charts.test_lab import about, found

from partwise.report.chart_kinds import taus
from partwise.report.charts import drawn, insertion_curves, swap_curves


class Picture:
    """The marks and texts of a chart, in the order in which they are drawn."""

    def __init__(self, spec):
        tree = ElementTree.fromstring(drawn(spec, "chart.svg"))
        self.texts = [node.text for node in tree.iter() if node.tag.endswith("}text")]
        self._marks = [node for node in tree.iter() if node.get("aria-label")]

    def marks(self, kind):
        """Facts and attributes of the marks of a kind."""
        mine = [mark for mark in self._marks if mark.get("aria-roledescription") == kind]
        return [(_facts(mark.get("aria-label")), mark) for mark in mine]


def _facts(label):
    return dict(pair.split(": ", 1) for pair in label.split("; "))


def dots(spec):
    return Picture(spec).marks("point")


def darkness(mark):
    """How dark the colour of a mark is."""
    colour = mark.get("stroke") or mark.get("fill")
    return -sum(map(int, re.findall(r"\d+", colour)))


def swap_rows(fitted=((20, 0.02, 0.1), (20, 0.1, 0.05))):
    """Bins .1, .02, .005, of which the two smaller ones are missing at the first size."""
    counted = [
        *((1, 0.1, 0.3), (5, 0.005, 0.45), (5, 0.02, 0.4), (5, 0.1, 0.2)),
        *((9, 0.005, 0.4), (9, 0.02, 0.3), (9, 0.1, 0.1)),
    ]
    return [
        {"measure": "AiP", "size": size, "low": low, "rate": rate, "kind": kind}
        for kind, rows in (("counted", counted), ("fitted", fitted))
        for size, low, rate in rows
    ]


def test_bins_are_in_numeric_order_in_legend_and_colour():
    picture = Picture(swap_curves(swap_rows()))
    legend = [text for text in picture.texts if text in ("0.005", "0.02", "0.1")]
    assert legend == ["0.005", "0.02", "0.1"]
    colour = {facts["difference from"]: darkness(mark) for facts, mark in picture.marks("point")}
    assert colour["0.005"] < colour["0.02"] < colour["0.1"]


def test_counted_dots_are_filled_and_fitted_ones_hollow():
    for facts, mark in dots(swap_curves(swap_rows())):
        hollow = mark.get("fill") == "white" and mark.get("stroke")
        assert bool(hollow) == (facts["topics"] == "20")


def test_one_curve_a_bin_that_goes_on_dashed_from_its_last_counted_dot():
    lines = Picture(swap_curves(swap_rows())).marks("line mark")
    kinds = [(facts["difference from"], facts["rate"]) for facts, _ in lines]
    fitted = [facts for facts, _ in lines if facts["rate"] == "fitted"]
    assert len(kinds) == len(set(kinds)) == 3 + 2
    assert {facts["topics"] for facts in fitted} == {"9"}
    dashed = {facts["rate"]: mark.get("stroke-dasharray") for facts, mark in lines}
    assert dashed == {"counted": "1,0", "fitted": "4,4"}


def test_what_is_fitted_at_counted_sizes_makes_no_second_curve():
    # --extrapolate 7 with counted sizes 5 and 9: the table has it
    early = swap_rows(fitted=((7, 0.02, 0.33), (20, 0.02, 0.1), (7, 0.1, 0.12)))
    picture = Picture(swap_curves(early))
    assert {facts["topics"] for facts, _ in picture.marks("point")} == {"1", "5", "9", "20"}
    fitted = [f for f, _ in picture.marks("line mark") if f["rate"] == "fitted"]
    assert [(f["difference from"], f["topics"]) for f in fitted] == [("0.02", "9")]


def test_tau_is_a_point_with_a_bar_from_least_to_greatest():
    picture = Picture(taus(found(about(taus=(0.55, 0.8, 0.9)))))
    ((point, _),) = picture.marks("point")
    ((bar, _),) = picture.marks("rule mark")
    assert float(point["tau with the official ranking"]) == 0.75
    assert (bar["tau with the official ranking"], bar["max"]) == ("0.55", "0.9")
    numbers = [float(text) for text in picture.texts if re.fullmatch(r"[01]\.\d+", text)]
    assert (min(numbers), max(numbers)) == (0.5, 1.0)


def test_an_axis_of_tau_where_no_assessor_changes_anything():
    picture = Picture(taus(found(about(taus=(1.0, 1.0)))))
    numbers = [float(text) for text in picture.texts if re.fullmatch(r"[01]\.\d+", text)]
    assert (min(numbers), max(numbers)) == (0.9, 1.0)


def insertions(mean):
    return insertion_curves(
        [
            {"measure": "M", "where": where, "count": n, "mean": mean(n)}
            for where in ("after the first result", "before the first result")
            for n in (0, 1, 2, 3, 4, 5, 10, 50, 100, 500, 1000)
        ],
        title="inserted",
    )


def test_insertions_are_ticked_where_they_were_made_and_the_second_curve_is_dashed():
    picture = Picture(insertions(lambda n: 1 / (n + 1)))
    ticks = [text for text in picture.texts if text.isdigit()]
    assert ticks == ["0", "1", "2", "5", "10", "50", "100", "500", "1000"]
    first, second = (mark.get("stroke-dasharray") for _, mark in picture.marks("line mark"))
    assert (first, second) == ("1,0", "6,4")
    legend = [text for text in picture.texts if text.endswith("the first result")]
    assert legend == ["after the first result", "before the first result"]
    assert len(picture.marks("point")) == 22


def test_panels_of_shares_have_one_scale_and_others_their_own():
    for constant, top in ((0.0, 1.0), (1.0, 1.0), (0.3, 1.0)):
        texts = Picture(insertions(lambda _, value=constant: value)).texts
        assert np.max([float(t) for t in texts if re.fullmatch(r"\d\.\d", t)]) == top
    assert "1.0" not in Picture(insertions(lambda n: 100.0 * (n + 1))).texts
