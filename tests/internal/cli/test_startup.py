"""Modules of the package that a command does not bring."""

from __future__ import annotations

from tests.cli.test_startup import RUN, evaluating

NOT_FOR_DOCUMENTS = {
    "partwise.evaluation.presets",
    "partwise.evaluation.tasks",
    "partwise.files.detect_json",
    "partwise.geometry.highlights",
    "partwise.geometry.elements",
    "partwise.geometry.parts",
    "partwise.geometry.resolution",
    "partwise.geometry.inventory",
    "partwise.tables.structure.table",
    "partwise.tables.texts",
    "partwise.texts.place",
    "partwise.texts.locate",
    "partwise.texts.verify",
}
NOT_FOR_CHUNKS = {
    "partwise.evaluation.preset",
    "partwise.files.detect_columns",
    "partwise.geometry.relevant_text",
    "partwise.tables.labels",
    "partwise.texts.locate",
}


def test_a_trec_run_brings_only_what_documents_need(tmp_path):
    (tmp_path / "qrels").write_text("1 0 d1 1\n1 0 d3 0\n")
    (tmp_path / "run").write_text(RUN)

    assert not evaluating(tmp_path, "AP", "nDCG@10") & NOT_FOR_DOCUMENTS


def test_a_chunk_run_brings_only_what_its_characters_need(tmp_path):
    (tmp_path / "qrels").write_text("topic\tdoc\tstart\tend\n1\ta\t0\t9\n")
    (tmp_path / "run").write_text("topic\tdoc\tstart\tend\tscore\n1\ta\t3\t7\t1.5\n")

    assert not evaluating(tmp_path, "CharR", "CharAP") & NOT_FOR_CHUNKS
