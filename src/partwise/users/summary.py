"""Readers who move between kinds of elements as observed readers did."""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np

from partwise._typing import Ints, Reals
from partwise.files.formats.routes import RouteTable, read_routes
from partwise.geometry.nodes import Space
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.language.resources import Resource, table_of
from partwise.tables.columns import ABSENT
from partwise.tables.doc_ids import matched
from partwise.users.graph import Graph, vertices
from partwise.users.partition import Partition, last_tag
from partwise.users.routes import counted_steps


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
    partition: Literal["tag"] = param("tag", choices=("tag",), about="What tells partitions apart.")
    abandonment: bool = param(
        False, about="Add the ends of routes in a partition to the steps out of it."
    )
    spread: bool = param(
        False,
        about=("Divide a step among the other elements of the target's partition in the document."),
    )

    def resource(self) -> Resource:
        """Return the routes file."""
        return Resource(self.file, read_routes)

    @property
    def spreads(self) -> bool:
        """Divide where that is asked for."""
        return self.spread

    def partitions(self, space: Space, tags: list[str]) -> Ints:
        """Partition of each tag that the routes visit."""
        number = self._observed(space)[0]
        return np.array([number.get(tag, ABSENT) for tag in tags], np.int64)

    def matrix(self, space: Space) -> Reals:
        """Observed shares."""
        return self._observed(space)[1]

    def _observed(self, space: Space) -> tuple[dict[str, int], Reals]:
        observed: tuple[dict[str, int], Reals]
        observed = space.memo(("summary", self), partial(self._count, space))
        return observed

    def _count(self, space: Space) -> tuple[dict[str, int], Reals]:
        table = matched(table_of(self), space.doc_ids)
        if space.trees is not None:
            _check_elements(table, space)
        known: dict[str, int] = {}
        tags = [known.setdefault(last_tag(path), len(known)) for path in table.elements]
        number = np.array(tags, np.int64)[table.element]
        source, target, weight, stops = counted_steps(table, number, len(known))
        matrix = np.zeros((len(known), len(known)))
        matrix[source, target] = weight
        total = matrix.sum(axis=1) + (stops if self.abandonment else 0.0)
        return known, matrix / np.where(total > 0, total, 1.0)[:, np.newaxis]


def _check_elements(table: RouteTable, space: Space) -> None:
    """Refuse elements that the structure does not have."""
    n = max(len(table.elements), 1)
    distinct, _, line = vertices(table.doc, table.element, table.line, n)
    none = np.empty(0, np.int64)
    Graph.of(table, (distinct, line), (none, none, np.empty(0))).rows(space)
