"""A parameter is described where it is declared; the docstring is written from that."""

from __future__ import annotations

import inspect
import pydoc

from partwise.language.component import Component, param, slot

LINES = (
    "Greatest number of characters that a reader reads on before giving up, be it all of a page",
    "that is not relevant.",
)
ABOUT = " ".join(LINES)


class Base(Component):
    """A family."""

    order: str = param("natural", choices=("natural", "worst"), about="Reading order.")


class Reader(Base):
    """Readers who give up.

    Notes
    -----
    None.
    """

    n: int = param(kind=int, about=ABOUT)
    beta: float = param(1.0, about="Below 1 favours precision.")
    budget: int | None = param(None, kind=int, about="Stop.", without="default: none (no budget)")
    worst: float | None = param(None, kind=float, about="Effort.", without="default: levels + 1")
    least: float = param(0.5, kind=object, form="int or float", about="Least share.")
    inner: Base = slot(Base, about="Another.")
    silent: int = param(3)


def test_parameters_stand_before_the_first_section():
    assert inspect.getdoc(Reader) == (
        "Readers who give up.\n\nParameters\n----------\n"
        "order : {'natural', 'worst'}, default natural\n    Reading order.\n"
        "n : int\n"
        f"    {LINES[0]}\n    {LINES[1]}\n"
        "beta : float, default 1\n    Below 1 favours precision.\n"
        "budget : int, optional\n    Stop.\n"
        "worst : float, default levels + 1\n    Effort.\n"
        "least : int or float, default 0.5\n    Least share.\n"
        "inner : Base, default Base()\n    Another.\n"
        "\nNotes\n-----\nNone."
    )


def test_without_sections_they_end_the_docstring():
    assert inspect.getdoc(Base).endswith("natural\n    Reading order.")


def test_a_section_written_by_hand_is_kept():
    class Own(Base):
        """One.

        Parameters
        ----------
        order
            As above.
        """

    assert "order\n    As above." in Own.__doc__
    assert "Reading order" not in Own.__doc__


def test_a_class_without_docstring_has_none():
    class Bare(Base):
        n: int = param(1, about="A number.")

    assert Bare.__doc__ is None


def test_instances_have_the_docstring_of_their_class():
    assert Base().__doc__ == Base.__doc__


class Timed(Reader):
    """Readers with a clock.

    Examples
    --------
    Five minutes.

    References
    ----------
    A book.
    """


class Hurried(Timed):
    """Readers in a hurry.

    References
    ----------
    Another book.
    """


def test_sections_that_a_class_lacks_are_those_of_its_base():
    text = inspect.getdoc(Hurried)
    head, *sections = text.split("\n\n")
    assert head == "Readers in a hurry."
    assert sections[0].startswith("Parameters\n----------\norder : ")
    assert sections[1:] == [
        "Notes\n-----\nNone.",
        "Examples\n--------\nFive minutes.",
        "References\n----------\nAnother book.",
    ]
    assert "A book." in inspect.getdoc(Timed)


def test_pydoc_shows_the_completed_docstring():
    shown = pydoc.plain(pydoc.render_doc(Reader))
    for line in ("Readers who give up.", *LINES):
        assert line in shown
    assert pydoc.getdoc(Reader) == inspect.getdoc(Reader) == Reader.__doc__


def test_classes_without_a_docstring_have_none():
    class Silent(Base):
        pass

    assert Silent.__doc__ is None
