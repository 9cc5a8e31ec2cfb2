"""Lists of traces whose chunks an inventory places, and values of passages without scores."""

from __future__ import annotations

import json

import pytest

import partwise as pw

SPAN = {
    "id": "s",
    "trace_id": "t",
    "run_type": "retriever",
    "inputs": {"query": "why?"},
    "outputs": {"documents": [{"id": "c2", "metadata": {}}, {"id": "c1", "metadata": {}}]},
    "start_time": "2026-01-01T00:00:00",
    "end_time": "2026-01-01T00:00:01",
}


@pytest.fixture
def inventory(tmp_path):
    def read(*columns):
        rows = {"doc": ["d", "d"], "start": ["0", "5"], "end": ["5", "9"], "id": ["c1", "c2"]}
        lines = zip(*(rows[column] for column in columns), strict=True)
        text = "\n".join("\t".join(cells) for cells in [columns, *lines])
        (tmp_path / "i.tsv").write_text(f"{text}\n", encoding="utf-8")
        return pw.read_inventory(tmp_path / "i.tsv")

    return read


def test_traces_with_an_inventory(tmp_path, inventory):
    (tmp_path / "t.json").write_text(json.dumps(SPAN), encoding="utf-8")
    placed = pw.read_run(
        tmp_path / "t.json",
        inventory=inventory("doc", "start", "end", "id"),
        reading=pw.Reading(topics_file={"q": "why?"}, missing="document"),
    )

    assert placed.to_frame().select("topic", "doc", "start", "end").rows() == [
        ("q", "d", 5, 9), ("q", "d", 0, 5),
    ]  # fmt: skip


@pytest.mark.parametrize("value", [("0.5", "0.25"), ("x", "0.25"), ("0.5", "nan")])
@pytest.mark.parametrize("score", [True, False])
def test_values_of_passages(tmp_path, value, score):
    """A column of values takes the place of scores where ranks order a run."""
    names = ["topic", "doc", "start", "end", "rank", "value", *["score"] * score]
    rows = [["1", "7", "0", "5", "1", value[0], "3"], ["1", "8", "0", "5", "2", value[1], "2"]]
    text = "\n".join("\t".join(row[: len(names)]) for row in [names, *rows])
    (tmp_path / "r.tsv").write_text(f"{text}\n", encoding="utf-8")
    run = pw.read_run(tmp_path / "r.tsv")
    lost = pw.write_run(run, tmp_path / "x", format="genomics-run", lossy=True)
    written = (tmp_path / "x").read_text(encoding="utf-8").splitlines()

    if score:
        assert [row.split("\t")[3] for row in written] == ["3.0", "2.0"]
    elif value == ("0.5", "0.25"):
        assert [row.split("\t")[3] for row in written] == ["0.5", "0.25"]
    else:
        assert [row.split("\t")[2:] for row in written] == [["1", "0", "5"], ["2", "0", "5"]]
    kept = not score and value == ("0.5", "0.25")
    assert ("column value left out" in " ".join(lost)) != kept
