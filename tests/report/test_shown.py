import re
from dataclasses import replace

import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.lab.correlate import correlate
from partwise.lab.reliability import reliability
from partwise.lab.variants import topic_variants
from partwise.report.notebook import MOST_ROWS, to_html, to_text
from partwise.statistics.compare import compare

NAV = "Window(before=200, after=200)"
FULL = [f"GR(nav={NAV})@5", f"EPRUM(r=1, nav={NAV})"]


def test_results_are_cut_short():
    many = results([[at / 100] for at in range(MOST_ROWS + 5)], measures=["AP"])
    assert to_text(many).splitlines()[-1] == "… and 5 more rows"
    assert str(many) == to_text(many)
    assert to_html(many) == many._repr_html_()


def test_of_many_runs_a_notebook_shows_the_best_and_the_last():
    many = results([[at / 100] for at in range(MOST_ROWS + 5)], measures=["AP"])
    page = to_html(many)
    assert page.count("<tr>") == 1 + 10 + 1 + 3
    shown = re.findall(r"0\.\d{4}", page)
    assert shown == [f"{n / 100:.4f}" for n in [*range(24, 14, -1), 2, 1, 0]]
    assert "… 12 more runs" in page


def test_a_notebook_shows_intervals_sizes_and_stays_small():
    values = np.random.default_rng(5).random((5, 9, 30))
    found = results(values, measures=[f"P@{k}" for k in range(1, 10)])
    page = replace(found, notes=("a", "b"))._repr_html_()
    assert page.count("<svg") == 45
    assert page.endswith("<p>30 topics · 2 notes</p>")
    assert len(page.encode()) < 20_000
    assert "<script" not in page
    wide = results(np.random.default_rng(5).random((20, 9, 30)), measures=found.measures)
    assert len(wide._repr_html_().encode()) < 20_000


def test_comparisons_end_with_their_verdict():
    found = compare(results([[0.1, 0.4, 0.2], [0.3, 0.5, 0.1]]))
    assert to_text(found).splitlines()[-1] == found.verdict
    page = to_html(found)
    assert page.startswith(f"<p>{found.verdict}</p>\n")
    assert page.count("<svg") == 1
    assert "<table>" in page


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
