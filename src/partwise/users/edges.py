"""Readers whose moves are listed in a file."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from partwise._typing import Reals
from partwise.files.formats.edges import EdgeTable, Kind, read_edges
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.language.resources import Resource
from partwise.users.graph import Graph, Links, step_words, vertices
from partwise.users.listed import Listed


@register()
class Edges(Listed):
    r"""The probability that an edges file lists, else 0.

    .. math:: P(x \to y) = \text{the listed probability}

    Notes
    -----
    From steps, reach is the chance of ever visiting the target; what the steps
    out of an element lack to 1, and a step to itself, mean leaving for good. A
    row of steps above 1 (rounded tables up to 1.05) is scaled to 1 for that.

    Examples
    --------
    Steps ``x -> y`` .5, ``x -> z`` .3, ``y -> z`` .8, ``z -> y`` .12 make
    ``y`` reachable from ``x`` with .5 + .3 x .12 = .536, and ``z`` with .7.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import partwise as pw
    >>> file = Path(tempfile.mkdtemp()) / "edges.tsv"
    >>> lines = ["s x y .5", "s x z .3", "s y z .8", "s z y .12"]
    >>> _ = file.write_text("\n".join(line.replace(" ", "\t") for line in lines))
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["s"], element=["y"], grade=[1])
    >>> run = pw.Run.from_columns(topic=["t"], doc=["s"], element=["x"])
    >>> nav = pw.Edges(str(file), kind="step")
    >>> values = pw.evaluate(qrels, run, [pw.GR(nav=nav), pw.ENearMisses(nav=nav)])
    >>> values.table[0, :, 0].round(4).tolist()
    [0.536, 0.5]

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), section 2.2; Ali, Consens and Lalmas (2012), 4.2.
    """

    file: str = required(
        kind=str,
        example="'edges.tsv'",
        about="The edges file (``partwise formats edges``), relative to the working directory.",
    )
    kind: Kind = param(
        "reach",
        choices=("reach", "step"),
        about="What the numbers are: chances of ever getting there, or of the next move.",
    )

    complete: ClassVar[bool] = True

    def check(self) -> None:
        """Take over what kind of probabilities the file has."""
        object.__setattr__(self, "native", self.kind)

    def resource(self) -> Resource:
        """Return the edges file."""
        return Resource(self.file, read_edges, (("kind", self.kind),))

    def graph_of(self, table: EdgeTable) -> Graph:
        """Edges as they are listed."""
        doc = np.concatenate((table.doc, table.doc))
        element = np.concatenate((table.source, table.target))
        line = np.concatenate((table.line, table.line))
        n = max(len(table.elements), 1)
        distinct, number, first_line = vertices(doc, element, line, n)
        source, target = np.split(number, 2)
        ends = np.append(table.source[:1], table.target[:1])
        said = step_words(table.docs, table.elements, np.repeat(table.doc[:1], 2), ends)
        edges = source, target, table.probability
        return Graph.of(table, (distinct, first_line), edges, Links(source, target, said))

    def row_sum(self, x: Nodes) -> Reals:
        """Sum of the listed probabilities: all others are 0."""
        graph = self.graph(x.space)
        return graph.out_of(graph.locate(x))
