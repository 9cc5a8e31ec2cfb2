"""Passages of FOL qrels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import grouped_options

from partwise.errors import FormatError
from partwise.files import reading as api
from partwise.files.formats.fol_qrels.passages import united

HEAD = "1 Q0 d "


def read(tmp_path, line: str, **how):
    path = tmp_path / "x.fol"
    path.write_text(f"{HEAD}{line}\n")
    return api.read_qrels(str(path), format="fol-qrels", **grouped_options(**how))


def spans(qrels) -> list[tuple[int, int]]:
    return list(zip(qrels.start.tolist(), qrels.end.tolist(), strict=True))


def test_passages_that_touch_are_one(tmp_path):
    qrels = read(tmp_path, "30 100 5 5:10 15:10 40:10")

    assert spans(qrels) == [(5, 25), (40, 50)]
    assert (qrels.bep.tolist(), qrels.length.tolist()) == ([5, 5], [100, 100])


def test_a_line_without_passages_is_one_row(tmp_path):
    qrels = read(tmp_path, "0 100")

    assert spans(qrels) == [(-1, -1)]
    assert qrels.grade.tolist() == [0.0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("10 100 5 5-10", 'passage "5-10" is not offset:length'),
        ("10 100 5 5:99999999999999999999", "is beyond 64 bits"),
        ("10 100 5 5:0", "empty span 5..5"),
        ("9 100 5 5:10", "relevant size 9, but its passages add up to 10"),
        ("20 100 5 5:10 10:10", "passages 5:10 and 10:10 overlap"),
        ("20 100 5 40:10 5:10", "passages 40:10 and 5:10 are not in order"),
        ("20 10 5 5:20", "20 relevant characters in a document of 10"),
        ("10 100 100 5:10", "best entry point 100 in a document of 100"),
        ("0 100 5", "6 columns, expected 5 where nothing is relevant"),
    ],
)
def test_what_is_refused(tmp_path, line, said):
    with pytest.raises(FormatError) as caught:
        read(tmp_path, line)

    assert said in str(caught.value)
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("line", "found", "note"),
    [
        ("20 100 5 5:10 10:10", [(5, 20)], "overlapping passages; merged"),
        ("20 100 5 40:10 5:10", [(5, 15), (40, 50)], "passages out of order; put in order"),
        ("20 10 5 5:20", [(5, 10)], "passages clipped"),
        ("10 100 100 5:10", [(5, 15)], "a best entry point past the end"),
    ],
)
def test_what_lenient_reading_repairs(tmp_path, line, found, note):
    qrels = read(tmp_path, line, lenient=True)

    assert spans(qrels) == found
    assert any(note in str(said) for said in qrels.notes)


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 30), st.integers(1, 9)),
        max_size=12,
    )
)
def test_united_covers_what_the_passages_cover(passages):
    rows, starts, sizes = (np.array([p[k] for p in passages], np.int64) for k in range(3))
    row, start, end, covered = united(rows, starts, starts + sizes, 4)

    for line in range(4):
        wanted = {at for r, a, n in passages if r == line for at in range(a, a + n)}
        mine = [(a, b) for r, a, b in zip(row, start, end, strict=True) if r == line]
        assert {at for a, b in mine for at in range(a, b)} == wanted
        assert covered[line] == len(wanted) == sum(b - a for a, b in mine)
        assert mine == sorted(mine)
