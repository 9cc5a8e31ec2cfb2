"""Small assessments with lengths and a tree for the tests of this folder."""

from __future__ import annotations

from partwise.geometry.assessments import Assessments
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.structure.table import Structure


def judged(lengths=None, structure=None, *, lenient=False, **columns):
    """Assessments of topic t, unless the columns name others."""
    n = len(columns["doc"])
    table = None
    if lengths:
        table = Lengths.from_columns(doc=list(lengths), length=list(lengths.values()))
    qrels = Qrels.from_columns(**{"topic": ["t"] * n, "missing": "document", **columns})
    return Assessments(qrels, lengths=table, structure=structure, lenient=lenient)


def spans(assessments):
    """All highlighted spans."""
    found = assessments.entry_highlights
    return list(zip(found.start.tolist(), found.end.tolist(), strict=True))


def tree():
    """Document a of 20 characters with one element 4..9."""
    return Structure.from_columns(
        doc=["a", "a"], node=[0, 1], parent=[None, 0], path=["/x[1]", "/x[1]/y[1]"],
        tag=["x", "y"], start=[0, 4], end=[20, 9], depth=[1, 2],
    )  # fmt: skip
