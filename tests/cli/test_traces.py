"""Files of traces on the command line."""

from __future__ import annotations

import pytest
from tests.adapters.test_traces import PLACES
from tests.files.formats.test_traces import GIVEN


@pytest.mark.parametrize("name", GIVEN)
def test_traces_are_runs(partwise, tmp_path, name):
    (tmp_path / f"{name}.json").write_text(GIVEN[name])
    (tmp_path / "gold.tsv").write_text("topic\tdoc\tstart\tend\nq\ta\t3\t9\n")
    (tmp_path / "topics.tsv").write_text("topic\ttext\nq\twhy?\n")
    lines = ["topic\tdoc\tstart\tend\trank"]
    lines += [f"q\t{d}\t{s}\t{e}\t{n}" for n, (d, s, e) in enumerate(PLACES, 1)]
    (tmp_path / "table.tsv").write_text("\n".join(lines))
    more = ("-m", "CharAP", "--format", "tsv", "--topics-file", "topics.tsv")
    found = partwise("evaluate", "gold.tsv", f"{name}.json", *more)
    assert found.code == 0, found.err
    expected = partwise("evaluate", "gold.tsv", "table.tsv", *more)
    assert found.out.replace(name, "table") == expected.out


def test_traces_are_no_assessments(partwise, tmp_path):
    (tmp_path / "t.json").write_text(GIVEN["spans"])
    found = partwise("evaluate", "t.json", "t.json")
    assert (found.code, found.out) == (2, "")
    assert found.err == "t.json: traces, not assessments. QRELS come first, then RUNs\n"
