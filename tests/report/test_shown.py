from tests.statistics.builders import results

from partwise.report.shown import MOST_ROWS, to_html, to_text
from partwise.statistics.compare import compare


def test_results_are_cut_short():
    many = results([[at / 100] for at in range(MOST_ROWS + 5)], measures=["AP"])
    assert to_text(many).splitlines()[-1] == "… and 5 more rows"
    assert str(many) == to_text(many)
    assert to_html(many) == many._repr_html_()


def test_comparisons_end_with_their_verdict():
    found = compare(results([[0.1, 0.4, 0.2], [0.3, 0.5, 0.1]]))
    assert to_text(found).splitlines()[-1] == found.verdict
    assert "<table>" in to_html(found)
