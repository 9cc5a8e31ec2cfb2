"""Models whose moves a file lists."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from partwise._typing import Reals
from partwise.errors import PartwiseError
from partwise.geometry.nodes import Nodes, Space
from partwise.language.resources import table_of
from partwise.tables.doc_ids import matched
from partwise.users.base import Navigation
from partwise.users.graph import Graph

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets


class Listed(Navigation):
    """Moves between the elements that a file names; all others have probability 0.

    Subclasses say which file that is, and what graph its table makes.
    """

    def graph_of(self, table: Any) -> Graph:
        """Turn the file's table into edges with probabilities."""
        raise PartwiseError(f"{self.label()} does not define graph_of()")

    def graph(self, space: Space) -> Graph:
        """Return the edges between documents as the space names them, made once per view."""
        graph: Graph = space.memo(("graph", self), partial(self._in, space))
        return graph

    def _in(self, space: Space) -> Graph:
        return self.graph_of(matched(table_of(self), space.doc_ids))

    def concern(self, both: ResultsAndTargets) -> None:
        """Refuse a file without any move from or to a result or unit."""
        self.graph(both.nodes.space).concern(both)

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Look up the pair."""
        graph = self.graph(x.space)
        return graph.between(graph.locate(x), graph.locate(y))

    def visits(self, x: Nodes, y: Nodes) -> Reals:
        """Chance of ever getting there by the listed moves."""
        graph = self.graph(x.space)
        return graph.visits(graph.locate(x), graph.locate(y))
