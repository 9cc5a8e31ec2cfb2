"""Recall-bases of measures, on a root with three leaves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.measures.worlds import elements

from partwise.measures import APrecall
from partwise.measures.precall import collection


@pytest.mark.parametrize(
    ("quant", "total"),
    [
        # leaves (3, 3) and (1, 2); without overlap removed, gen gives 1 and .25
        ("gen", 1 + 0.25),
        ("strict", 1),
    ],
)
def test_the_recall_base_holds_all_assessed_elements(quant, total):
    view = elements(grades={1: (3, 3), 2: (1, 2)})

    base = APrecall(quant=quant).recall_base(view)

    # nothing is relevant in the second topic; the third returns nothing, but has its base
    assert base.total.tolist() == pytest.approx([total, math.nan, total], nan_ok=True)


def test_grades_are_quantised_with_gen_unless_said_otherwise():
    view = elements(grades={1: (3, 3), 2: (1, 2)})

    default, said = (one.recall_base(view).total for one in (APrecall(), APrecall(quant="gen")))

    assert np.array_equal(default, said, equal_nan=True)


def test_a_collection_has_an_element():
    assert collection("how many there are").low == 1
