"""Real articles, runs and highlights: the fast gains against stepping through the ranks."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from tests.helpers import ranked_rows
from tests.reference.element_tables import gains_of, ideal_gains_of
from tests.reference.stepwise_elements import stepwise_gains

import partwise as pw

PRESET = ["nxCG@10", "nxCG@50", "AnxCG@50", "gr@50", "Aep", "iAep", "Q", "Overlap@20"]


class Articles:
    """Evidence Inference: element trees, highlighted spans and runs of elements."""

    def __init__(self, folder):
        self.folder = folder
        self.qrels = pw.read_qrels(folder / "qrels.fol")
        self.structure = pw.read_structure(folder / "xml")
        self.judged = self.qrels.to_frame()
        self.topics = self.judged["topic"].unique(maintain_order=True).to_list()
        elements = self.structure.to_frame().with_row_index()
        self.start, self.end = elements["start"].to_list(), elements["end"].to_list()
        self.number = dict(
            zip(elements.select("doc", "path").iter_rows(), elements["index"], strict=True)
        )
        self.nodes = {
            doc: rows["index"].to_list()
            for (doc,), rows in elements.group_by("doc", maintain_order=True)
        }
        first = pl.col("index").first().over("doc")
        self.parent = (
            elements.select((first + pl.col("parent")).fill_null(-1)).to_series().to_list()
        )
        self.size = [end - start for start, end in zip(self.start, self.end, strict=True)]

    def run(self, name):
        return pw.read_run(self.folder / "runs" / f"{name}.path.txt")

    def view(self, run):
        return pw.View.of(self.qrels, run, structure=self.structure)

    def highlighted(self, topic):
        """Highlighted characters of every element, counted on a line of zeros and ones."""
        inside = {}
        of_topic = self.judged.filter(pl.col("topic") == topic, pl.col("start").is_not_null())
        for (doc,), rows in of_topic.group_by("doc", maintain_order=True):
            nodes = self.nodes[doc]
            line = np.zeros(max(self.end[node] for node in nodes), int)
            for start, end in rows.select("start", "end").iter_rows():
                line[start:end] = 1
            before = np.concatenate(([0], np.cumsum(line)))
            for node in nodes:
                count = int(before[self.end[node]] - before[self.start[node]])
                if count:
                    inside[node] = count
        return inside


@pytest.fixture(scope="module")
def articles(real_data):
    return Articles(real_data / "evidence-inference")


@pytest.fixture(scope="module", params=["bm25-p", "bm25-thorough"])
def run(request, articles):
    return articles.run(request.param)


@pytest.fixture(scope="module")
def view(articles, run):
    return articles.view(run)


@pytest.mark.parametrize(
    ("t", "norm", "gain"),
    [
        (0, "bounded", "text"),
        (0, "bounded", "tree"),
        (0.25, "literal", "tree"),
        (0.5, "bounded", "text"),
    ],
)
def test_gains(articles, run, view, t, norm, gain):
    places = run.to_frame().select("doc", "element").rows()
    ranked = ranked_rows(view)
    longest = max(map(len, ranked))
    gains = gains_of(view, longest, tolerance=t, norm=norm, gain=gain)
    ideals = ideal_gains_of(view, 200)
    compared = 0
    for topic in range(0, len(articles.topics), 7):
        mass = articles.highlighted(articles.topics[topic])
        value = {c: count / articles.size[c] for c, count in mass.items()}
        found, ideal = stepwise_gains(
            articles.parent, articles.size, value, set(value),
            [articles.number[places[row]] for row in ranked[topic]],
            t=t, bounded=norm == "bounded", mass=mass if gain == "text" else None,
        )  # fmt: skip
        assert gains[: len(found), topic] == pytest.approx(found, abs=1e-9)
        assert len(ideal) < 200
        assert np.cumsum(ideals[:, topic])[: len(ideal)] == pytest.approx(np.cumsum(ideal))
        assert ideals[len(ideal) :, topic] == pytest.approx(0, abs=1e-12)
        compared += len(found)
    assert compared > 1000


def test_preset(articles, view):
    for text in PRESET:
        values = pw.parse(text).values(view)
        assert values.size == len(articles.topics)
        defined = values[~np.isnan(values)]
        assert defined.size
        assert ((defined >= 0) & (defined <= 1)).all()


def test_paragraphs_do_not_overlap_and_nested_results_do(articles):
    means = {}
    for name in ("bm25-p", "bm25-thorough"):
        ranked = articles.view(articles.run(name))
        means[name] = float(pw.parse("Overlap@20").values(ranked).mean())

    assert means["bm25-p"] < means["bm25-thorough"]


def test_results_are_ranked_by_score(run, view):
    score = run.to_frame()["score"].to_list()
    for rows in ranked_rows(view):
        scores = [score[row] for row in rows]
        assert scores == sorted(scores, reverse=True)
