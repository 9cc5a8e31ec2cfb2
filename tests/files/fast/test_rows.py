from __future__ import annotations

import numpy as np
import pytest
from tests.files.fast.samples import block

from partwise.files.fast.judged import Judged
from partwise.files.fast.rows import IrregularError, Lists, parse_rows, rank_topics, signs_in
from partwise.files.limits import LONGEST_NAME
from partwise.tables.names import Names

LINES = "1 Q0 a 2 1.5 me\n1 Q0 b 1 2.5 me\n2 Q0 c 1 1.5 me\n"


def cells(rows, span) -> list[str]:
    start, end = span
    return [rows.data[a:b].tobytes().decode() for a, b in zip(start, end, strict=True)]


def test_columns_by_hand():
    rows = parse_rows(block(LINES))

    assert cells(rows, rows.topic) == ["1", "1", "2"]
    assert cells(rows, rows.doc) == ["a", "b", "c"]
    assert rows.rank.tolist() == [2, 1, 1]
    assert rows.score.tolist() == [1.5, 2.5, 1.5]
    assert (rows.tag, rows.n_comments) == (b"me", 0)


def test_comments_and_tags_that_vary():
    rows = parse_rows(block("# one\n1 Q0 a 1 2 x\n\n#two\n1 Q0 b 2 1 y\n"))

    assert (rows.tag, rows.n_comments, rows.rank.tolist()) == (None, 2, [1, 2])


def test_no_rows():
    rows = parse_rows(block("# only this\n"))

    assert (rows.score.size, rows.tag, rows.n_comments) == (0, None, 1)


@pytest.mark.parametrize(
    "line",
    [
        "1 Q0 a 1 2",
        "1 Q0 a 1 2 t junk",
        "1 Q0 a one 2 t",
        "1 Q0 a -1 2 t",
        "1 Q0 a 1 nan t",
        "1 Q0 a 99999999999999999999 2 t",
        f"1 Q0 {'x' * (LONGEST_NAME + 1)} 1 2 t",
        f"{'x' * (LONGEST_NAME + 1)} Q0 a 1 2 t",
    ],
)
def test_what_the_ordinary_reader_has_to_look_at(line):
    with pytest.raises(IrregularError):
        parse_rows(block(f"{LINES}{line}\n"))


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        (LINES, b""),  # every point is that of a score
        (LINES.replace("1.5", "15"), b"."),  # that takes a closer look
        (LINES.replace(" a ", " a.b "), b"."),
        (LINES.replace(" a ", " a/b "), b"/"),
        (LINES.replace(" a ", " a\\b/c "), b"/\\"),
        (LINES.replace("me", "m.e"), b"."),
        ("1 Q0 a 1 5 t\n", b""),
    ],
)
def test_signs_that_names_may_hold(text, signs):
    assert parse_rows(block(text)).signs == signs


def test_signs_of_a_text():
    assert signs_in(np.frombuffer(b"a.b\\c", np.uint8)) == b"\\."
    assert signs_in(np.frombuffer(b"", np.uint8)) == b""


def ranked(text: str, offsets: list[int], *known: str):
    return rank_topics(np.array(offsets), parse_rows(block(text)), Judged(Names.of(known)))


def test_topics_are_ranked_by_score_then_name():
    text = "1 Q0 a 1 1 t\n1 Q0 b 4 3 t\n1 Q0 c 3 1 t\n2 Q0 b 1 9 t\n"
    found = ranked(text, [0, 3, 4], "a", "b")

    assert found.sizes.tolist() == [3, 1]
    assert found.doc.tolist() == [1, 2, 0, 1]  # b, then c before a; c is not judged
    assert found.tied.tolist() == [False, False, True, False]
    assert found.disagreements.tolist() == [1, 0]  # b has rank 4 and stands before rank 3


def test_ranks_of_two_topics_do_not_disagree():
    found = ranked("1 Q0 a 9 2 t\n2 Q0 a 1 1 t\n", [0, 1, 2], "a")

    assert found.disagreements.tolist() == [0, 0]


def test_a_document_twice_in_a_topic():
    text = "1 Q0 a 1 2 t\n1 Q0 a 2 1 t\n"
    with pytest.raises(IrregularError):
        ranked(text, [0, 2], "a")

    assert ranked(text, [0, 1, 2], "a").doc.tolist() == [0, 0]


def test_lists_grow_block_by_block():
    lists, judged = Lists(1), Judged(Names.of(["a"]))
    for text in ("1 Q0 a 1 2 x\n", "# c\n2 Q0 b 1 2 y\n", "# d\n"):
        rows = parse_rows(block(text))
        lists.see(*rows.said)
        if rows.score.size:
            lists.add(rank_topics(np.array([0, 1]), rows, judged))

    assert lists.sizes.values.tolist() == [1, 1]
    assert lists.doc.values.tolist() == [0, 1]
    assert (lists.tags, lists.n_comments) == ({b"x", b"y"}, 2)
