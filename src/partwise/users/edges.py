"""Readers whose moves are listed in a file."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from partwise._typing import Ints
from partwise.errors import FormatError
from partwise.files.formats.links import Kind, LinkTable, read_links
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.language.resources import Resource
from partwise.users.graph import Graph
from partwise.users.listed import ABOUT_ENDS, ENDS, Ends, Listed, ListedFile, ListedLinks
from partwise.users.topic_links import in_force, listed_links


@register()
class Edges(Listed):
    r"""The probability that a links file lists, else 0.

    .. math:: P(x \to y) = \text{the listed probability}

    Notes
    -----
    Links lead from any place to any other, also into another document. From
    steps, reach is the chance of ever visiting the target; what the steps out
    of a place lack to 1, and a step to itself, mean leaving for good. A row of
    steps above 1 (rounded tables up to 1.05) is scaled to 1 for that. A link
    with a ``topic`` replaces the general one for that topic.

    With ``ends=meet`` a part that touches a place (shares a character with it)
    is read as far as that place and its links: reach is 1 where the part itself
    touches the target, else one or more links are followed. Measures of single
    steps (the ESR family) take links between the parts themselves.

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
        about="The links file (``partwise formats links``), relative to the working directory.",
    )
    kind: Kind = param(
        "reach",
        choices=("reach", "step"),
        about="What the numbers are: chances of ever getting there, or of the next move.",
    )
    ends: Ends = param("auto", choices=ENDS, about=ABOUT_ENDS)

    complete: ClassVar[bool] = True

    def check(self) -> None:
        """Take over what kind of probabilities the file has."""
        object.__setattr__(self, "native", self.kind)

    def resource(self) -> Resource:
        """Return the links file."""
        return Resource(self.file, read_links, (("kind", self.kind),))

    def links_of(self, table: LinkTable, vertex: Ints, topic: Ints) -> ListedLinks:
        """Links as they are listed."""
        return listed_links(table, vertex, topic)

    def graph_of(self, file: ListedFile, topic: int) -> Graph:
        """Probabilities as they are listed."""
        links, table, n = file.links, file.table, file.places.n
        rows = np.flatnonzero(in_force(links, n, topic))
        source, target = links.source[rows], links.target[rows]
        _refuse_repeats(table, rows, source * np.int64(max(n, 1)) + target)
        return Graph.of(table.file, n, source, target, table.probability[rows])


def _refuse_repeats(table: LinkTable, rows: Ints, pair: Ints) -> None:
    """Refuse a pair of places that is given twice under different names (E45)."""
    _, first, which = np.unique(pair, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[which] != np.arange(which.size))
    if again.size:
        row, before = int(rows[again[0]]), int(rows[first[which[again[0]]]])
        line = int(table.row_line[row])
        problem = f"{table.between(row)} is the same as {table.between(before)}"
        problem += f" in line {table.row_line[before]}" if line >= 0 else ""
        raise FormatError(table.file, line if line >= 0 else None, problem, "List every pair once")
