"""Readers who follow links: links of documents, files of links, edges with probabilities."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import FormatError, PartwiseError, UsageError
from partwise.files.formats.links import Kind, LinkTable, read_links
from partwise.geometry.nodes import Nodes, Space
from partwise.kernels.ragged import distinct
from partwise.language.component import Resource, param, register, table_of
from partwise.language.fields import required
from partwise.messages import Note
from partwise.tables.doc_ids import matched
from partwise.users.base import Apart, Moves, Navigation, Want
from partwise.users.graph import BETWEEN_PARTS, OTHERS_MEET, Graph, Kept, Ways, unconcerned
from partwise.users.places import LocatedPlaces, Touched, is_whole, located, touches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from partwise.files.parsing.place_tables import PlaceTable
    from partwise.navigation.results_and_targets import ResultsAndTargets


Ends = Literal["auto", "exact", "meet"]

ENDS = ("auto", "exact", "meet")
ABOUT_ENDS = (
    "Which parts a link concerns: those that it names (``exact``), or also those that share a "
    "character with a place that it names (``meet``). ``auto``: ``meet`` for passages, ``exact`` "
    "for documents, elements and names."
)
GRAPHS = 8
"""Graphs that are kept from run to run."""
LINKS = "links"
"""Under this key a view keeps how many links of each file were read, and which matched."""


@dataclass(frozen=True, eq=False)
class ListedLinks:
    """The links of a file between vertices, before any topic is asked about."""

    source: Ints
    target: Ints
    """Vertices of each link."""
    topic: Ints
    """Code of the topic in the evaluation of which each link holds, -1 = all."""
    held: Flags
    """Links of topics that are evaluated."""
    first: str
    """The first one of the file, in words."""
    none: tuple[str, str] = (
        "no link leads to another place",
        "Links of a place to itself do not count",
    )
    """What to say, and to advise, where there are none."""


@dataclass(frozen=True, eq=False)
class ListedFile:
    """What a model knows of its file in one evaluation."""

    table: Any
    places: LocatedPlaces
    links: ListedLinks
    graphs: dict[int, Graph] = field(default_factory=dict)


class Listed(Navigation):
    """Moves between the places that a file names; all others have probability 0.

    Subclasses say which file that is, and what graph its links make for a topic.
    """

    across: ClassVar[bool] = True

    @property
    def by_ends(self) -> Ends:
        """Which parts a link concerns: the parameter ``ends`` of subclasses."""
        ends: Ends = getattr(self, "ends", "auto")
        return ends

    def links_of(self, table: Any, vertex: Ints, topic: Ints) -> ListedLinks:
        """Return the links of the file's table, given the vertex of each of its places.

        `topic` are the codes in the evaluation of the topics that the file names.
        """
        raise PartwiseError(f"{self.label()} does not define links_of()")

    def graph_of(self, file: ListedFile, topic: int) -> Graph:
        """Turn the links that hold for a topic (-1: for all) into edges with probabilities."""
        raise PartwiseError(f"{self.label()} does not define graph_of()")

    def places_of(self, table: Any) -> PlaceTable:
        """Return the places that the model tells apart."""
        places: PlaceTable = table
        return places

    def file_in(self, space: Space) -> ListedFile:
        """Return the file as the space names its documents, made once per view."""
        known: ListedFile = space.memo(("links", self), partial(self._read, space))
        return known

    def _read(self, space: Space) -> ListedFile:
        table = self.places_of(matched(table_of(self), space.doc_ids))
        for note in table.notes:
            space.say(Note(note, subject=table.file))
        places = located(table, space)
        topics = getattr(table, "topics", None)
        codes = np.empty(0, np.int64) if topics is None else topics.codes_in(space.topics)
        links = self.links_of(table, places.vertex, codes)
        return ListedFile(table, places, links)

    def graph(self, space: Space, topic: int = -1) -> Graph:
        """Return the graph of a topic, or the one of all that have none of their own."""
        file = self.file_in(space)
        if topic not in file.graphs:
            made = self.graph_of(file, topic)
            # what was found out about ways between places serves all runs
            recent: dict[tuple[Listed, int], Graph] = space.shared("graphs", dict)
            earlier = recent.pop((self, topic), made)
            recent[self, topic] = file.graphs[topic] = earlier if earlier.equals(made) else made
            for oldest in list(recent)[:-GRAPHS]:
                del recent[oldest]
        return file.graphs[topic]

    def moves(self, both: ResultsAndTargets, want: Want, measure: str) -> Moves:
        """Find the nodes among the places of the file; a file about none of them is an error.

        So are places that parts touch where a measure takes single steps (E47).
        """
        if want == "step" and self.by_ends == "meet":
            raise UsageError(
                f"{self!r}: {BETWEEN_PARTS.format(measure=measure)}, not between places that they "
                f"touch. {OTHERS_MEET}, or ends=exact with links between parts"
            )
        return ListedMoves(self, both, want, measure)

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
    """Listed moves between the nodes of an evaluation."""

    model: Listed

    def __init__(self, model: Listed, both: ResultsAndTargets, want: Want, measure: str) -> None:
        super().__init__(model, both.nodes)
        self._file = model.file_in(both.nodes.space)
        self._vertex = self._file.places.find(both.nodes)
        self._meeting = self._which_meet(want)
        self._touched = Touched(self.nodes, self._file.places) if self._meeting.any() else None
        self._own = set(distinct(self._file.links.topic).tolist()) - {-1}
        self._count(both, measure if want == "step" else "")
        self._ways = self._between_topics(both) if want == "reach" else None

    def _which_meet(self, want: Want) -> Flags:
        """Nodes whose moves go by what they touch: between two others, they go by name."""
        if want == "step" or self.model.by_ends == "exact":
            return np.zeros(len(self.nodes), np.bool_)
        if self.model.by_ends == "meet":
            return np.ones(len(self.nodes), np.bool_)
        return ~self.nodes.is_element & ~is_whole(self.nodes)

    def _count(self, both: ResultsAndTargets, of_steps: str) -> None:
        """Count the links that concern a result or a unit; none at all is an error (E29).

        A measure `of_steps` is told what links it takes.
        """
        links = self._file.links
        named = np.zeros(self._file.places.n, np.bool_)
        named[self._vertex[self._vertex >= 0]] = True
        if self._touched is not None:
            named[self._touched.members_of(self._meeting)] = True
        found = np.flatnonzero((named[links.source] | named[links.target]) & links.held)
        n, file, space = links.source.size, self._file.table.file, self.nodes.space
        if not found.size and not any(getattr(t, "whole_table", None) for t in space.tables):
            raise unconcerned(self._file, both, of_steps, meeting=self._touched is not None)
        counts: dict[str, tuple[int, Ints]] = space.memo(LINKS, dict)
        known = counts.get(file)
        if known is None or known[1].size < found.size:
            counts[file] = n, found

    def apart(self) -> Apart:
        """Nodes that links leave and lead to, by name or by what they touch."""
        links, n = self._file.links, self._file.places.n
        flags = []
        for end in (links.source, links.target):
            there = np.zeros(n + 1, np.bool_)
            there[end] = True
            mine = there[self._vertex] & (self._vertex >= 0)
            if self._touched is not None:
                mine |= self._touched.any_of(there)
            flags.append(mine)
        return Apart(*flags)

    def chance(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Look up the pairs; where parts touch places, by all links between those."""
        return self._asked(topic, x, y, visits=False)

    def visits(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Chance of ever getting there by the listed moves."""
        asked = partial(self._asked, visits=True)
        return asked(topic, x, y) if self._ways is None else self._ways.between(topic, x, y, asked)

    def _between_topics(self, both: ResultsAndTargets) -> Ways:
        """Ways between what is left for, and reached from, other places."""
        left, reached = self.apart()
        origins, goals = (
            (topic[flags[node]], node[flags[node]])
            for (topic, node), flags in ((both.result_nodes, left), (both.target_nodes, reached))
        )
        kept = both.memo("chances of ways", Kept)
        return Ways(origins, goals, kept)

    def row_sum(self, topic: Ints, x: Ints) -> Reals:
        """Sum of the listed probabilities: all others are 0."""
        out = np.zeros(x.size)
        for graph, rows in self._graphs(topic):
            out[rows] = graph.out_of(self._vertex[x[rows]])
        return out

    def _asked(self, topic: Ints, x: Ints, y: Ints, *, visits: bool) -> Reals:
        out = np.zeros(x.size)
        meets = self._meeting[x] | self._meeting[y]
        for graph, rows in self._graphs(topic):
            exact, other = rows[~meets[rows]], rows[meets[rows]]
            here, there = self._vertex[x[exact]], self._vertex[y[exact]]
            if visits:
                out[exact] = graph.visits(here, there, self._told)
            else:
                out[exact] = graph.between(here, there)
            if self._touched is not None and other.size:
                here, there = (self._touched.set_of[node[other]] for node in (x, y))
                if visits:
                    out[other] = self._touched.visits(graph, here, there, self._told)
                else:
                    out[other] = self._touched.reach(graph, here, there)
        near = np.flatnonzero(meets & (self.nodes.doc[x] == self.nodes.doc[y]))
        out[near[touches(self.nodes.take(x[near]), self.nodes.take(y[near]))]] = 1.0
        return out

    def _told(self, done: int, goals: int) -> None:
        """Say how many goals of the solve are done."""
        if (step := self.nodes.space.step) is not None:
            step(f"{self._file.table.file}, ways to {done:,} of {goals:,} places")

    def _graphs(self, topic: Ints) -> Iterator[tuple[Graph, Ints]]:
        """Yield graphs with their rows; topics without links of their own share one."""
        space = self.nodes.space
        own = np.isin(topic, list(self._own)) if self._own else np.zeros(topic.size, np.bool_)
        if not own.all():
            yield self.model.graph(space), np.flatnonzero(~own)
        for number in distinct(topic[own]).tolist():
            yield self.model.graph(space, number), np.flatnonzero(topic == number)


STRANGE = -2
"""Stands for a topic that is not evaluated."""


def listed_links(table: LinkTable, vertex: Ints, topic: Ints) -> ListedLinks:
    """Return the links of a table, given the vertex of each place and the codes of its topics."""
    code = np.append(np.where(topic < 0, STRANGE, topic), -1)[table.topic]
    first = table.between(0) if table.source.size else ""
    return ListedLinks(vertex[table.source], vertex[table.target], code, code != STRANGE, first)


def in_force(links: ListedLinks, n: int, topic: int) -> Flags:
    """Links that hold for a topic: its own, and those of all topics that it does not replace."""
    general: Flags = links.topic == -1
    if topic < 0:
        return general
    own: Flags = links.topic == topic
    pair = links.source * np.int64(max(n, 1)) + links.target
    return own | (general & ~np.isin(pair, pair[own]))


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
