"""Measures, presets and formats as a user may write them."""

from __future__ import annotations

import pytest

import partwise as pw

PRESETS = (
    "rag", "trec", "xcg", "navigation", "inex2005", "inex2007-focused", "inex2008-ric", "inex-bic",
    "effort", "in-context", "genomics2007", "chroma", "kilt", "legalbench", "bioasq2", "bioasq3",
    "bioasq5", "bioasq8", "bioasq9", "bioasq",
)  # fmt: skip


@pytest.fixture
def files(tmp_path):
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t10\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\nt\td\t0\t5\t1\n")
    return "q.tsv", "r.tsv"


def header(answer):
    assert answer.code == 0, answer.err
    return [line.split("\t")[2] for line in answer.out.splitlines()[1:]]


def test_lists_and_ranges(partwise, files, tmp_path):  # findings 7.3
    (tmp_path / "m.txt").write_text("P@[5,10]\n# a remark\nCharR@1..3\n")

    named = partwise("evaluate", *files, "-m", "P@[5,10]", "-m", "CharR@1..3", "--format", "tsv")
    listed = partwise("evaluate", *files, "-m", "@m.txt", "--format", "tsv")

    assert header(named) == header(listed) == ["P@5", "P@10", "CharR@1", "CharR@2", "CharR@3"]


def test_gates_take_ranges(partwise, files):
    answer = partwise("evaluate", *files, "-m", "CharR", "--fail-under", "CharR@[1,2]=0.9")

    assert answer.code == 1
    assert answer.err.count("failed: ") == 2


def test_one_measure_a_word(partwise, files, tmp_path):  # findings 5.24
    (tmp_path / "m.txt").write_text("AP\nnDCG@10, AP\n")

    answer = partwise("evaluate", *files, "-m", "nDCG@10,AP")
    quoted = partwise("evaluate", *files, "-m", "AgP(F(beta=1), x=1), AP")
    listed = partwise("evaluate", *files, "-m", "@m.txt")

    assert answer.code == 2
    assert "one measure a -m. Use -m nDCG@10 -m AP" in answer.err
    assert "one measure a -m. Use -m 'AgP(F(beta=1), x=1)' -m AP" in quoted.err
    assert "m.txt:2: one measure a line" in listed.err


def test_unknown_presets(partwise, files):  # findings 5.28
    far = partwise("evaluate", *files, "--preset", "foo")
    close = partwise("evaluate", *files, "--preset", "trek")

    assert far.code == 2
    assert f'there is no preset "foo" (available: {", ".join(PRESETS)})' in far.err
    assert 'there is no preset "trek". Did you mean trec?' in close.err
    listed = partwise("measures").out.partition("PRESETS (--preset NAME)\n")[2]
    listed = [
        line.split()[0] for line in listed.partition("\n\n")[0].splitlines() if line[2] != " "
    ]
    assert listed == [*PRESETS]


def test_parts_of_names_of_formats(partwise):  # findings 5.18
    assert partwise("formats", "fol").out == partwise("formats", "fol-qrels").out
    assert partwise("formats", "genomics-g").out == partwise("formats", "genomics-gold").out
    both = partwise("formats", "genomics")
    assert both.code == 2
    assert "Did you mean genomics-run or genomics-gold?" in both.err


def test_document_measures_with_names_of_parts_are_noted(partwise, files):  # findings 7.2
    answer = partwise(
        "evaluate", *files, "-m", "recall@5", "-m", "P_5", "-m", "R@3", "-m", "mrr@10"
    )

    said = "recall is read as R@5, which counts documents; for spans use CharR@5"
    assert said in answer.err
    assert "P_5 is read as P@5, which counts documents; for spans use CharP@5" in answer.err
    assert "mrr is read as RR@10, which counts documents; for spans use PartRR@10" in answer.err
    assert "R@3" not in answer.err
    notes = pw.evaluate(
        pw.Qrels.from_columns(topic=["t"], doc=["d"], grade=[1]),
        pw.Run.from_columns(topic=["t"], doc=["d"], score=[1.0]),
        ["recall@5"],
    ).notes
    assert not any("counts documents" in note for note in notes)


def test_help_says_which_preset_is_the_default(partwise):  # findings 3.6
    said = " ".join(partwise("evaluate", "--help").out.split())

    assert (
        "highlighted spans get the preset rag, graded documents trec, elements graded by e and s "
        "xcg, elements or trees with one grade navigation." in said
    )


def test_the_table_spells_bep_with_its_n(partwise, files):  # findings 3.6
    answer = partwise("evaluate", *files, "-m", "AgP(BEP(n=500))", "--format", "tsv")

    assert header(answer) == ["AgP(BEP(n=500))"]
