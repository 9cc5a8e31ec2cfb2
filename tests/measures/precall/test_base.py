"""What measures of precision at recall levels share, on a root with three leaves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.measures.worlds import elements

from partwise.errors import ParameterError
from partwise.language.parser import parse
from partwise.measures import APrecall
from partwise.measures.precall._base import collection


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


@pytest.mark.parametrize("name", ["Precall", "APrecall"])
def test_parameters_of_the_family(name):
    level = "@0.5" if name == "Precall" else ""
    measure = parse(f"{name}(quant=strict, collection=9){level}")

    assert (measure.quant, measure.collection) == ("strict", 9)
    assert (collection("how many there are").low, type(measure)(collection=1).collection) == (1, 1)
    with pytest.raises(ParameterError, match="collection"):
        type(measure)(collection=0)
    with pytest.raises(ParameterError, match="quant"):
        type(measure)(quant="wrong")
