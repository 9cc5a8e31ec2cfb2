from __future__ import annotations

from partwise.tables.schema import COLLECTION, KEPT, KINDS, OURS, is_beir, our_names


def test_the_heading_of_beir():
    heading = ("query-id", "corpus-id", "score")

    assert is_beir(heading)
    assert not is_beir((*heading, "start_index"))
    assert not is_beir(("query-id", "score"))


def test_names_of_other_tools_and_of_the_user():
    assert our_names(["qid", "where", "page"], {"doc": "where"}) == {"topic", "doc", "page"}


def test_no_name_of_another_tool_is_one_of_ours():
    known = {name for what in COLLECTION for name in (*KINDS[what], *KEPT[what])}

    assert not known & OURS.keys()
    assert {*OURS.values()} <= {*known, "p"}  # chances stand in files of links only
