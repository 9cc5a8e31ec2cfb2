"""What docs/structure.md shows of links can be run as printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

pytest.importorskip("selectolax", reason="needs the extra html")

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "structure.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Links\n")[2].partition("\n## ")[0]
COMMANDS = SECTION.partition("```\n")[2].partition("```")[0].splitlines()


@pytest.fixture
def shown(partwise, tmp_path):
    """Run the commands; return what each said."""
    answers = {}
    for line in COMMANDS:
        *words, last = shlex.split(line, comments=True)
        if words[0] == "printf":
            text = words[1].encode().decode("unicode_escape")
            (tmp_path / last).write_text(text, encoding="utf-8")
        else:
            answers[words[1]] = partwise(*words[1:], last)
            assert answers[words[1]].code == 0, line
    return answers


def test_the_commands_say_what_the_page_says(shown):
    (value,) = re.findall(r"# ([0-9.]+)$", "\n".join(COMMANDS), re.MULTILINE)
    (note,) = re.findall(r"The command notes `([^`]+)`", SECTION)

    assert value in shown["evaluate"].out.split()
    assert f"note: {note}\n" in shown["structure"].err


def test_the_table_is_the_one_on_the_page(shown, tmp_path):
    rows = [line.strip("|").split("|") for line in SECTION.splitlines() if line.startswith("| ")]
    head, rule, *links = [[cell.strip() for cell in row] for row in rows]

    assert set(rule) == {"---"}
    assert [line.split("\t") for line in (tmp_path / "site.tsv").read_text().splitlines()] == [
        head,
        *links,
    ]
