"""Real articles, runs and highlights: the fast gains against stepping through the ranks."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from tests.reference.stepwise_elements import stepwise_gains

import partwise.measures  # noqa: F401
from partwise.files.documents.read import read_structure
from partwise.files.reading import read_qrels, read_run
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.language.parser import parse
from partwise.measures.xcg.element_gains import cumulated_gain

PRESET = ["nxCG@10", "nxCG@50", "AnxCG@50", "gr@50", "Aep", "iAep", "Q", "Overlap@20"]


@pytest.fixture(scope="module")
def articles(real_data):
    folder = real_data / "evidence-inference"
    judged = Assessments(read_qrels(folder / "qrels.fol"), structure=read_structure(folder / "xml"))
    return folder, judged


@pytest.fixture(scope="module", params=["bm25-p", "bm25-thorough"])
def view(request, articles):
    folder, judged = articles
    return View(judged, read_run(folder / "runs" / f"{request.param}.path.txt"))


def highlighted(judged, topic):
    """Highlighted characters of every element, counted on a line of zeros and ones."""
    qrels, s = judged.qrels, judged.structure
    inside = {}
    rows = np.flatnonzero((qrels.topic == topic) & (qrels.start >= 0))
    for doc in np.unique(qrels.doc[rows]).tolist():
        code = s.docs.index[qrels.docs[doc]]
        line = np.zeros(int(s.length[code]), int)
        for row in rows[qrels.doc[rows] == doc]:
            line[qrels.start[row] : qrels.end[row]] = 1
        before = np.concatenate(([0], np.cumsum(line)))
        for node in range(int(s.offsets[code]), int(s.offsets[code + 1])):
            count = int(before[s.end[node]] - before[s.start[node]])
            if count:
                inside[node] = count
    return inside


@pytest.mark.parametrize(
    ("t", "norm", "gain"),
    [
        (0, "bounded", "text"),
        (0, "bounded", "tree"),
        (0.25, "literal", "tree"),
        (0.5, "bounded", "text"),
    ],
)
def test_gains(view, t, norm, gain):
    s = view.structure
    parent, size = s.parent.tolist(), s.size.tolist()
    measure = parse(f"nxCG(tolerance={t}, norm={norm}, gain={gain})@10")
    gains = cumulated_gain(view, measure.setting)
    node, offsets = view.elements.node.tolist(), view.elements.offsets
    for topic in range(0, view.n_topics, 7):
        mass = highlighted(view.assessments, topic)
        value = {c: count / size[c] for c, count in mass.items()}
        found, ideal = stepwise_gains(
            parent, size, value, set(value), node[offsets[topic] : offsets[topic + 1]],
            t=t, bounded=norm == "bounded", mass=mass if gain == "text" else None,
        )  # fmt: skip
        assert gains.gain[offsets[topic] : offsets[topic + 1]] == pytest.approx(found, abs=1e-9)
        of_topic = slice(gains.ideal.offsets[topic], gains.ideal.offsets[topic + 1])
        assert gains.ideal.height[of_topic] == pytest.approx(np.cumsum(ideal))


def test_preset(view):
    for text in PRESET:
        values = parse(text).values(view)
        assert values.size == view.n_topics
        defined = values[~np.isnan(values)]
        assert defined.size
        assert ((defined >= 0) & (defined <= 1)).all()


def test_paragraphs_do_not_overlap_and_nested_results_do(articles):
    folder, judged = articles
    means = {}
    for name in ("bm25-p", "bm25-thorough"):
        ranked = View(judged, read_run(folder / "runs" / f"{name}.path.txt"))
        means[name] = float(parse("Overlap@20").values(ranked).mean())

    assert means["bm25-p"] < means["bm25-thorough"]


def test_every_result_is_the_element_of_its_row(view):
    rows, node = view.rows, view.elements.node
    paths = view.assessments.trees.paths(node[:200])
    named = [view.run.elements[code] for code in view.run.element[rows[:200]].tolist()]

    assert paths == named
    by_topic = defaultdict(list)
    for topic, row in zip(view.elements.topic.tolist(), rows.tolist(), strict=True):
        by_topic[topic].append(view.run.score[row])
    assert all(scores == sorted(scores, reverse=True) for scores in by_topic.values())
