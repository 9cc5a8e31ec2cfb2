from dataclasses import replace

import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.lab.correlate import correlate
from partwise.lab.reliability.estimate import reliability
from partwise.lab.reliability.variants import topic_variants
from partwise.report.shown import MOST_ROWS, to_html, to_text
from partwise.statistics.compare import compare

NAV = "Window(before=200, after=200)"
FULL = [f"GR(nav={NAV})@5", f"EPRUM(r=1, nav={NAV})"]


def test_results_are_cut_short():
    many = results([[at / 100] for at in range(MOST_ROWS + 5)], measures=["AP"])
    assert to_text(many).splitlines()[-1] == "… and 5 more rows"
    assert str(many) == to_text(many)
    assert to_html(many) == many._repr_html_()


def test_comparisons_end_with_their_verdict():
    found = compare(results([[0.1, 0.4, 0.2], [0.3, 0.5, 0.1]]))
    assert to_text(found).splitlines()[-1] == found.verdict
    assert "<table>" in to_html(found)


def found_with_nav(kind):
    values = results(np.random.default_rng(3).random((6, 2, 8)), measures=FULL)
    values = replace(values, options={"nav": NAV})
    if kind == "results":
        return values
    if kind == "compare":
        return compare(values)
    return correlate(values) if kind == "correlate" else reliability(topic_variants(values))


@pytest.mark.parametrize("kind", ["results", "compare", "correlate", "reliability"])
def test_a_user_model_is_named_once(kind):  # findings 6.5
    found = found_with_nav(kind)
    text, page = str(found), found._repr_html_()
    assert text.startswith(f"nav={NAV}\n")
    assert page.startswith(f"<p>nav={NAV}</p>\n")
    assert text.count("nav=") == page.count("nav=") == 1
    assert "GR@5" in text
    assert "EPRUM(r=1)" in page
    assert "GR@5" not in repr(found)
