"""Whose inventory: one for all runs, or one of a run's own."""

import pytest

import partwise as pw
from partwise.errors import PartwiseError, UsageError
from partwise.evaluation.arguments import Given
from partwise.evaluation.inventories import Inventories, by_run, refuse_unknown_runs
from partwise.evaluation.prepared import Prepared

QRELS = pw.Qrels.from_columns(topic=["t"], doc=["A"], start=[0], end=[40])
WIDE = pw.Inventory.from_columns(doc=["A", "A"], start=[0, 40], end=[40, 80])
FINE = pw.Inventory.from_columns(doc=["A"] * 4, start=[0, 10, 20, 30], end=[10, 20, 30, 40])


def run(name, start, end):
    return pw.Run.from_columns(topic=["t"], doc=["A"], start=[start], end=[end], name=name)


def inventories(given):
    tables = Prepared(QRELS)
    return Inventories(Given(), tables, given)


def test_one_for_all_or_one_of_its_own():
    found = inventories({"fine": FINE, None: WIDE})
    assert len(found.of("fine")) == 4
    assert len(found.of("any other")) == 2
    assert inventories({"fine": FINE}).of("any other") is None
    assert inventories(None).of("fine") is None


def test_a_file_is_read_once(tmp_path):
    file = tmp_path / "chunks.tsv"
    file.write_text("docno\tstart\tend\nA\t0\t9\n")
    found = inventories({"a": str(file), "b": f"{tmp_path}/chunks.tsv"})
    assert found.of("a") is found.of("b")
    assert found.files == [("inventory", str(file))]
    assert found.notes == [f"{file}: docno read as doc"]


def test_a_run_serves_as_inventory(tmp_path):
    file = tmp_path / "run.tsv"
    file.write_text("topic\tdoc\tstart\tend\tscore\nt\tA\t0\t9\t1\n")
    assert inventories(run("r", 3, 8)).of("x").start.tolist() == [3]
    assert inventories(str(file)).of("x").end.tolist() == [9]


def test_what_is_wrong_with_the_inventory_is_said(tmp_path):
    file = tmp_path / "bad.tsv"
    file.write_text("doc\tstart\tend\nA\t9\t0\n")
    with pytest.raises(PartwiseError, match=r"bad.tsv:2"):
        inventories(str(file))


def test_a_run_that_is_not_there():
    with pytest.raises(UsageError, match=r"inventory of 'fin': no run has this name \(fine\)"):
        pw.evaluate(QRELS, run("fine", 0, 10), ["CharR"], inventory={"fin": FINE})
    refuse_unknown_runs("candidates", by_run(FINE), [])


def test_every_run_has_its_own_ceiling():
    runs = [run("wide", 0, 40), run("fine", 0, 10)]
    found = pw.evaluate(QRELS, runs, ["Ceiling(CharR)@2"], inventory={"wide": WIDE, "fine": FINE})
    assert found.means["mean"].to_list() == [1.0, 0.5]


def test_a_run_outside_its_inventory_is_warned_of():
    with pytest.warns(pw.PartwiseWarning, match="1 of 1 part of r are not in the inventory"):
        pw.evaluate(QRELS, run("r", 3, 9), ["Ceiling(CharR)@2"], inventory=FINE)


def test_an_inventory_that_names_documents_otherwise():
    chunks = pw.Inventory.from_columns(doc=["A.md"], start=[0], end=[40])
    words = r'none of its 1 document is judged, but "A.md" would be "A" .*doc_ids="stem"'
    with pytest.raises(PartwiseError, match=words):
        pw.losses(QRELS, run("r", 0, 10), inventory=chunks, k=1)
    found = pw.losses(
        QRELS, run("r", 0, 40), inventory=chunks, k=1, reading=pw.Reading(doc_ids="stem")
    )
    assert found.total["shown"].to_list() == [40]
    with pytest.warns(pw.PartwiseWarning, match="another chunking"):
        pw.losses(
            QRELS, run("r", 0, 10), inventory=chunks, k=1, reading=pw.Reading(doc_ids="exact")
        )


def test_no_advice_where_most_parts_are_unknown():
    with pytest.warns(pw.PartwiseWarning, match="another chunking"):
        found = pw.losses(QRELS, run("r", 3, 9), inventory=FINE, k=1)
    assert "no advice" in found.to_dict()["runs"][0]["advice"]
