"""``partwise lab navigate`` from words to files."""

from __future__ import annotations

import json
import math

import pytest


@pytest.fixture
def three(tmp_path):
    (tmp_path / "routes.tsv").write_text("d\ta\tb\tc\nd\ta\tc\nd\tb\tc\ta\n")
    return str(tmp_path / "routes.tsv")


def test_models_as_given(partwise, three):
    words = ["lab", "navigate", three, "--nav", "NoNav", "--nav", f"Routes({three!r})"]
    data = json.loads(partwise(*words, "--format", "json").out)
    assert data["steps"] == 5
    assert [model["bits"] for model in data["models"]] == pytest.approx([1, 0.421916], abs=1e-6)
    assert [model["perplexity"] for model in data["models"]] == pytest.approx(
        [2 ** model["bits"] for model in data["models"]]
    )
    lines = partwise(*words, "--smoothing", "1", "--format", "tsv").out.splitlines()
    assert [float(line.split("\t")[1]) for line in lines[1:]] == [math.log2(2)] * 2


def test_structure_and_grid(partwise, three, tmp_path):
    (tmp_path / "s.tsv").write_text(
        "doc\tnode\tparent\tpath\ttag\tstart\tend\tdepth\n"
        "d\t0\t\t/a[1]\ta\t0\t90\t1\nd\t1\t0\t/a[1]/p[1]\tp\t0\t40\t2\n"
        "d\t2\t0\t/a[1]/p[2]\tp\t40\t90\t2\n"
    )
    (tmp_path / "r.tsv").write_text("d\t/a[1]/p[1]\t/a[1]/p[2]\n" * 2)
    words = ["lab", "navigate", str(tmp_path / "r.tsv"), "--structure", str(tmp_path / "s.tsv")]
    shown = partwise(*words, "--nav", "T2I([10, 40])", "--nav", "Hierarchy").out.splitlines()
    assert [line.split()[0] for line in shown[3:6]] == [
        "T2I(n=40)",
        "T2I(n=10)",
        "Hierarchy",
    ]
    refused = partwise("lab", "navigate", three, *words[3:], "--nav", "NoNav")
    assert refused.code == 2
    assert ":1: no element a in document d" in refused.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "no user model is given. Use --nav MODEL"),
        (["--nav", "NoNav", "--folds", "1"], "folds must be 2 or more"),
        (["--nav", "Edges"], "Edges needs a file"),
        (["--nav", "Summary"], "a is a name, not an element of a structure"),
    ],
)
def test_slips(partwise, three, words, problem):
    refused = partwise("lab", "navigate", three, *words)
    assert (refused.code, refused.out) == (2, "")
    assert problem in refused.err


def test_another_table_is_not_read_as_routes(partwise, tmp_path):
    file = tmp_path / "spans.tsv"
    for separator in "\t,":
        file.write_text("topic doc start end\nt1 a 0 10\nt2 b 0 10\n".replace(" ", separator))
        refused = partwise("lab", "navigate", str(file), "--nav", "NoNav")
        assert refused.code == 2
        assert "a table of topic, doc, start, end, not of routes" in refused.err


def test_neighbours_are_not_told_from_routes(partwise, three):
    refused = partwise("lab", "navigate", three, "--nav", "Either(Neighbours(1), Routes)")
    assert refused.code == 2
    assert "routes tell only which places were visited" in refused.err
    assert "Use --inventory FILE" in refused.err


@pytest.fixture
def chunks(tmp_path):
    """Three chunks, read in order once, and one step back to the first."""
    rows = ["route\tdoc\tplace", *(f"1\td\t{n}00..{n + 1}00" for n in (0, 1, 2, 0))]
    (tmp_path / "r.tsv").write_text("\n".join(rows))
    parts = ["doc\tstart\tend", *(f"{doc}\t{n}00\t{n + 1}00" for doc in "dx" for n in range(3))]
    (tmp_path / "chunks.tsv").write_text("\n".join(parts))
    return str(tmp_path / "r.tsv"), str(tmp_path / "chunks.tsv")


def test_neighbours_by_the_inventory(partwise, chunks):
    routes, inventory = chunks
    words = ["lab", "navigate", routes, "--nav", "Neighbours(before=0, after=1)"]
    words += ["--nav", "Neighbours(p=.5)", "--nav", "NoNav", "--inventory", inventory]
    models = json.loads(partwise(*words, "--format", "json").out)["models"]

    # the next chunk twice, as foretold; out of the last one nothing leads, and any is as likely
    sure, even, none = (-math.log2(0.95 * share + 0.05 / 2) for share in (1, 0.5, 0))
    assert models[0]["bits"] == pytest.approx((2 * sure + even) / 3)
    assert models[0]["uniform"] == 1
    # both sides: from the middle either way, and nobody foresees the step back
    assert models[1]["bits"] == pytest.approx((sure + even + none) / 3)
    assert models[2]["bits"] == pytest.approx(1)


def test_neighbours_need_offsets(partwise, chunks, tmp_path):
    (tmp_path / "whole.tsv").write_text("doc\nd\n")
    words = ["lab", "navigate", chunks[0], "--nav", "Neighbours", "--inventory", "whole.tsv"]

    refused = partwise(*words)

    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "whole.tsv: a part of document d has no offsets, and neighbours are told by them\n"
    )
