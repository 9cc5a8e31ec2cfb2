"""Quantisations against their tables, and what a table may say."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.element_tables import highlight_view_of, view_of
from tests.reference.exact_elements import Elements

from partwise.errors import MissingAssessmentError, PartwiseError
from partwise.gains.quantisations import (
    GRADES,
    QUANTISATIONS,
    checked,
    chosen_quant,
    default_quant,
    other_scale,
    quant_key,
    quantisation,
)
from partwise.language.fields import AUTO

PRINTED = {
    "strict": [1, 0, 0, 0, 0, 0, 0, 0, 0],
    "gen": [1, 0.75, 0.75, 0.75, 0.5, 0.5, 0.5, 0.25, 0.25],
    "sog": [1, 0.75, 0.25, 0.9, 0.5, 0.1, 0.75, 0.25, 0.1],
}


@pytest.mark.parametrize("name", PRINTED)
def test_grades(name):
    # columns 33 32 31 23 22 21 13 12 11 00 of the table
    e, s = (np.array([pair[i] for pair in (*GRADES, (0, 0))], float) for i in (0, 1))

    assert quantisation(name).values(e, s).tolist() == [*PRINTED[name], 0]


def test_every_grade_of_strict_is_relevant():
    e, s = np.array([1.0, 3.0, 0.0]), np.array([1.0, 3.0, 0.0])

    assert quantisation("strict").relevant(e, s).tolist() == [True, True, False]


def test_shares():
    e = np.array([2.0, 2.0, 1.0, 0.0, 2.0])
    s = np.array([1.0, 0.5, 0.5, 0.5, 0.0])

    assert quantisation("spec").values(e, s).tolist() == [1, 0.5, 0.5, 0.5, 0]
    assert quantisation("strict2005").values(e, s).tolist() == [1, 0, 0, 0, 0]
    assert quantisation("gen2005").values(e, s).tolist() == [1, 0.5, 0.25, 0, 0]
    assert quantisation("lifted2005").values(e, s) == pytest.approx([1, 0.5, 1 / 3, 1 / 6, 0])
    assert quantisation("gen2005").relevant(e, s).tolist() == [True, True, True, False, False]
    assert quantisation("lifted2005").relevant(e, s).tolist() == [True, True, True, True, False]


def test_values_stay_in_the_unit_interval():
    for known in QUANTISATIONS.values():
        top = 3 if known.scale == "grade" else 2
        e, s = np.meshgrid(
            np.arange(top + 1.0), np.arange(4.0) if top == 3 else np.linspace(0, 1, 9)
        )
        q = known.values(e.ravel(), s.ravel())
        assert ((q >= 0) & (q <= 1)).all()
        assert not (q[~known.relevant(e.ravel(), s.ravel())]).any()


def test_own_table():
    table = checked({(1, 1): 0, (2, 3): 0.5, (3, 3): 1, (0, 0): 0})

    assert table == {(3, 3): 1.0, (2, 3): 0.5}
    values = quantisation(table).values(np.array([3.0, 2.0, 1.0]), np.array([3.0, 3.0, 1.0]))
    assert values.tolist() == [1, 0.5, 0]


@pytest.mark.parametrize(
    "quant",
    ["SOG", "", 3, None, {(4, 3): 1}, {(0, 1): 0.5}, {(0, 0): 0.5}, {(3, 3): 1.5}, {(3, 3): -1},
     {(3, 3): True}, {(3, 3): "1"}, {(3, 3): float("nan")}, {3: 1}, {(3, 3, 3): 1}],
)  # fmt: skip
def test_refused(quant):
    with pytest.raises(ValueError, match=r"one of strict, gen|a table"):
        checked(quant)


def test_defaults():
    assert default_quant("grade", has_e=True, on_grades="sog") == "sog"
    assert default_quant("share", has_e=True, on_grades="sog") == "gen2005"
    assert default_quant("share", has_e=False, on_grades="gen") == "spec"


# 0 holds 1 and 4; 1 holds 2 and 3
TREES = Elements([None, 0, 1, 1, 0], [30, 20, 10, 10, 10])


def graded():
    """View of elements with grades of e and s."""
    return view_of(TREES, [({1: (3, 2), 2: (3, 3)}, [2])])


def test_the_quantisation_that_fits():
    assert chosen_quant(graded(), AUTO, "xCG", on_grades="sog").name == "sog"
    assert chosen_quant(graded(), AUTO, "Precall", on_grades="gen").name == "gen"
    assert chosen_quant(graded(), "strict", "xCG", on_grades="sog").name == "strict"


def test_a_quantisation_of_another_scale():
    with pytest.raises(PartwiseError, match=r"xCG\(quant=spec\)"):
        chosen_quant(graded(), "spec", "xCG", on_grades="sog")
    highlighted = highlight_view_of(TREES, [([(0, 0, 10)], [2])])
    assert chosen_quant(highlighted, AUTO, "xCG", on_grades="sog").name == "spec"
    with pytest.raises(MissingAssessmentError, match="quant=gen2005 needs the exhaustivity e"):
        chosen_quant(highlighted, "gen2005", "xCG", on_grades="sog")


def test_tables_stand_for_themselves_in_keys():
    assert quant_key("gen") == "gen"
    assert quant_key({(3, 3): 1.0}) == (((3, 3), 1.0),)
    assert hash(quant_key({(3, 3): 1.0})) != hash(quant_key({(3, 3): 0.5}))


@pytest.mark.parametrize(
    ("scale", "has_e", "use"),
    [
        ("share", True, "quant=gen2005 or quant=spec"),
        ("share", False, "quant=spec"),
        ("grade", True, "quant=sog or quant=gen"),
        ("grade", False, "quant=sog or quant=gen"),
    ],
)
def test_what_fits_another_scale(scale, has_e, use):
    quant = quantisation("gen" if scale == "share" else "spec")

    assert f". Use {use}, or scale" in str(other_scale(quant, scale, "xCG", has_e=has_e))


def test_tables_look_at_exhaustivity():
    assert quantisation({(3, 3): 1.0}).uses_e
    assert quantisation("strict").uses_e
    assert not quantisation("spec").uses_e
