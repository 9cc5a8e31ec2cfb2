"""Evidence Inference as the papers' experiments need it: several documents a topic, many runs.

Each of its 223 topics asks about one article. Here the articles stand in groups of six, in file
order, and the j-th topics of a group's articles become one topic: 38 topics of two documents or
more. Nothing else was chosen, and no other grouping was tried.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

import partwise as pw
from partwise.files import reading as api
from partwise.geometry.resolve.trees import Trees

GROUP = 6


@dataclass(frozen=True)
class Evidence:
    folder: Path

    @cached_property
    def structure(self):
        return api.read_structure(str(self.folder / "xml"))

    @cached_property
    def qrels(self):
        """The assessments as they are."""
        return api.read_qrels(str(self.folder / "spans.tsv"))

    def run(self, name):
        return api.read_run(str(next((self.folder / "runs").glob(f"{name}.*"))))

    # -- several documents a topic ---------------------------------------------------------

    @cached_property
    def _merged(self):
        """Name of the merged topic of each topic; None where its document would be alone."""
        qrels = self.qrels
        articles, turns, merged = {}, {}, {}
        for topic, doc in dict(zip(qrels.topic.tolist(), qrels.doc.tolist(), strict=True)).items():
            group = articles.setdefault(doc, len(articles)) // GROUP
            turn = turns[doc] = turns.get(doc, -1) + 1
            merged[qrels.topics[topic]] = f"{group}-{turn}"
        names = list(merged.values())
        return {topic: name if names.count(name) > 1 else None for topic, name in merged.items()}

    def _with_topics(self, table):
        names = [self._merged[topic] for topic in table.topics.tolist()]
        known = {name: code for code, name in enumerate(dict.fromkeys(n for n in names if n))}
        codes = np.array([known.get(name, -1) for name in names], np.int32)[table.topic]
        kept = codes >= 0
        docs = np.array(table.docs.tolist())[table.doc[kept]]
        columns = {"topic": np.array(list(known))[codes[kept]], "doc": docs}
        for name in ("start", "end"):
            if (getattr(table, name) >= 0).any():
                columns[name] = getattr(table, name)[kept]
        if len(table.elements):
            columns["element"] = np.array(table.elements.tolist())[table.element[kept]]
        return columns, kept

    @cached_property
    def several(self):
        """Assessments of topics with several documents."""
        columns, kept = self._with_topics(self.qrels)
        assessor = np.array(self.qrels.assessors.tolist())[self.qrels.assessor[kept]]
        return pw.Qrels.from_columns(**columns, assessor=assessor)

    def merged_run(self, name, most=None):
        """Return a run over the merged topics, with at most so many parts a document."""
        run = self.run(name)
        if most is not None:
            run = _best(run, most)
        columns, kept = self._with_topics(run)
        return pw.Run.from_columns(**columns, score=run.score[kept], name=run.name)

    # -- runs of elements ------------------------------------------------------------------

    @cached_property
    def element_runs(self):
        """Sixteen runs: two of BM25, each as it is and changed in seven ways."""
        return [run for name in ("bm25-p", "bm25-thorough") for run in self._changed(name)]

    def _changed(self, name):
        run, trees, s = self.run(name), Trees(self.structure), self.structure
        row = trees.find(trees.documents(run.docs)[run.doc], run.elements, run.element)
        above = _parent(s, row)
        every = np.ones(row.size, np.bool_)
        size = s.end - s.start
        changes = {
            "": (row, every),
            "-parents": (above, every),
            "-grandparents": (_parent(s, above), every),
            "-clean": (row, self._clean(run, row)),
            "-parents-clean": (above, self._clean(run, above)),
            "-deep": (row, s.depth[row] >= 4),
            "-long": (row, size[row] >= 400),
            "-short": (row, size[row] < 1_200),
        }
        for suffix, (rows, kept) in changes.items():
            at = _first(run, rows, kept)
            yield pw.Run.from_columns(
                topic=np.array(run.topics.tolist())[run.topic[at]],
                doc=np.array(run.docs.tolist())[run.doc[at]],
                element=trees.paths(rows[at]),
                score=run.score[at],
                name=name + suffix,
            )

    def _clean(self, run, row):
        """Parts that share no text with a better one that is kept."""
        s, kept = self.structure, np.zeros(row.size, np.bool_)
        held = {}
        for at in _ranked(run):
            mine = held.setdefault((int(run.topic[at]), int(s.doc[row[at]])), [])
            start, end = s.start[row[at]], s.end[row[at]]
            if all(end <= other[0] or other[1] <= start for other in mine):
                mine.append((start, end))
                kept[at] = True
        return kept


def _ranked(run):
    return np.lexsort((np.arange(len(run)), -run.score, run.topic)).tolist()


def _parent(structure, row):
    return np.where(structure.parent[row] >= 0, structure.parent[row], row)


def _first(run, row, kept):
    """Rows of a run that are kept, each element of a topic once."""
    seen = {(int(run.topic[at]), int(row[at])): at for at in reversed(_ranked(run)) if kept[at]}
    return np.array(sorted(seen.values()))


def _best(run, most):
    """Return a run with the best parts of each document."""
    held, kept = {}, []
    for at in _ranked(run):
        mine = held.setdefault((int(run.topic[at]), int(run.doc[at])), [])
        if len(mine) < most:
            mine.append(at)
            kept.append(at)
    at = np.array(sorted(kept))
    columns = {
        name: getattr(run, name)[at]
        for name in ("topic", "doc", "start", "end", "element", "score")
        if getattr(run, name).size
    }
    return replace(run, **columns)
