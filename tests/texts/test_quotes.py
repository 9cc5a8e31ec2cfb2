"""From quotes to answers: omissions, ambiguity, other documents."""

from __future__ import annotations

from partwise.texts.locate import locate

TEXT = (
    "The keeper lights the lamp at dusk. He never sleeps before midnight. The tide turns twice. "
    "The keeper trims the wick at dawn. The tide turns twice. The boats come in with the flood."
)
OTHER = "Salt eats the rope. The boats come in with the ebb and the harbour fills."


def ask(text, doc="a", **more):
    options = {name: more.pop(name) for name in ("ambiguous", "ellipsis", "kind") if name in more}
    row = {"topic": "q", "doc": doc, "text": text, **more}
    found = locate([row], {"a": TEXT, "b": OTHER}, **options)
    texts = {"a": TEXT, "b": OTHER}
    return [
        (None if one["start"] is None else texts[one["doc"]][one["start"] : one["end"]], one)
        for one in found.table.to_dicts()
    ]


def words(text, **more):
    return [(span, one["status"], one["piece"]) for span, one in ask(text, **more)]


def test_pieces():
    assert words("The keeper lights the lamp [...] before midnight") == [
        ("The keeper lights the lamp", "exact", 1),
        ("before midnight", "exact", 2),
    ]


def test_a_cover_for_runs():
    ((span, one),) = ask("The keeper lights the lamp ... before midnight", score=1.0)
    assert span == TEXT[: TEXT.index("midnight") + 8]
    assert (one["status"], one["piece"], one["errors"]) == ("normalised", None, 0)


def test_literal():
    quote = "The keeper lights the lamp ... before midnight"
    assert words(quote, ellipsis="literal") == [(None, "unmatched", None)]


def test_dots_that_stand_in_the_source_are_no_omission():
    assert words("lamp at dusk... He never sleeps") == [
        ("lamp at dusk. He never sleeps", "normalised", None)
    ]


def test_dots_around_are_free():
    assert words("... lights the lamp at dusk ...") == [
        ("lights the lamp at dusk.", "normalised", None)
    ]


def test_a_long_piece_that_is_nowhere():
    assert words("The keeper lights the lamp ... and the whale swallows it") == [
        (None, "unmatched", None)
    ]


def test_pieces_with_several_equal_choices():
    ((span, one),) = ask("The tide ... twice")
    assert (span, one["status"], one["places"]) == (None, "ambiguous", 2)
    ((_, first), (_, second)) = ask("The tide ... twice", start=120)
    assert (first["by"], second["by"], first["start"]) == ("hint", "hint", TEXT.rindex("The tide"))


def test_ambiguous():
    ((span, one),) = ask("The tide turns twice.")
    assert (span, one["status"], one["places"], one["errors"], one["by"]) == (
        None,
        "ambiguous",
        2,
        0,
        None,
    )
    ((span, one),) = ask("The tide turns twice.", ambiguous="first")
    assert (one["start"], one["status"]) == (TEXT.index("The tide"), "ambiguous")
    assert len(ask("The tide turns twice.", ambiguous="all")) == 2


def test_context():
    ((_, one),) = ask("The tide turns twice.", suffix=" The boats")
    assert (one["start"], one["by"], one["status"]) == (TEXT.rindex("The tide"), "context", "exact")


def test_in_another_document():
    ((span, one),) = ask("the harbour fills.", doc="a")
    assert (span, one["status"], one["doc"], one["elsewhere"]) == (None, "unmatched", "a", "b")
    ((_, one),) = ask("no such words anywhere", doc="a")
    assert one["elsewhere"] is None


def test_no_document_named():
    ((span, one),) = ask("Salt eats the ROPE", doc=None)
    assert (span, one["doc"]) == ("Salt eats the rope", "b")
    ((span, one),) = ask("The boats come in with the", doc=None)
    assert (span, one["status"], one["doc"]) == (None, "ambiguous", None)
