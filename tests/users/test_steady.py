"""Stationary models do not ask where the reader is."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw


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
