"""Evidence Inference as the papers' experiments need it: several documents a topic, many runs.

Each of its 223 topics asks about one article. Here the articles stand in groups of six, in file
order, and the j-th topics of a group's articles become one topic: 38 topics of two documents or
more. Nothing else was chosen, and no other grouping was tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl

import partwise as pw

GROUP = 6


@dataclass(frozen=True)
class Evidence:
    """Assessments, element trees and runs of the collection."""

    folder: Path

    @cached_property
    def structure(self):
        return pw.read_structure(self.folder / "xml")

    @cached_property
    def qrels(self):
        """The assessments as they are."""
        return pw.read_qrels(self.folder / "spans.tsv")

    def run(self, name):
        return pw.read_run(next((self.folder / "runs").glob(f"{name}.*")))

    # -- several documents a topic ---------------------------------------------------------

    @cached_property
    def _merged(self):
        """Name of the merged topic of each topic; None where its document would be alone."""
        articles, turns, merged = {}, {}, {}
        for topic, doc in dict(self.qrels.to_frame().select("topic", "doc").iter_rows()).items():
            group = articles.setdefault(doc, len(articles)) // GROUP
            turn = turns[doc] = turns.get(doc, -1) + 1
            merged[topic] = f"{group}-{turn}"
        names = list(merged.values())
        return {topic: name if names.count(name) > 1 else None for topic, name in merged.items()}

    def _with_topics(self, rows):
        """Rows under the names of their merged topics."""
        topic = pl.col("topic").replace_strict(self._merged, return_dtype=pl.String)
        return rows.with_columns(topic).filter(pl.col("topic").is_not_null())

    @cached_property
    def several(self):
        """Assessments of topics with several documents."""
        return pw.Qrels.from_frame(self._with_topics(self.qrels.to_frame()))

    def merged_run(self, name, limit=None):
        """Return a run over the merged topics, with at most `limit` parts a document."""
        rows = self.run(name).to_frame()
        if limit is not None:
            rows = _best(rows, limit)
        return pw.Run.from_frame(self._with_topics(rows).drop("rank"))

    # -- runs of elements ------------------------------------------------------------------

    @cached_property
    def element_runs(self):
        """Sixteen runs: two of BM25, each as it is and changed in seven ways."""
        return [run for name in ("bm25-p", "bm25-thorough") for run in self._changed(name)]

    @cached_property
    def elements(self):
        """Element trees; `above` is the row of the parent, of a root its own."""
        first = pl.col("index").first().over("doc")
        above = (first + pl.col("parent")).fill_null(pl.col("index"))
        return self.structure.to_frame().with_row_index().with_columns(above=above)

    def _changed(self, name):
        rows = self.run(name).to_frame()
        elements = self.elements
        number = dict(
            zip(elements.select("doc", "path").iter_rows(), elements["index"], strict=True)
        )
        element = np.array([number[place] for place in rows.select("doc", "element").iter_rows()])
        parents, depth = elements["above"].to_numpy(), elements["depth"].to_numpy()
        size = (elements["end"] - elements["start"]).to_numpy()
        above, whole = parents[element], np.ones(element.size, np.bool_)
        changes = {
            "": (element, whole),
            "-parents": (above, whole),
            "-grandparents": (parents[above], whole),
            "-clean": (element, self._clean(rows, element)),
            "-parents-clean": (above, self._clean(rows, above)),
            "-deep": (element, depth[element] >= 4),
            "-long": (element, size[element] >= 400),
            "-short": (element, size[element] < 1_200),
        }
        paths = elements["path"].to_numpy()
        for suffix, (shown, mask) in changes.items():
            index = _first(rows, shown, mask)
            yield pw.Run.from_columns(
                topic=rows["topic"].to_numpy()[index],
                doc=rows["doc"].to_numpy()[index],
                element=paths[shown[index]],
                score=rows["score"].to_numpy()[index],
                name=name + suffix,
            )

    def _clean(self, rows, element):
        """Parts that share no text with a better one that is kept."""
        start, end = self.elements["start"].to_list(), self.elements["end"].to_list()
        places = rows.select("topic", "doc").rows()
        shown, mask = {}, np.zeros(len(rows), np.bool_)
        for index in _ranked(rows):
            low, high = start[element[index]], end[element[index]]
            spans = shown.setdefault(places[index], [])
            if all(high <= span[0] or span[1] <= low for span in spans):
                spans.append((low, high))
                mask[index] = True
        return mask


def _ranked(rows):
    """Numbers of the rows by topic, the best first."""
    order = rows.with_row_index().sort("topic", "score", "index", descending=[False, True, False])
    return order["index"].to_list()


def _first(rows, element, mask):
    """Rows of a run that are kept, each element of a topic once."""
    topic = rows["topic"].to_list()
    first = {(topic[i], int(element[i])): i for i in reversed(_ranked(rows)) if mask[i]}
    return np.array(sorted(first.values()))


def _best(rows, limit):
    """Return the best parts of each document."""
    ranked = rows.with_row_index()[_ranked(rows)]
    best = ranked.group_by("topic", "doc", maintain_order=True).head(limit)
    return best.sort("index").drop("index")
