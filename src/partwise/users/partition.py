"""Models that look at the kind of an element only."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import PartwiseError, UsageError
from partwise.geometry.nodes import Nodes, Space
from partwise.geometry.resolve.element_names import name_problem
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT
from partwise.tables.paths import is_path
from partwise.tables.qrels import Qrels
from partwise.tables.row_errors import PlacedError
from partwise.users.base import Navigation

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure


class Partition(Navigation):
    """Nodes fall into partitions, and a step depends on the partitions alone.

    Subclasses say which partition a tag belongs to, and how likely readers move
    from one partition to another. The same number holds for every pair of
    nodes, so rows may sum to more than 1; where a model `spreads`, it is divided
    among the nodes of the target's partition.
    """

    native = "partition"

    @property
    def spreads(self) -> bool:
        """Whether a step is divided among the nodes of the target's partition."""
        return False

    def partitions(self, space: Space, tags: list[str]) -> Ints:
        """Partition of each tag, -1 for a tag that belongs to none."""
        raise PartwiseError(f"{self.label()} does not define partitions()")

    def matrix(self, space: Space) -> Reals:
        """Probability of moving from each partition (row) to each (column)."""
        raise PartwiseError(f"{self.label()} does not define matrix()")

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Look up the partitions of both."""
        table = self._known(x.space)[1]
        here, there = self.kinds(x), self.kinds(y)
        found = np.where(there < 0, 0.0, table[here, there])
        shared: Reals = found / self._sharing(x, here, there) if self.spreads else found
        return shared

    def kinds(self, nodes: Nodes) -> Ints:
        """Partition of each node, -1 for one that belongs to none."""
        return self._known(nodes.space)[0][tag_codes(nodes, self.label())]

    def kinds_in(self, space: Space, structure: Structure) -> Ints:
        """Partition of each element of the structure."""
        return self._known(space)[0][structure.tag]

    def _known(self, space: Space) -> tuple[Ints, Reals]:
        known: tuple[Ints, Reals]
        known = space.memo(("partitions", self), partial(self._prepared, space))
        return known

    def _prepared(self, space: Space) -> tuple[Ints, Reals]:
        """Partition of each tag, and the matrix with a row for nodes of no partition."""
        of_tag = np.append(self.partitions(space, tag_names(space)), ABSENT)
        matrix = self.matrix(space)
        table = np.zeros((matrix.shape[0] + 1, matrix.shape[1] + 1))
        table[:-1, :-1] = matrix
        table[-1, :-1] = self.from_elsewhere(matrix)
        return of_tag, table

    def from_elsewhere(self, matrix: Reals) -> Reals:
        """Probability of moving to each partition from a node that belongs to none."""
        return np.zeros(matrix.shape[1])

    def _sharing(self, x: Nodes, here: Ints, there: Ints) -> Reals:
        """Nodes other than ``x`` in the target's partition of the document."""
        space, structure = x.space, x.space.structure
        if structure is None:
            raise UsageError(
                f"{self.label()}(spread=true) counts the elements of a document. "
                "Use --structure FILE"
            )
        n = self._known(space)[1].shape[0]
        kind = self.kinds_in(space, structure)
        key = structure.doc * np.int64(n) + np.where(kind < 0, n - 1, kind)
        count = np.bincount(key, minlength=len(structure.docs) * n)
        doc = np.maximum(space.in_structure(x.doc), 0)
        others = count[doc * n + np.where(there < 0, n - 1, there)] - (here == there)
        counted: Reals = np.maximum(others, 1).astype(np.float64)
        return counted


def tag_names(space: Space) -> list[str]:
    """All tags: those of the structure, or the last steps of the element paths."""
    structure = space.structure
    if structure is not None:
        return structure.tags.tolist()
    names: list[str] = space.memo("tags of paths", partial(_path_tags, space))[0]
    return names


def tag_codes(nodes: Nodes, model: str) -> Ints:
    """Tag of each node; an error names the model that needs it."""
    structure = nodes.space.structure
    if structure is not None:
        codes = nodes.of_structure(structure.tag).astype(np.int64)
    else:
        of_name = nodes.space.memo("tags of paths", partial(_path_tags, nodes.space))[1]
        codes = of_name[nodes.name]
        _refuse_names(nodes)
    if (at := first((codes < 0) & (nodes.name < 0))) is not None:
        raise _without_tag(nodes, at, model)
    return codes


def _without_tag(nodes: Nodes, at: int, model: str) -> PartwiseError:
    """Say that a passage has no tag, and who named it."""
    space = nodes.space
    found = space.row_of(nodes, at)
    assessed = found is not None and isinstance(found[0], Qrels)
    whose = "assessed" if assessed else "returned"
    place = f"{nodes.start[at]}..{nodes.end[at]} of document {space.document(int(nodes.doc[at]))}"
    remedy = "Use nav=Window()"
    if assessed:
        remedy += ", or ideals=elements to derive elements from the highlights"
    problem = f"{model} goes by the tags of elements, and the {whose} passage {place} has none"
    if found is None:
        return UsageError(f"{problem}. {remedy}")
    return PlacedError(found[0].source, found[1], f"{problem}{{place}}. {remedy}")


def _refuse_names(nodes: Nodes) -> None:
    """Refuse names: they have no step, and so no tag."""
    space = nodes.space
    names = space.memo("names of no path", partial(_names, space))
    if (at := first(np.append(names, False)[nodes.name])) is not None:
        number = int(nodes.name[at])
        problem = name_problem(space.elements[number])
        raise space.at_element(int(nodes.doc[at]), number, problem)


def _names(space: Space) -> Flags:
    return np.array([not is_path(space.elements[n]) for n in range(space.elements.size)], np.bool_)


def _path_tags(space: Space) -> tuple[list[str], Ints]:
    """Tags of the last steps of all element names, and the tag of each name."""
    known: dict[str, int] = {}
    codes = [
        known.setdefault(last_tag(space.elements[number]), len(known))
        for number in range(space.elements.size)
    ]
    return list(known), np.array([*codes, ABSENT], np.int64)


def last_tag(path: str) -> str:
    """Name of the last step: ``sec`` for ``/article[1]/sec[2]``."""
    return path.rsplit("/", 1)[-1].split("[", 1)[0]
