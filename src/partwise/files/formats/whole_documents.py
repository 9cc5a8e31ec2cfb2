"""Whole documents in the place of their parts, for formats that hold nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.files.parsing.losses import Loss, filled_columns
from partwise.kernels.ragged import distinct
from partwise.messages import plural
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import first_of_each, repeated_pairs
from partwise.tables.run import Run
from partwise.tables.run_order import whole_documents


def documents_of(run: Run, loss: Loss) -> Run:
    """Return the run with each document at the place of its first part, with its score."""
    parts = ~run.whole
    if not parts.any():
        return run
    done = whole_documents(run)
    became = f"{plural(len(run), 'part')} became {plural(len(done), 'document')}"
    loss.instead(parts, "parts of documents", f"{became}; the places are left out")
    return done


def only_grades(
    qrels: Qrels, loss: Loss, *, whole: bool
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Do what `document_grades` does for a format that holds nothing but a number for each."""
    first, grade = document_grades(qrels, loss)
    bad = np.zeros(len(qrels), np.bool_)
    bad[first] = np.isnan(grade)
    loss.never(bad, "a document without grade")
    if whole:
        bad[first] = grade != np.trunc(grade)
        loss.never(bad, "grades that are not whole numbers")
        bad[first] = np.abs(grade) >= 2.0**63
        loss.never(bad, "grades beyond 64 bits")
    others = filled_columns(qrels, "bep", "length", "assessor", "e", "s")
    loss.of_columns(qrels, [*others, *qrels.extra])
    return first, grade


def document_grades(qrels: Qrels, loss: Loss) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the first row of each judged document, and the largest grade of its rows."""
    placed = (qrels.start >= 0) | (qrels.element >= 0) | (qrels.tree >= 0)
    if not placed.any():
        again = np.zeros(len(qrels), np.bool_)
        again[repeated_pairs(qrels.topic, qrels.doc)[0]] = True
        loss.never(again, "a document twice for one topic")
        return np.arange(len(qrels)), qrels.grade
    by_pair = np.where(np.isnan(qrels.e), 1.0, (qrels.e > 0).astype(np.float64))
    grade = np.where(np.isnan(qrels.grade) & placed, by_pair, qrels.grade)
    first, pair = np.unique(first_of_each([qrels.topic, qrels.doc]), return_inverse=True)
    largest = np.full(first.size, -np.inf)
    np.maximum.at(largest, pair, grade)
    for rows, what in ((qrels.start >= 0, "spans"), (placed & (qrels.start < 0), "elements")):
        if n := int(distinct(pair[rows]).size):
            grades = "a document grade" if n == 1 else "document grades"
            said = f"{plural(n, 'document')} judged by {what} became {grades}"
            loss.instead(rows, "places in documents", f"{said}; the {what} are left out")
    return first, largest
