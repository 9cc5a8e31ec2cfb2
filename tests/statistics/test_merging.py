from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.errors import UsageError
from partwise.statistics.merging import merge
from partwise.tables.labels import Label


def test_topics_are_matched_by_id_not_by_position():
    a = results([[0.1, 0.2, 0.3]], runs=["a"], topics=["x", "y", "z"])
    b = results([[0.9, 0.8, 0.7]], runs=["b"], topics=["z", "w", "x"])

    merged = merge([a, b])

    assert merged.topics == ("x", "y", "z", "w")
    np.testing.assert_array_equal(merged.of("a", "M0"), [0.1, 0.2, 0.3, np.nan])
    np.testing.assert_array_equal(merged.of("b", "M0"), [0.7, np.nan, 0.9, 0.8])
    assert "2 of 4 topics are not in all results and not paired" in merged.notes


def test_one_results_comes_back_as_it_is():
    a = results([[0.1]])

    assert merge([a]) is a


def test_measures_in_common_in_the_order_of_the_first():
    a = results(np.zeros((1, 3, 2)), runs=["a"], measures=["P", "Q", "R"])
    b = results(np.ones((1, 2, 2)), runs=["b"], measures=["R", "P"])

    merged = merge([a, b])

    assert merged.measures == ("P", "R")
    assert "not in all results, left out: Q" in merged.notes


def test_a_second_run_of_one_name_is_renamed():
    a, b, c = (results([[float(i)]], runs=["same"]) for i in range(3))

    merged = merge([a, b, c])

    assert merged.runs == ("same", "same#2", "same#3")
    assert merged.of("same#3", "M0") == 2.0
    assert "a second run is called same; it is shown as same#2" in merged.notes


def test_what_cannot_be_merged():
    one = results([[0.1]], measures=["P"])
    with pytest.raises(UsageError, match="no measure in common"):
        merge([one, results([[0.1]], measures=["Q"])])
    with pytest.raises(UsageError, match="higher is better in one"):
        merge([one, results([[0.1]], measures=["P"], better=["lower"])])
    with pytest.raises(UsageError, match="no results"):
        merge([])


def test_which_run_answered_which_topic_is_kept():
    one = results([[0.1, 0.2]], runs=["a"], topics=["t0", "t1"])
    other = results([[0.3, 0.4]], runs=["b"], topics=["t1", "t2"])

    merged = merge([one, other])

    assert merged.topics == ("t0", "t1", "t2")
    assert merged.present.tolist() == [[True, True, False], [False, True, True]]


def judged_by(name, digest):
    return ({"role": "qrels", "file": name, "sha256": digest},)


def test_other_assessments_are_refused():
    a = replace(results([[0.1]], runs=["a"]), inputs=judged_by("q", "1"))
    same = replace(results([[0.2]], runs=["b"]), inputs=judged_by("copy", "1"))
    other = replace(results([[0.3]], runs=["c"]), inputs=judged_by("p", "2"))

    assert merge([a, same]).runs == ("a", "b")
    with pytest.raises(
        UsageError, match=r"results 3: other assessments \(p\) than those of results 1"
    ):
        merge([a, same, other])
    assert merge([a, other], lenient=True).runs == ("a", "c")


def test_options_that_all_share_are_kept_and_others_are_told():
    shared = {"undefined": "zero", "topics": "common"}
    a = replace(results([[0.1]], runs=["a"]), options=shared | {"whole_documents": True})
    b = replace(results([[0.2]], runs=["b"]), options=shared)

    merged = merge([a, b])

    assert merged.options == shared
    assert merged.runs == ("a [whole documents]", "b")
    said = "b differs from a [whole documents] in whole_documents"
    assert [note for note in merged.notes if "differs" in note] == [said]


def test_runs_of_one_name_are_compared_with_their_twins():
    a = replace(results([[0.1], [0.2]], runs=["x", "y"]), options={"whole_documents": True})
    b = replace(results([[0.3], [0.4]], runs=["z", "y"]), options={})

    notes = [note for note in merge([a, b]).notes if "differs" in note]

    assert notes == ["y differs from y [whole documents] in whole_documents"]


def test_topics_are_counted():
    a = results([[0.1, 0.2]], runs=["a"])
    silent = replace(a, runs=("b",), present=np.array([[True, False]]))

    assert merge([a, silent]).counts == {"judged": 2, "run": 2, "ignored": 0}
    assert merge([silent, replace(silent, runs=("c",))]).counts["run"] == 1


def test_weights_of_a_label_come_from_the_first_that_has_the_topic():
    label = Label("infAP", "tool", weights=(0.5, 0.25))
    a = replace(results([[0.1, 0.2]], runs=["a"], topics=["x", "y"]), labels=(label,))
    more = replace(label, weights=(0.75, 1.0))
    b = replace(results([[0.3, 0.4]], runs=["b"], topics=["y", "z"]), labels=(more,))

    assert merge([a, b]).labels == (replace(label, weights=(0.5, 0.25, 1.0)),)
    bare = replace(b, labels=(replace(label, weights=None),))
    (found,) = merge([a, bare]).labels
    assert found.weights[:2] == (0.5, 0.25)
    assert np.isnan(found.weights[2])
    plain = replace(a, labels=(Label("infAP"),))
    assert merge([plain, b]).labels == (Label("infAP"),)


def test_measures_are_averaged_alike():
    one = replace(results([[0.1]], runs=["a"]), aggregates=("mean",))
    other = replace(results([[0.2]], runs=["b"]), aggregates=("geometric mean, floor=max",))

    with pytest.raises(UsageError, match="averaged differently in different results"):
        merge([one, other])


def test_what_runs_met_is_known_of_all_or_not_at_all():
    met = ({"documents": {"retrieved": 3, "judged": 2}},)
    a, b = (replace(results([[0.1]], runs=[run]), met=met) for run in "ab")

    assert merge([a, b]).met == met * 2
    assert merge([a, replace(b, met=())]).met == ()


def test_other_inputs_than_assessments_may_differ():
    def judged(run, digest):
        others = ({"role": "structure", "file": "s", "sha256": digest},)
        return replace(results([[0.1]], runs=[run]), inputs=judged_by("q", "1") + others)

    assert merge([judged("a", "2"), judged("b", "3")]).runs == ("a", "b")
