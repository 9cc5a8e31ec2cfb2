"""Worked values of readers and structural relevance, from files, as users have them."""

from __future__ import annotations

import json

import pytest
from tests.papers.test_characters_worked import FIXTURE, row, value
from tests.reference.characters_collections import Collection

PRINTED = {
    "e1": {"e2": 0.53, "e3": 0.16, "e4": 0.11, "e5": 0.11, "e6": 0.11},
    "e2": {"e1": 0.63, "e4": 0.133, "e5": 0.133, "e6": 0.133},
    "e3": {"e1": 1},
    "e4": {"e1": 0.5, "e2": 0.5},
    "e5": {"e1": 0.5, "e2": 0.5},
    "e6": {"e1": 0.5, "e2": 0.5},
}
"""Table 5 of the ESR paper as printed."""

SIZES = {"e1": 100, "e3": 30, "e4": 20}


@pytest.fixture
def write(tmp_path):
    def lines(name, *rows):
        (tmp_path / name).write_text("\n".join("\t".join(row.split()) for row in rows) + "\n")

    return lines


def shown(answer):
    """Values of one run by measure, from the table that is printed."""
    assert answer.code == 0, answer.err
    lines = [line.split() for line in answer.out.splitlines() if line[:1] not in ("-", "")]
    at = next(n for n, cells in enumerate(lines) if cells[0] == "run")
    return dict(zip(lines[at][1:], map(float, lines[at + 1][1:]), strict=True))


def test_sizes_without_offsets(partwise, write):
    # the toy of the ESR paper cannot be loaded from spans: e2 is as long as e1, which holds it
    write("steps.tsv", *(f"d {x} {y} {p}" for x, to in PRINTED.items() for y, p in to.items()))
    judged = [f"t d {name} 1 {SIZES[name]}" for name in ("e3", "e4")]
    write("qrels.tsv", "topic doc element grade size", *judged)
    listed = [f"t d {name} {SIZES[name]}" for name in ("e1", "e3", "e4")]
    write("list.tsv", "topic doc element size", *listed)
    nav = "Edges('steps.tsv', kind=step)"
    measures = "SRiR(base=collection)@3", "SRiP@3", "SRiR@2"
    answer = partwise(
        *("evaluate", "qrels.tsv", "list.tsv", "--nav", nav),
        *(word for measure in measures for word in ("-m", measure)),
    )

    expected = [0.86, 0.2867, 0.504]
    assert shown(answer) == dict(zip(measures, expected, strict=True))
    assert "base=collection adds the sizes up" in answer.err


def test_trees_that_share_nodes_are_not_counted_as_sets(partwise, write):
    write("qrels.tsv", "topic doc tree grade", "t d /a[1] 1", "t d /a[1]|/b[1] 1", "t d /b[1] 1")
    write("list.tsv", "topic doc tree", "t d /a[1]", "t d /a[1]|/b[1]", "t d /c[1]")
    measures = "ESRP@2", "ESRR@2", "ESRP(shared=printed)@2", "ESRR(shared=printed)@2"
    answer = partwise(
        *("evaluate", "qrels.tsv", "list.tsv", "--nav", "NoNav"),
        *(word for measure in measures for word in ("-m", measure)),
    )

    assert list(shown(answer).values()) == [0.75, 1, 1, 0.6667]


def test_summaries_from_files(partwise, write):
    # of e2's steps .4 go to the partition of e1, .2 stay, .4 go to that of e4
    write("routes.tsv", "d e3 e1 e2 e4", "d e3 e2 e4 e5", "d e3 e1 e6")
    parts = [
        f"d {name} {part}" for part in ("e1 S1", "e2 S2", "e3 S2") for name, part in [part.split()]
    ]
    write("parts.tsv", "doc element partition", *parts, "d e6 S2", "d e4 S3", "d e5 S3")
    write("qrels.tsv", "topic doc element grade", "t d e1 1", "t d e3 1", "t d e5 1")
    write("list.tsv", "topic doc element", "t d e2")
    nav = "Summary('routes.tsv', parts='parts.tsv')"
    answer = partwise("evaluate", "qrels.tsv", "list.tsv", "--nav", nav, "-m", "ENearMisses")

    assert shown(answer) == {"ENearMisses": 1.0}
    write("parts.tsv", "doc element part", "d e1 S1")
    answer = partwise("evaluate", "qrels.tsv", "list.tsv", "--nav", nav, "-m", "ENearMisses")
    assert answer.code == 2
    assert "parts.tsv:1: no header of partitions" in answer.err


def test_readers_who_stop_at_ideals_belong_to_some_measures(partwise, write):
    write("qrels.tsv", "topic doc start end", "t d 30 40", "t d 60 70")
    write("list.tsv", "topic doc start end", "t d 35 36")
    words = "evaluate", "qrels.tsv", "list.tsv", "--nav", "T2I(25, counts=irrelevant, stop=ideal)"

    assert shown(partwise(*words, "-m", "GR")) == {"GR": 0.5}
    answer = partwise(*words, "-m", "ESRR")
    assert answer.code == 2
    assert "only PRUM, EPRUM and GR" in answer.err


def test_a_measure_to_correlate_with_gets_the_reader_too(partwise, write):
    write("qrels.tsv", "topic doc element grade", "t D /a[1] 1", "u D /b[1] 1")
    for n in (1, 2, 3):
        write(f"r{n}.tsv", "topic doc element", *(f"{t} D /{x}[{n}]" for t, x in ("ta", "ub")))
    runs = "r1.tsv", "r2.tsv", "r3.tsv"
    words = "lab", "correlate", "qrels.tsv", *runs, "-m", "GR@1", "--against", "EPRUM@0.5"
    told = json.loads(partwise(*words, "--nav", "NoNav", "--format", "json").out)

    assert told["measures"] == ["GR(nav=NoNav)@1", "EPRUM(nav=NoNav)@0.5"]


def test_best_entry_points_that_nobody_gave():
    # a relevant document without one is put first
    parts = [row("D", 5, 10), *FIXTURE.run]
    collection = Collection(FIXTURE.topics, FIXTURE.judgements, parts, FIXTURE.lengths)

    assert value("gP(BEP(n=100, missing=zero))@4", collection) == pytest.approx(0.425)
    assert value("gP(BEP(n=100))@4", collection) == pytest.approx(0.675)
