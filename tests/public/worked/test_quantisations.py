"""Quantisations of elements: every pair of exhaustivity and specificity, read off xCG@1."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw

GRADES = [(e, s) for e in (1, 2, 3) for s in (1, 2, 3)]
SHARES = [(e, s) for e in (0, 1, 2) for s in (0.25, 0.5, 1.0)]
TABLES = {
    # Kazai and Lalmas (2006), section 4: rows e = 1, 2, 3; columns s = 1, 2, 3
    "strict": [[0, 0, 0], [0, 0, 0], [0, 0, 1]],
    "gen": [[0.25, 0.25, 0.5], [0.5, 0.5, 0.75], [0.75, 0.75, 1]],
    "sog": [[0.1, 0.25, 0.75], [0.1, 0.5, 0.9], [0.25, 0.75, 1]],
    "{(1, 1): 0.2, (2, 3): 0.7, (3, 3): 1}": [[0.2, 0, 0], [0, 0, 0.7], [0, 0, 1]],
}
FORMULAS = {
    "spec": lambda e, s: s,
    "strict2005": lambda e, s: float(e == 2 and s == 1),
    "gen2005": lambda e, s: e * s / 2,
    "lifted2005": lambda e, s: (e + 1) * s / 3,
}


def gains(pairs, measure, scale):
    """Gain of the first result for each pair: topic i judges one element and returns it."""
    topics = [f"{number:02d}" for number in range(len(pairs))]
    paths = ["/a[1]"] * len(pairs)
    e, s = zip(*pairs, strict=True)
    qrels = pw.Qrels.from_columns(
        topic=topics, doc=["d"] * len(pairs), element=paths, e=list(e), s=list(s), scale=scale
    )
    run = pw.Run.from_columns(topic=topics, doc=["d"] * len(pairs), element=paths)
    structure = pw.Structure.from_columns(doc=["d"], parent=[None], tag=["a"], start=[0], end=[9])
    values = pw.evaluate(qrels, run, [measure], structure=structure).table[0, 0]
    return [*np.nan_to_num(values)]  # nothing to earn: undefined


@pytest.mark.parametrize("quant", TABLES)
def test_tables_of_grades(quant):
    expected = [value for row in TABLES[quant] for value in row]

    assert gains(GRADES, f"xCG(quant={quant})@1", "grade") == pytest.approx(expected)


@pytest.mark.parametrize("quant", FORMULAS)
def test_formulas_of_shares(quant):
    expected = [FORMULAS[quant](e, s) for e, s in SHARES]

    assert gains(SHARES, f"xCG(quant={quant})@1", "share") == pytest.approx(expected)


@pytest.mark.parametrize(
    ("quant", "word"),
    [
        ("{(1, 4): 0.2}", "pairs"), ("{(0, 1): 0.2}", "pairs"), ("{(1, 0): 0.2}", "pairs"),
        ("{(1, 1): 1.5}", "from 0 to 1"), ("{(0, 0): 0.5}", "worth 0"), ("lucky", "one of"),
    ],
)  # fmt: skip
def test_tables_that_are_none(quant, word):
    with pytest.raises(pw.MeasureSyntaxError, match=word):
        pw.parse(f"xCG(quant={quant})@1")


def test_zero_for_nothing_may_be_said():
    assert repr(pw.parse("xCG(quant={(0, 0): 0, (1, 1): 1})@1")) == "xCG(quant={(1, 1): 1})@1"


@pytest.mark.parametrize(
    ("pairs", "scale", "quant", "advice"),
    [
        (GRADES, "grade", "spec", "Use quant=sog or quant=gen"),
        (SHARES, "share", "gen", "Use quant=gen2005 or quant=spec"),
    ],
)
def test_a_quantisation_of_the_other_scale_is_an_error(pairs, scale, quant, advice):
    with pytest.raises(pw.MissingAssessmentError, match=advice):
        gains(pairs, f"xCG(quant={quant})@1", scale)
