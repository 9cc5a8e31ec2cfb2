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


COMMAND = """
import atexit, runpy, sys
atexit.register(lambda: print("", *sys.modules, sep="\\n"))
sys.argv[1:] = {words!r}
runpy.run_module("partwise", run_name="__main__", alter_sys=True)
"""


def modules_after(code: str, cwd: Path | None = None) -> set[str]:
    """Modules that a program brings, which prints them last."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, cwd=cwd, text=True
    )
    return set(done.stdout.rpartition("\n\n")[2].split())


def loaded_by(*words: str, cwd: Path | None = None) -> set[str]:
    """Modules that a command brings."""
    return modules_after(COMMAND.format(words=words), cwd)


def test_importing_is_light():
    loaded = modules_after("import partwise, sys\nprint('', '', *sys.modules, sep='\\n')")

    assert "partwise" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["evaluate", "--help"]])
def test_help_is_light(words):
    loaded = loaded_by(*words)

    assert "click" in loaded
    assert not loaded & HEAVY


def test_a_text_table_needs_neither_polars_nor_rich(fixture_files):
    loaded = loaded_by("evaluate", "qrels.tsv", "one.tsv", "--format", "tsv", cwd=fixture_files)

    assert "numpy" in loaded
    assert not loaded & (HEAVY - {"numpy"})


def test_json_lines_need_no_polars(tmp_path):
    row = '{{"topic": "q1", "doc": "a", "start": {}, "end": 20{}}}\n'
    (tmp_path / "qrels.jsonl").write_text(row.format(0, ""))
    (tmp_path / "run.jsonl").write_text(
        row.format(5, ', "score": 1.5') + row.format(9, ', "score": 1')
    )
    loaded = loaded_by("evaluate", "qrels.jsonl", "run.jsonl", "--format", "tsv", cwd=tmp_path)

    assert "numpy" in loaded
    assert not loaded & (HEAVY - {"numpy", "msgspec"})


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
}


def evaluating(folder: Path, *measures: str) -> set[str]:
    """Modules that an evaluation of the files `qrels` and `run` of a folder brings."""
    words = [word for measure in measures for word in ("-m", measure)]
    return loaded_by("evaluate", "qrels", "run", *words, "--format", "tsv", cwd=folder)


def test_a_trec_run_brings_only_what_documents_need(tmp_path):
    (tmp_path / "qrels").write_text("1 0 d1 1\n1 0 d3 0\n")
    (tmp_path / "run").write_text(RUN)
    loaded = evaluating(tmp_path, "AP", "nDCG@10")

    assert not loaded & (NOT_FOR_DOCUMENTS | HEAVY - {"numpy"})
    assert len([name for name in loaded if name.startswith("partwise")]) < 185


def test_a_chunk_run_brings_only_what_its_characters_need(tmp_path):
    (tmp_path / "qrels").write_text("topic\tdoc\tstart\tend\n1\ta\t0\t9\n")
    (tmp_path / "run").write_text("topic\tdoc\tstart\tend\tscore\n1\ta\t3\t7\t1.5\n")
    loaded = evaluating(tmp_path, "CharR", "CharAP")

    assert "numpy" in loaded
    assert not loaded & (HEAVY - {"numpy"})
