"""Chunk ids in runs and assessments, in every command that evaluates."""

from __future__ import annotations

import json

import polars as pl
import pytest

import partwise as pw

INVENTORY = "id\tdoc\tstart\tend\nc1\ta.md\t0\t10\nc2\ta.md\t10\t20\n7\tb.md\t0\t30\n"
GOLD = "topic\tid\nq1\tc2\nq2\t7\n"
SPANS = "topic\tdoc\tstart\tend\nq1\ta.md\t10\t20\nq2\tb.md\t0\t30\n"
RUN = [("q1", "c1", 2), ("q1", "c2", 1), ("q2", "7", 1)]
PLACES = {
    "c1": {"doc": "a.md", "start": 0, "end": 10},
    "c2": {"doc": "a.md", "start": 10, "end": 20},
    "7": {"doc": "b.md", "start": 0, "end": 30},
}
MEASURES = ("-m", "CharR@1", "-m", "PartRR", "-m", "CharAP")


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inv.tsv").write_text(INVENTORY)
    (tmp_path / "gold.tsv").write_text(GOLD)
    (tmp_path / "spans.tsv").write_text(SPANS)
    lines = [json.dumps({"topic": t, "id": i, "score": s}) for t, i, s in RUN]
    (tmp_path / "run.jsonl").write_text("\n".join(lines))
    lines = [json.dumps({"topic": t, "score": s} | PLACES[i]) for t, i, s in RUN]
    (tmp_path / "placed.jsonl").write_text("\n".join(lines))
    (tmp_path / "run.tsv").write_text(
        "query_id\tdocno\tscore\n" + "".join(f"{t}\t{i}\t{s}\n" for t, i, s in RUN)
    )
    (tmp_path / "run.trec").write_text("".join(f"{t} Q0 {i} 1 {s} trec\n" for t, i, s in RUN))
    (tmp_path / "gold.trec").write_text("q1 0 c2 1\nq2 0 7 1\n")
    return tmp_path


def values(partwise, *words):
    done = partwise("evaluate", *words, *MEASURES, "--format", "json", "--per-topic")
    assert done.code == 0, done.err
    return [value["topics"] for value in json.loads(done.out)["runs"][0]["values"]]


def test_ids_give_the_same_values_as_places(partwise, files):
    expected = values(partwise, "spans.tsv", "placed.jsonl")
    known = ("--inventory", "inv.tsv")
    assert values(partwise, "gold.tsv", "run.jsonl", *known) == expected
    assert values(partwise, "gold.tsv", "run.tsv", *known, "--columns", "id=docno") == expected
    assert values(partwise, "gold.trec", "run.trec", *known, "--columns", "id=doc") == expected
    assert values(partwise, "gold.tsv", "run.trec", *known, "--columns", "id=doc") == expected
    assert values(partwise, "spans.tsv", "run.jsonl", "--inventory", "run=inv.tsv") == expected


@pytest.mark.parametrize("kind", ["jsonl", "tsv", "parquet"])
@pytest.mark.parametrize("label", ["id", "chunk_id"])
def test_ids_that_stand_for_documents_with_any_inventory(partwise, files, kind, label):
    rows = pl.read_csv(files / "inv.tsv", separator="\t").rename({"id": label})
    write = {"jsonl": rows.write_ndjson, "parquet": rows.write_parquet, "tsv": rows.write_csv}
    write[kind](files / f"i.{kind}", **({"separator": "\t"} if kind == "tsv" else {}))
    expected = values(partwise, "spans.tsv", "placed.jsonl")
    how = ("--inventory", f"i.{kind}", "--columns", "id=doc")
    assert values(partwise, "gold.trec", "run.trec", *how) == expected


def test_the_default_measures_are_those_of_spans(partwise, files):
    done = partwise(
        "evaluate", "gold.tsv", "run.jsonl", "--inventory", "inv.tsv", "--format", "tsv"
    )
    assert "CharR(budget=4000)" in done.out


def test_losses_compare_and_report(partwise, files):
    known = ("--inventory", "inv.tsv")
    placed = partwise("losses", "spans.tsv", "placed.jsonl", *known, "-k", "1", "--format", "tsv")
    by_id = partwise("losses", "gold.tsv", "run.jsonl", *known, "-k", "1", "--format", "tsv")
    assert by_id.code == 0
    assert by_id.out.replace("\nrun", "\nplaced") == placed.out
    done = partwise("compare", "gold.tsv", "run.jsonl", "run.trec", *known, "--columns", "id=doc")
    assert done.code == 0
    assert "+0.0000" in done.out
    done = partwise("report", "gold.tsv", "run.jsonl", *known, "-o", "r.html")
    assert done.code == 0, done.err


def test_convert_makes_gold_that_survives(partwise, files):
    done = partwise("convert", "gold.tsv", "out.tsv", "--inventory", "inv.tsv", "--as", "qrels")
    assert done.code == 0
    assert pw.read_qrels("out.tsv").start.tolist() == [10, 0]
    assert values(partwise, "out.tsv", "placed.jsonl") == values(
        partwise, "spans.tsv", "placed.jsonl"
    )


def test_without_an_inventory_ids_are_documents(partwise, files):
    done = partwise("evaluate", "gold.tsv", "run.jsonl", "-m", "RR", "--format", "tsv")
    assert "all\tRR\t0.75" in done.out
    assert "known by their ids only, which stand for documents" in done.err
    assert "Use --inventory FILE" in done.err


def test_python_takes_dictionaries(files):
    gold, ids = {"q1": ["c2"], "q2": ["7"]}, {"q1": ["c1", "c2"], "q2": ["7"]}
    scores = {"q1": {"c1": 2, "c2": 1}, "q2": {"7": 1}}
    items = {t: [{"chunk_id": i} for i in found] for t, found in ids.items()}
    rows = [{"topic": t, "id": i, "score": s} for t, i, s in RUN]
    measures = ["CharR@1", "PartRR", "CharAP"]
    expected = pw.evaluate("spans.tsv", "placed.jsonl", measures).means["mean"].to_list()
    for run in (ids, scores, items, rows, "run.jsonl", pw.read_run("run.jsonl")):
        for inventory in ("inv.tsv", pw.read_inventory("inv.tsv")):
            found = pw.evaluate(gold, run, measures, inventory=inventory)
            assert found.means["mean"].to_list() == expected
    assert len(pw.losses(gold, ids, inventory="inv.tsv", k=1).runs) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"topic": "q1", "id": "c9"}', 'run.jsonl:4: part "c9" is not in the inventory. Use '),
        (
            '{"topic": "q1", "id": "c1", "doc": "a.md", "start": 1, "end": 5}',
            "run.jsonl:4: the inventory places c1 at a.md[0:10], the row at a.md[1:5]",
        ),
        (
            '{"topic": "q1", "id": "c1", "doc": "b.md"}',
            "run.jsonl:4: the inventory places c1 at a.md[0:10], the row at b.md",
        ),
    ],
)
def test_slips(partwise, files, line, said):
    with (files / "run.jsonl").open("a") as file:
        file.write("\n" + line.replace("}", ', "score": 0}'))
    done = partwise("evaluate", "gold.tsv", "run.jsonl", "--inventory", "inv.tsv")
    assert done.code == 2
    assert done.err.startswith(said)
    assert not done.out


def test_inventories_that_cannot_serve(partwise, files):
    with (files / "inv.tsv").open("a") as file:
        file.write("c1\ta.md\t3\t9\n")
    done = partwise("evaluate", "gold.tsv", "run.jsonl", "--inventory", "inv.tsv")
    assert done.code == 2
    assert done.err == 'inv.tsv: id "c1" is that of two parts, a.md[0:10] and a.md[3:9]\n'
    (files / "inv.tsv").write_text("doc\tstart\tend\na.md\t0\t10\n")
    done = partwise("evaluate", "gold.tsv", "run.jsonl", "--inventory", "inv.tsv")
    assert done.err == "inv.tsv: no column id, by which parts are found\n"
