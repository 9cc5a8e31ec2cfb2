"""Keys of the paths people write, and the paths of rows."""

from __future__ import annotations

import numpy as np

from partwise.geometry import resolution as module
from partwise.geometry.resolution import KeyedPaths, paths_of
from partwise.tables.names import Names
from partwise.tables.structure.table import Structure


def keyed(*texts, lenient=False):
    return KeyedPaths.of(Names.of(texts), lenient=lenient)


def test_steps_are_counted_and_compared_whole():
    found = keyed("/a[1]", "/a[1]/b[1]", "/a[1]/b[10]", "/a[1]/b[1]/c[3]", "/ab[1]")

    assert found.steps.tolist() == [1, 2, 2, 3, 1]
    assert not found.bad.any()
    assert len(set(found.key.tolist())) == 5
    assert found.key[1] == keyed("/a[1]/b[1]").key[0]


def test_what_is_no_path():
    texts = ["/a[1]>", "a[1]", "/a[0]", "news", "/a[1]/", "/a", "/a/b[2]"]
    strict, loose = keyed(*texts), keyed(*texts, lenient=True)

    assert strict.bad.all()
    assert loose.bad.tolist() == [True] * 5 + [False] * 2
    assert loose.bare.tolist()[-2:] == [True, True]
    assert loose.key[-2:].tolist() == keyed("/a[1]", "/a[1]/b[2]").key.tolist()


def test_no_paths():
    assert keyed().key.size == keyed().bad.size == 0


def test_blocks_change_nothing(monkeypatch):
    texts = [f"/a[1]/sec[{n}]/p[{n % 7 + 1}]" for n in range(1, 200)]
    whole = keyed(*texts)
    monkeypatch.setattr(module, "_BLOCK", 100)
    pieces = keyed(*texts)

    for column in ("key", "steps", "bad", "bare"):
        assert getattr(pieces, column).tolist() == getattr(whole, column).tolist()


def test_paths_of_rows_count_siblings_of_their_own_name():
    structure = Structure.from_columns(
        doc=["d"] * 5, parent=[None, 0, 0, 0, 3], tag=["a", "b", "c", "b", "c"],
        start=[0, 0, 2, 4, 4], end=[9, 2, 4, 9, 9],
    )  # fmt: skip

    assert paths_of(structure, np.array([4, 1, 2, 0, 4])) == [
        "/a[1]/b[2]/c[1]", "/a[1]/b[1]", "/a[1]/c[1]", "/a[1]", "/a[1]/b[2]/c[1]",
    ]  # fmt: skip


def test_steps_that_the_structure_leaves_out_are_written():
    listed = Structure.from_columns(
        doc=["d"] * 2, parent=[None, 0], path=["/a[1]", "/a[1]/b[2]/c[1]"], start=[0, 2], end=[9, 5]
    )

    assert paths_of(listed, np.array([1])) == ["/a[1]/b[2]/c[1]"]
