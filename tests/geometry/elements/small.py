"""Two small trees with one judged element and one result, for the tests of elements."""

from __future__ import annotations

from tests.reference.element_tables import structure_of
from tests.reference.exact_elements import Elements

from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

# d0: root with two children; d3: a root alone
TREES = Elements([None, 0, 0, None], [20, 10, 10, 5])
FIRST, SECOND = "/x[1]/x[1]", "/x[1]/x[2]"


def qrels(**columns):
    given = {"topic": ["t"], "doc": ["d0"], "element": [FIRST], "e": [3], "s": [3]}
    return Qrels.from_columns(**{**given, **columns}, missing="document")


def run(**columns):
    given = {"topic": ["t"], "doc": ["d0"], "element": [FIRST], "rank": [1]}
    return Run.from_columns(**{**given, **columns}, missing="document")


def view(judged=None, ranked=None, *, lenient=False):
    assessments = Assessments(judged or qrels(), structure=structure_of(TREES), lenient=lenient)
    return View(assessments, ranked or run(), order="rank")
