"""Stationary models do not ask where the reader is."""

from __future__ import annotations

import numpy as np
import pytest
from tests.users.places import elements, from_first

import partwise as pw
from partwise.errors import ParameterError
from partwise.users.summary import Routes, Steady, stationary
from partwise.users.trees import Depth


def test_a_part_whose_tag_is_in_no_route(tmp_path):
    (tmp_path / "routes.tsv").write_text("d\t/a[1]\t/a[1]/p[1]\n")
    (tmp_path / "d.xml").write_text("<a><p>abcde</p><q>fghij</q></a>")
    structure = pw.read_structure(tmp_path / "d.xml")
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["d"], element=["/a[1]/p[1]"], grade=[1])
    nav = f"Steady(Summary('{tmp_path / 'routes.tsv'}'))"

    def value(element: str) -> float:
        run = pw.Run.from_columns(topic=["1"], doc=["d"], element=[element], score=[1.0])
        return float(
            pw.evaluate(qrels, run, [f"GR(nav={nav})"], structure=structure).table[0, 0, 0]
        )

    # a -> p always, p has no way out: uniform row; stationary p = 2/3
    assert value("/a[1]") == pytest.approx(2 / 3)
    assert value("/a[1]/q[1]") == pytest.approx(2 / 3)


def test_ideals_without_length_weigh_nothing(tmp_path):
    (tmp_path / "d.xml").write_text("<a>abcde<b/>fgh</a>")
    structure = pw.read_structure(tmp_path / "d.xml")
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["d"], element=["/a[1]/b[1]"], grade=[1])
    run = pw.Run.from_columns(topic=["1"], doc=["d"], element=["/a[1]"], score=[1.0])

    values = pw.evaluate(qrels, run, ["GR(rel=length)", "GR"], structure=structure).table[0, :, 0]

    assert np.array_equal(values, [0.0, 0.0])


def test_steady_depth_is_depth():
    nodes = elements(2, 0, 1, 3)

    assert from_first(Steady(Depth), nodes) == pytest.approx(from_first(Depth(), nodes))
    shared = Depth(spread=True)
    assert from_first(Steady(shared), nodes) == pytest.approx(from_first(shared, nodes))
    with pytest.raises(ParameterError, match="model must be"):
        Steady(Routes("r.tsv"))


def test_the_stationary_distribution():
    # a circle of two is periodic: half the time in each
    assert stationary(np.array([[0, 1.0], [1.0, 0]]), 0).tolist() == pytest.approx([0.5, 0.5])
    # a state without steps goes anywhere
    assert stationary(np.array([[0, 1.0], [0, 0]]), 0) == pytest.approx([1 / 3, 2 / 3])
    # two separate states keep what they started with; restart 1 forgets everything
    assert stationary(np.eye(3), 0) == pytest.approx([1 / 3] * 3)
    assert stationary(np.array([[1.0, 0], [0.5, 0.5]]), 1) == pytest.approx([0.5, 0.5])
    # a known chain: pi P = pi
    p = np.array([[0.9, 0.1], [0.4, 0.6]])
    assert stationary(p, 0) == pytest.approx([0.8, 0.2])
    assert stationary(np.empty((0, 0)), 0).size == 0
