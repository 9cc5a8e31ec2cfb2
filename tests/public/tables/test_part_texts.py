"""Texts of rows that name parts by an id, against the texts of an inventory."""

from __future__ import annotations

import pytest

import partwise as pw

INVENTORY = {
    "id": ["a", "b", "c"],
    "doc": ["d", "d", "e"],
    "start": [0, 10, 4],
    "end": [9, 20, 9],
    "text": ["First one", "The second", "Third"],
}
RUN = "topic\tid\tscore\ttext\nq\ta\t3\t{}\nq\tb\t2\t{}\nq\tc\t1\t{}\n"


def read(folder, *texts: str) -> pw.Run:
    (folder / "run.tsv").write_text(RUN.format(*texts), encoding="utf-8")
    return pw.read_run(folder / "run.tsv", inventory=pw.Inventory.from_columns(**INVENTORY))


def warnings_of(run: pw.Run) -> list[str]:
    return [str(note) for note in run.notes if str(note).startswith("warning")]


@pytest.mark.parametrize(
    "texts",
    [
        ("First one", "The second", "Third"),
        ("FIRST-one", "the SECOND", "third"),  # case and signs do not count
        ("First one", "The second", ""),
    ],
)
def test_texts_of_the_parts(tmp_path, texts):
    run = read(tmp_path, *texts)

    assert (run.start.tolist(), run.end.tolist()) == ([0, 10, 4], [9, 20, 9])
    assert warnings_of(run) == []


@pytest.mark.parametrize("text", ["The sec", "Something"])
def test_a_text_that_differs(tmp_path, text):
    (warning,) = warnings_of(read(tmp_path, "First one", text, "Third"))

    assert "1 of 3 texts" in warning
    assert f'"{text}"' in warning
    assert '"The second"' in warning


def test_shortened_texts_are_no_other_chunking(tmp_path):
    (warning,) = warnings_of(read(tmp_path, "First", "The sec", "Thi"))

    assert "3 of 3 texts" in warning


def test_texts_of_another_chunking(tmp_path):
    with pytest.raises(pw.PartwiseError, match=r'run\.tsv:2: .*"First one" under a.*2 of 3'):
        read(tmp_path, "Else", "Other", "Third")
