"""The command line starts quickly and brings nothing it does not need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "numpy",
    "polars",
    "scipy",
    "lxml",
    "rich",
    "narwhals",
    "jinja2",
    "selectolax",
    "markdown_it",
    "vl_convert",
    "pandas",
    "pyarrow",
    "msgspec",
}


def modules_after(code: str, cwd=None) -> set[str]:
    probe = f"{code}\nimport sys\nprint(' '.join(m for m in sys.modules if '.' not in m))"
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, check=True, cwd=cwd, text=True
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("module", ["partwise", "partwise.cli"])
def test_importing_is_light(module):
    assert not modules_after(f"import {module}") & HEAVY


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["evaluate", "--help"]])
def test_help_is_light(words):
    code = f"""
from partwise.cli import main
try:
    main({words!r})
except SystemExit:
    pass
"""
    assert not modules_after(code) & HEAVY


def test_a_text_table_needs_neither_polars_nor_rich(fixture_files):
    code = """
from partwise.cli import main
try:
    main(["evaluate", "qrels.tsv", "one.tsv", "--format", "tsv"])
except SystemExit as end:
    assert end.code == 0, end.code
"""
    loaded = modules_after(code, cwd=fixture_files)

    assert "numpy" in loaded
    assert not loaded & (HEAVY - {"numpy"})


def test_small_json_lines_need_no_polars(tmp_path):
    row = '{{"topic": "q1", "doc": "a", "start": {}, "end": 20{}}}\n'
    (tmp_path / "qrels.jsonl").write_text(row.format(0, ""))
    (tmp_path / "run.jsonl").write_text(
        row.format(5, ', "score": 1.5') + row.format(9, ', "score": 1')
    )
    code = """
from partwise.cli import main
try:
    main(["evaluate", "qrels.jsonl", "run.jsonl", "--format", "tsv"])
except SystemExit as end:
    assert end.code == 0, end.code
"""
    assert not modules_after(code, cwd=tmp_path) & (HEAVY - {"numpy"})


RUN = "".join(f"1 Q0 d{rank} {rank} {9 - rank} r\n" for rank in range(1, 5))
NOT_FOR_DOCUMENTS = {
    "numpy.ma",
    "concurrent.futures",
    "csv",
    "decimal",
    "fractions",
    "hashlib",
    "json",
    "secrets",
    "partwise.evaluation.presets.rag",
    "partwise.evaluation.tasks",
    "partwise.files.detect_json",
    "partwise.files.parsing.build",
    "partwise.geometry.copies",
    "partwise.geometry.elements.results",
    "partwise.geometry.parts",
    "partwise.geometry.resolve.trees",
    "partwise.geometry.touched",
    "partwise.tables.structure.table",
    "partwise.tables.texts",
    "partwise.texts.place",
    "partwise.texts.store",
    "partwise.texts.verify",
}
NOT_FOR_CHUNKS = {
    "partwise.evaluation.presets.preset",
    "partwise.files.detect_columns",
    "partwise.geometry.shown_once",
    "partwise.tables.labels",
    "partwise.texts.store",
    "polars",
}


def loaded_by(folder: Path, measures: list[str]) -> set[str]:
    """Modules that a command brings which evaluates the files `qrels` and `run` of a folder."""
    words = [word for measure in measures for word in ("-m", measure)]
    code = f"""
import sys
from pathlib import Path
from partwise.cli import main
try:
    main(["evaluate", "qrels", "run", *{words}, "--format", "tsv"])
except SystemExit as end:
    assert end.code == 0, end.code
print(*sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, cwd=folder, text=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_a_trec_run_brings_only_what_documents_need(tmp_path):
    (tmp_path / "qrels").write_text("1 0 d1 1\n1 0 d3 0\n")
    (tmp_path / "run").write_text(RUN)
    loaded = loaded_by(tmp_path, ["AP", "nDCG@10"])

    assert not loaded & NOT_FOR_DOCUMENTS
    assert len([name for name in loaded if name.startswith("partwise")]) < 185


def test_a_chunk_run_brings_only_what_its_characters_need(tmp_path):
    (tmp_path / "qrels").write_text("topic\tdoc\tstart\tend\n1\ta\t0\t9\n")
    (tmp_path / "run").write_text("topic\tdoc\tstart\tend\tscore\n1\ta\t3\t7\t1.5\n")

    assert not loaded_by(tmp_path, ["CharR", "CharAP"]) & NOT_FOR_CHUNKS
