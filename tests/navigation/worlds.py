"""Views and models for the tests of navigation."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.navigation.destinations import destinations
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.navigation.targets import targets_of
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.users.base import Navigation


def view(run, qrels, *, lengths=None, lenient=False, **more):
    """View of columns; topic t and document d unless they name others."""

    def columns(given):
        n = len(next(iter(given.values())))
        return {"topic": ["t"] * n, "doc": ["d"] * n, "missing": "document", **given}

    table = lengths and Lengths.from_columns(doc=list(lengths), length=list(lengths.values()))
    judged = Assessments(
        Qrels.from_columns(**columns(qrels)),
        lengths=table,
        structure=more.pop("structure", None),
        lenient=lenient,
    )
    rows = {"rank": [*range(1, len(next(iter(run.values()))) + 1)], **run}
    return View(judged, Run.from_columns(**columns(rows)), **more)


def spans(*places):
    """Columns of passages, each (start, end) or (document, start, end)."""
    rows = [place if len(place) == 3 else ("d", *place) for place in places]
    doc, start, end = zip(*rows, strict=True) if rows else ((), (), ())
    return {"doc": list(doc), "start": list(start), "end": list(end)}


def both_of(shown, wanted, **more):
    """Results and targets of passages."""
    known = destinations(view(spans(*shown), spans(*wanted), **more))
    return ResultsAndTargets.of(known.results, known.spans, 1)


def named_targets(results, wanted, **more):
    """Targets of named elements, ``a|b`` for a tree of two; what is wanted has grade 1."""
    qrels = {"tree": list(wanted), "grade": [1] * len(wanted)}
    return targets_of(view({"tree": list(results)}, {**qrels, **more}), measure="M")


def moves(chance, /, native="reach", **facts):
    """A model that looks up the chance of each pair of places, 0 where there is none."""

    class Moves(Navigation):
        """Moves of a table."""

        def chance(self, x, y):
            pairs = [(x.place(at), y.place(at)) for at in range(len(x))]
            return np.array([float(chance.get(pair, 0)) for pair in pairs])

    for name, value in facts.items():
        setattr(Moves, name, value)
    model = Moves()
    object.__setattr__(model, "native", native)
    return model


NAMES = "abcd"
STEPS = st.dictionaries(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(
        lambda pair: pair[0] != pair[1]
    ),
    st.integers(1, 8).map(lambda n: Fraction(n, 8)),
)
"""Chances between four names, in eighths."""
TREES = st.lists(
    st.frozensets(st.sampled_from(NAMES), min_size=1, max_size=3), min_size=1, max_size=4
)


def spelled(trees):
    """Sets of names as cells of a tree column."""
    return ["|".join(sorted(tree)) for tree in trees]


def steps_of(chance):
    """The same moves for the slow reference."""
    return lambda f, e: chance.get((f, e), Fraction(0))
