"""Readers whose moves are listed in a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from partwise._typing import Reals
from partwise.files.formats.edges import Kind, read_edges
from partwise.geometry.nodes import Nodes, Space
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.tables.doc_ids import matched
from partwise.users.base import Navigation
from partwise.users.graph import Graph, Links, step_words, vertices

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets


@register()
class Edges(Navigation):
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

    def graph(self, space: Space) -> Graph:
        """Read the file once per evaluation."""
        graph: Graph = space.memo(("edges", self.file, self.kind), partial(self._read, space))
        return graph

    def concern(self, both: ResultsAndTargets) -> None:
        """Refuse a file without any edge from or to a result or unit."""
        self.graph(both.nodes.space).concern(both)

    def _read(self, space: Space) -> Graph:
        table = matched(read_edges(self.file, kind=self.kind), space.doc_ids)
        doc = np.concatenate((table.doc, table.doc))
        element = np.concatenate((table.source, table.target))
        line = np.concatenate((table.line, table.line))
        n = max(len(table.elements), 1)
        distinct, number, first_line = vertices(doc, element, line, n)
        source, target = np.split(number, 2)
        ends = np.append(table.source[:1], table.target[:1])
        said = step_words(table.docs, table.elements, np.repeat(table.doc[:1], 2), ends)
        order = np.lexsort((target, source))
        return Graph(
            table.file,
            table.docs,
            table.elements,
            distinct // n,
            distinct % n,
            first_line,
            source[order],
            target[order],
            table.probability[order],
            Links(source, target, said),
        )

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Look up the pair."""
        graph = self.graph(x.space)
        return graph.between(graph.locate(x), graph.locate(y))

    def row_sum(self, x: Nodes) -> Reals:
        """Sum of the listed probabilities: all others are 0."""
        graph = self.graph(x.space)
        return graph.out_of(graph.locate(x))

    def visits(self, x: Nodes, y: Nodes) -> Reals:
        """Chance of ever getting there by the listed steps."""
        graph = self.graph(x.space)
        return graph.visits(graph.locate(x), graph.locate(y))
