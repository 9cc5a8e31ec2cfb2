"""Readers who prefer what stands high in the document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.errors import ParameterError
from partwise.geometry.nodes import Nodes, Space
from partwise.kernels.distinct import distinct
from partwise.language.component import param, register
from partwise.tables.columns import ABSENT
from partwise.users.partition import Partition, last_tag

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure


DEPTHS = {"article": 1.0, "section": 2.0, "ss1": 3.0, "other": 4.0}
TAGS = {"article": "article", "section": "section", "sec": "section", "ss1": "ss1"}


def _depths(value: Any) -> dict[str, float]:
    """Check depths by partition; keep those that are not the standard ones."""
    if not isinstance(value, Mapping):
        raise ValueError("a table such as {article: 1, section: 2}")  # noqa: TRY004
    for depth in value.values():
        if isinstance(depth, bool) or not isinstance(depth, (int, float)) or not depth > 0:
            raise ValueError("a table of depths above 0")
    given = {str(name): float(depth) for name, depth in value.items()}
    return {name: depth for name, depth in given.items() if DEPTHS.get(name) != depth}


def _tags(value: Any) -> dict[str, str]:
    """Check partitions by tag; keep those that are not the standard ones."""
    if not isinstance(value, Mapping):
        raise ValueError("a table such as {sec: section, p: other}")  # noqa: TRY004
    given = {str(tag): str(name) for tag, name in value.items()}
    return {tag: name for tag, name in given.items() if TAGS.get(tag) != name}


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
        """Divide where that is asked for."""
        return self.spread

    def check(self) -> None:
        """Every tag must go to a partition that has a depth."""
        for name in self.tags.values():
            if name not in self._depths:
                known = ", ".join(self._depths)
                raise ParameterError("Depth", "tags", name, f"one of the partitions {known}")

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
        depth, known = space.memo(("depths of paths", self), partial(self._paths, space))
        return np.where(known[nodes.name], by_tag, self._deep(depth[nodes.name]))

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
        """Whether a root of this tag shows that partitions go by tags."""
        return self._of_tag.get(tag, "other") != "other"

    def _by_depth(self, space: Space, structure: Structure) -> bool:
        """Whether partitions of this structure go by depth."""
        if self.by != "auto":
            return self.by == "depth"
        decided: bool = space.memo(("by depth", self), partial(self._decide, space, structure))
        return decided

    def _decide(self, space: Space, structure: Structure) -> bool:
        """Look at the tags of all roots; say so where they are of no use."""
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
        known = [
            self.by == "tag"
            or not path.startswith("/")
            or (self.by == "auto" and self._tells(last_tag(path.split("/")[1])))
            for path in paths
        ]
        depth = [path.count("/") for path in paths]
        return np.array([*depth, ABSENT], np.int64), np.array([*known, True], np.bool_)

    def matrix(self, space: Space) -> Reals:
        """Return the same row for every partition."""
        del space
        weight = np.array([1.0 / depth for depth in self._depths.values()])
        return np.tile(weight / weight.sum(), (weight.size, 1))
