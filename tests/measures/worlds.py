"""Collections small enough to work out by hand, one a family.

Each has three topics: the case itself, one in which nothing is relevant, and one for which the
run returns nothing. `value` reads a measure on the case, `edges` on the other two.
"""

from __future__ import annotations

from pathlib import Path

from tests.helpers import parse
from tests.reference.characters_collections import Collection
from tests.reference.element_tables import view_of
from tests.reference.exact_elements import Elements

import partwise as pw

TOPICS = ["case", "nothing relevant", "empty run"]


def value(measure: str, view: pw.View) -> float:
    """Value of the case."""
    return float(parse(measure).values(view)[0])


def edges(measure: str, view: pw.View) -> tuple[float, float]:
    """Values where nothing is relevant, and where nothing was returned."""
    _, undefined, empty = parse(measure).values(view).tolist()
    return undefined, empty


def passages(parts, spans, lengths) -> pw.View:
    """View of parts (doc, start, end) in rank order on highlighted spans."""

    def row(topic, doc, start=None, end=None, grade=None):
        place = {"topic": topic, "doc": doc, "start": start, "end": end}
        return {**place, "grade": grade, "bep": None, "score": None, "tokens": None}

    case, nothing, empty = TOPICS
    judged = [row(topic, *span) for topic in (case, empty) for span in spans]
    judged.append(row(nothing, next(iter(lengths)), grade=0))
    run = [row(topic, *part) for topic in (case, nothing) for part in parts]
    return Collection(TOPICS, judged, run, lengths).view()


def documents(ranked: str = "BADC", relevant: str = "ACE") -> pw.View:
    """View of documents, one letter each; of A, C and E only E is not retrieved."""
    lengths = dict.fromkeys("ABCDE", 10)
    return passages([(doc, 0, 10) for doc in ranked], [(doc, 0, 10) for doc in relevant], lengths)


def text() -> pw.View:
    """Relevant are A[0,40) and B[0,10).

    The first part has 40 characters, 20 of them relevant; the second lies in the first; the
    third has 20, 10 of them relevant.
    """
    parts = [("A", 20, 60), ("A", 30, 40), ("B", 0, 20)]
    return passages(parts, [("A", 0, 40), ("B", 0, 10)], {"A": 100, "B": 100})


def screens() -> pw.View:
    """Document D is not relevant; B is relevant behind its part, A from the first character."""
    parts = [("D", 0, 10), ("B", 10, 20), ("A", 30, 60)]
    return passages(parts, [("A", 0, 40), ("B", 0, 10)], {"A": 100, "B": 100, "D": 100})


def elements(ranked=(3, 1), grades=None) -> pw.View:
    """View of a root (0) with three leaves; 1 and 2 are ideal, and of them 1 is found."""
    trees = Elements([None, 0, 0, 0], [40, 10, 10, 20])
    graded = {1: (3, 3), 2: (3, 3)} if grades is None else grades
    return view_of(trees, [(graded, list(ranked)), ({}, list(ranked)), (graded, [])])


def navigated(ranked, wanted, structure=None, length=None) -> pw.View:
    """View of elements (name, or path in a structure) of one document, in rank order."""
    case, nothing, empty = TOPICS
    rows = [(case, path, 1) for path in wanted]
    rows += [(nothing, wanted[0], 0), *((empty, path, 1) for path in wanted)]
    topic, element, grade = zip(*rows, strict=True)
    ends = {"start": [0] * len(rows), "end": [length[path] for path in element]} if length else {}
    qrels = pw.Qrels.from_columns(
        topic=list(topic), doc=["d"] * len(rows), element=list(element), grade=list(grade), **ends
    )
    n = len(ranked)
    sizes = {"start": [0] * 2 * n, "length": [length[p] for p in ranked] * 2} if length else {}
    run = pw.Run.from_columns(
        topic=[case] * n + [nothing] * n,
        doc=["d"] * 2 * n,
        element=[*ranked, *ranked],
        rank=[*range(1, n + 1)] * 2,
        **sizes,
    )
    return pw.View.of(qrels, run, structure=structure)


def write_edges(folder: Path, cells: str, kind: str = "reach") -> str:
    """Write how readers move (``x y .5, x z .3``); return the user model."""
    lines = ["\t".join(["d", *cell.split()]) for cell in cells.split(", ")]
    path = folder / "edges.tsv"
    path.write_text("\n".join(lines))
    return f"Edges('{path.as_posix()}', kind={kind})"


A, B, C = "/a[1]", "/a[1]/b[1]", "/a[1]/b[1]/c[1]"


def nested(ranked=(A, B, C)) -> pw.View:
    """C (10 characters) lies in B (40), B in A (60); C is ideal."""
    structure = pw.Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 1], tag=["a", "b", "c"], start=[0, 0, 0], end=[60, 40, 10]
    )
    return navigated(list(ranked), [C], structure)


def leading() -> pw.View:
    """Return c, d, a, b, of which a and b are ideal; c and d may lead to them."""
    return navigated(["c", "d", "a", "b"], ["a", "b"])


LEADS = "c a .4, c b .4, d a .6, d b .4"
"""With what probability readers get from c and d to a and b."""

TOY = {"e1": 100, "e3": 30, "e4": 20}
STEPS = "e1 e3 .16, e1 e4 .11"
"""Readers of the toy of Ali, Consens and Lalmas step from e1 to e3 with .16, to e4 with .11."""


def toy(*ranked: str) -> pw.View:
    """Return e1 (100 characters), e3 (30) and e4 (20), of which e3 and e4 are assessed."""
    return navigated(list(ranked) or ["e1", "e3", "e4"], ["e3", "e4"], length=TOY)


LENGTHS = {"A": 100, "B": 50, "C": 80, "D": 40}


def evidence(**columns) -> pw.Qrels:
    """Relevant are A[10,30), A[60,70), B[0,50) and D[5,10)."""
    places = {"doc": ["A", "A", "B", "D"], "start": [10, 60, 0, 5], "end": [30, 70, 50, 10]}
    return pw.Qrels.from_columns(topic=["t"] * 4, **places, length=[100, 100, 50, 40], **columns)


def chunks() -> pw.Run:
    """Return A[0,40), C[0,40), B[15,35), A[30,65) and B[0,20), in this order."""
    places = {"doc": [*"ACBAB"], "start": [0, 0, 15, 30, 0], "end": [40, 40, 35, 65, 20]}
    return pw.Run.from_columns(topic=["t"] * 5, **places, rank=[1, 2, 3, 4, 5])


def graded(ranked: str = "XBADC", grades=None) -> pw.View:
    """View of documents with grades: A 1, C 3, E 2 are relevant, B 0 and D -1 are not, X unjudged.

    Only E is not retrieved.
    """
    grades = {"A": 1, "B": 0, "C": 3, "D": -1, "E": 2} if grades is None else grades
    case, nothing, empty = TOPICS
    judged = {case: grades, nothing: {"B": 0}, empty: grades}
    rows = [(topic, doc, grade) for topic, docs in judged.items() for doc, grade in docs.items()]
    topic, doc, grade = zip(*rows, strict=True)
    qrels = pw.Qrels.from_columns(topic=list(topic), doc=list(doc), grade=list(grade))
    n = len(ranked)
    run = pw.Run.from_columns(
        topic=[case] * n + [nothing] * n, doc=[*ranked, *ranked], rank=[*range(1, n + 1)] * 2
    )
    return pw.View.of(qrels, run)
