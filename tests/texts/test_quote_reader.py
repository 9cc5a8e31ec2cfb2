"""Reading tables: as they are without texts, with their quotes located beside them."""

from __future__ import annotations

import partwise as pw
from partwise.tables.texts import Texts
from partwise.texts.verification import QuoteReader

ROWS = [{"topic": "t", "doc": "d", "text": "brown fox", "score": 1.0}]


def unread(given):
    raise AssertionError("quotes are located before anything is read without them")


def test_without_texts_a_table_is_read_as_it_is():
    assert QuoteReader().read("run", "a", str.upper) == "A"


def test_quotes_are_located_in_the_texts():
    texts = Texts({"d": "the quick brown fox"})
    run = QuoteReader(texts).read("run", ROWS, unread)

    assert isinstance(run, pw.Run)
    assert (run.start.tolist(), run.end.tolist()) == ([10], [19])
