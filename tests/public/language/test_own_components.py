"""Measures and user models of one's own: what their declaration gives them."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest
from tests.helpers import answer

import partwise as pw


class Shares(pw.Measure):
    """Share of topics, for tests.

    Notes
    -----
    None.
    """

    cutoffs = (int,)
    kind: str = pw.param(choices=("half", "third"), about="What is returned.")
    least: int = pw.param(2, low=1, about="Not used.")

    def values(self, view: pw.View) -> np.ndarray:
        return np.full(view.n_topics, {"half": 1 / 2, "third": 1 / 3}[self.kind])


class Beside(Shares):
    """The same, described in words of its own.

    Parameters
    ----------
    kind : str
        Described here.
    """


@pytest.fixture(autouse=True)
def registered():
    pw.register()(Shares)


def test_a_parameter_without_a_default_has_the_kind_of_its_choices():
    assert repr(pw.parse("Shares(kind=third)@5")) == "Shares(kind=third)@5"
    with pytest.raises(pw.MeasureSyntaxError, match="kind must be half or third, not 3"):
        pw.parse("Shares(kind=3)")
    with pytest.raises(pw.MeasureSyntaxError, match="kind"):
        pw.parse("Shares")


def test_parameters_are_described_before_the_notes():
    text = str(Shares.__doc__)
    assert text.index("Share of topics") < text.index("Parameters") < text.index("Notes")
    assert text.count("What is returned.") == text.count("Not used.") == 1


def test_a_description_in_the_class_stays():
    pw.register()(Beside)
    assert str(Beside.__doc__).count("Parameters") == 1
    assert "What is returned." not in str(Beside.__doc__)


# -- measures and user models in Python ------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: pw.P(k=5), "P: a cutoff stands behind the measure: P@5, in Python pw.P @ 5"),
        (lambda: pw.P(rank=5), "P: a cutoff stands behind the measure: P@5, in Python pw.P @ 5"),
        (lambda: pw.P(k=0.5), "P: parameter must be one of its parameters (rel), not 'k'"),
        (lambda: pw.P(n=5), "P: parameter must be one of its parameters (rel), not 'n'"),
        (
            lambda: pw.iP(level=0.5),
            "iP: a cutoff stands behind the measure: iP@0.5, in Python pw.iP @ 0.5",
        ),
        (
            lambda: pw.iP(cutoff=3),
            "iP: parameter must be one of its parameters (tolerance, levels), not 'cutoff'",
        ),
        (lambda: pw.NoNav(x=3), "NoNav: parameter must be one of its parameters (none), not 'x'"),
        (lambda: pw.NoNav(3), "NoNav: number of parameters must be at most 0, not 1"),
        (lambda: pw.T2I(300, n=2), "T2I: n must be given once, not 300"),
        (
            lambda: pw.AgP(pw.F, 5),
            "AgP: a cutoff stands behind the measure: AgP@5, in Python pw.AgP @ 5",
        ),
        (
            lambda: pw.nDCG("binary"),
            "nDCG: gain must be given as gain=..., not 'an unnamed value'",
        ),
        (lambda: pw.P @ 5 @ 6, "P: cutoff must be given once (it is P@5), not 6"),
        (lambda: pw.P @ "x", "P: cutoff must be a rank (whole number of at least 1), not 'x'"),
        (lambda: pw.P @ np.int64(0), "P: cutoff must be a rank (whole number of at least 1), not"),
        (lambda: pw.Measure().values(None), "Measure does not define values()"),
        (lambda: pw.Navigation().chance(None, None), "Navigation does not define chance()"),
        (
            lambda: pw.Navigation().visits(None, None),
            "Navigation gives steps and does not define visits()",
        ),
        (lambda: (pw.P @ "auto").depth, "P@auto has another cutoff for each topic: evaluate it"),
        (lambda: Shares(k=5), "Shares: a cutoff stands behind the measure: Shares@5, in Python "),
        (lambda: pw.T2I(n=np.int64(-1)), "T2I: n must be a whole number of at least 0, not"),
        (lambda: pw.P(rel=np.float64(0)), "P: rel must be a number above 0, not"),
        (lambda: pw.P(rel=float("nan")), "P: rel must be a number above 0, not nan"),
    ],
)
def test_components_that_cannot_be_made(make, words):
    with pytest.raises(pw.PartwiseError) as caught:
        make()
    assert str(caught.value).startswith(words)


def test_an_own_measure_is_no_name_of_partwise():
    with pytest.raises(pw.PartwiseError) as caught:
        Shares(k=5)
    assert str(caught.value).endswith("Shares@5, in Python Shares @ 5")


def test_values_are_kept_as_plain_ones():
    assert repr(pw.T2I(np.int64(3))) == "T2I(n=3)"
    assert repr(pw.P(rel=np.float64(2)) @ np.int64(5)) == "P(rel=2)@5"
    assert repr((pw.P @ 5).replace(rel=2)) == "P(rel=2)@5"
    assert repr(pw.AgP(pw.F(beta=2)).replace(gain=pw.BEP(n=7))) == "AgP(BEP(n=7))"
    assert pw.P(rel=2) == pw.P(rel=2.0) != pw.P(rel=2) @ 5
    assert len({pw.P(), pw.P @ 5, pw.P() @ 5, pw.R()}) == 3
    with pytest.raises(AttributeError, match=r"P cannot be changed; use replace\(rel=...\)"):
        pw.P().rel = 3


@pytest.mark.parametrize(
    ("nav", "words"),
    [
        ("F", "F is a document score, not a user model"),
        ("AP", "AP is a measure, not a user model"),
        ("Windw", 'there is no user model "Windw". Did you mean Window?'),
        ("T2I(x)", "T2I: n must be a whole number of at least 0, not 'x'"),
        ("Window, Depth", "one measure a text"),
        ("Window(1) 2", 'expected the end of the measure, found "2"'),
    ],
)
def test_user_models_of_an_evaluation(nav, words):
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    with pytest.raises(pw.PartwiseError) as caught:
        pw.evaluate(qrels, run, ["GR@1"], rules=pw.Rules(nav=nav))
    assert str(caught.value).startswith(words)


# -- declarations ----------------------------------------------------------------------------------


class Halved(pw.Measure):
    """Half of a document score.

    Notes
    -----
    Notes of the base.

    References
    ----------
    References of the base.
    """

    cutoffs = frozenset({int, float})
    gain: pw.DocumentGain = pw.slot(default=pw.F, about="The score that is halved.")
    nav: pw.Navigation = pw.slot(default=pw.Window, about="Readers.")
    only: str = pw.param("one", choices=("one",), about="A single choice.")
    side: str | None = pw.param(None, choices=("left", "right"), about="Left or right, or none.")
    share: float | None = pw.param(
        None, kind=float, above=0, high=1, without="default: all", about="A share. " * 14
    )
    seed: int | None = pw.param(None, kind=int, without="default: none (no seed)", about="A seed.")
    low: float = pw.param(0.5, low=0, high=2, about="As in the other one.")
    top: float = pw.param(2.0, low=1, about="As in the other one.")
    exact: bool = pw.param(False, about="Whether it is.")
    names: dict = pw.param({}, kind=object, form="table", about="A table.")
    count: int = pw.param(kind=int, high=9, about="How many.")
    whole: int = pw.param(1, kind=int)

    def values(self, view):
        return np.full(view.n_topics, 0.5)


class Quartered(Halved):
    """A quarter of it.

    Notes
    -----
    Notes of its own.
    """


DESCRIBED = """\
Half of a document score.

Parameters
----------
gain : DocumentGain, default F()
    The score that is halved.
nav : Navigation, default Window()
    Readers.
only : {'one'}, default one
    A single choice.
side : {'left', 'right'}, optional
    Left or right, or none.
share : float, default all
    A share. A share. A share. A share. A share. A share. A share. A share. A share. A share. A
    share. A share. A share. A share.
seed : int, optional
    A seed.
low, top
    As in the other one.
exact : bool, default False
    Whether it is.
names : table, optional
    A table.
count : int
    How many.

Notes
-----
Notes of the base.

References
----------
References of the base."""


@pytest.fixture
def halved():
    pw.register()(Halved)
    pw.register()(Quartered)


@pytest.mark.usefixtures("halved")
def test_descriptions_of_an_own_measure():
    assert str(Halved.__doc__) == DESCRIBED
    quarter = DESCRIBED.replace("Half of a document score.", "A quarter of it.")
    assert str(Quartered.__doc__) == quarter.replace("Notes of the base", "Notes of its own")


@pytest.mark.usefixtures("halved")
@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Halved(count=3)", "Halved(count=3)"),
        ("Halved(F, count=3)@5", "Halved(count=3)@5"),
        ("halved(F(beta=2), count=3)@0.5", "Halved(F(beta=2), count=3)@0.5"),
        ("Halved(gain=BEP, nav=T2I(3), count=9)", "Halved(BEP(n=500), nav=T2I(n=3), count=9)"),
        ("Halved(count=-5, side=left)", "Halved(side=left, count=-5)"),
        ("Halved(count=1, only=one, low=0, top=1)", "Halved(low=0, top=1, count=1)"),
        ("Halved(count=1, names={a: 1}, exact=true)", "Halved(exact=True, names={a: 1}, count=1)"),
        ("Halved(count=10)", "! Halved: count must be a whole number, not 10"),
        (
            "Halved(count=99999999999999999999)",
            "! Halved: count must be a whole number, not 99999999999999999999",
        ),
        ("Halved", "! Halved needs a count: Halved(count=...)"),
        ("Halved(count=1, only=two)", "! Halved: only must be one, not 'two'"),
        ("Halved(count=1, side=up)", "! Halved: side must be left or right, not 'up'"),
        ("Halved(count=1, side=None)", "Halved(count=1)"),
        (
            "Halved(count=1, share=0)",
            "! Halved: share must be a number above 0 and at most 1, not 0",
        ),
        ("Halved(count=1, low=2.5)", "! Halved: low must be a number from 0 to 2, not 2.5"),
        ("Halved(count=1, top=0.5)", "! Halved: top must be a number of at least 1, not 0.5"),
        (
            "Halved(count=1, whole=99999999999999999999)",
            "! Halved: whole must be a whole number up to 9223372036854775807, not 9999",
        ),
        ("Halved(Window, count=1)", "! Window is a user model; Halved takes a document score: Rel"),
        ("Halved(count=1, nav=F)", "! F is a document score; Halved takes a user model: Depth, Ed"),
        ("Halved(count=1)@x", "! expected a rank such as 10 or a recall level such as 0.1, found"),
        ("Halved(count=1)@0", "! Halved: cutoff must be a rank (whole number of at least 1) or a"),
        ("Halvd(count=1)", '! there is no measure "Halvd". Did you mean Halved'),
    ],
)
def test_spellings_of_an_own_measure(text, reading):
    try:
        said = repr(pw.parse(text))
    except pw.PartwiseError as error:
        said = f"! {error}"
    assert said.startswith(reading) if reading.startswith("! ") else said == reading


PAGE = {
    "only": "one; default one",
    "side": "left or right; default: none",
    "share": "a number above 0 and at most 1; default: all",
    "seed": "a whole number; default: none (no seed)",
    "low": "a number from 0 to 2; default 0.5",
    "top": "a number of at least 1; default 2",
    "exact": "True or False; default False",
    "names": "a value; default {}",
    "count": "a whole number; required",
    "whole": "a whole number; default 1",
}


@pytest.mark.usefixtures("halved")
def test_the_page_of_an_own_measure(tmp_path):
    page = " ".join(answer(tmp_path, "measures", "Halved").out.split())
    for name, words in PAGE.items():
        assert f"parameter {name} {words}" in page
    assert re.search("T2IR, T2IF.*; default F parameter nav .*Depth, Edges, Either,", page)
    assert re.search("T2I, .*Window.*; default Window parameter only", page)  # others may be there
    assert "also called" not in page


def test_other_names_of_measures(tmp_path):
    for name, others in (("AP", "MAP"), ("Hit", "HitRate, Success"), ("AiP", "MAiP")):
        page = answer(tmp_path, "measures", name).out
        assert page.partition("also called")[2].splitlines()[0].strip() == others
    assert "chosen from the data" in " ".join(answer(tmp_path, "measures", "GR").out.split())


def test_slots_take_the_family_of_their_default():
    class Twofold(pw.Measure):
        """Two nested components."""

        first: pw.DocumentGain = pw.slot(default=pw.BEP)
        second: pw.Navigation = pw.slot(default=pw.Window)
        third: pw.Navigation | None = pw.slot(default=None, family=pw.Navigation)
        fourth: pw.Component | None = pw.slot(default=None)
        fifth: pw.Navigation = pw.slot(default=pw.T2I(3), family=pw.Navigation)

    pw.register()(Twofold)
    assert repr(Twofold()) == "Twofold"
    assert (Twofold().first, Twofold().second, Twofold().third) == (pw.BEP(), pw.Window(), None)
    assert repr(pw.parse("Twofold(F, second=Depth)")) == "Twofold(F, second=Depth)"
    assert repr(pw.parse("Twofold(second=NoNav, third=Depth)")) == (
        "Twofold(second=NoNav, third=Depth)"
    )
    assert repr(Twofold(fourth=pw.F())) == "Twofold(fourth=F)"
    assert repr(Twofold(fifth=pw.T2I(3))) == "Twofold"
    for wrong in ({"second": pw.F()}, {"first": pw.Window()}, {"third": pw.P()}, {"fourth": 3}):
        with pytest.raises(pw.ParameterError, match=f"{next(iter(wrong))} must be a"):
            Twofold(**wrong)


def test_signatures_of_own_components():
    class Mixed(pw.Navigation):
        """Parameters with and without defaults."""

        first: int = pw.param(kind=int)
        second: int = pw.param(1)
        third: int = pw.param(kind=int)
        fourth: int = pw.param(2)

    class Plain(pw.Navigation):
        """Parameters that must be given, and then one with a default."""

        first: int = pw.param(kind=int)
        second: str = pw.param(choices=("a", "b"))
        third: float = pw.param(0.5, choices=(0.5, 1.5))

    assert str(inspect.signature(Mixed)) == (
        "(first: int, second: int = 1, *, third: int, fourth: int = 2)"
    )
    assert str(inspect.signature(Plain)) == ("(first: int, second: str, third: float = 0.5)")
    assert repr(Plain(1, "b", 1.5)) == "Plain(first=1, second=b, third=1.5)"
    for given in ((1, "c"), (1, "b", 1), (1, 2)):
        with pytest.raises(pw.ParameterError, match=r"Plain: (second|third) must be"):
            Plain(*given)


def test_names_are_given_once():
    class P(pw.Measure):
        """Not that of partwise."""

    class Window(pw.Navigation):
        """Not that of partwise."""

    class Twice(pw.Measure):
        """The first."""

    class Other(pw.Measure):
        """Has a name of the first."""

    for cls, words in (
        (P, "P is the name of a measure of partwise. Choose another name"),
        (Window, "Window is the name of a user model of partwise. Choose another name"),
    ):
        with pytest.raises(pw.PartwiseError, match=words):
            pw.register()(cls)
    with pytest.raises(pw.PartwiseError, match="F is the name of a document score of partwise"):
        pw.register(aliases=("F",))(Other)
    assert pw.register()(Twice) is pw.register()(Twice) is Twice
    with pytest.raises(pw.PartwiseError, match=r"Twice is already the name of .*Twice"):
        pw.register(aliases=("Twice",))(Other)
    assert isinstance(pw.parse("Twice"), Twice)
