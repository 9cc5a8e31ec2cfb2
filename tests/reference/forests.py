"""Random documents with element trees, and slow answers about them."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

import partwise as pw

TAGS = ("a", "b", "p", "sec")


@dataclass(eq=False)
class Element:
    """An element as a reader of the text sees it."""

    tag: str
    start: int
    end: int = 0
    parent: Element | None = None
    children: list[Element] = field(default_factory=list)
    row: int = -1

    def above(self):
        """The element and its ancestors, bottom up."""
        found, here = [], self
        while here is not None:
            found.append(here)
            here = here.parent
        return found

    @property
    def path(self):
        """Each step counted by looking at the siblings."""
        if self.parent is None:
            return f"/{self.tag}[1]"
        same = [c for c in self.parent.children if c.tag == self.tag]
        return f"{self.parent.path}/{self.tag}[{same.index(self) + 1}]"

    def walk(self):
        """All elements in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


@st.composite
def documents(draw, max_elements=12):
    """One document: a root element whose children cover some of its text."""
    room = draw(st.integers(1, max_elements)) - 1
    position = 0

    def grow(parent, depth):
        nonlocal room, position
        element = Element(draw(st.sampled_from(TAGS)), position, parent=parent)
        position += draw(st.integers(0, 3))
        while room > 0 and depth < 6 and draw(st.booleans()):
            room -= 1
            element.children.append(grow(element, depth + 1))
            position += draw(st.integers(0, 3))
        element.end = position
        return element

    return grow(None, 1)


@st.composite
def collections(draw, max_documents=3):
    """Some documents and their Structure."""
    roots = draw(st.lists(documents(), min_size=1, max_size=max_documents))
    columns = {name: [] for name in ("doc", "parent", "tag", "start", "end")}
    row = 0
    for number, root in enumerate(roots):
        base = row
        for element in root.walk():
            element.row = row
            columns["doc"].append(f"d{number}")
            columns["parent"].append(element.parent.row - base if element.parent else None)
            columns["tag"].append(element.tag)
            columns["start"].append(element.start)
            columns["end"].append(element.end)
            row += 1
    return roots, pw.Structure.from_columns(**columns)
