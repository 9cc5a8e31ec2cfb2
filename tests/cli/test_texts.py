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


def test_text_that_is_not_what_the_offsets_say(partwise, files):
    words = ("q.tsv", "wrong.jsonl", "-m", "CharR@1", "--texts", "texts")
    found = partwise("evaluate", *words)

    assert found.code == 2
    assert "wrong.jsonl:1: text differs from d[16:20] at character 0" in found.err
    assert (
        "Use --unit utf16 or --unit byte, or --trust text or --trust offsets to go on" in found.err
    )
    assert partwise("evaluate", *words, "--trust", "offsets").code == 0


@pytest.mark.parametrize("words", [("check",), ("convert", "OUT")])
def test_other_commands_refuse_with_the_same_words(partwise, files, words):
    command, *out = words
    out = [files / "out.tsv"] if out else []
    found = partwise(command, "wrong.jsonl", *out, "--texts", "texts")

    assert found.code == 2
    assert "wrong.jsonl:1: text differs from d[16:20] at character 0" in found.err


QUOTES = """\
{"topic": "q", "doc": "d", "text": "RISES at"}
{"topic": "q", "doc": "d", "text": "dawn"}
"""
LISTED = '{"topic": "q", "doc": "d", "text": "rises at dawn", "score": 1}\n'


@pytest.fixture
def quotes(files):
    (files / "gold.jsonl").write_text(QUOTES)
    (files / "run.jsonl").write_text(LISTED)
    (files / "other.jsonl").write_text(LISTED.replace("rises at ", "at "))
    (files / "chunks.jsonl").write_text(
        '{"doc": "d", "text": "The 🌊 rises"}\n{"doc": "d", "text": "at dawn."}\n'
    )
    return files


COMMANDS = [
    ("evaluate", "gold.jsonl", "run.jsonl", "-m", "CharR@1"),
    ("compare", "gold.jsonl", "run.jsonl", "other.jsonl", "-m", "CharR@1"),
    ("losses", "gold.jsonl", "run.jsonl", "--inventory", "chunks.jsonl", "-k", "1"),
    ("report", "gold.jsonl", "run.jsonl", "-m", "CharR@1", "-o", "report.html"),
    ("check", "gold.jsonl", "run.jsonl"),
    ("convert", "gold.jsonl", "out.tsv"),
]


@pytest.mark.parametrize("words", COMMANDS)
def test_quotes_are_located_in_every_command(partwise, quotes, words):
    if words[0] == "report":
        pytest.importorskip("jinja2", reason="the report needs its extra")
    found = partwise(*words, "--texts", "texts")
    assert found.code == 0, found.err
    assert "located 2 of 2 quotes (1 exact, 1 normalised)" in found.err


@pytest.mark.parametrize("words", COMMANDS)
def test_and_refused_without_a_place(partwise, quotes, words):
    (quotes / "gold.jsonl").write_text(QUOTES.replace("RISES at", "sets at"))
    before = {path.name for path in quotes.iterdir()}
    found = partwise(*words, "--texts", "texts")
    assert found.code == 2
    assert 'gold.jsonl:1: "sets at" is not in document d' in found.err
    assert "1 quote has none. Use --missing skip; partwise locate writes the list" in found.err
    assert {path.name for path in quotes.iterdir()} == before


def test_values_are_those_of_the_located_table(partwise, quotes):
    words = ("-m", "CharR@1", "-m", "CharP@1", "--per-topic", "--format", "tsv")
    direct = partwise("evaluate", "gold.jsonl", "run.jsonl", *words, "--texts", "texts")
    for name in ("gold", "run"):
        done = partwise("locate", f"{name}.jsonl", "--texts", "texts", "-o", f"{name}.parquet")
        assert done.code == 0
    located = partwise("evaluate", "gold.parquet", "run.parquet", *words)
    again = partwise("evaluate", "gold.parquet", "run.parquet", *words, "--texts", "texts")
    assert direct.out == located.out == again.out
    assert direct.out.splitlines()[-1].split("\t")[2:] == ["CharP@1", "0.9230769230769231"]


def test_trust_text(partwise, files):
    words = ("q.tsv", "wrong.jsonl", "-m", "CharR@1", "--format", "tsv", "--texts", "texts")
    line = (files / "wrong.jsonl").read_text().replace("dusk", "dawn").replace("16", "3")
    (files / "wrong.jsonl").write_text(line)
    assert partwise("evaluate", *words).code == 2
    found = partwise("evaluate", *words, "--trust", "text")
    assert found.out.splitlines()[-1] == "wrong\tall\tCharR@1\t1.0"


def test_options_of_the_search(partwise, quotes):
    (quotes / "gold.jsonl").write_text(QUOTES.replace("RISES at", "a"))
    words = ("evaluate", "gold.jsonl", "run.jsonl", "-m", "CharR@1", "--texts", "texts")
    assert "occurs 2 times in document d (d:12-13, d:16-17)" in partwise(*words).err
    assert partwise(*words, "--ambiguous", "first").code == 0
    assert "of a run several times" in partwise(*words, "--ambiguous", "all").err


def test_a_stamped_table(partwise, quotes):
    done = partwise("locate", "gold.jsonl", "--texts", "texts", "-o", "gold.parquet", "--stamp")
    assert done.code == 0
    words = ("evaluate", "gold.parquet", "run.jsonl", "-m", "CharR@1", "--texts", "texts")
    assert partwise(*words).code == 0
    (quotes / "texts" / "d.txt").write_text(f"{TEXT} And sets.", encoding="utf-8")
    found = partwise(*words)
    assert found.code == 2
    assert "document d has changed since it was assessed (sha256 " in found.err
    assert "partwise migrate moves the assessments" in found.err


def test_standard_input(partwise, quotes):
    words = ("evaluate", "gold.jsonl", "-", "-m", "CharR@1", "--format", "tsv", "--texts", "texts")
    found = partwise(*words, stdin=LISTED.encode())
    assert found.out.splitlines()[-1].endswith("CharR@1\t1.0")


def test_half_of_the_chunks_cannot_be_located(partwise, quotes):
    lines = [f'{{"doc": "d", "text": "chunk {n} of another text"}}\n' for n in range(30)]
    (quotes / "chunks.jsonl").write_text((quotes / "chunks.jsonl").read_text() + "".join(lines))
    words = ("losses", "gold.jsonl", "run.jsonl", "--inventory", "chunks.jsonl", "-k", "1")
    found = partwise(*words, "--texts", "texts")
    assert (found.code, found.out) == (2, "")
    assert len(found.err.splitlines()) == 21
    assert 'chunks.jsonl:3: "chunk 0 of another text" is not in document d' in found.err
    assert found.err.splitlines()[-1].startswith("30 quotes have none. Use --missing skip")


def test_cleaned_text(partwise, quotes):
    (quotes / "run.jsonl").write_text(LISTED.replace("rises at dawn", "RISES AT\\n dawn"))
    words = ("evaluate", "gold.jsonl", "run.jsonl", "-m", "CharR@1", "--texts", "texts")
    assert "located 1 of 1 quote (1 normalised)" in partwise(*words).err


@pytest.mark.parametrize(
    "words",
    [
        ("locate", "gold.jsonl", "--texts", "texts"),
        ("evaluate", "gold.jsonl", "run.jsonl", "-m", "CharR@1", "--texts", "texts"),
        ("losses", "gold.jsonl", "run.jsonl", "--inventory", "chunks.jsonl", "--texts", "texts"),
    ],
)
def test_texts_that_are_left_out_are_counted(partwise, quotes, words):
    (quotes / "texts" / "bad.txt").write_bytes(b"\xff\xfe\xff")
    (quotes / "texts" / "picture.png").write_bytes(b"")
    assert partwise(*words).code == 2
    found = partwise(*words, "--lenient")
    assert found.code == 0
    assert "texts: 1 file with other suffixes left out" in found.err
    assert "texts: 1 document that could not be read left out" in found.err
