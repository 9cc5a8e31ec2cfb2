"""What inex_eval refuses."""

from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import FormatError

QRELS = pw.Qrels.from_columns(topic=["1"], doc=["a"], start=[0], end=[10])


def run(*parts):
    doc, start, end = zip(*parts, strict=True)
    return pw.Run.from_columns(topic=["1"] * len(doc), doc=doc, start=start, end=end)


def evaluated(found, preset, quirks=None):
    return pw.evaluate(QRELS, found, preset=preset, rules=pw.Rules(quirks=quirks))


APART = run(("a", 0, 5), ("b", 0, 5), ("a", 5, 9))
TWICE = run(("a", 0, 5), ("a", 5, 9))
OVER = run(("a", 0, 9), ("a", 2, 4))  # inside: inex_eval itself lets it pass


@pytest.mark.parametrize(
    ("found", "presets"),
    [
        (APART, ["inex2008-ric", "inex-bic"]),
        (TWICE, ["inex-bic"]),
        (OVER, ["inex2007-focused", "inex2008-ric", "inex-bic"]),
    ],
)
def test_each_task_refuses_what_its_program_does(found, presets):
    for preset in ("inex2007-focused", "inex2008-ric", "inex-bic"):
        if preset in presets:
            with pytest.raises(FormatError, match="inex_eval refuses such runs"):
                evaluated(found, preset)
            evaluated(found, preset, "lines")
        else:
            evaluated(found, preset)


@pytest.mark.parametrize(
    ("measure", "refused"),
    [("iP@0.1", False), ("AgP", True), ("AgP(BEP)", True)],
)
def test_without_a_preset_the_measures_name_the_task(measure, refused):
    if refused:
        with pytest.raises(FormatError, match="parts together"):
            pw.evaluate(QRELS, APART, measure, rules=pw.Rules(convention="inex"))
    else:
        pw.evaluate(QRELS, APART, measure, rules=pw.Rules(convention="inex"))


def test_results_need_offsets():
    whole = pw.Run.from_columns(topic=["1"], doc=["a"], missing="document")
    with pytest.raises(FormatError, match="a result without offset and length"):
        evaluated(whole, "inex2007-focused")
