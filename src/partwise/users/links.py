"""Readers who follow the links of what they read, each as likely as the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from partwise._typing import Ints
from partwise.files.formats.links import LinkTable, read_links
from partwise.kernels.distinct import distinct
from partwise.language.component import param, register
from partwise.language.fields import required
from partwise.language.resources import Resource
from partwise.users.graph import Graph
from partwise.users.listed import ABOUT_ENDS, ENDS, Ends, Listed, ListedFile, ListedLinks
from partwise.users.topic_links import in_force, listed_links

Level = Literal["document", "place"]


@register()
class Links(Listed):
    r"""Readers follow every link of what they read with the same probability.

    .. math:: \tilde p(x, y) = \frac{damping}{|\{z : x \text{ links to } z\}|}
        \quad \text{if } x \text{ links to } y, \text{ else } 0

    Notes
    -----
    Distinct linked places count once; links of a place to itself do not count, links out of
    the collection do (the reader is gone). The file needs no probabilities; those that it has
    are not looked at.

    Examples
    --------
    The home page links to the news and to a page about us, the news to a story and back
    home, the story out of the site. From home a story is reached by way of the news:
    .425 x .425, and a little more for those who go home and come again.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import partwise as pw
    >>> file = Path(tempfile.mkdtemp()) / "links.tsv"
    >>> lines = ["home news", "home about", "news story", "news home", "story http://x.org/"]
    >>> _ = file.write_text("\n".join(lines))
    >>> qrels = pw.Qrels.from_columns(topic=["t"] * 2, doc=["story", "news"], grade=[1, 1])
    >>> run = pw.Run.from_columns(topic=["t"] * 3, doc=["home", "about", "story"], rank=[1, 2, 3])
    >>> nav = pw.Links(str(file))
    >>> values = pw.evaluate(qrels, run, [pw.GR(nav=nav) @ 1, pw.ESRR(nav=nav) @ 1])
    >>> values.table[0, :, 0].round(6).tolist()
    [0.322721, 0.2125]

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), section 2.
    """

    file: str = required(
        kind=str,
        example="'links.tsv'",
        about="The links file (``partwise formats links``), relative to the working directory.",
    )
    damping: float = param(
        0.85, low=0, high=1, about="Probability of following any link of a place at all."
    )
    level: Level = param(
        "document",
        choices=("document", "place"),
        about="Whether links lead from document to document, or between the places that they name.",
    )
    ends: Ends = param("auto", choices=ENDS, about=ABOUT_ENDS)

    native = "step"

    def resource(self) -> Resource:
        """Return the links file."""
        return Resource(self.file, read_links, (("kind", None),))

    def places_of(self, table: LinkTable) -> LinkTable:
        """Return whole documents where links lead from document to document."""
        return table if self.level == "place" else _between_documents(table)

    def links_of(self, table: LinkTable, vertex: Ints, topic: Ints) -> ListedLinks:
        """Links as they are listed."""
        return listed_links(table, vertex, topic)

    def graph_of(self, file: ListedFile, topic: int) -> Graph:
        """Equal shares of the damping."""
        links, n = file.links, file.places.n
        held = in_force(links, n, topic) & (links.source != links.target)
        stride = np.int64(max(n, 1))
        pair = distinct(links.source[held] * stride + links.target[held])
        source, target = pair // stride, pair % stride
        count = np.bincount(source, minlength=n)
        return Graph.of(file.table.file, n, source, target, self.damping / count[source])


def _between_documents(table: LinkTable) -> LinkTable:
    """Reduce both ends of all links to their documents."""
    doc, which = np.unique(table.doc, return_inverse=True)
    line = np.full(doc.size, np.iinfo(np.int64).max)
    np.minimum.at(line, which, table.line)
    none = np.full(doc.size, -1, np.int64)
    return replace(
        table,
        doc=doc,
        element=none,
        start=none,
        end=none,
        line=line,
        source=which[table.source],
        target=which[table.target],
    )
