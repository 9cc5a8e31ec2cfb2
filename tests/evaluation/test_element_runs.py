"""Element runs give the same values through paths as through the offsets of those elements."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from partwise.evaluation.evaluate import evaluate
from partwise.files.documents.read import read_structure
from partwise.geometry.spans import resolve_run
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

MEASURES = [
    "CharR@5",
    "CharP@5",
    "CharF@10",
    "CharIoU",
    "CharAP",
    "CharR(budget=4000)",
    "AgP",
    "AiP",
    "CharOverlap@5",
    "RR",
]


def columns(path, separator):
    with path.open(encoding="utf-8") as file:
        return list(csv.reader(file, delimiter=separator))


@pytest.mark.parametrize("name", ["bm25-p", "bm25-thorough"])
def test_real_runs(real_data, name):
    folder = real_data / "evidence-inference"
    structure = read_structure(folder / "xml")
    _, *judged = columns(folder / "spans.tsv", "\t")
    topic, _, doc, start, end = zip(*judged, strict=True)
    qrels = Qrels.from_columns(
        topic=topic, doc=doc, start=[int(s) for s in start], end=[int(e) for e in end]
    )
    rows = columns(folder / "runs" / f"{name}.path.txt", " ")
    by_path = Run.from_columns(
        topic=[r[0] for r in rows],
        doc=[r[2] for r in rows],
        score=[float(r[4]) for r in rows],
        element=[r[6] for r in rows],
        name=name,
    )
    placed = resolve_run(by_path, structure)
    by_offset = Run.from_columns(
        topic=[r[0] for r in rows],
        doc=[r[2] for r in rows],
        score=by_path.score,
        element=[r[6] for r in rows],
        start=placed.start,
        end=placed.end,
        name=name,
    )

    through_paths = evaluate(qrels, [by_path], MEASURES, structure=structure)
    through_offsets = evaluate(qrels, [by_offset], MEASURES, structure=structure)

    assert through_paths.table.shape == (1, len(MEASURES), 223)
    assert np.array_equal(through_paths.table, through_offsets.table, equal_nan=True)
    found = dict(zip(MEASURES, through_paths.table[0], strict=True))
    assert np.nanmean(found["CharR@5"]) > 0.4


def test_share_of_relevant_characters_in_the_top_ten(real_data):
    # printed with the data: 0.7657 and 0.9802, made by another program
    folder = real_data / "evidence-inference"
    structure = read_structure(folder / "xml")
    _, *judged = columns(folder / "spans.tsv", "\t")
    topic, _, doc, start, end = zip(*judged, strict=True)
    qrels = Qrels.from_columns(
        topic=topic, doc=doc, start=[int(s) for s in start], end=[int(e) for e in end]
    )
    means = []
    for name in ("bm25-p", "bm25-thorough"):
        rows = columns(folder / "runs" / f"{name}.path.txt", " ")
        run = Run.from_columns(
            topic=[r[0] for r in rows],
            doc=[r[2] for r in rows],
            score=[float(r[4]) for r in rows],
            element=[r[6] for r in rows],
            name=name,
        )
        result = evaluate(qrels, [run], ["CharR@10"], structure=structure)
        means.append(float(np.nanmean(result.table)))

    assert means == pytest.approx([0.7657, 0.9802], abs=5e-5)


def test_points_of_xrai_files_give_the_values_of_the_offsets(real_data, tmp_path):
    from partwise.files.reading import read_qrels, read_run
    from partwise.files.writing import write_qrels
    from partwise.geometry.element_names import as_points

    folder = real_data / "evidence-inference"
    structure = read_structure(folder / "xml")
    by_offset = read_qrels(folder / "qrels.fol")
    write_qrels(as_points(by_offset, structure), f"{tmp_path}/pools/", format="xrai")
    by_point = read_qrels(tmp_path / "pools")
    run = read_run(folder / "runs" / "bm25-p.path.txt")
    chosen = [*MEASURES, "AgP(BEP(500))", "nxCG@10", "Aep"]

    through_offsets = evaluate(by_offset, [run], chosen, structure=structure)
    through_points = evaluate(by_point, [run], chosen, structure=structure)

    assert through_points.topics == through_offsets.topics
    assert np.array_equal(through_points.table, through_offsets.table, equal_nan=True)
