from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from tests.files.documents.samples import grown

from partwise.files.documents import xml
from partwise.files.documents.links import only

DOCUMENT = "<a><b>x<c>y</c></b><b><d><c>z</c></d></b><c>w</c></a>"


def rows(structure) -> list[tuple]:
    """Path of each row and of its parent, with depth and extent."""
    paths = structure.to_frame()["path"].to_list()
    parents = [None if row < 0 else paths[row] for row in structure.parent.tolist()]
    numbers = (structure.depth.tolist(), structure.start.tolist(), structure.end.tolist())
    return list(zip(paths, parents, *numbers, strict=True))


def test_parents_are_the_nearest_that_stay():
    made = only(grown(xml, DOCUMENT)[0], frozenset({"b", "c"}))

    assert rows(made) == [
        ("/a[1]", None, 1, 0, 4),
        ("/a[1]/b[1]", "/a[1]", 2, 0, 2),
        ("/a[1]/b[1]/c[1]", "/a[1]/b[1]", 3, 1, 2),
        ("/a[1]/b[2]", "/a[1]", 2, 2, 3),
        ("/a[1]/b[2]/d[1]/c[1]", "/a[1]/b[2]", 3, 2, 3),
        ("/a[1]/c[1]", "/a[1]", 2, 3, 4),
    ]
    assert made.last.tolist() == [5, 2, 2, 4, 4, 5]
    assert made.vias.tolist() == ["", "/d[1]"]
    assert made.via.tolist() == [0, 0, 0, 0, 1, 0]
    assert made.blank is None


def test_the_root_always_stays():
    made = only(grown(xml, DOCUMENT)[0], frozenset({"nothing"}))

    assert rows(made) == [("/a[1]", None, 1, 0, 4)]
    assert made.offsets.tolist() == [0, 1]


def test_all_elements_stay_without_jumps():
    whole = grown(xml, DOCUMENT)[0]
    made = only(whole, frozenset("abcd"))

    assert rows(made) == rows(whole)
    assert (made.vias, made.via) == (None, None)


trees = st.recursive(
    st.just(""),
    lambda inner: st.lists(st.tuples(st.sampled_from("bcd"), inner), max_size=3).map(
        lambda found: "".join(f"<{tag}>x{text}</{tag}>" for tag, text in found)
    ),
    max_leaves=12,
)


@given(trees, st.sets(st.sampled_from("bcd")))
def test_like_looking_up_every_path(inside, tags):
    whole = grown(xml, f"<a>{inside}</a>")[0]
    kept = []
    for path, _, _, start, end in rows(whole):
        steps = re.findall(r"/(\w)\[\d+\]", path)
        if len(steps) == 1 or steps[-1] in tags:
            above = [one for one in kept if path.startswith(f"{one[0]}/")]
            parent = max(above, key=lambda one: len(one[0]), default=None)
            depth = 1 if parent is None else parent[2] + 1
            kept.append((path, parent and parent[0], depth, start, end))

    assert rows(only(whole, frozenset(tags))) == kept
