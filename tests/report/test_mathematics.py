import pytest

from partwise.report.catalogue import plain_mathematics, prose


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r":math:`\beta` and ``code``", "β and code"),
        (r"\frac{a}{b}", "a / b"),
        (r"\frac{a + b}{2}", "(a + b) / 2"),
        (r"2\frac{a}{b}", "2(a / b)"),
        (r"x_{i}^{j+1}", "x_i^(j+1)"),
        (r"\{a \mid b\}", "{a | b}"),
        (r"\text{relevant} \le 1", "relevant ≤ 1"),
    ],
)
def test_signs(tex, plain):
    assert plain_mathematics(tex) == plain


def test_a_displayed_formula_is_indented():
    class Measured:
        r"""First.

        .. math::

            P = \frac{a}
                {b}


        Last.
        """

    assert prose(Measured) == ["First.", "", "    P = a / b", "", "Last."]
