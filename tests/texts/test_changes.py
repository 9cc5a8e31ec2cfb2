"""Numbers and negations that differ though all letters agree."""

from __future__ import annotations

import pytest

from partwise.texts.normalise import changed


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("1,000", "1000"),
        ("3,14", "3.14"),
        ("5.5 %", "5.5%"),
        ("5.5 **%**", "5.5 %"),
        ("–3 points", "-3 points"),
        ("pages 3–5", "pages 3-5"),
        ("10 000", "10000"),
        ("٣", "3"),
        ("x²", "x2"),
        ("don’t", "don't"),
        ("can-\nnot", "cannot"),
        ("non-\nprofit", "non-profit"),
        ("**not** able", "not able"),
        ("<b>didn</b>’t", "didn’t"),
        ("not\u200b able", "not able"),
        ("a - 3", "a 3"),
        ("nothing", "NOTHING"),
        ("[No](http://no.no/1) link", "No link"),
    ],
)
def test_the_same(quote, source):
    assert changed(quote, source) == ""
    assert changed(source, quote) == ""


@pytest.mark.parametrize(
    ("quote", "source", "said"),
    [
        ("5.5", "55", "digits"),
        ("1,00", "100", "digits"),
        ("3 points", "-3 points", "digits"),
        ("$-3", "$3", "digits"),
        ("(−3)", "(3)", "digits"),
        ("5 %", "5", "digits"),
        ("12", "21", "digits"),
        ("12", "123", "digits"),
        ("½ cup", "1.2 cup", "digits"),
        ("not able", "notable", "negation"),
        ("cannot", "can", "negation"),
        ("no no", "no", "negation"),
        ("kein Wort", "ein Wort", "negation"),
        ("n'est pas", "est", "negation"),
        ("non è", "è", "negation"),
        ("ningún", "un", "negation"),
        ("não há", "há", "negation"),
        ("لا يوجد", "يوجد", "negation"),
        ("不是", "是", "negation"),
        ("never 5", "5.0 ever", "digits|negation"),
    ],
)
def test_changed(quote, source, said):
    assert changed(quote, source) == said
    assert changed(source, quote) == said
