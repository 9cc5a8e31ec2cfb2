"""The page of the errors says where each is raised."""

from __future__ import annotations

import re
import runpy

import pytest
from tests.conftest import ROOT

from partwise.error_numbers import CODES


@pytest.fixture
def tool():
    return runpy.run_path(str(ROOT / "tools" / "errors.py"))["page"].__globals__


def test_every_error_has_its_places(tool):
    rows = re.findall(r"^\| (E\d+) \| .+ \| (`.+`) \|$", tool["page"](), re.MULTILINE)

    assert [code for code, _ in rows] == list(CODES)
    assert "`evaluation/id_matching.py`" in dict(rows)["E27"]
    for code, cell in rows:
        for place in re.findall(r"`([^`]+)`", cell):
            assert re.search(rf"\b{code}\b", (ROOT / "src" / "partwise" / place).read_text())


def test_a_number_that_nobody_cites_is_refused(tool, tmp_path):
    tool["SOURCE"] = tmp_path
    cited = "".join(f"# {code}\n" for code in CODES if code != "E27")
    (tmp_path / "all.py").write_text(cited)

    with pytest.raises(SystemExit, match="no docstring cites E27: cite it where it is raised"):
        tool["places"]()
