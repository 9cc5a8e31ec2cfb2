import pytest

from partwise.cli._files import Files, refuse_two_inputs
from partwise.errors import PartwiseError, UsageError
from partwise.tables.column_names import ColumnNames

RUN = "topic\tdoc\tstart\tend\tscore\n1\ta\t0\t3\t2\n1\tb\t0\t3\t1\n"


def test_standard_input_is_read_once():
    refuse_two_inputs(["-", "a", None])
    with pytest.raises(UsageError, match=r"standard input \(-\) can be read only once"):
        refuse_two_inputs(["-", "a", "-"])


def test_a_command_without_options_reads_as_python_does(tmp_path):
    (tmp_path / "run.tsv").write_text(RUN)
    (tmp_path / "qrels.tsv").write_text("topic\tdoc\tstart\tend\n1\ta\t0\t3\n")
    (tmp_path / "lengths.tsv").write_text("doc\tlength\na\t9\n")
    (tmp_path / "parts.tsv").write_text("doc\tstart\tend\na\t0\t3\na\t3\t9\n")
    files = Files({})
    assert len(files.run(tmp_path / "run.tsv")) == 2
    assert len(files.qrels(tmp_path / "qrels.tsv")) == 1
    assert len(files.lengths(tmp_path / "lengths.tsv")) == 1
    assert len(files.inventory(tmp_path / "parts.tsv").doc) == 2
    assert files.checked.texts is None
    files.refuse_unused_columns()


def test_options_decide_how_tables_are_read(tmp_path):
    (tmp_path / "run.tsv").write_text(RUN.replace("doc", "source"))
    names = ColumnNames.parse("doc=source")
    files = Files({"columns": names, "order": "file", "missing": "skip"})
    assert files.how["missing"] == "skip"
    assert files.runs["order"] == "file"
    with pytest.raises(PartwiseError, match="no file has a column source"):
        files.refuse_unused_columns()
    assert files.run(tmp_path / "run.tsv").docs.tolist() == ["a", "b"]
    files.refuse_unused_columns()


def test_texts_decide_the_unit(tmp_path):
    (tmp_path / "a.txt").write_text("abcdef")
    files = Files({"texts": str(tmp_path), "unit": "byte"})
    assert files.how["unit"] is None  # offsets are turned once the texts are known
    assert list(files.checked.texts) == ["a"]
    assert Files({"unit": "byte"}).how["unit"] == "byte"
