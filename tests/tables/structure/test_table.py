from __future__ import annotations

import pickle

import pytest
from tests.tables.structure.sample import changed


def test_columns_by_hand():
    s = changed()

    assert s.offsets.tolist() == [0, 4, 5]
    assert s.parent.tolist() == [-1, 0, 1, 0, -1]
    assert s.last.tolist() == [3, 2, 2, 3, 4]
    assert s.ordinal.tolist() == [1, 1, 1, 2, 1]
    assert s.length.tolist() == [9, 3]
    assert s.to_frame()["path"].to_list() == [
        "/a[1]",
        "/a[1]/b[1]",
        "/a[1]/b[1]/p[1]",
        "/a[1]/b[2]",
        "/a[1]",
    ]


def test_few_bytes_an_element():
    s = changed()

    per_row = sum(
        getattr(s, name).itemsize
        for name in ("tag", "ordinal", "parent", "last", "depth", "start", "end")
    )

    assert per_row == 44


def test_columns_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        changed().start[0] = 3


def test_survives_pickling():
    again = pickle.loads(pickle.dumps(changed()))

    assert again.to_frame().equals(changed().to_frame())
