"""Small random collections, as plain lists, as tables, and as the slow reference sees them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from hypothesis import strategies as st
from tests.reference import characters_slow as slow

import partwise as pw


@dataclass
class Collection:
    """Rows of assessments and of a run."""

    topics: list[str]
    judgements: list[dict]  # topic doc start end grade bep
    run: list[dict]  # topic doc start end score tokens
    lengths: dict[str, int] = field(default_factory=dict)

    # -- as tables -------------------------------------------------------------------------

    def qrels(self) -> pw.Qrels:
        """Judgements by topic; a row with nothing but its topic: judged, and nothing relevant."""
        rows = []
        for topic in self.topics:
            rows += [r for r in self.judgements if r["topic"] == topic] or [{"topic": topic}]
        names = ("doc", "start", "end", "grade", "bep")
        columns = {name: [r.get(name) for r in rows] for name in names}
        topics = [r["topic"] for r in rows]
        return pw.Qrels.from_columns(topic=topics, **columns, missing="document")

    def table(self, rows: list[dict] | None = None) -> pw.Run:
        rows = self.run if rows is None else rows
        scored = any(r.get("score") is not None for r in rows)
        counted = any(r.get("tokens") is not None for r in rows)
        return pw.Run.from_columns(
            topic=[r["topic"] for r in rows],
            doc=[r["doc"] for r in rows],
            start=[r["start"] for r in rows],
            end=[r["end"] for r in rows],
            score=[r["score"] for r in rows] if scored else None,
            tokens=[r["tokens"] for r in rows] if counted else None,
            missing="document",
        )

    def length_table(self) -> pw.Lengths | None:
        if not self.lengths:
            return None
        return pw.Lengths.from_columns(doc=list(self.lengths), length=list(self.lengths.values()))

    def view(self) -> pw.View:
        return pw.View.of(self.qrels(), self.table(), lengths=self.length_table())

    def assessments(self):
        """Judgements joined with lengths, for views that share them."""
        return self.view().assessments

    # -- as the reference sees it ----------------------------------------------------------

    def slow(self, topic: str) -> slow.Topic:
        docs: dict[str, slow.Judged] = {}
        for r in self.judgements:
            if r["topic"] != topic:
                continue
            d = docs.setdefault(r["doc"], slow.Judged(self.lengths.get(r["doc"])))
            grade = 1 if r.get("grade") is None else r["grade"]
            d.grade = grade if d.grade is None else max(d.grade, grade)
            d.bep = r.get("bep") if d.bep is None else d.bep
            if grade <= 0:
                continue
            if r["start"] is None:
                d.relevant, d.endless = True, d.endless or d.length is None
                d.rel |= set(range(d.length or 0))
            else:
                limit = inf if d.length is None else d.length
                d.rel |= {c for c in range(r["start"], r["end"]) if c < limit}
        for d in docs.values():
            d.relevant = d.relevant or bool(d.rel)
        only = all(r["start"] is None for r in self.judgements)
        return slow.Topic(docs, self._ranked(topic), self.lengths, only)

    def _ranked(self, topic: str) -> list[slow.Part]:
        rows = [r for r in self.run if r["topic"] == topic]
        if any(r.get("score") is not None for r in rows):

            def end(r):
                if r["end"] is not None:
                    return r["end"]
                return self.lengths.get(r["doc"], inf)

            rows.sort(key=lambda r: r["tokens"] or 0)
            rows.sort(key=lambda r: (r["start"] or 0, -end(r)))
            rows.sort(key=lambda r: r["doc"], reverse=True)
            rows.sort(key=lambda r: -r["score"])
        return [self._part(r) for r in rows]

    def _part(self, r: dict) -> slow.Part:
        length = self.lengths.get(r["doc"])
        if r["start"] is None:
            return slow.Part(r["doc"], 0, length, r["tokens"])
        limit = inf if length is None else length
        return slow.Part(r["doc"], min(r["start"], limit), min(r["end"], limit), r["tokens"])


def values(measure: str, collection: Collection) -> list[float]:
    """Values of the library, one per judged topic."""
    return pw.parse(measure).values(collection.view()).tolist()


# -- random collections ------------------------------------------------------------------------

DOCS = ["a", "b", "c", "é", "d10", "d9"]


def span(limit):
    return st.tuples(st.integers(0, limit), st.integers(0, limit)).map(sorted)


@st.composite
def collections(draw, *, known=True, whole_judgements=False, scores=True):
    """Draw a collection; `known` gives every document a length."""
    docs = draw(st.lists(st.sampled_from(DOCS), min_size=1, max_size=5, unique=True))
    longest = draw(st.sampled_from([6, 25]))
    lengths = {d: draw(st.integers(0, longest)) for d in docs if known or draw(st.booleans())}
    topics = ["t1", "t2", "t3"][: draw(st.integers(1, 3))]
    judgements, run = [], []
    for topic in topics:
        for doc in draw(st.lists(st.sampled_from(docs), max_size=4, unique=True)):
            bep = draw(st.none() | st.integers(0, longest))
            for _ in range(draw(st.integers(1, 3))):
                grade = draw(st.sampled_from([None, 0, 1, 1, 2, 3]))
                start, end = draw(span(longest + 3))
                place = (start, end + (start == end))
                bare = grade is not None and (grade <= 0 or whole_judgements)
                if bare and draw(st.integers(0, 3)) == 0:
                    place = (None, None)
                judgements.append(
                    {"topic": topic, "doc": doc, "start": place[0], "end": place[1]}
                    | {"grade": grade, "bep": bep}
                )
    for topic in [*topics, "unjudged"]:
        for _ in range(draw(st.integers(0, 7))):
            place = draw(st.none() | span(longest + 4)) or (None, None)
            run.append(
                {
                    "topic": topic,
                    "doc": draw(st.sampled_from(docs)),
                    "start": place[0],
                    "end": place[1],
                }
                | {"score": draw(st.sampled_from([-1.5, 0.0, 1, 2, 3, 4e9])) if scores else None}
                | {"tokens": draw(st.integers(0, 6))}
            )
            if draw(st.integers(0, 4)) == 0:
                run.append(dict(run[-1]))
    return Collection(topics, judgements, run, lengths)
