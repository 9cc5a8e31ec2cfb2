"""Readers who follow links: links of documents, files of links, edges with probabilities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import FormatError, PartwiseError
from partwise.files.formats.links import Kind, LinkTable, read_links
from partwise.geometry.nodes import Nodes, Space
from partwise.kernels.ragged import distinct
from partwise.language.component import Resource, param, register, table_of
from partwise.language.fields import required
from partwise.messages import Note
from partwise.tables.doc_ids import matched
from partwise.users.base import CrossDocument, Moves, Navigation, Want
from partwise.users.graph import Graph, LruBlocks, ReachCache, unmatched_links_error
from partwise.users.places import LocatedPlaces, TouchedPlaces, is_whole, located, touches

if TYPE_CHECKING:
    from partwise.files.parsing.place_tables import PlaceTable
    from partwise.navigation.results_and_targets import ResultsAndTargets


GRAPHS = 8
"""Graphs that are cached from run to run."""
LINKS = "links"
"""Under this key a view keeps how many links of each file were read, and which matched."""


@dataclass(frozen=True, eq=False)
class ListedLinks:
    """Links of a file between vertices."""

    source: Ints
    target: Ints
    """Vertices of each link."""
    first: str
    """The first one of the file, in words."""
    none: tuple[str, str] = (
        "no link leads to another place",
        "Links of a place to itself do not count",
    )
    """Problem and hint for a file without links."""


@dataclass(frozen=True, eq=False)
class ListedFile:
    """File of a model in one evaluation: its places and links."""

    table: Any
    places: LocatedPlaces
    links: ListedLinks


class Listed(Navigation):
    """Moves between the places that a file names; all others have probability 0.

    Subclasses say which file that is, and what graph its links make for a topic.
    """

    across: ClassVar[bool] = True

    def links_of(self, table: Any, vertex: Ints) -> ListedLinks:
        """Links of the file's table, given the vertex of each of its places."""
        raise PartwiseError(f"{self.label()} does not define links_of()")

    def graph_of(self, file: ListedFile) -> Graph:
        """Turn the links into edges with probabilities."""
        raise PartwiseError(f"{self.label()} does not define graph_of()")

    def places_of(self, table: Any) -> PlaceTable:
        """Return the places that the model tells apart."""
        places: PlaceTable = table
        return places

    def file_in(self, space: Space) -> ListedFile:
        """File with the documents numbered as in the space; read once per view."""
        file: ListedFile = space.memo(("links", self), partial(self._read, space))
        return file

    def _read(self, space: Space) -> ListedFile:
        table = self.places_of(matched(table_of(self), space.doc_ids))
        for note in table.notes:
            space.say(Note(note, subject=table.file))
        places = located(table, space)
        return ListedFile(table, places, self.links_of(table, places.vertex))

    def graph(self, space: Space) -> Graph:
        """Graph of the file; built once per view."""
        graph: Graph = space.memo(("graph", self), partial(self._graph, space))
        return graph

    def _graph(self, space: Space) -> Graph:
        new = self.graph_of(self.file_in(space))
        # what was found out about ways between places serves all runs
        recent: dict[Listed, Graph] = space.shared("graphs", dict)
        earlier = recent.pop(self, new)
        recent[self] = graph = earlier if earlier.equals(new) else new
        for oldest in list(recent)[:-GRAPHS]:
            del recent[oldest]
        return graph

    def moves(self, both: ResultsAndTargets, want: Want) -> Moves:
        """Find the nodes among the places of the file; a file about none of them is an error."""
        return ListedMoves(self, both, want)

    def vertices(self, nodes: Nodes) -> Ints:
        """Vertex of each node in the graphs, -1 where the file does not name it."""
        return self.file_in(nodes.space).places.find(nodes)

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Look up the pair."""
        return self.graph(x.space).between(self.vertices(x), self.vertices(y))

    def visits(self, x: Nodes, y: Nodes) -> Reals:
        """Chance of ever getting there by the listed moves."""
        return self.graph(x.space).visits(self.vertices(x), self.vertices(y))

    def row_sum(self, x: Nodes) -> Reals:
        """Sum of the listed probabilities: all others are 0."""
        return self.graph(x.space).out_of(self.vertices(x))


class ListedMoves(Moves):
    """Listed moves between the nodes of an evaluation.

    A move concerns the passages that share a character with a place of the file, and the documents,
    elements and names that are such a place. Single steps lead between parts that are places.
    """

    model: Listed

    def __init__(self, model: Listed, both: ResultsAndTargets, want: Want) -> None:
        super().__init__(model, both.nodes)
        self._file = model.file_in(both.nodes.space)
        self._vertex = self._file.places.find(both.nodes)
        self._meeting = self._which_meet(want)
        self._touched = (
            TouchedPlaces(self.nodes, self._file.places) if self._meeting.any() else None
        )
        self._count(both)
        self._reach = self._between_topics(both) if want == "reach" else None

    def _which_meet(self, want: Want) -> Flags:
        """Nodes whose moves go by what they touch: between two others, they go by name."""
        if want == "step":
            return np.zeros(len(self.nodes), np.bool_)
        return ~self.nodes.is_element & ~is_whole(self.nodes)

    def _count(self, both: ResultsAndTargets) -> None:
        """Count the links that concern a result or a unit; none at all is an error."""
        links = self._file.links
        named = np.zeros(self._file.places.n, np.bool_)
        named[self._vertex[self._vertex >= 0]] = True
        if self._touched is not None:
            named[self._touched.members_of(self._meeting)] = True
        rows = np.flatnonzero(named[links.source] | named[links.target])
        n, file, space = links.source.size, self._file.table.file, self.nodes.space
        if not rows.size and not any(getattr(t, "whole_table", None) for t in space.tables):
            raise unmatched_links_error(self._file, both)
        counts: dict[str, tuple[int, Ints]] = space.memo(LINKS, dict)
        earlier = counts.get(file)
        if earlier is None or earlier[1].size < rows.size:
            counts[file] = n, rows

    def cross_document(self) -> CrossDocument:
        """Nodes that links leave and lead to, by name or by what they touch."""
        links, n = self._file.links, self._file.places.n
        flags = []
        for end in (links.source, links.target):
            ends = np.zeros(n + 1, np.bool_)
            ends[end] = True
            mask = ends[self._vertex] & (self._vertex >= 0)
            if self._touched is not None:
                mask |= self._touched.any_of(ends)
            flags.append(mask)
        return CrossDocument(*flags)

    def chance(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Look up the pairs; where parts touch places, by all links between those."""
        return self._chances(topic, x, y, visits=False)

    def visits(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Chance of ever getting there by the listed moves."""
        compute = partial(self._chances, visits=True)
        if self._reach is None:
            return compute(topic, x, y)
        return self._reach.lookup(topic, x, y, compute)

    def _between_topics(self, both: ResultsAndTargets) -> ReachCache:
        """Cache of reach probabilities from results to targets."""
        sources, targets = self.cross_document()
        origins, goals = (
            (topic[flags[node]], node[flags[node]])
            for (topic, node), flags in ((both.result_nodes, sources), (both.target_nodes, targets))
        )
        blocks = both.memo("chances of ways", LruBlocks)
        return ReachCache(origins, goals, blocks)

    def row_sum(self, topic: Ints, x: Ints) -> Reals:
        """Sum of the listed probabilities: all others are 0."""
        del topic
        return self.model.graph(self.nodes.space).out_of(self._vertex[x])

    def _chances(self, topic: Ints, x: Ints, y: Ints, *, visits: bool) -> Reals:
        del topic
        out, graph = np.zeros(x.size), self.model.graph(self.nodes.space)
        meets = self._meeting[x] | self._meeting[y]
        exact, overlapping = np.flatnonzero(~meets), np.flatnonzero(meets)
        source, target = self._vertex[x[exact]], self._vertex[y[exact]]
        if visits:
            out[exact] = graph.visits(source, target, self._report)
        else:
            out[exact] = graph.between(source, target)
        if self._touched is not None and overlapping.size:
            source, target = (self._touched.set_of[node[overlapping]] for node in (x, y))
            if visits:
                out[overlapping] = self._touched.visits(graph, source, target, self._report)
            else:
                out[overlapping] = self._touched.reach(graph, source, target)
        near = np.flatnonzero(meets & (self.nodes.doc[x] == self.nodes.doc[y]))
        out[near[touches(self.nodes.take(x[near]), self.nodes.take(y[near]))]] = 1.0
        return out

    def _report(self, done: int, goals: int) -> None:
        """Progress message: goals of the solve that are done."""
        if (step := self.nodes.space.step) is not None:
            step(f"{self._file.table.file}, ways to {done:,} of {goals:,} places")


def listed_links(table: LinkTable, vertex: Ints) -> ListedLinks:
    """Links of a table, given the vertex of each place."""
    first = table.between(0) if table.source.size else ""
    return ListedLinks(vertex[table.source], vertex[table.target], first)


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

    native = "step"

    def resource(self) -> Resource:
        """Return the links file."""
        return Resource(self.file, read_links, (("kind", None),))

    def places_of(self, table: LinkTable) -> LinkTable:
        """Return whole documents where links lead from document to document."""
        return table if self.level == "place" else _between_documents(table)

    def links_of(self, table: LinkTable, vertex: Ints) -> ListedLinks:
        """Links as they are listed."""
        return listed_links(table, vertex)

    def graph_of(self, file: ListedFile) -> Graph:
        """Equal shares of the damping."""
        links, n = file.links, file.places.n
        leads = links.source != links.target
        stride = np.int64(max(n, 1))
        pair = distinct(links.source[leads] * stride + links.target[leads])
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


@register()
class Edges(Listed):
    r"""The probability that a links file lists, else 0.

    .. math:: P(x \to y) = \text{the listed probability}

    Notes
    -----
    Links lead from any place to any other, also into another document. From
    steps, reach is the chance of ever visiting the target; what the steps out
    of a place lack to 1, and a step to itself, mean leaving for good. A row of
    steps above 1 (rounded tables up to 1.05) is scaled to 1 for that.

    A passage that touches a place (shares a character with it) is read as far
    as that place and its links: reach is 1 where the passage itself touches the
    target, else one or more links are followed. Documents, elements and names
    match exactly. Measures of single steps (the ESR family) take links between
    the parts themselves.

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

    complete: ClassVar[bool] = True

    def check(self) -> None:
        """Take over what kind of probabilities the file has."""
        object.__setattr__(self, "native", self.kind)

    def resource(self) -> Resource:
        """Return the links file."""
        return Resource(self.file, read_links, (("kind", self.kind),))

    def links_of(self, table: LinkTable, vertex: Ints) -> ListedLinks:
        """Links as they are listed."""
        return listed_links(table, vertex)

    def graph_of(self, file: ListedFile) -> Graph:
        """Probabilities as they are listed."""
        links, table, n = file.links, file.table, file.places.n
        _check_repeats(table, links.source * np.int64(max(n, 1)) + links.target)
        return Graph.of(table.file, n, links.source, links.target, table.probability)


def _check_repeats(table: LinkTable, pair: Ints) -> None:
    """Raise FormatError if a pair of places is given twice under different names."""
    _, first, which = np.unique(pair, return_index=True, return_inverse=True)
    repeated = np.flatnonzero(first[which] != np.arange(which.size))
    if repeated.size:
        row, before = int(repeated[0]), int(first[which[repeated[0]]])
        line = int(table.row_line[row])
        problem = f"{table.between(row)} is the same as {table.between(before)}"
        problem += f" in line {table.row_line[before]}" if line >= 0 else ""
        raise FormatError(table.file, line if line >= 0 else None, problem, "List every pair once")
