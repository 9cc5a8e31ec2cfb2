"""Old texts that are not the ones that were assessed."""

from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import PartwiseError, UsageError

OLD = {"a": "The lamp burns at dusk. The tide turns at noon.", "b": "Salt eats the rope."}
NEW = {"a": "A first line. " + OLD["a"], "b": OLD["b"]}


def row(texts, doc, text, **more):
    at = texts[doc].index(text)
    return {"topic": "q", "doc": doc, "start": at, "end": at + len(text), "text": text, **more}


def test_quotes_that_stand_there():
    found = pw.migrate([row(OLD, "a", "lamp burns"), row(OLD, "b", "Salt")], OLD, NEW)
    assert found.table["start"].to_list() == [18, 0]


def test_blanks_and_case_may_differ():
    given = {**row(OLD, "a", "lamp burns"), "text": " Lamp\nburns "}
    assert pw.migrate([given], OLD, NEW).table["start"].to_list() == [18]


def test_old_and_new_exchanged():
    rows = [row(OLD, "b", "Salt"), row(OLD, "a", "lamp burns")]
    words = (
        r'row 1: the old text a\[4:14\] is "rst line. ", not "lamp burns". '
        r"The new texts have it there: are the old and the new ones exchanged\?$"
    )
    with pytest.raises(PartwiseError, match=words):
        pw.migrate(rows, NEW, OLD)


def test_another_unit():
    old = {"a": "é The lamp burns."}
    given = {"topic": "q", "doc": "a", "start": 7, "end": 11, "text": "lamp"}
    words = r'is "amp ", not "lamp". Is that the text that was assessed\? Use trust="offsets"'
    with pytest.raises(PartwiseError, match=words):
        pw.migrate([given], old, {"a": "x " + old["a"]})
    found = pw.migrate([given], old, {"a": "x " + old["a"]}, trust="offsets")
    assert found.table.select("start", "end").rows() == [(9, 13)]


def test_all_are_counted_and_the_first_one_advises():
    rows = [{**row(OLD, "a", "lamp"), "text": f"wick {number}"} for number in range(30)]
    with pytest.raises(PartwiseError) as refused:
        pw.migrate(rows, OLD, NEW)
    lines = str(refused.value).splitlines()
    assert str(refused.value).count("Is that the text") == 1
    assert lines[-1].strip() == "... and 10 more problems"


def test_what_locate_found_roughly_is_as_far_away_as_it_said():
    quote = {"topic": "q", "doc": "a", "text": "The lump burns at dusk."}
    table = pw.locate([quote], OLD).table
    assert table["status"].to_list() == ["fuzzy"]
    assert pw.migrate(table, OLD, NEW).counts["moved"] == 1
    with pytest.raises(PartwiseError, match="exchanged"):
        pw.migrate(table, NEW, OLD)


def test_pieces_of_a_quote():
    quote = {"topic": "q", "doc": "a", "text": "lamp burns [...] turns at noon."}
    table = pw.locate([quote], OLD).table
    assert table.height == 2
    assert pw.migrate(table, OLD, NEW).table["start"].to_list() == [18, 47]


def test_what_was_edited_before_keeps_its_first_text():
    edited = {"a": OLD["a"].replace("tide", "ebb"), "b": OLD["b"]}
    once = pw.migrate([row(OLD, "a", "The tide turns at noon.")], OLD, edited)
    assert once.table["status"].to_list() == ["edited"]
    assert pw.migrate(once.table, edited, edited).counts["unchanged"] == 1


def test_a_document_that_is_gone():
    given = {**row(OLD, "b", "Salt"), "text": "Sand"}
    with pytest.raises(PartwiseError, match=r'is "Salt", not "Sand"\. Is that the text'):
        pw.migrate([given], OLD, {"a": NEW["a"]})


def test_trust_is_checked():
    with pytest.raises(UsageError, match=r"trust is 'text'\. Use 'offsets', or leave it out"):
        pw.migrate([row(OLD, "a", "lamp")], OLD, NEW, trust="text")
