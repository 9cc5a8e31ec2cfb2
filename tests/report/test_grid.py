import numpy as np
from tests.statistics.builders import results

from partwise.report.tables import Grid, grid, to_latex, to_markdown, to_text, topic_grid, width_of

RES = results(
    [[[0.5, 0.7], [3.0, 1.0]], [[0.1, np.nan], [1.0, 1.0]]],
    runs=["one", "two"],
    measures=["AP", "CE@5"],
    better=["higher", "lower"],
)


def test_the_best_values_stand_out():
    laid = grid(RES, arrow="v")
    assert laid.columns == ["AP", "CE@5 v"]
    assert laid.rows == [
        ("one", ["0.6000", "2.0000"], [True, False]),
        ("two", ["0.1000", "1.0000"], [False, True]),
    ]


def test_nothing_stands_out_where_all_print_the_same():
    assert grid(results([[0.5], [0.50001]])).rows[0][2] == [False]
    assert grid(results([[0.5]])).rows[0][2] == [False]


def test_topics_then_the_mean():
    laid = topic_grid(RES, 1)
    assert [name for name, _, _ in laid.rows] == ["t0", "t1", "all"]
    assert laid.rows[1][1] == ["-", "1.0000"]
    assert laid.rules == (2,)


def test_columns_are_aligned():
    assert to_text(grid(RES, arrow="v")) == (
        "run      AP  CE@5 v\n"
        "-------------------\n"
        "one  0.6000  2.0000\n"
        "two  0.1000  1.0000\n"
    )  # fmt: skip


def test_a_wide_table_is_turned():
    many = results(np.zeros((1, 9, 2)))
    laid = grid(many)
    text = to_text(laid, width=width_of(laid) - 1)
    assert text.splitlines()[0].split() == ["run", "r0"]
    assert len(text.splitlines()) == 2 + 9


def test_control_characters_are_visible_and_measured():
    laid = Grid("run", ["AP"], [("a\x1b", ["1"], [True])])
    assert to_text(laid).splitlines()[2] == r"a\x1b   1"
    assert "\x1b[1m1\x1b[0m" in to_text(laid, bold=True)


def test_the_rest_is_counted():
    laid = Grid("t", ["x"], [(str(i), ["1"], [False]) for i in range(5)], rules=(4,)).first(2)
    assert laid.rows[-1][0] == "… and 3 more rows"
    assert laid.rules == ()


def test_text_stands_left_and_numbers_right():
    laid = Grid("run", ["why", "n"], [("a", ["text", "1,000"], [False, True])])
    assert to_markdown(laid).splitlines()[1:] == [
        "| --- | --- | ---: |",
        "| a | text | **1,000** |",
    ]
    assert r"\begin{tabular}{llr}" in to_latex(laid)
    assert r"\textbf{1,000}" in to_latex(laid)


def test_latex_takes_no_name_for_an_argument():
    assert "{}[a]" in to_latex(Grid("run", ["x"], [("[a]", ["1"], [False])]))
