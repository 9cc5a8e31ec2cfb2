"""Readers who move as observed readers did."""

from __future__ import annotations

import numpy as np

from partwise._typing import Ints, Reals
from partwise.files.formats.routes import RouteTable, read_routes
from partwise.kernels.probability.noisy_or import sums
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.language.resources import Resource
from partwise.users.graph import Graph, Links, step_words, vertices
from partwise.users.listed import Listed


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

    def graph_of(self, table: RouteTable) -> Graph:
        """Shares of the observed steps."""
        n = max(len(table.elements), 1)
        distinct, number, line = vertices(table.doc, table.element, table.line, n)
        source, target, weight, stops = counted_steps(table, number, distinct.size)
        total = sums(source, weight, distinct.size)
        step = np.flatnonzero(~table.last)[:1]
        ends = np.append(step, step + 1)
        said = step_words(table.docs, table.elements, table.doc[ends], table.element[ends])
        links = Links(source, target, said)
        if self.abandonment:
            total += stops
            here = np.flatnonzero(stops)
            source, target = np.append(source, here), np.append(target, here)
            weight = np.append(weight, stops[here])
        return Graph.of(table, (distinct, line), (source, target, weight / total[source]), links)


def counted_steps(table: RouteTable, number: Ints, n: int) -> tuple[Ints, Ints, Reals, Reals]:
    """Distinct steps between numbered visits with their counts, and the stops at each number."""
    last = table.last
    step = np.flatnonzero(~last)
    pair, count = np.unique(number[step] * max(n, 1) + number[step + 1], return_counts=True)
    stops = np.bincount(number[last], minlength=n).astype(np.float64)
    return pair // max(n, 1), pair % max(n, 1), count.astype(np.float64), stops
