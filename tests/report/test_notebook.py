from partwise.report.notebook import tables_to_html as to_html
from partwise.report.tables import Code, Grid, Sheet


def test_a_small_table():
    laid = Grid("run", [Code("AP"), "why"], [("<b>", ["0.5", "text"], [True, False])])
    html = to_html([Sheet("a & b", laid), Sheet("empty", Grid("x", [], []))], ["done\x1b"])

    assert "<p>a &amp; b</p>" in html
    assert '<th style="text-align: right"><code>AP</code></th>' in html
    assert '<td style="text-align: left">&lt;b&gt;</td>' in html
    assert '<td style="text-align: right"><b>0.5</b></td>' in html
    assert r"<p>done\x1b</p>" in html
    assert "empty" not in html
