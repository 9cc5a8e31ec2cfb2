"""Law: an error about a row of a file names the file and the line (findings 3.9)."""

from __future__ import annotations

import re

import pytest
from tests.helpers import grouped_options

import partwise as pw

HEADER = "topic\tdoc\t{columns}\n"
STRUCTURE = {
    "doc": ["d"] * 3, "parent": [None, 0, 0], "tag": ["a", "b", "c"], "start": [0, 0, 10],
    "end": [20, 10, 20],
}  # fmt: skip
SPANS = ("start\tend", ["t\td\t0\t5", "t\td\t6\t9"])
ELEMENTS = ("element\tgrade", ["t\td\t/a[1]\t1", "t\td\t/a[1]/b[1]\t1"])
RETURNED = ("element\trank", ["t\td\t/a[1]/c[1]\t1", "t\td\t/a[1]/b[1]\t2"])
PASSAGES = ("start\tend\trank", ["t\td\t0\t5\t1", "t\td\t3\t9\t2"])
WHOLE = ("rank", ["t\td\t1"])

CASES = {
    "no offsets in the run": (SPANS, RETURNED, "CharR@5", {}, "r.tsv:2"),
    "no offsets in the assessments": (
        ("element", ["t\td\t/a[1]"]),
        PASSAGES,
        "CharR",
        {},
        "q.tsv:2",
    ),
    "no such element": (
        SPANS,
        ("element\trank", ["t\td\t/a[1]\t1", "t\td\t/a[1]/b[9]\t2"]),
        "CharR@5",
        {"structure": STRUCTURE},
        "r.tsv:3",
    ),
    "no such judged element": (
        ("element\tgrade", ["t\td\t/a[1]\t1", "t\td\t/a[1]/b[7]\t1"]),
        RETURNED,
        "GR",
        {"structure": STRUCTURE},
        "q.tsv:3",
    ),
    "no length in the run": (SPANS, WHOLE, "CharP", {}, "r.tsv:2"),
    "no length in the assessments": (("grade", ["t\td\t1"]), PASSAGES, "CharR", {}, "q.tsv:2"),
    "no length of a returned document": (
        ("start\tend", ["t\tx\t0\t5", "t\td\t0\t5"]),
        ("rank", ["t\tx\t1"]),
        "GR(nav=T2I(5))",
        {},
        r"[qr].tsv:2",
    ),
    "no tokens": (SPANS, PASSAGES, "CharR(budget=3, unit=tokens)", {}, "r.tsv:2"),
    "no size": (ELEMENTS, RETURNED, "SRiP(nav=NoNav)@1", {}, "q.tsv:2"),
    "no place for a model": (ELEMENTS, RETURNED, "GR(nav=T2I(5))", {}, "[qr].tsv:[23]"),
    "no tag": (SPANS, RETURNED, "GR(nav=Depth)", {"structure": STRUCTURE}, r".*\(.*q.tsv:2\)"),
    "not in the structure": (
        ("start\tend", ["t\td\t0\t5", "t\tz\t0\t5"]),
        RETURNED,
        "nxCG@5",
        {"structure": STRUCTURE},
        "q.tsv:3",
    ),
    "two lengths": (
        ("start\tend\tlength", ["t\td\t0\t5\t20", "u\td\t0\t5\t30"]),
        PASSAGES,
        "CharP",
        {},
        "q.tsv:3",
    ),
    "another length than the structure's": (
        ("start\tend\tlength", ["t\td\t0\t5\t30"]),
        PASSAGES,
        "CharP",
        {"structure": STRUCTURE},
        "q.tsv:2",
    ),
    "two entry points": (
        ("start\tend\tbep", ["t\td\t0\t5\t0", "t\td\t7\t9\t3"]),
        PASSAGES,
        "AgP(BEP)",
        {},
        "q.tsv:3",
    ),
}


def tables(options):
    return {name: pw.Structure.from_columns(**columns) for name, columns in options.items()}


@pytest.mark.parametrize("case", CASES)
def test_errors_about_rows_name_file_and_line(tmp_path, monkeypatch, case):  # findings 3.9
    judged, returned, measure, options, place = CASES[case]
    monkeypatch.chdir(tmp_path)
    for name, (columns, rows) in (("q.tsv", judged), ("r.tsv", returned)):
        (tmp_path / name).write_text(HEADER.format(columns=columns) + "\n".join(rows) + "\n")
    with pytest.raises(pw.PartwiseError) as caught:
        pw.evaluate(
            pw.read_qrels("q.tsv"),
            pw.read_run("r.tsv"),
            [measure],
            **grouped_options(**tables(options)),
        )
    message = str(caught.value)
    assert re.match(place + r"(: |\. )", message), message
    assert not re.search(r"\brow \d", message), message


def test_the_words_of_missing_places(tmp_path, monkeypatch):  # findings 3.9, 5.3, 5.5
    monkeypatch.chdir(tmp_path)
    words = {
        "no offsets in the run": (
            "r.tsv:2: element /a[1]/c[1] has no offsets, and CharR needs them. Use structure=..."
        ),
        "no size": (
            "q.tsv:2: SRiP needs the size of element /a[1] of document d. "
            "Use structure=..., or a column size"
        ),
        "no tag": (
            "Depth goes by the tags of elements, and the assessed passage 0..5 of document d has "
            "none (q.tsv:2). Use nav=Window(), or ideals=elements to derive elements from the "
            "highlights"
        ),
    }
    for case, said in words.items():
        judged, returned, measure, options, _ = CASES[case]
        for name, (columns, rows) in (("q.tsv", judged), ("r.tsv", returned)):
            (tmp_path / name).write_text(HEADER.format(columns=columns) + "\n".join(rows) + "\n")
        with pytest.raises(pw.PartwiseError) as caught:
            pw.evaluate(
                pw.read_qrels("q.tsv"),
                pw.read_run("r.tsv"),
                [measure],
                **grouped_options(**tables(options)),
            )
        assert str(caught.value) == said
