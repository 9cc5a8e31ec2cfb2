"""Readers who move between kinds of elements as observed readers did."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals
from partwise.errors import FormatError, ParameterError
from partwise.files.formats.partitions import PartitionTable, read_parted_routes
from partwise.files.formats.routes import RouteTable, read_routes
from partwise.geometry.nodes import Nodes, Space
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.language.resources import Resource, table_of
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT
from partwise.tables.doc_ids import matched
from partwise.users.partition import Partition, last_tag, tag_codes
from partwise.users.places import LocatedPlaces, located
from partwise.users.routes import counted_steps, visits_of

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure

OTHER = "other"
"""Where a place belongs that a file of partitions does not list."""


def _renamed(value: Any) -> dict[str, str]:
    """Check partitions by tag."""
    if not isinstance(value, Mapping):
        raise ValueError("a table such as {sec: S2, ss1: S2}")  # noqa: TRY004
    return {str(tag): str(name) for tag, name in value.items()}


@register()
class Summary(Partition):
    r"""The share of observed steps out of the partition of x that went to that of y.

    .. math:: \tilde p(x, y) = \frac{w(S_x, S_y)}{\sum_S w(S_x, S)}

    The same for every pair of nodes of the two partitions.

    Notes
    -----
    Partitions that no route visits are neither left nor reached.

    Examples
    --------
    Routes e3-e1-e2-e4, e3-e2-e4-e5, e3-e1-e6, where e1 is an article, e2, e3 and
    e6 are sections, e4 and e5 paragraphs: of five steps out of sections two go to
    the article (.4), one to a section (.2), two to paragraphs (.4).

    >>> import tempfile
    >>> from pathlib import Path
    >>> import partwise as pw
    >>> file = Path(tempfile.mkdtemp()) / "routes.tsv"
    >>> e1, e2, e3, e6 = "/a[1]", "/a[1]/s[1]", "/a[1]/s[2]", "/a[1]/s[3]"
    >>> e4, e5 = "/a[1]/p[1]", "/a[1]/p[2]"
    >>> routes = [("d", e3, e1, e2, e4), ("d", e3, e2, e4, e5), ("d", e3, e1, e6)]
    >>> _ = file.write_text("\n".join("\t".join(route) for route in routes))
    >>> qrels = pw.Qrels.from_columns(
    ...     topic=["t"] * 2, doc=["d"] * 2, element=[e1, e3], grade=[1, 1]
    ... )
    >>> run = pw.Run.from_columns(topic=["t"], doc=["d"], element=[e2])
    >>> value = pw.evaluate(qrels, run, [pw.ENearMisses(nav=pw.Summary(str(file)))])
    >>> value.table[0, :, 0].round(4).tolist()  # .4 to the article, .2 to a section
    [0.6]

    References
    ----------
    Ali, Consens and Lalmas (2012), section 4.2, Table 3.
    """

    file: str = required(
        kind=str,
        example="'summary.tsv'",
        about=("The routes file (``partwise formats routes``), relative to the working directory."),
    )
    partition: Literal["tag", "depth"] = param(
        "tag", choices=("tag", "depth"), about="What tells partitions apart."
    )
    tags: Mapping[str, str] = param(
        {},
        kind=object,
        form="table",
        check=_renamed,
        about="Partition by tag, ``{sec: S2, ss1: S2}``; other tags are partitions by themselves.",
    )
    parts: str | None = param(
        None,
        kind=str,
        about="A file that says to which partition each place, or each tag, belongs (``partwise "
        "formats partitions``); it goes before `partition` and `tags`, and what it does not list "
        "belongs to ``other``. Places may be names, without a structure.",
    )
    abandonment: bool = param(
        False, about="Add the ends of routes in a partition to the steps out of it."
    )
    spread: bool = param(
        False,
        about=("Divide a step among the other elements of the target's partition in the document."),
    )

    def check(self) -> None:
        """Refuse names for tags where tags do not matter."""
        if self.tags and self.partition == "depth":
            raise ParameterError("Summary", "tags", self.tags, "left out with partition=depth")

    def resource(self) -> Resource:
        """Return the routes file, with the one of the partitions."""
        if self.parts is None:
            return Resource(self.file, read_routes)
        return Resource(self.file, read_parted_routes, (("parts", self.parts),))

    @property
    def spreads(self) -> bool:
        """Divide where that is asked for."""
        return self.spread

    # -- which node belongs where ------------------------------------------------------------

    def partitions(self, space: Space, tags: list[str]) -> Ints:
        """Partition of each tag that the routes visit."""
        number = self._observed(space)[0]
        return np.array([number.get(self._of_tag(tag), ABSENT) for tag in tags], np.int64)

    def kinds(self, nodes: Nodes) -> Ints:
        """Partition of each node, -1 for one that no route visits."""
        space = nodes.space
        if (parts := self._listed(space)) is not None:
            return self._numbers(space, parts)[parts.where.find(nodes)]
        if not self._by_depth:
            return super().kinds(nodes)
        tag_codes(nodes, self.label())  # refuses what has neither tag nor depth
        if space.structure is not None:
            return self._deep(space, nodes.of_structure(space.structure.depth))
        return self._deep(
            space, space.memo("steps of paths", partial(_path_depths, space))[nodes.name]
        )

    def kinds_in(self, space: Space, structure: Structure) -> Ints:
        """Partition of each element of the structure."""
        if (parts := self._listed(space)) is not None:
            vertex, row = parts.where.known, parts.where.columns[3]
            number = self._numbers(space, parts)
            kinds = np.full(len(structure), number[-1])
            kinds[row[row >= 0]] = number[vertex[row >= 0]]
            return kinds
        if self._by_depth:
            return self._deep(space, structure.depth)
        return super().kinds_in(space, structure)

    @property
    def _by_depth(self) -> bool:
        return self.partition == "depth" and self.parts is None

    def _of_tag(self, tag: str) -> str:
        """Name of the partition of a tag."""
        parts = getattr(table_of(self), "parts", None)
        if parts is None:
            return self.tags.get(tag, tag)
        at = parts.elements.index.get(tag)
        return OTHER if at is None else parts.partitions[int(parts.partition[at])]

    def _deep(self, space: Space, depth: NDArray[np.integer]) -> Ints:
        """Partition of depths."""
        number = self._observed(space)[0]
        codes = [number.get(str(d), ABSENT) for d in range(int(depth.max(initial=0)) + 1)]
        kinds: Ints = np.array([*codes, ABSENT], np.int64)[depth]
        return kinds

    def _listed(self, space: Space) -> _Places | None:
        """Return the places that a file puts into partitions, if there is one."""
        parts = getattr(table_of(self), "parts", None)
        if parts is None or parts.of_tags:
            return None
        places: _Places = space.memo(
            ("places", self), lambda: _Places.of(matched(parts, space.doc_ids), space)
        )
        return places

    def _numbers(self, space: Space, parts: _Places) -> Ints:
        """Return the partition of each place by number, and that of all others last."""
        number = self._observed(space)[0]
        return np.array([number.get(name, ABSENT) for name in (*parts.names, OTHER)], np.int64)

    # -- steps between partitions ------------------------------------------------------------

    def matrix(self, space: Space) -> Reals:
        """Observed shares."""
        return self._observed(space)[1]

    def _observed(self, space: Space) -> tuple[dict[str, int], Reals]:
        observed: tuple[dict[str, int], Reals]
        observed = space.memo(("summary", self), partial(self._count, space))
        return observed

    def _count(self, space: Space) -> tuple[dict[str, int], Reals]:
        table = matched(table_of(self), space.doc_ids)
        seen = visits_of(table, located(table, space).vertex)
        known: dict[str, int] = {}
        visited = self._visited(space, table)
        number = np.array([known.setdefault(name, len(known)) for name in visited], np.int64)
        source, target, weight, stops = counted_steps(table.route[seen], number[seen], len(known))
        matrix = np.zeros((len(known), len(known)))
        matrix[source, target] = weight
        total = matrix.sum(axis=1) + (stops if self.abandonment else 0.0)
        return known, matrix / np.where(total > 0, total, 1.0)[:, np.newaxis]

    def _visited(self, space: Space, table: RouteTable) -> list[str]:
        """Name of the partition of each visit."""
        paths, number = _visited_paths(space, table)
        if (parts := self._listed(space)) is not None:
            pairs = zip(table.doc.tolist(), number.tolist(), strict=True)
            places = ((table.docs[doc], paths[path]) for doc, path in pairs)
            return [parts.of_place.get(place, OTHER) for place in places]
        if (at := first(number < 0)) is not None:
            goes_by = "depth" if self._by_depth else "tags"
            problem = (
                f"{self.label()} goes by the {goes_by} of elements, and {table.words(at)} is none"
            )
            hint = "Use Routes, which takes any places, or --structure FILE for whole documents"
            raise FormatError(table.file, table.line_of(at), problem, hint)
        name = _depth_name if self._by_depth else lambda path: self._of_tag(last_tag(path))
        names = [name(path) for path in paths]
        return [names[path] for path in number.tolist()]


class _Places(NamedTuple):
    """Places of documents with their partitions."""

    where: LocatedPlaces
    """The places, to be found among nodes."""
    names: list[str]
    """Partition of each, by number of the place."""
    of_place: dict[tuple[str, str], str]
    """Partition by document and element as files name them."""

    @classmethod
    def of(cls, table: PartitionTable, space: Space) -> _Places:
        where = located(table, space)
        pairs = zip(table.doc.tolist(), table.element.tolist(), strict=True)
        partition = [table.partitions[code] for code in table.partition.tolist()]
        of_place = {
            (table.docs[doc], table.elements[element]): name
            for (doc, element), name in zip(pairs, partition, strict=True)
        }
        names = dict(zip(where.vertex.tolist(), partition, strict=True))
        return cls(where, [names[vertex] for vertex in range(where.n)], of_place)


def _visited_paths(space: Space, table: RouteTable) -> tuple[list[str], Ints]:
    """Paths, and the number of each visit's: a whole document is its root; -1 for no element."""
    paths, number = table.elements.tolist(), table.element.copy()
    if (trees := space.trees) is not None:
        bare = np.flatnonzero((number < 0) & (table.start < 0))
        code = trees.documents(table.docs)[table.doc[bare]]
        row = trees.find(code, table.elements, number[bare].astype(np.int32))
        bare, row = bare[row >= 0], row[row >= 0]
        number[bare] = len(paths) + trees.structure.tag[row]
        paths += [f"/{tag}[1]" for tag in trees.structure.tags.tolist()]
    return [*paths, ""], number


def _depth_name(path: str) -> str:
    return str(path.count("/"))


def _path_depths(space: Space) -> Ints:
    """Depth of every element path."""
    depth = [space.elements[number].count("/") for number in range(space.elements.size)]
    return np.array([*depth, ABSENT], np.int64)
