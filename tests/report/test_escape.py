"""Names with special signs in every text format."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from partwise.report.tables import (
    Code,
    Grid,
    delimited,
    latex,
    markdown,
    spreadsheet,
    to_latex,
    to_markdown,
    to_text,
)

SPECIAL = r"100 % & # $ _ { } ~ ^ \ < > |"
GRID = Grid(
    "run",
    [Code("CharR@5 ↓"), "kind", SPECIAL],
    [
        ("[a]_b", ["0.5000", "x|y", "<0.0001 *"], [True, False, False]),
        ("*c", ["-"] * 3, [False] * 3),
    ],
)


def test_every_sign_of_latex_is_escaped():  # findings 4.4
    assert latex("+16.6 %") == r"+16.6\,\%"
    assert latex("<0.0001") == "$<$0.0001"
    assert latex("a > b") == "a $>$ b"
    bare = re.sub(
        r"\\[&%$#_{}]|\\textbackslash\{\}|\\textasci\w+\{\}|\$[<>|]\$", "", latex(SPECIAL)
    )
    assert not set(bare) & set(r"%&#$_{}~^<>|")


def test_no_bare_sign_in_a_latex_table():  # findings 4.4
    body = to_latex(GRID).splitlines()[2:-2]
    cells = [cell for line in body for cell in line.removesuffix(r" \\").split(" & ")]
    for cell in cells:
        rest = re.sub(r"\\[a-z]+(\{\})?|\\[&%$#_{},]|\$[<>|]\$|\$\\downarrow\$", "", cell)
        assert not set(rest) & set("%&#_~^<>|"), cell


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_table_compiles(tmp_path):  # findings 4.4
    start = r"\documentclass{article}\usepackage{booktabs}\begin{document}"
    page = start + to_latex(GRID) + r"\end{document}"
    (tmp_path / "t.tex").write_text(page, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


def test_a_row_is_not_taken_for_the_argument_of_a_line_break():
    assert r"{}[a]\_b" in to_latex(GRID)
    assert "{}*c" in to_latex(GRID)


def test_text_stands_left_and_numbers_right():  # findings 6.4
    assert r"\begin{tabular}{lrlr}" in to_latex(GRID)
    assert to_markdown(GRID).splitlines()[1] == "| --- | ---: | --- | ---: |"
    lines = to_text(GRID).splitlines()
    at = lines[0].index("kind")
    assert lines[2][at : at + 3] == "x|y"


def test_code_font_is_for_measures():  # findings 6.4
    head = to_markdown(GRID).splitlines()[0]
    assert head.startswith("| run | `CharR@5 ↓` | kind |")


def test_markdown_escapes_its_signs():  # findings 4.7
    assert markdown("a|b <i>`*_") == r"a\|b \<i\>\`\*\_"
    assert markdown(Code("a|b")) == r"`a\|b`"


@pytest.mark.parametrize("write", [to_text, to_markdown, to_latex])
def test_control_characters_are_visible_in_tables(write):  # findings 4.7
    laid = Grid("\x9b", ["x\u202ey"], [("\x1b[2Jq", ["a\tb\nc"], [False])])
    text = write(laid)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    for shown in ("x1b", "x9b", "u202e", "x09", "x0a"):
        assert shown in text


def test_programs_get_the_bytes():  # findings 4.7
    assert delimited(("run",), [("\x1b[31mred",)], "tsv") == "run\n\x1b[31mred\n"


def test_text_is_no_formula():  # ruling 10
    rows = [("=1+1", "+x", "-a", "@b", "-1", "+2.5e3", "a=b", -0.5)]
    assert delimited(tuple("abcdefgh"), rows, "tsv").splitlines()[1] == (
        "'=1+1\t'+x\t'-a\t'@b\t-1\t+2.5e3\ta=b\t-0.5"
    )
    assert delimited(tuple("abcdefgh"), rows, "csv", raw=True).splitlines()[1].startswith("=1+1,+x")
    assert spreadsheet("") == ""


def test_numbers_have_the_fewest_digits():  # findings 6.6
    assert delimited(("x", "y", "z"), [(0.09, 1 / 3, 1e-300)], "csv").splitlines()[1] == (
        "0.09,0.3333333333333333,1e-300"
    )
