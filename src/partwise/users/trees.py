"""Readers who move in element trees: hierarchy, depth, neighbours and partitions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.errors import ParameterError, PartwiseError, UsageError
from partwise.geometry.element_names import name_problem
from partwise.geometry.nodes import Nodes, Space
from partwise.kernels.ragged import (
    count_before,
    distinct,
    offsets_from_lengths,
    owners,
    segment_sum,
)
from partwise.language.component import param, register
from partwise.tables.columns import ABSENT, first
from partwise.tables.paths import is_path
from partwise.tables.problems import PlacedError
from partwise.tables.qrels import Qrels
from partwise.users.base import UNITS, Navigation, Normalise, Unit, extents, shared

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
        """True if a step is divided among the nodes of the target's partition."""
        return False

    def partitions(self, space: Space, tags: list[str]) -> Ints:
        """Partition of each tag, -1 for a tag that belongs to none."""
        raise PartwiseError(f"{self.label()} does not define partitions()")

    def matrix(self, space: Space) -> Reals:
        """Probability of moving from each partition (row) to each (column)."""
        raise PartwiseError(f"{self.label()} does not define matrix()")

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Look up the partitions of both."""
        table = self._partitions(x.space)[1]
        source, target = self.kinds(x), self.kinds(y)
        chance = np.where(target < 0, 0.0, table[source, target])
        shared: Reals = chance / self._sharing(x, source, target) if self.spreads else chance
        return shared

    def kinds(self, nodes: Nodes) -> Ints:
        """Partition of each node, -1 for one that belongs to none."""
        return self._partitions(nodes.space)[0][tag_codes(nodes, self.label())]

    def kinds_in(self, space: Space, structure: Structure) -> Ints:
        """Partition of each element of the structure."""
        return self._partitions(space)[0][structure.tag]

    def _partitions(self, space: Space) -> tuple[Ints, Reals]:
        prepared: tuple[Ints, Reals]
        prepared = space.memo(("partitions", self), partial(self._prepared, space))
        return prepared

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

    def _sharing(self, x: Nodes, source: Ints, target: Ints) -> Reals:
        """Nodes other than ``x`` in the target's partition of the document."""
        space, structure = x.space, x.space.structure
        if structure is None:
            raise UsageError(
                f"{self.label()}(spread=true) counts the elements of a document. "
                "Use --structure FILE"
            )
        n = self._partitions(space)[1].shape[0]
        kind = self.kinds_in(space, structure)
        key = structure.doc * np.int64(n) + np.where(kind < 0, n - 1, kind)
        count = np.bincount(key, minlength=len(structure.docs) * n)
        doc = np.maximum(space.in_structure(x.doc), 0)
        others = count[doc * n + np.where(target < 0, n - 1, target)] - (source == target)
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
        _check_names(nodes)
    if (row := first((codes < 0) & (nodes.name < 0))) is not None:
        raise _without_tag(nodes, row, model)
    return codes


def _without_tag(nodes: Nodes, row: int, model: str) -> PartwiseError:
    """Error for a passage without a tag, with the file that names it."""
    space = nodes.space
    table_row = space.row_of(nodes, row)
    assessed = table_row is not None and isinstance(table_row[0], Qrels)
    whose = "assessed" if assessed else "returned"
    document = space.document(int(nodes.doc[row]))
    place = f"{nodes.start[row]}..{nodes.end[row]} of document {document}"
    remedy = "Use nav=Window()"
    if assessed:
        remedy += ", or ideals=elements to derive elements from the highlights"
    problem = f"{model} goes by the tags of elements, and the {whose} passage {place} has none"
    if table_row is None:
        return UsageError(f"{problem}. {remedy}")
    return PlacedError(table_row[0].source, table_row[1], f"{problem}{{place}}. {remedy}")


def _check_names(nodes: Nodes) -> None:
    """Raise on names that are no paths: they have no step, and so no tag."""
    space = nodes.space

    def is_name() -> Flags:
        elements = [space.elements[number] for number in range(space.elements.size)]
        return np.array([not is_path(element) for element in elements], np.bool_)

    names = space.memo("names of no path", is_name)
    if (row := first(np.append(names, False)[nodes.name])) is not None:
        number = int(nodes.name[row])
        problem = name_problem(space.elements[number])
        raise space.at_element(int(nodes.doc[row]), number, problem)


def _path_tags(space: Space) -> tuple[list[str], Ints]:
    """Tags of the last steps of all element names, and the tag of each name."""
    codes_of: dict[str, int] = {}
    codes = [
        codes_of.setdefault(last_tag(space.elements[number]), len(codes_of))
        for number in range(space.elements.size)
    ]
    return list(codes_of), np.array([*codes, ABSENT], np.int64)


def last_tag(path: str) -> str:
    """Name of the last step: ``sec`` for ``/article[1]/sec[2]``."""
    return path.rsplit("/", 1)[-1].split("[", 1)[0]


@register()
class Hierarchy(Navigation):
    r"""From an element to one around or inside it, the less likely the more they differ in size.

    .. math::

        P(x \to y) = \frac{\min(|x|, |y|)}{\max(|x|, |y|)}
        \quad \text{if one lies in the other, else } 0

    For passages: shared characters over the longer length, which is the same
    number where one lies in the other (partial overlap is our extension).

    Notes
    -----
    The default of PRUM, EPRUM and GR on elements. On chunks it misleads: it
    divides by the chunk, so it is a precision inside a recall. Elements of size
    0 are neither left nor reached.

    Examples
    --------
    A section of 60 words holds a subsection of 40, which holds a paragraph of
    10. From the section the paragraph is reached with 10/60, from the
    subsection with 10/40; both together show it with 1 - (5/6)(3/4) = 0.375.

    >>> import partwise as pw
    >>> structure = pw.Structure.from_columns(
    ...     doc=["x"] * 3,
    ...     parent=[None, 0, 1],
    ...     path=["/s[1]", "/s[1]/ss[1]", "/s[1]/ss[1]/p[1]"],
    ...     start=[0, 20, 50],
    ...     end=[60, 60, 60],
    ... )
    >>> qrels = pw.Qrels.from_columns(
    ...     topic=["t"], doc=["x"], element=["/s[1]/ss[1]/p[1]"], grade=[1]
    ... )
    >>> run = pw.Run.from_columns(
    ...     topic=["t"] * 2, doc=["x"] * 2, element=["/s[1]", "/s[1]/ss[1]"], rank=[1, 2]
    ... )
    >>> measures = ["GR(nav=Hierarchy)@1", "GR(nav=Hierarchy)@2"]
    >>> pw.evaluate(qrels, run, measures, structure=structure).table[0, :, 0].round(4).tolist()
    [0.1667, 0.375]

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), equation 9.
    """

    unit: Unit = param(
        "chars",
        choices=UNITS,
        about="How lengths are counted; words need word positions in the structure.",
    )

    normalise: ClassVar[Normalise] = "row"  # Ali et al. (2012), Table 5

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Shared length over the longer one."""
        low, high = extents(x, self.unit, "Hierarchy")
        other_low, other_high = extents(y, self.unit, "Hierarchy")
        both = shared(low, high, other_low, other_high)
        longer = np.maximum(high - low, other_high - other_low)
        share: Reals = both / np.maximum(longer, 1)
        return share

    def row_sum(self, x: Nodes) -> Reals | None:
        """Sizes of descendants by one prefix sum; ancestors one by one. O(nodes + rows x depth)."""
        trees, structure = x.space.trees, x.space.structure
        if trees is None or structure is None or (x.row < 0).any():
            return None
        extents(x, self.unit, "Hierarchy")
        size, before = x.space.memo(("hierarchy", self.unit), lambda: self._sizes(structure))
        x_size = size[x.row]
        inside = before[structure.last[x.row] + 1] - before[x.row + 1]
        chain, offsets = trees.ancestors(x.row)
        around = np.ones(chain.size, np.bool_)
        around[offsets[:-1]] = False  # the first of each chain is the row itself
        share = x_size[owners(offsets)[around]] / np.maximum(size[chain[around]], 1)
        above = segment_sum(share, offsets_from_lengths(np.diff(offsets) - 1))
        whole: Reals = above + inside / np.maximum(x_size, 1)
        return whole

    def _sizes(self, structure: Structure) -> tuple[Ints, Ints]:
        size = structure.size
        if self.unit == "words" and structure.wstart is not None and structure.wend is not None:
            size = structure.wend - structure.wstart
        return size, count_before(size)


DEPTHS = {"article": 1.0, "section": 2.0, "ss1": 3.0, "other": 4.0}
TAGS = {"article": "article", "section": "section", "sec": "section", "ss1": "ss1"}


def _depths(value: Any) -> dict[str, float]:
    """Check depths by partition; keep those that are not the standard ones."""
    if not isinstance(value, Mapping):
        raise ValueError("a table such as {article: 1, section: 2}")  # noqa: TRY004
    for depth in value.values():
        if isinstance(depth, bool) or not isinstance(depth, (int, float)) or not depth > 0:
            raise ValueError("a table of depths above 0")
    depths = {str(name): float(depth) for name, depth in value.items()}
    return {name: depth for name, depth in depths.items() if DEPTHS.get(name) != depth}


def _tags(value: Any) -> dict[str, str]:
    """Check partitions by tag; keep those that are not the standard ones."""
    if not isinstance(value, Mapping):
        raise ValueError("a table such as {sec: section, p: other}")  # noqa: TRY004
    partitions = {str(tag): str(name) for tag, name in value.items()}
    return {tag: name for tag, name in partitions.items() if TAGS.get(tag) != name}


@register()
class Depth(Partition):
    r"""The depth-weighted summary model: the higher a kind of element, the likelier a step to it.

    .. math:: \tilde p(x, y) = \frac{1 / depth(S_y)}{\sum_S (1 / depth(S))}

    Partitions are ``article``, ``section`` (tags ``section`` and ``sec``),
    ``ss1`` and ``other``, of depths 1, 2, 3, 4: steps to them have
    probability .48, .24, .16, .12, from anywhere, whether or not the document has them.
    Where the tags of the roots say nothing, elements of depth 1, 2, 3 and deeper ones
    are taken for them.

    Notes
    -----
    The default of the ESR family on elements. PRUM, EPRUM and GR take its probability of
    one step for that of ever arriving, of which it is a lower bound. The constants are
    ours: the paper says only that four partitions are weighted inversely to tag depth.

    Examples
    --------
    From a paragraph the next step goes to its article with .48, to a section
    with .24: a retrieved paragraph makes the article a near miss worth .48.

    >>> import partwise as pw
    >>> wanted = ["/article[1]", "/article[1]/sec[1]"]
    >>> qrels = pw.Qrels.from_columns(
    ...     topic=["t", "u"], doc=["d"] * 2, element=wanted, grade=[1, 1]
    ... )
    >>> run = pw.Run.from_columns(
    ...     topic=["t", "u"], doc=["d"] * 2, element=["/article[1]/p[1]"] * 2
    ... )
    >>> pw.evaluate(qrels, run, ["ENearMisses(nav=Depth)"]).table[0, 0].round(4).tolist()
    [0.48, 0.24]

    References
    ----------
    Ali, Consens and Lalmas (2012), section 4.2.
    """

    depths: Mapping[str, float] = param(
        {},
        kind=object,
        form="table",
        check=_depths,
        about="Depth by partition, ``{ss1: 2.5}``; partitions may be added.",
    )
    tags: Mapping[str, str] = param(
        {},
        kind=object,
        form="table",
        check=_tags,
        about=(
            "Partition by tag, ``{chapter: section}``. Collections whose subsections are nested "
            "``sec`` tags may say so here."
        ),
    )
    spread: bool = param(
        False,
        about=("Divide a step among the other elements of the target's partition in the document."),
    )
    by: Literal["auto", "tag", "depth"] = param(
        "auto",
        choices=("auto", "tag", "depth"),
        about=(
            "What tells partitions apart. ``auto``: tags where the tag of every root belongs to a "
            "partition other than ``other``, else depth."
        ),
    )

    @property
    def spreads(self) -> bool:
        """True where that is set."""
        return self.spread

    def check(self) -> None:
        """Every tag must go to a partition that has a depth."""
        for name in self.tags.values():
            if name not in self._depths:
                names = ", ".join(self._depths)
                raise ParameterError("Depth", "tags", name, f"one of the partitions {names}")

    @property
    def _depths(self) -> dict[str, float]:
        """Depth of every partition."""
        return {**DEPTHS, **self.depths}

    def partitions(self, space: Space, tags: list[str]) -> Ints:
        """Partition of each tag; what is not listed is ``other``."""
        del space
        number = {name: n for n, name in enumerate(self._depths)}
        return np.array([number[self._of_tag.get(tag, "other")] for tag in tags], np.int64)

    @property
    def _of_tag(self) -> dict[str, str]:
        """Partition of every tag that has one."""
        return {**TAGS, **self.tags}

    def kinds(self, nodes: Nodes) -> Ints:
        """Partition of each node, by its tag or by its depth."""
        by_tag = super().kinds(nodes)
        space, structure = nodes.space, nodes.space.structure
        if structure is not None:
            if self._by_depth(space, structure):
                return self._deep(nodes.of_structure(structure.depth))
            return by_tag
        depth, uses_tags = space.memo(("depths of paths", self), partial(self._paths, space))
        return np.where(uses_tags[nodes.name], by_tag, self._deep(depth[nodes.name]))

    def kinds_in(self, space: Space, structure: Structure) -> Ints:
        """Partition of each element of the structure."""
        if self._by_depth(space, structure):
            return self._deep(structure.depth)
        return super().kinds_in(space, structure)

    def _deep(self, depth: NDArray[np.integer]) -> Ints:
        """Partition of depths: 1, 2, 3, and all deeper ones."""
        names = list(self._depths)
        number = np.array([names.index(name) for name in DEPTHS], np.int64)
        kinds: Ints = number[np.clip(depth, 1, len(DEPTHS)) - 1]
        return kinds

    def _tells(self, tag: str) -> bool:
        """Return True if a root of this tag shows that partitions go by tags."""
        return self._of_tag.get(tag, "other") != "other"

    def _by_depth(self, space: Space, structure: Structure) -> bool:
        """Return True if partitions of this structure go by depth."""
        if self.by != "auto":
            return self.by == "depth"
        decided: bool = space.memo(("by depth", self), partial(self._decide, space, structure))
        return decided

    def _decide(self, space: Space, structure: Structure) -> bool:
        """Decision by the tags of all roots; a note says so where they are of no use."""
        roots = distinct(structure.tag[structure.parent < 0]).tolist()
        unknown = [tag for tag in map(structure.tags.__getitem__, roots) if not self._tells(tag)]
        if unknown:
            tags = ", ".join(f"`{tag}`" for tag in unknown[:3])
            what = f"tag {tags} is" if len(unknown) == 1 else f"tags {tags} are"
            space.say(f"Depth goes by depth: root {what} not known")
        return bool(unknown)

    def _paths(self, space: Space) -> tuple[Ints, Flags]:
        """Depth of every element path, and whether it goes by its tags.

        Each path is judged by its own root: no value may depend on what else was retrieved.
        """
        paths = [space.elements[number] for number in range(space.elements.size)]
        uses_tags = [
            self.by == "tag"
            or not path.startswith("/")
            or (self.by == "auto" and self._tells(last_tag(path.split("/")[1])))
            for path in paths
        ]
        depth = [path.count("/") for path in paths]
        return np.array([*depth, ABSENT], np.int64), np.array([*uses_tags, True], np.bool_)

    def matrix(self, space: Space) -> Reals:
        """Return the same row for every partition."""
        del space
        weight = np.array([1.0 / depth for depth in self._depths.values()])
        return np.tile(weight / weight.sum(), (weight.size, 1))


@register()
class Neighbours(Navigation):
    r"""The reader, or the language model, also gets the parts before and after.

    .. math::

        P(x \to y) = 1 \text{ if } y \text{ meets } x, \quad
        p \text{ if it meets one of the parts around } x, \quad \text{else } 0

    Notes
    -----
    Needs the inventory: its parts of the document, in order of start and end,
    are the neighbours. The part itself need not be in it. ``Neighbours(before=0,
    after=1)`` is the next chunk.

    Examples
    --------
    Three chunks of 100 characters, and the answer in the last. From the first it
    is out of sight, unless two neighbours are read as well.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["x"], start=[250], end=[260])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["x"], start=[0], end=[100])
    >>> chunks = pw.Inventory.from_columns(doc=["x"] * 3, start=[0, 100, 200], end=[100, 200, 300])
    >>> measures = ["GR(nav=Neighbours)", "GR(nav=Neighbours(2, p=0.5))"]
    >>> pw.evaluate(qrels, run, measures, inventory=chunks).table[0, :, 0].tolist()
    [0.0, 0.5]

    """

    n: int = param(1, low=0, about="How many parts are read before, and how many after.")
    before: int | None = param(
        None, kind=int, low=0, without="default: n", about="How many are read before."
    )
    after: int | None = param(
        None, kind=int, low=0, without="default: n", about="How many are read after."
    )
    p: float = param(1.0, low=0, high=1, about="Chance that a neighbour is read at all.")

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """1, p or 0."""
        low, high = extents(x, "chars", "Neighbours")
        start, end = extents(y, "chars", "Neighbours")
        meets = np.maximum(low, start) < np.minimum(high, end)
        out = np.where(meets, 1.0, 0.0)
        parts = x.space.parts
        if parts is None:
            raise UsageError(
                "Neighbours needs all parts that could have been returned. Use --inventory FILE"
            )
        around = x.space.memo("parts in order", lambda: _Around(parts))
        far = np.flatnonzero(~meets)
        near = around.meet(x.take(far), y.take(far), self._sides())
        out[far[near]] = self.p
        return out

    def _sides(self) -> tuple[int, int]:
        before = self.n if self.before is None else self.before
        return before, self.n if self.after is None else self.after


class _Around:
    """Parts of the inventory in the order of documents, starts and ends."""

    def __init__(self, parts: Nodes) -> None:
        low, high = extents(parts, "chars", "Neighbours")
        order = np.lexsort((high, low, parts.doc))
        self._columns = parts.doc[order], low[order], high[order]
        self._widest = int(np.bincount(parts.doc).max(initial=0))

    def meet(self, x: Nodes, y: Nodes, sides: tuple[int, int]) -> Flags:
        """Mask of pairs whose ``y`` overlaps one of the parts around ``x``."""
        in_documents = np.isin(self._columns[0], x.doc)
        doc, start, end = parts = [column[in_documents] for column in self._columns]
        met = np.zeros(len(x), np.bool_)
        if not doc.size:
            return met
        first, after = _places(parts, x)
        for n, nearest, step in ((sides[0], first - 1, -1), (sides[1], after, 1)):
            for far in range(min(n, self._widest)):
                position = nearest + step * far
                clipped = np.clip(position, 0, doc.size - 1)
                same = (position == clipped) & (doc[clipped] == x.doc)
                shared = np.maximum(start[clipped], y.start) < np.minimum(end[clipped], y.end)
                met |= same & shared
        return met


def _places(parts: list[Ints], x: Nodes) -> tuple[Ints, Ints]:
    """Begin and end of the parts equal to each ``x`` among the sorted parts."""
    both = [np.append(*pair) for pair in zip(parts, (x.doc, x.start, x.end), strict=True)]
    order = np.lexsort(both[::-1])
    opens = np.ones(order.size, np.bool_)
    opens[1:] = np.any([np.diff(column[order]) != 0 for column in both], axis=0)
    key = np.empty(order.size, np.int64)
    key[order] = np.cumsum(opens)
    part_key, x_key = key[: parts[0].size], key[parts[0].size :]
    return np.searchsorted(part_key, x_key), np.searchsorted(part_key, x_key, "right")
