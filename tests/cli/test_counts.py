"""Messages about one thing do not speak of several."""

from __future__ import annotations

import ast
import re

import pytest
from tests.conftest import ROOT

_BETWEEN = "judged|relevant|undefined|tied|repeated|other|more|expected|comment|unknown"
PLURAL_OF_ONE = re.compile(
    rf"(?<![\d.,-])(?<!tau )1 (?:(?:{_BETWEEN}) )?(?!is\b|has\b|was\b)[a-z]*[^\Wsu]s\b(?!-)"
)
"""``1 topics``; words that end in -ss or -us are no plurals."""

SPANS = "topic\tdoc\tstart\tend\tlength\n"
COMMANDS = {
    "no common topic": ("evaluate", "q.tsv", "other.tsv", "-m", "CharR@1"),
    "notes": ("evaluate", "q.tsv", "r.tsv", "-m", "CharR@1", "-m", "RR", "--verbose"),
    "undefined": ("evaluate", "zero", "r7", "-m", "AP"),
    "compare": ("compare", "q.tsv", "r.tsv", "again.tsv", "-m", "CharR@1"),
    "check": ("check", "q.tsv", "r.tsv", "zero", "--verbose"),
    "columns": ("check", "one-column", "--as", "run"),
    "fidelity": ("lab", "fidelity", "q.tsv", "-m", "CharR@1"),
    "reliability": ("lab", "reliability", "q.tsv", "r.tsv", "again.tsv", "-m", "CharR@1"),
    "correlate": ("lab", "correlate", "q.tsv", "r.tsv", "again.tsv", "-m", "CharR@1", "-m", "RR"),
    "convert": ("convert", "r.tsv", "out.jsonl", "--verbose"),
    "structure": ("structure", "d.xml", "-o", "s.tsv"),
}


@pytest.fixture
def of_one(tmp_path):
    (tmp_path / "q.tsv").write_text(SPANS + "q\td\t10\t20\t30\n")
    rows = "q\td\t10\t40\t2\nz\td\t0\t1\t1\nq\td\t12\t13\t2\n"
    for name in ("r", "again"):
        (tmp_path / f"{name}.tsv").write_text(f"topic\tdoc\tstart\tend\tscore\n{rows}")
    (tmp_path / "other.tsv").write_text("topic\tdoc\tstart\tend\nx\td\t0\t5\n")
    (tmp_path / "zero").write_text("q1 0 d7 0\n# a comment\n")
    (tmp_path / "r7").write_text("q1 Q0 d7 1 2 x\n")
    (tmp_path / "one-column").write_text("x\n")
    (tmp_path / "d.xml").write_text("<a>x</a>")


@pytest.mark.parametrize("name", COMMANDS)
def test_no_plural_of_one(partwise, of_one, name):  # findings 5.29
    answer = partwise(*COMMANDS[name])

    assert not PLURAL_OF_ONE.findall(answer.out + answer.err)


def test_the_rule_knows_a_plural():
    assert PLURAL_OF_ONE.search("none of its 1 topics is in the qrels")
    assert PLURAL_OF_ONE.search("Results(1 judged topics)")
    assert not PLURAL_OF_ONE.search("1 topic has 1 status; 21 topics, 0.1 characters, 1 class")


def test_counts_are_worded_in_one_place():  # findings 5.29
    """Nobody chooses between two words by asking whether a count is 1, but `messages`."""
    found = []
    for path in sorted((ROOT / "src" / "partwise").rglob("*.py")):
        if path.name == "messages.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.IfExp) and _is_about_one(node.test):
                words = [c.value for c in (node.body, node.orelse) if _is_text(c)]
                if len(words) == 2 and words[1].startswith(words[0]) and words[1].endswith("s"):
                    found.append(f"{path.name}:{node.lineno} {words}")
    assert not found


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_about_one(test: ast.expr) -> bool:
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value == 1
    )
