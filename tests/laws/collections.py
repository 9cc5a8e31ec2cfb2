"""Random collections on which every registered measure can be tried.

Tables are frozen, so each is made once; and measures share a view of them, as they do when they
are evaluated together.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial

import numpy as np
import polars as pl

import partwise as pw

DOCS = [f"d{i}" for i in range(6)]
LENGTH = 160
TOPICS = ["t0", "t1", "t2", "found nothing", "nothing to find"]
CHUNK = 20


def sections() -> list[tuple[str, int, int, int, int]]:
    """Elements of a document: path, depth, parent, start, end."""
    out = [("/a[1]", 1, -1, 0, LENGTH)]
    for i in range(4):
        start = i * 40
        parent = len(out)
        out.append((f"/a[1]/s[{i + 1}]", 2, 0, start, start + 40))
        for j in range(2):
            begin = start + j * CHUNK
            path = f"/a[1]/s[{i + 1}]/p[{j + 1}]"
            out.append((path, 3, parent, begin, begin + CHUNK))
    return out


ELEMENTS = sections()


@dataclass(frozen=True)
class Tables:
    """Everything a measure may ask for."""

    qrels: pw.Qrels
    run: pw.Run
    lengths: pw.Lengths
    structure: pw.Structure
    inventory: pw.Inventory

    def values(self, measure: pw.Measure) -> np.ndarray:
        return measure.values(self.shared)

    @cached_property
    def shared(self) -> pw.View:
        return self.view()

    @cached_property
    def shuffled(self) -> Tables:
        """The same, with the assessments on other lines."""
        return replace(self, qrels=shuffled(self.qrels, 1))

    @cached_property
    def reordered(self) -> list[Tables]:
        """The same, with the lines of the run from last to first and by lot."""
        n = len(self.run)
        orders = (np.arange(n)[::-1], np.random.default_rng(5).permutation(n))
        return [self.with_run(rows_of(self.run, rows)) for rows in orders]

    @property
    def beside(self) -> dict[str, object]:
        """Tables beside judgements and run, by the names that `evaluate` has for them."""
        names = ("lengths", "structure", "inventory")
        return {name: getattr(self, name) for name in names}

    @cached_property
    def topics(self) -> list[str]:
        """Judged topics in the order of their values."""
        return topics_of(self.qrels)

    def view(self) -> pw.View:
        return pw.View.of(self.qrels, self.run, **self.beside)

    def with_run(self, run: pw.Run) -> Tables:
        return replace(self, run=run)


@cache
def structure() -> pw.Structure:
    rows = [(doc, node, *element) for doc in DOCS for node, element in enumerate(ELEMENTS)]
    return pw.Structure.from_columns(
        doc=[r[0] for r in rows],
        node=[r[1] for r in rows],
        path=[r[2] for r in rows],
        parent=[None if r[4] < 0 else r[4] for r in rows],
        start=[r[5] for r in rows],
        end=[r[6] for r in rows],
        tag=[r[2].rsplit("/", 1)[1].split("[")[0] for r in rows],
        depth=[r[3] for r in rows],
    )


@cache
def lengths() -> pw.Lengths:
    return pw.Lengths.from_columns(doc=DOCS, length=[LENGTH] * len(DOCS))


@cache
def inventory() -> pw.Inventory:
    places = [(doc, a) for doc in DOCS for a in range(0, LENGTH, CHUNK)]
    start = [a for _, a in places]
    end = [a + CHUNK for a in start]
    return pw.Inventory.from_columns(doc=[d for d, _ in places], start=start, end=end)


@cache
def spans(seed: int, *, chunks: bool = False) -> Tables:
    """Highlighted text and a run of overlapping passages, or of the chunks of the inventory."""
    rng = np.random.default_rng(seed)
    judged = []
    for topic in TOPICS:
        for doc in rng.choice(DOCS, 3, replace=False):
            start = int(rng.integers(0, LENGTH - 10))
            end = start + int(rng.integers(5, 60))
            grade = 0 if topic == "nothing to find" else int(rng.integers(1, 4))
            judged.append(
                (topic, doc, start, min(end, LENGTH), grade, int(rng.integers(0, LENGTH)))
            )
    rows = []
    for topic in [*TOPICS[:3], TOPICS[4], "not judged"]:
        for _ in range(12):
            doc, start = rng.choice(DOCS), int(rng.integers(0, LENGTH))
            end = start + int(rng.integers(0, 50))
            if chunks:
                start = start // CHUNK * CHUNK
                end = start + CHUNK
            rows.append(
                (topic, doc, start, end, float(rng.integers(0, 6)), int(rng.integers(1, 9)))
            )
    if not chunks:
        rows[3:5] = [(*rows[3][:2], None, None, *rows[3][4:]), rows[5]]
    aspects = [ASPECTS[(row[2] + row[3]) % len(ASPECTS)] for row in judged]
    return Tables(
        pw.Qrels.from_columns(
            **dict(zip(_JUDGED, zip(*judged, strict=True), strict=True)), aspects=aspects
        ),
        pw.Run.from_columns(
            **dict(zip(_RUN, zip(*rows, strict=True), strict=True)), missing="document"
        ),
        lengths(),
        structure(),
        inventory(),
    )


ASPECTS = ("a|b", "b", "c|a", "d")
_JUDGED = ("topic", "doc", "start", "end", "grade", "bep")
_RUN = ("topic", "doc", "start", "end", "score", "tokens")


@cache
def elements(seed: int, *, scale: str = "share") -> Tables:
    """Elements graded by exhaustivity and specificity on either scale, and a run of elements."""
    rng = np.random.default_rng(seed)
    judged = []
    for topic in TOPICS:
        for doc in rng.choice(DOCS, 3, replace=False):
            relevant = topic != "nothing to find"
            wanted = rng.choice(len(ELEMENTS), 3, replace=False)
            around = {0} | {ELEMENTS[i][2] for i in wanted if ELEMENTS[i][2] >= 0}
            for i in sorted({*around, *wanted.tolist()}):
                e = int(rng.integers(1, 3 if scale == "share" else 4)) if relevant else 0
                s = int(rng.integers(1, 4)) if relevant else 0
                s = s / 3 if scale == "share" else s
                judged.append((topic, doc, ELEMENTS[i][0], e, s))
    rows = []
    for topic in [*TOPICS[:3], TOPICS[4], "not judged"]:
        for _ in range(12):
            path = ELEMENTS[rng.integers(len(ELEMENTS))][0]
            rows.append((topic, rng.choice(DOCS), path, float(rng.integers(0, 6))))
    names = ("topic", "doc", "element", "e", "s")
    return Tables(
        pw.Qrels.from_columns(
            **dict(zip(names, zip(*judged, strict=True), strict=True)), scale=scale
        ),
        pw.Run.from_columns(
            **dict(zip(("topic", "doc", "element", "score"), zip(*rows, strict=True), strict=True))
        ),
        lengths(),
        structure(),
        inventory(),
    )


@cache
def graded(seed: int, *, trees: bool = False) -> Tables:
    """Elements or trees of uneven grades, a run of the same; sums of grades do not commute."""
    rng = np.random.default_rng(seed)
    paths = [path for path, *_ in ELEMENTS]
    judged, rows = [], []
    for topic in TOPICS:
        for doc in rng.choice(DOCS, 3, replace=False):
            for path in rng.choice(paths, 3, replace=False):
                grade = float(rng.choice([0.1, 0.2, 0.3, 0.7, 1.1]))
                judged.append((topic, doc, path, 0.0 if topic == TOPICS[4] else grade))
    for topic in [*TOPICS[:3], TOPICS[4], "not judged"]:
        for doc in rng.choice(DOCS, 12):
            rows.append((topic, doc, rng.choice(paths), float(rng.integers(0, 6))))
    place = "tree" if trees else "element"
    return Tables(
        pw.Qrels.from_columns(
            **dict(zip(("topic", "doc", place, "grade"), zip(*judged, strict=True), strict=True))
        ),
        pw.Run.from_columns(
            **dict(zip(("topic", "doc", place, "score"), zip(*rows, strict=True), strict=True))
        ),
        lengths(),
        structure(),
        inventory(),
    )


@cache
def documents(seed: int) -> Tables:
    """Graded documents, as in TREC qrels, and a run of passages."""
    found = spans(seed)
    rng = np.random.default_rng(seed)
    rows = [
        (topic, doc, 0 if topic == TOPICS[4] else int(rng.integers(at == 0, 4)))
        for topic in TOPICS
        for at, doc in enumerate(rng.choice(DOCS, 4, replace=False))
    ]
    names = ("topic", "doc", "grade")
    qrels = pw.Qrels.from_columns(**dict(zip(names, zip(*rows, strict=True), strict=True)))
    return replace(found, qrels=qrels)


def every_collection(measure: pw.Measure, seed: int) -> list[Tables]:
    """All collections that have what the measure needs."""
    found = []
    for kind in (
        spans, partial(spans, chunks=True), elements, partial(elements, scale="grade"), graded,
        partial(graded, trees=True), documents,
    ):  # fmt: skip
        tables = kind(seed)
        with suppress(pw.PartwiseError):
            tables.values(measure)
            found.append(tables)
    return found


def topics_of(qrels: pw.Qrels) -> list[str]:
    """Judged topics in the order of their values."""
    return qrels.to_frame()["topic"].unique(maintain_order=True).to_list()


def shuffled(qrels: pw.Qrels, seed: int) -> pw.Qrels:
    """The same judgements on other lines, read as from another file."""
    frame = qrels.to_frame()
    return judgements(frame[np.random.default_rng(seed).permutation(len(frame))], qrels.scale)


def judgements(frame: pl.DataFrame, scale: str | None) -> pw.Qrels:
    """Judgements from rows of a frame; rows without a place are whole documents."""
    columns = {name: frame[name].to_list() for name in frame.columns}
    return pw.Qrels.from_columns(**columns, scale=scale, missing="document")


class NoCollectionError(Exception):
    """No collection has what a measure needs."""


def collection(measure: pw.Measure, seed: int) -> Tables:
    """Return a collection with all that the measure needs."""
    by_element = bool(measure.needs & {"elements", "structure"})
    by_span = [spans, partial(spans, chunks=True)]
    by_place = [elements, partial(elements, scale="grade")]
    kinds = by_place + by_span if by_element else by_span + by_place
    kinds.append(documents)
    problems: list[pw.PartwiseError] = []
    for kind in kinds:
        tables = kind(seed)
        try:
            tables.values(measure)
        except pw.PartwiseError as problem:
            problems.append(problem)
        else:
            return tables
    raise NoCollectionError(f"no collection suits {measure!r}: {problems}")


@cache
def empty_run() -> pw.Run:
    """A run with results for no judged topic."""
    return pw.Run.from_columns(topic=["not judged"], doc=["d0"], start=[0], end=[5], score=[1.0])


def rows_of(run: pw.Run, rows: np.ndarray) -> pw.Run:
    """Rows of a run by number, in this order."""
    return pw.Run.from_frame(run.to_frame()[rows], missing="document")


def results_of(run: pw.Run, topic: str) -> pw.Run:
    """Results of one topic."""
    return pw.Run.from_frame(run.to_frame().filter(pl.col("topic") == topic), missing="document")


def judgements_of(qrels: pw.Qrels, topic: str) -> pw.Qrels:
    """Judgements of one topic."""
    return judgements(qrels.to_frame().filter(pl.col("topic") == topic), qrels.scale)
