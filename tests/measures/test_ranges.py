"""Ranges are those of the measure as it is called."""

from __future__ import annotations

from math import inf

import pytest
from tests.helpers import answer

import partwise as pw


@pytest.mark.parametrize(  # findings 3.4
    ("text", "high"),
    [
        ("iAep", 1),
        *(
            (f"{name}(norm={norm})", inf)
            for name in ("iAep", "Aep", "Q", "Rmeasure")
            for norm in ("none", "literal")
        ),
        *(
            (f"{name}(norm={norm})@5", inf)
            for name in ("nxCG", "AnxCG", "gr")
            for norm in ("none", "literal")
        ),
        ("ep(norm=none)@0.5", inf),
        ("CharR", 1),
        ("CharR@5", 1),
        ("CharR(tolerance=0.5)@5", inf),
        ("ESRP@5", 1),
        ("ESRP(rel=length)@5", inf),
        ("AESRP(rel=value)", inf),
        ("SRP(infer=sum)", inf),
        ("ASRP(infer=mean)", 1),
        ("SRiR(base=collection)", inf),
        ("SRiR2", 1),
    ],
)
def test_the_range_follows_the_parameters(text, high):
    measure = pw.parse(text)

    assert measure.bounds == (0.0, high)
    assert measure.replace().bounds == (0.0, high)


@pytest.mark.parametrize(  # findings 3.4
    ("name", "words"),
    [
        *(
            (name, "[0, 1]; above 1 possible with norm=literal or norm=none, higher is better")
            for name in ("nxCG", "AnxCG", "gr", "ep", "Aep", "iAep", "Q", "Rmeasure")
        ),
        ("xCG", "[0, infinity), higher is better"),
        ("CharR", "[0, 1]; above 1 possible with tolerance > 0, higher is better"),
        ("ESRP", "[0, 1]; [0, infinity) with rel=length or rel=value, higher is better"),
        ("AESRP", "[0, 1]; [0, infinity) with rel=length or rel=value, higher is better"),
        ("SRiR", "[0, 1]; above 1 possible with base=collection, higher is better"),
        ("CharOverlap", "[0, 1], LOWER is better"),
    ],
)
def test_the_page_names_the_exception(tmp_path, name, words):
    assert words in " ".join(answer(tmp_path, "measures", name).out.split())
