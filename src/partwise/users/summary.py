"""Readers who begin at a summary or follow routes, and stationary readers."""

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
from partwise.kernels.probability import sums
from partwise.language.component import Resource, param, register, slot, table_of
from partwise.language.fields import Nested, required
from partwise.tables.columns import ABSENT, first
from partwise.tables.doc_ids import matched
from partwise.users.graph import Graph
from partwise.users.links import Listed, ListedFile, ListedLinks
from partwise.users.places import LocatedPlaces, located
from partwise.users.trees import Partition, last_tag, tag_codes

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure


@register()
class Routes(Listed):
    r"""The share of observed steps out of x that went to y.

    .. math:: \tilde p(x, y) = \frac{w(x, y)}{\sum_z w(x, z)}

    Examples
    --------
    Routes e3-e1-e2-e4, e3-e2-e4-e5, e3-e1-e6: two of three readers went from e3
    to e1 (.667). e4 was left for e5 once and was the end once: 1, with
    abandonment .5.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import partwise as pw
    >>> file = Path(tempfile.mkdtemp()) / "routes.tsv"
    >>> lines = ["d e3 e1 e2 e4", "d e3 e2 e4 e5", "d e3 e1 e6"]
    >>> _ = file.write_text("\n".join(line.replace(" ", "\t") for line in lines))
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["e5"], grade=[1])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["e4"])
    >>> models = [pw.Routes(str(file)), pw.Routes(str(file), abandonment=True)]
    >>> values = pw.evaluate(qrels, run, [pw.ENearMisses(nav=model) for model in models])
    >>> values.table[0, :, 0].tolist()
    [1.0, 0.5]

    References
    ----------
    Ali, Consens and Lalmas (2012), section 4.2, Table 2 and footnote 4.
    """

    file: str = required(
        kind=str,
        example="'routes.tsv'",
        about=("The routes file (``partwise formats routes``), relative to the working directory."),
    )
    abandonment: bool = param(
        False,
        about=(
            "Count the end of a route as a step to nowhere. Recommended with PRUM, EPRUM and GR: "
            "without it every recorded stop is ignored and reach is overstated."
        ),
    )

    native = "step"

    def resource(self) -> Resource:
        """Return the routes file."""
        return Resource(self.file, read_routes)

    def links_of(self, table: RouteTable, vertex: Ints) -> ListedLinks:
        """Distinct observed steps."""
        n, seen = int(vertex.max(initial=-1)) + 1, visits_of(table, vertex)
        source, target, _, _ = counted_steps(table.route[seen], vertex[seen], n)
        step = np.flatnonzero(~table.last)[:1].tolist()
        example = [f"{table.words(row)} -> {table.words(row + 1)}" for row in step]
        none = "no route has a second place", "A route is a document and two places or more"
        return ListedLinks(source, target, "".join(example), none)

    def graph_of(self, file: ListedFile) -> Graph:
        """Shares of the observed steps."""
        n, vertex, seen = (
            file.places.n,
            file.places.vertex,
            visits_of(file.table, file.places.vertex),
        )
        source, target, weight, stops = counted_steps(file.table.route[seen], vertex[seen], n)
        total = sums(source, weight, n)
        if self.abandonment:
            total += stops
            ends = np.flatnonzero(stops)
            source, target = np.append(source, ends), np.append(target, ends)
            weight = np.append(weight, stops[ends])
        return Graph.of(file.table.file, n, source, target, weight / total[source])


def visits_of(table: RouteTable, vertex: Ints) -> Ints:
    """Rows of a routes file at which readers come to a place; a place may have several names."""
    comes = np.ones(vertex.size, np.bool_)
    comes[1:] = (vertex[1:] != vertex[:-1]) | (table.route[1:] != table.route[:-1])
    return np.flatnonzero(comes)


def counted_steps(route: Ints, number: Ints, n: int) -> tuple[Ints, Ints, Reals, Reals]:
    """Distinct steps between numbered visits with their counts, and the stops at each number."""
    last = np.diff(route, append=-1) != 0
    step = np.flatnonzero(~last)
    pair, count = np.unique(number[step] * n + number[step + 1], return_counts=True)
    source, target = np.divmod(pair, n)
    stops = np.bincount(number[last], minlength=n).astype(np.float64)
    return source, target, count.astype(np.float64), stops


@register()
class Steady(Partition):
    r"""Where readers are after many steps, whatever they started from.

    .. math::

        \tilde p(x, y) = \pi(S_y), \qquad
        \pi = \lim_{n \to \infty} u \left(\frac{I + P'}{2}\right)^n, \qquad
        P' = (1 - restart)\, P + restart \cdot u

    with the uniform distribution :math:`u`; partitions that are never left
    step anywhere. The lazy chain has a limit also where the chain itself is
    periodic or falls apart.

    Examples
    --------
    ``Steady(Depth)`` is ``Depth``: its steps do not depend on where one is.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["/article[1]"], grade=[1])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/article[1]/p[1]"])
    >>> measures = [pw.ENearMisses(nav=nav) for nav in (pw.Depth(), pw.Steady(pw.Depth()))]
    >>> pw.evaluate(qrels, run, measures).table[0, :, 0].round(4).tolist()
    [0.48, 0.48]

    References
    ----------
    Ali, Consens and Lalmas (2012), section 4.2.
    """

    model: Nested[Partition] = slot(
        family=Partition, example="Depth", about="The steps: ``Depth`` or ``Summary``."
    )
    restart: float = param(
        0.0, low=0, high=1, about="Probability of starting again in any partition."
    )

    @property
    def spreads(self) -> bool:
        """Divide among nodes as the model does."""
        return self.model.spreads

    def partitions(self, space: Space, tags: list[str]) -> Ints:
        """Those of the model."""
        return self.model.partitions(space, tags)

    def kinds(self, nodes: Nodes) -> Ints:
        """Partition of each node as the model has it."""
        return self.model.kinds(nodes)

    def kinds_in(self, space: Space, structure: Structure) -> Ints:
        """Partition of each element as the model has it."""
        return self.model.kinds_in(space, structure)

    def matrix(self, space: Space) -> Reals:
        """Stationary distribution as every row."""
        limit = stationary(self.model.matrix(space), self.restart)
        return np.tile(limit, (limit.size, 1))

    def from_elsewhere(self, matrix: Reals) -> Reals:
        """Stationary distribution: it does not depend on where the reader is."""
        first: Reals = matrix[:1].sum(axis=0)  # all rows are equal; there may be none
        return first


def stationary(matrix: Reals, restart: float) -> Reals:
    """Limit of the lazy chain started uniformly.

    Sixty squarings are 2^60 steps; renormalised rows keep rounding from growing.
    """
    n = matrix.shape[0]
    if n == 0:
        return np.empty(0)
    total = matrix.sum(axis=1, keepdims=True)
    step = np.where(total > 0, matrix / np.where(total > 0, total, 1.0), 1.0 / n)
    lazy = (np.eye(n) + (1.0 - restart) * step + restart / n) / 2
    for _ in range(60):
        lazy = lazy @ lazy
        lazy /= lazy.sum(axis=1, keepdims=True)
    limit: Reals = lazy.mean(axis=0)
    limit /= limit.sum()
    return limit


OTHER = "other"
"""Partition of places that a file of partitions does not list."""


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
        """Raise if tags are renamed where tags do not matter."""
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
            vertex, row = parts.where.vertices, parts.where.columns[3]
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
        row = parts.elements.index.get(tag)
        return OTHER if row is None else parts.partitions[int(parts.partition[row])]

    def _deep(self, space: Space, depth: NDArray[np.integer]) -> Ints:
        """Partition of depths."""
        number = self._observed(space)[0]
        codes = [number.get(str(d), ABSENT) for d in range(int(depth.max(initial=0)) + 1)]
        kinds: Ints = np.array([*codes, ABSENT], np.int64)[depth]
        return kinds

    def _listed(self, space: Space) -> _PartitionPlaces | None:
        """Return the places that a file puts into partitions, if there is one."""
        parts = getattr(table_of(self), "parts", None)
        if parts is None or parts.of_tags:
            return None
        places: _PartitionPlaces = space.memo(
            ("places", self), lambda: _PartitionPlaces.of(matched(parts, space.doc_ids), space)
        )
        return places

    def _numbers(self, space: Space, parts: _PartitionPlaces) -> Ints:
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
        numbers: dict[str, int] = {}
        visited = self._visited(space, table)
        number = np.array([numbers.setdefault(name, len(numbers)) for name in visited], np.int64)
        source, target, weight, stops = counted_steps(table.route[seen], number[seen], len(numbers))
        matrix = np.zeros((len(numbers), len(numbers)))
        matrix[source, target] = weight
        total = matrix.sum(axis=1) + (stops if self.abandonment else 0.0)
        return numbers, matrix / np.where(total > 0, total, 1.0)[:, np.newaxis]

    def _visited(self, space: Space, table: RouteTable) -> list[str]:
        """Name of the partition of each visit."""
        paths, number = _visited_paths(space, table)
        if (parts := self._listed(space)) is not None:
            pairs = zip(table.doc.tolist(), number.tolist(), strict=True)
            places = ((table.docs[doc], paths[path]) for doc, path in pairs)
            return [parts.of_place.get(place, OTHER) for place in places]
        if (row := first(number < 0)) is not None:
            goes_by = "depth" if self._by_depth else "tags"
            problem = (
                f"{self.label()} goes by the {goes_by} of elements, and {table.words(row)} is none"
            )
            hint = "Use Routes, which takes any places, or --structure FILE for whole documents"
            raise FormatError(table.file, table.line_of(row), problem, hint)
        if self._by_depth:
            names = [str(path.count("/")) for path in paths]
        else:
            names = [self._of_tag(last_tag(path)) for path in paths]
        return [names[path] for path in number.tolist()]


class _PartitionPlaces(NamedTuple):
    """Places of documents with their partitions."""

    where: LocatedPlaces
    """The places, to be found among nodes."""
    names: list[str]
    """Partition of each, by number of the place."""
    of_place: dict[tuple[str, str], str]
    """Partition by document and element as files name them."""

    @classmethod
    def of(cls, table: PartitionTable, space: Space) -> _PartitionPlaces:
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


def _path_depths(space: Space) -> Ints:
    """Depth of every element path."""
    depth = [space.elements[number].count("/") for number in range(space.elements.size)]
    return np.array([*depth, ABSENT], np.int64)
