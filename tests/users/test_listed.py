"""Models whose moves a file lists."""

from __future__ import annotations

import numpy as np
import pytest
from tests.loaded import loaded
from tests.users.places import from_first, named

from partwise.errors import PartwiseError
from partwise.users.links import Edges, Listed
from partwise.users.summary import Routes


@pytest.mark.parametrize(
    ("model", "rows"),
    [(Edges, ["d a b .5", "d b c .5"]), (Routes, ["d a b", "d a c", "d b c", "d b d"])],
)
def test_moves_are_looked_up_and_followed(tmp_path, model, rows):
    file = tmp_path / "moves.tsv"
    file.write_text("\n".join(row.replace(" ", "\t") for row in rows))
    nodes = named("a", "b", "c", "w")
    ways = loaded(model(str(file)))
    direct = [0.5, 0.0 if model is Edges else 0.5, 0.0]
    assert from_first(ways, nodes) == direct
    a, rest = nodes.take(np.zeros(3, int)), nodes.take(np.arange(1, 4))
    # to c by way of b too: .25, or .5 + .25
    assert ways.visits(a, rest).tolist() == pytest.approx([0.5, direct[1] + 0.25, 0])


def test_a_graph_is_made_once_for_a_space(tmp_path):
    file = tmp_path / "moves.tsv"
    file.write_text("d\ta\tb\t.5\n")
    space = named("a", "b").space
    assert loaded(Edges(str(file))).graph(space) is loaded(Edges(str(file))).graph(space)
    before = loaded(Edges(str(file))).graph(space)
    file.write_text("d\ta\tb\t.25\n")
    assert loaded(Edges(str(file))).graph(space) is not before, "another content"


def test_a_model_of_ones_own_must_say_what_the_table_means():
    with pytest.raises(PartwiseError, match="Listed does not define graph_of"):
        Listed().graph_of(None)
    with pytest.raises(PartwiseError, match="Listed does not define links_of"):
        Listed().links_of(None, None)
