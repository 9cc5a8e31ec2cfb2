"""How the element measures are spelled, and what they refuse."""

from __future__ import annotations

import pytest

import partwise as pw


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("MAnxCG@1500", "AnxCG@1500"),
        ("MAep", "Aep"),
        ("iMAep(points=5)@100", "iAep(points=5)@100"),
        ("GRP(collection=100)@1.0", "Precall(collection=100)@1.0"),
        ("inex_eval(quant=strict)", "APrecall(quant=strict)"),
        ("nxCG(norm=none, tolerance=1.0)@5", "nxCG(tolerance=1, norm=none)@5"),
        ("ep(interpolation='inex2005')@0.1", "ep(interpolation=inex2005)@0.1"),
        ("Overlap(direction=any)", "Overlap"),
        (
            "xCG(quant={(1, 1): 0, (2, 3): .5, (3, 3): 1})@1",
            "xCG(quant={(3, 3): 1, (2, 3): 0.5})@1",
        ),
    ],
)
def test_shortest_spelling(text, printed):
    measure = pw.parse(text)

    assert repr(measure) == printed
    assert pw.parse(printed) == measure


@pytest.mark.parametrize(
    "text",
    [
        "nxCG", "xCI", "gr", "AnxCG", "ep", "Precall", "GRPngR", "GRPngP", "GRPng",
        "nxCG@0.5", "ep@1", "ep@0.0", "ep@1.5", "GRP@0.0", "GRPng@0.0", "GRPng@3", "GRPngR@0.5",
        "Rmeasure@3", "Aep@0.5", "Q@0", "APrecall(points=50)", "Precall(collection=0)@0.5",
        "nxCG(tolerance=1.5)@3", "nxCG(norm=loose)@3", "nxCG(quant=SOG)@3",
        "nxCG(quant={(0, 0): 1})@3", "nxCG(quant={(3, 3): 2})@3", "nxCG(gain=text, quant=gen)@3",
        "iAep(points=0)", "xCI(tolerance=1)@3", "Overlap(direction=up)",
    ],
)  # fmt: skip
def test_refused(text):
    with pytest.raises(pw.MeasureSyntaxError):
        pw.parse(text)


def test_names_are_case_sensitive_where_case_tells_them_apart():  # findings 7.2
    assert repr(pw.parse("NXCG@3")) == "nxCG@3"
    assert [repr(pw.parse(f"{name}@3")) for name in ("gr", "gR", "GR")] == ["gr@3", "gR@3", "GR@3"]
    with pytest.raises(pw.UnknownNameError, match="Did you mean GR, gR or gr"):
        pw.parse("Gr@3")
