"""Readers who move as observed readers did."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals
from partwise.files.formats.routes import RouteTable, read_routes
from partwise.kernels.probability.noisy_or import sums
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.language.resources import Resource
from partwise.users.graph import Graph
from partwise.users.listed import ABOUT_ENDS, ENDS, Ends, Listed, ListedFile, ListedLinks


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

    ends: Ends = param("auto", choices=ENDS, about=ABOUT_ENDS)

    native = "step"

    def resource(self) -> Resource:
        """Return the routes file."""
        return Resource(self.file, read_routes)

    def links_of(self, table: RouteTable, vertex: Ints, topic: Ints) -> ListedLinks:
        """Distinct observed steps."""
        del topic
        n, seen = int(vertex.max(initial=-1)) + 1, visits_of(table, vertex)
        source, target, _, _ = counted_steps(table.route[seen], vertex[seen], n)
        step = np.flatnonzero(~table.last)[:1].tolist()
        said = [f"{table.words(at)} -> {table.words(at + 1)}" for at in step]
        every = np.full(source.size, -1, np.int64)
        none = "no route has a second place", "A route is a document and two places or more"
        return ListedLinks(source, target, every, every < 0, "".join(said), none)

    def graph_of(self, file: ListedFile, topic: int) -> Graph:
        """Shares of the observed steps."""
        del topic
        n, vertex, seen = (
            file.places.n,
            file.places.vertex,
            visits_of(file.table, file.places.vertex),
        )
        source, target, weight, stops = counted_steps(file.table.route[seen], vertex[seen], n)
        total = sums(source, weight, n)
        if self.abandonment:
            total += stops
            here = np.flatnonzero(stops)
            source, target = np.append(source, here), np.append(target, here)
            weight = np.append(weight, stops[here])
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
    pair, count = np.unique(number[step] * max(n, 1) + number[step + 1], return_counts=True)
    stops = np.bincount(number[last], minlength=n).astype(np.float64)
    return pair // max(n, 1), pair % max(n, 1), count.astype(np.float64), stops
