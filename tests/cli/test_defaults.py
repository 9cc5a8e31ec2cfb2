"""``partwise.toml``: defaults of options."""

from __future__ import annotations

import json

import pytest

import partwise as pw

FILE = """\
undefined = "zero"
order = "rank"

[evaluate]
measure = ["CharR@2", "P@2"]
doc_ids = "exact"

[check]
as = "qrels"

[lab.correlate]
measure = ["CharR", "CharP"]
"""
NOTE = "note: defaults taken from partwise.toml"


@pytest.fixture
def defaults(tmp_path, fixture_files):
    """Write the file of defaults."""
    return (tmp_path / "partwise.toml").write_text


def test_values_come_from_the_file_and_it_is_named(partwise, defaults):
    defaults(FILE)
    answer = partwise("evaluate", "qrels.tsv", "one.tsv", "--format", "json")
    found = json.loads(answer.out)
    assert [one["measure"] for one in found["runs"][0]["values"]] == ["CharR@2", "P@2"]
    options = found["options"]
    assert (options["undefined"], options["order"], options["doc_ids"]) == ("zero", "rank", "exact")
    assert options["defaults"] == "partwise.toml"
    assert f"{NOTE} (measure, order, undefined, doc-ids)" in answer.err.splitlines()
    assert (
        "defaults taken from partwise.toml (measure, order, undefined, doc-ids)" in found["notes"]
    )
    assert answer.err.count(NOTE) == 1


def test_the_command_line_wins(partwise, defaults):
    defaults(FILE)
    words = ("-m", "RR", "--undefined", "skip", "--order", "file", "--doc-ids", "exact")
    answer = partwise("evaluate", "qrels.tsv", "one.tsv", *words, "--format", "json")
    found = json.loads(answer.out)
    assert [one["measure"] for one in found["runs"][0]["values"]] == ["RR"]
    assert found["options"]["undefined"] == "skip"
    assert "defaults" not in found["options"]
    assert NOTE not in answer.err


def test_other_commands_have_their_own(partwise, defaults):
    defaults(FILE)
    checked = partwise("check", "qrels.tsv", "qrels.tsv")
    assert checked.err == f"  {NOTE} (as, order)\n"
    assert NOTE not in partwise("convert", "qrels.tsv", "q.jsonl", "--order", "rank").err
    assert f"{NOTE} (order)" in partwise("convert", "one.tsv", "r.jsonl").err
    quiet = partwise("evaluate", "qrels.tsv", "one.tsv", "-q")
    assert (quiet.code, quiet.err) == (0, "")
    assert "CharR@2" in quiet.out
    lab = partwise("lab", "correlate", "qrels.tsv", "one.tsv", "one.tsv")
    assert f"{NOTE} (measure, order, undefined)" in lab.err
    assert partwise("measures", "AP").code == 0


def test_columns_are_a_table(partwise, defaults, tmp_path):
    (tmp_path / "run.tsv").write_text("topic\tsource\tstart\tend\trank\n1\tA\t10\t30\t1\n")
    defaults('columns = { doc = "source" }\n')
    answer = partwise("evaluate", "qrels.tsv", "run.tsv", "-m", "CharR", "--format", "tsv")
    assert "CharR\t0.23529411764705882" in answer.out


def test_results_with_the_same_values_are_not_told_apart(partwise, defaults, tmp_path):
    words = ("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--per-topic", "--format", "json")
    plain = partwise(*words, "--order", "rank").out
    defaults('order = "rank"\n')
    both = [pw.Results.from_json(plain), pw.Results.from_json(partwise(*words).out)]
    (row,) = pw.compare(both).rows
    assert (row.baseline, row.run) == ("one", "one#2")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('measur = "AP"', "no command has an option measur. Did you mean measure?"),
        ("[evalute]\n", "there is no command evalute. Did you mean evaluate?"),
        ("[evaluate]\nundefned = 1", "evaluate has no option undefned. Did you mean undefined?"),
        ('undefined = "none"', "undefined: 'none' is not one of 'skip', 'zero'."),
        ('[evaluate]\nlenient = "yes"', "lenient is true or false, not 'yes'"),
        ('[evaluate]\npreset = ["rag"]', "preset takes one value, not ['rag']"),
        ("[evaluate]\npreset = true", "preset takes one value, not True"),
        ('[evaluate]\nmax-bytes = "x"', "max-bytes: 'x' is not a valid integer range."),
        ("order = ]", "not TOML: Invalid value (at line 1, column 9)"),
    ],
)  # fmt: skip
def test_slips_are_named(partwise, defaults, text, words):
    defaults(text)
    answer = partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"partwise.toml: {words}\n"


def test_groups_name_their_commands(partwise, defaults):
    defaults("[lab.corelate]\n")
    answer = partwise("lab", "correlate", "qrels.tsv", "one.tsv", "one.tsv")
    assert answer.err == "partwise.toml: lab has no command corelate. Did you mean correlate?\n"


def test_bytes_that_are_no_text(partwise, tmp_path, fixture_files):
    (tmp_path / "partwise.toml").write_bytes(b'a = "\xff"')
    assert partwise("check", "qrels.tsv").err == "partwise.toml: not UTF-8\n"
