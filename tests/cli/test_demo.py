"""``partwise demo``: what it writes, prints and points at."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil

import pytest
from tests.conftest import ROOT
from tests.helpers import DEMO, answer

PRIMARY = "CharR(budget=4000)"
RUNS = ("fixed", "overlap", "sections", "small-to-big", "whole")
"""Runs in the order of their files, which the links of the page count."""
README = (DEMO / "README.md").read_text(encoding="utf-8")
PRINTED = [line for line in README.splitlines() if line.startswith("partwise ")]
TRIED = PRINTED[4:]
"""Commands that the README proposes after those that the demo runs."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """The folder and the output of one demo."""
    place = tmp_path_factory.mktemp("demo")
    before = os.times()
    done = answer(place, "demo", place / "here")
    after = os.times()
    assert (done.code, done.err) == (0, "")
    return place / "here", done.out, after.user - before.user


def test_the_demo_is_short_and_quick(shown):
    folder, output, seconds = shown

    assert len(output.splitlines()) <= 30
    assert seconds < 20
    assert (folder / "report.html").stat().st_size < 1_000_000


def test_every_command_is_shown_before_its_output(shown):
    _, output, _ = shown
    lines = [line[2:] for line in output.splitlines() if line.startswith("$ partwise")]

    assert lines == PRINTED[: len(lines)]
    assert len(lines) == 4


def test_the_numbers_are_those_of_the_commands(shown, partwise):
    folder, output, _ = shown
    files = [f"{folder}/runs/{run}.tsv" for run in RUNS]

    table = partwise("evaluate", f"{folder}/qrels.tsv", *files, "-q").out
    assert table in output
    compared = partwise("compare", f"{folder}/qrels.tsv", *files, "-m", PRIMARY, "-q").out
    assert f"... {compared.splitlines()[-1]}\n" in output


def test_the_readme_shows_what_the_demo_prints(shown):
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)

    assert table in shown[1]
    for picture in re.findall(r"docs/images/[a-z-]+\.\w+", page):
        assert (ROOT / picture).stat().st_size > 10_000


@pytest.mark.parametrize("line", TRIED)
def test_what_its_readme_proposes_runs(line, shown, partwise, tmp_path):
    shutil.copytree(shown[0], tmp_path, dirs_exist_ok=True)
    if "structure.parquet" in line:
        partwise("structure", "xml", "-o", "structure.parquet")
    found = partwise(*shlex.split(line)[1:])

    assert found.code == 0, found.err


def test_links_lead_to_topics_of_the_page(shown):
    _, output, _ = shown
    links = re.findall(r"report\.html#topic=(\S+)&a=(\d)&b=(\d)", output)

    assert [(topic, RUNS[int(a)], RUNS[int(b)]) for topic, a, b in links] == [
        ("crank", "fixed", "sections"),
        ("clear-nights", "overlap", "fixed"),
        ("coating", "sections", "whole"),
    ]


def values(partwise, folder, run, measure, topic):
    words = (f"{folder}/qrels.tsv", f"{folder}/runs/{run}.tsv", "-m", measure)
    found = partwise("evaluate", *words, "--per-topic", "--format", "json")
    return json.loads(found.out)["runs"][0]["values"][0]["topics"][topic]


def test_what_is_said_of_the_topics_is_true(shown, partwise):
    folder, _, _ = shown
    cut, again, long = "crank", "clear-nights", "coating"

    spans = [row.split("\t") for row in (folder / "qrels.tsv").read_text().splitlines()]
    mine = [(row[1], int(row[2]), int(row[3])) for row in spans if row[0] == cut]
    parts = [
        row.split("\t")[:3] for row in (folder / "inventories/fixed.tsv").read_text().splitlines()
    ]
    for doc, start, end in mine:
        inside = [p for p in parts if p[0] == doc and int(p[1]) <= start and end <= int(p[2])]
        assert inside == []
    assert 0 < values(partwise, folder, "fixed", PRIMARY, cut) < 1
    assert values(partwise, folder, "sections", PRIMARY, cut) == 1

    assert values(partwise, folder, "overlap", "CharOverlap@6", again) > 0.15
    assert values(partwise, folder, "overlap", PRIMARY, again) == 0
    assert values(partwise, folder, "fixed", PRIMARY, again) == 1

    assert values(partwise, folder, "sections", PRIMARY, long) == 0
    assert values(partwise, folder, "whole", PRIMARY, long) == 1


def test_a_folder_with_files_is_left_alone(partwise, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "qrels.tsv").write_text("mine")
    found = partwise("demo", "mine")

    assert found.code == 2
    assert found.err == (
        "mine holds files already: name another folder, or use --force to replace those of the "
        "demo\n"
    )
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["qrels.tsv"]
    assert (tmp_path / "mine" / "qrels.tsv").read_text() == "mine"


def test_force_replaces_files_of_the_demo_only(partwise, tmp_path):
    (tmp_path / "mine").mkdir()
    for name in ("qrels.tsv", "notes.txt"):
        (tmp_path / "mine" / name).write_text("mine")
    found = partwise("demo", "mine", "--force")

    assert found.code == 0
    assert (tmp_path / "mine" / "qrels.tsv").read_bytes() == (DEMO / "qrels.tsv").read_bytes()
    assert (tmp_path / "mine" / "notes.txt").read_text() == "mine"


def test_a_file_in_its_place_is_refused(partwise, tmp_path):
    (tmp_path / "mine").write_text("mine")

    for words in (("demo", "mine"), ("demo", "mine", "--force")):
        found = partwise(*words)
        assert found.code == 2
        assert found.err == "mine: is not a folder\n"
    assert (tmp_path / "mine").read_text() == "mine"
