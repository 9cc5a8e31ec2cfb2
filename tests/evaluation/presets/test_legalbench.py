"""The preset against LegalBench-RAG's arithmetic."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from tests.helpers import grouped_options

import partwise as pw
from partwise.errors import FormatError
from partwise.evaluation.presets import has_label
from partwise.evaluation.tool_presets import weigh


def qrels(*topics, **columns):
    """Topics (tag, weight) with one span [0, 10) each."""
    names = [f"q{n}" for n in range(len(topics))]
    tags, weights = zip(*topics, strict=True)
    if any(weights):
        columns["weight"] = weights
    if any(tags):
        columns["tag"] = tags
    return pw.Qrels.from_columns(
        topic=names, doc=["d"] * len(names), start=[0] * len(names), end=[10] * len(names),
        **columns,
    )  # fmt: skip


def run(*recalls):
    """Parts that show a share of [0, 10) and nothing else; none for 0."""
    rows = [(f"q{n}", "d", 0 if r else 50, int(10 * r) if r else 60) for n, r in enumerate(recalls)]
    columns = zip(("topic", "doc", "start", "end"), zip(*rows, strict=True), strict=True)
    return pw.Run.from_columns(**dict(columns))


def recall(judged, listed, label="recall", **options):
    return pw.evaluate(judged, listed, preset="legalbench", **grouped_options(**options)).mean(
        "run", label
    )


def test_fixture():
    judged = pw.Qrels.from_columns(topic=["q", "q"], doc=["d", "d"], start=[10, 60], end=[20, 70])
    listed = pw.Run.from_columns(
        topic=["q"] * 4, doc=["d"] * 4, start=[10, 60, 60, 0], end=[25, 65, 65, 10]
    )
    found = pw.evaluate(judged, listed, preset="legalbench")

    assert [label.name for label in found.labels if label] == ["recall", "precision"]
    assert found.mean("run", "recall") == 1
    assert found.mean("run", "precision") == pytest.approx(0.571429, abs=5e-7)
    assert found.measures == (
        "CharR(tolerance=1)", "CharP(tolerance=1)", "CharR", "CharP", "CharIoU", "CharOverlap",
    )  # fmt: skip
    off = pw.evaluate(judged, listed, preset="legalbench", rules=pw.Rules(quirks="off"))
    assert off.mean("run", "recall") == 0.75


def test_every_tag_has_the_same_weight():
    two = qrels(("a", 0), ("a", 0), ("b", 0))
    assert recall(two, run(1, 0, 0.5)) == pytest.approx(0.5)
    four = qrels(("a", 0), ("a", 0), ("a", 0), ("b", 0))
    listed = run(1, 1, 0, 0.5)
    assert recall(four, listed) == pytest.approx(0.583333, abs=5e-7)
    assert recall(four, listed, quirks="repeats") == pytest.approx(0.625)
    assert recall(four, listed, "a|recall") == pytest.approx(2 / 3)
    assert recall(four, listed, "b|precision") == 1


def test_values_of_tags_come_in_order_of_first_appearance():
    found = pw.evaluate(qrels(("b", 0), ("a", 0), ("b", 0)), run(1, 1, 0), preset="legalbench")

    assert [label.name for label in found.labels if label] == [
        "recall", "precision", "b|recall", "b|precision", "a|recall", "a|precision",
    ]  # fmt: skip
    assert np.isnan(found.of("run", "b|recall")).tolist() == [False, True, False]
    assert has_label("legalbench")("b|recall")
    saved = json.loads(found.to_json())["runs"][0]["values"]
    assert saved[2]["weights"] == {"q0": 0.25, "q2": 0.25}
    again = pw.Results.from_json(found.to_json())
    np.testing.assert_array_equal(again.mean_table, found.mean_table)


def test_weights_that_are_given():
    judged = qrels(("a", 3), ("a", 1), ("b", 4))
    found = pw.evaluate(judged, run(1, 0, 0.5), preset="legalbench")

    assert found.mean("run", "recall") == pytest.approx((3 * 1 + 0 + 4 * 0.5) / 8)
    assert found.mean("run", "a|recall") == pytest.approx(3 / 4)
    assert not any("weights are weights of groups" in note for note in found.notes)
    with pytest.raises(FormatError, match="topic q1: weight x is not a number"):
        weigh(qrels(("a", "1"), ("a", "x")), [], frozenset({"weights"}))


def test_without_tags_and_weights_the_mean_is_plain():
    assert recall(qrels((None, 0), (None, 0)), run(1, 0.5)) == 0.75


def test_a_topic_without_gold_scores_nothing():
    judged = pw.Qrels.from_columns(
        topic=["a", "b"], doc=["d", "d"], start=[0, None], end=[10, None], grade=[1, 0]
    )
    listed = pw.Run.from_columns(topic=["a"], doc=["d"], start=[0], end=[10])
    assert recall(judged, listed) == 0.5


def test_values_above_one_are_warned_of():
    twice = pw.Run.from_columns(topic=["q0"] * 2, doc=["d"] * 2, start=[0, 0], end=[10, 10])
    outside = pytest.warns(pw.PartwiseWarning, match=r"outside \[0, 1\].*recall \(1 topic\)")
    with pytest.warns(pw.PartwiseWarning, match="Are the rows doubled"), outside:
        assert recall(qrels((None, 0)), twice) == 2


def test_a_result_file_is_both(tmp_path):
    rng = np.random.default_rng(2)
    results, weights, slow = [], [], []
    for n in range(40):
        gold = sorted(rng.choice(200, 4, replace=False).tolist())
        listed = [sorted(rng.choice(200, 2, replace=False).tolist()) for _ in range(n % 6)]
        spans = [gold[:2], gold[2:]] if gold[1] < gold[2] else [gold[:2]]
        results.append({
            "qa_gt": {
                "query": f"question {n}", "tags": [["nda", "cuad"][n % 2]],
                "snippets": [{"file_path": "f.txt", "span": s, "answer": ""} for s in spans],
            },
            "retrieved_snippets": [
                {"file_path": "f.txt", "span": s, "score": 1 / (i + 1)}
                for i, s in enumerate(listed)
            ],
        })  # fmt: skip
        weights.append(float(rng.integers(1, 5)))
        shared = sum(max(0, min(b, d) - max(a, c)) for a, b in listed for c, d in spans)
        size, total = sum(b - a for a, b in listed), sum(d - c for c, d in spans)
        slow.append((shared / total, shared / size if size else 0.0))
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"qa_result_list": results, "weights": weights}))

    with pytest.warns(pw.PartwiseWarning, match="outside"):
        found = pw.evaluate(path, path, preset="legalbench")

    name = found.runs[0]
    assert found.of(name, "recall") == pytest.approx([r for r, _ in slow])
    assert found.of(name, "precision") == pytest.approx([p for _, p in slow])
    total = math.fsum(weights)
    for at, label in enumerate(("recall", "precision")):
        mean = math.fsum(w * v[at] for w, v in zip(weights, slow, strict=True)) / total
        assert found.mean(name, label) == pytest.approx(mean)
        for tag, first in (("nda", 0), ("cuad", 1)):
            some = range(first, 40, 2)
            mean = sum(weights[n] * slow[n][at] for n in some) / sum(weights[n] for n in some)
            assert found.mean(name, f"{tag}|{label}") == pytest.approx(mean)
