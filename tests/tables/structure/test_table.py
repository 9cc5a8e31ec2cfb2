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


def test_what_is_made_of_the_columns():
    s = changed()

    assert repr(s) == "Structure(5 elements, 2 documents)"
    assert s.doc.tolist() == [0, 0, 0, 0, 1]
    assert s.root.tolist() == [0, 4]
    assert s.size.tolist() == [9, 4, 2, 3, 3]
    # laid out one after the other, no two documents share a place
    assert s.axis[1] - s.axis[0] >= 9
    assert (s.starts - s.start).tolist() == s.axis[s.doc].tolist()
    assert sorted(s.starts.tolist()) == s.starts.tolist()


def test_what_is_made_is_not_pickled():
    s = changed()
    bare = len(pickle.dumps(s))

    assert s.starts.size == 5

    assert len(pickle.dumps(s)) == bare
