from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.files.fast import scattered
from partwise.files.fast.judged import Judged
from partwise.files.fast.rows import IrregularError
from partwise.files.fast.scattered import read_scattered
from partwise.files.source import Source
from partwise.tables.names import Names

TEXT = """\
2 Q0 b 1 9 x
10 Q0 a 2 1.5 x
# in between
2 Q0 a 2 9 y
10 Q0 c 1 2.5 x
"""


def lists(file: Source, *known: str, block: int = 1 << 20):
    return read_scattered(file, Judged(Names.of(known)), block)


def shown(found) -> list[tuple[bytes, int, bool]]:
    topic = np.repeat(np.arange(len(found.topics)), found.sizes.values)
    names = [found.topics[code] for code in topic]
    return list(zip(names, found.doc.values.tolist(), found.tied.values.tolist(), strict=True))


@pytest.mark.parametrize("block", [13, 30, 1 << 20])
def test_topics_come_in_order_of_first_appearance(source, block):
    found = lists(source(TEXT), "a", "b", block=block)

    assert shown(found) == [
        (b"2", 1, False),
        (b"2", 0, True),  # an equal score: names descend
        (b"10", 2, False),
        (b"10", 0, False),
    ]
    assert found.n_comments == 1
    assert found.disagreements.values.tolist() == [0, 0]


def test_tags_of_all_blocks(source):
    assert lists(source(TEXT), "a").tags == {None}
    assert lists(source(TEXT.replace("y", "x")), "a", block=20).tags == {b"x"}


def test_no_rows(source):
    found = lists(source("# nothing\n"), "a")

    assert (found.topics, found.doc.values.tolist()) == ([], [])


def test_a_document_twice_is_for_the_ordinary_reader(source):
    for size in (13, 1 << 20):
        with pytest.raises(IrregularError):
            lists(source("1 Q0 a 1 2 t\n2 Q0 a 1 2 t\n1 Q0 a 2 1 t\n"), "a", block=size)


def test_ranks_that_say_the_opposite(source):
    found = lists(source("1 Q0 a 2 3 t\n2 Q0 a 1 2 t\n1 Q0 b 1 1 t\n"), "a")

    assert found.disagreements.values.tolist() == [1, 0]


def test_ranks_beyond_32_bits_are_only_compared(source):
    found = lists(source(f"1 Q0 a 1 3 t\n2 Q0 a 1 2 t\n1 Q0 b {1 << 40} 1 t\n"), "a")

    assert found.disagreements.values.tolist() == [0, 0]


def test_slips_in_names_are_noticed_across_blocks(source):
    judged = Judged(Names.of(["lamp"]))
    read_scattered(source("1 Q0 x 1 2.5 t\n2 Q0 x 1 2.5 t\n1 Q0 a/lamp 2 1.5 t\n"), judged, 16)

    assert judged.close


row = st.tuples(st.sampled_from("pqrst"), st.text("abc", min_size=1, max_size=2), st.integers(0, 3))


@given(st.lists(row, min_size=1, max_size=25, unique_by=lambda r: r[:2]), st.integers(12, 80))
def test_like_sorting_topic_by_topic(tmp_path_factory, rows, block):
    path = tmp_path_factory.mktemp("run") / "x"
    path.write_text("".join(f"{t} Q0 {d} 1 {s} me\n" for t, d, s in rows))
    known = ["a", "bb", "c"]
    expected = []
    for topic in dict.fromkeys(t for t, _, _ in rows):
        mine = sorted(((s, d) for t, d, s in rows if t == topic), reverse=True)
        scores = [s for s, _ in mine]
        tied = [False, *(a == b for a, b in itertools.pairwise(scores))]
        codes = [known.index(d) if d in known else 3 for _, d in mine]
        expected += zip([topic.encode()] * len(mine), codes, tied, strict=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scattered, "_ROWS_AT_ONCE", 3)
        patch.setattr(scattered, "_ROWS_SORTED", 7)
        patch.setattr(scattered, "_RENUMBER", 2)

        assert shown(lists(Source(path), *known, block=block)) == expected
