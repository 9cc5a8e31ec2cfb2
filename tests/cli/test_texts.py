"""``--texts`` on the command line."""

from __future__ import annotations

import pytest

TEXT = "The 🌊 rises at dawn."


@pytest.fixture
def files(tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d.txt").write_text(TEXT, encoding="utf-8")
    start = TEXT.index("dawn")
    (tmp_path / "q.tsv").write_text(f"topic\tdoc\tstart\tend\nq\td\t{start}\t{start + 4}\n")
    row = f'{{"topic": "q", "doc": "d", "start": {start + 1}, "end": {start + 5}, "score": 1'
    (tmp_path / "bare.jsonl").write_text(row + "}\n")
    (tmp_path / "said.jsonl").write_text(row + ', "text": "dawn"}\n')
    (tmp_path / "wrong.jsonl").write_text(row + ', "text": "dusk"}\n')
    return tmp_path


def test_a_proved_unit_is_converted_and_told(partwise, files):  # findings 7.5
    words = ("evaluate", "q.tsv", "said.jsonl", "-m", "CharR@1", "--format", "tsv")
    found = partwise(*words, "--texts", "texts")

    assert found.out.splitlines()[-1] == "said\tall\tCharR@1\t1.0"
    assert "warning: said: offsets are UTF-16 units (utf16): 1 of 1 fit their text" in found.err


def test_a_unit_needs_the_texts(partwise, files):
    found = partwise("evaluate", "q.tsv", "bare.jsonl", "-m", "CharR@1", "--unit", "utf16")

    assert found.code == 2
    assert "offsets in utf16 units need the texts. Use --texts T; where run and" in found.err


def test_text_that_is_not_what_the_offsets_say(partwise, files):  # E17
    words = ("q.tsv", "wrong.jsonl", "-m", "CharR@1", "--texts", "texts")
    found = partwise("evaluate", *words)

    assert found.code == 2
    assert "wrong.jsonl:1: text differs from d[16:20] at character 0" in found.err
    assert "Use --unit utf16 or --unit byte, or --trust offsets to go on" in found.err
    assert partwise("evaluate", *words, "--trust", "offsets").code == 0


@pytest.mark.parametrize("words", [("check",), ("convert", "OUT")])
def test_other_commands_refuse_with_the_same_words(partwise, files, words):
    command, *out = words
    out = [files / "out.tsv"] if out else []
    found = partwise(command, "wrong.jsonl", *out, "--texts", "texts")

    assert found.code == 2
    assert "wrong.jsonl:1: text differs from d[16:20] at character 0" in found.err
