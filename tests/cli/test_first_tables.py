"""What somebody meets who hands over a first table of chunks: slips are told, never numbered."""

import json
from pathlib import Path

import pytest

import partwise as pw

TEXTS = ("Äöüß straße", "naïve café", "plain text")
GOLD = "topic\tdoc\tstart\tend\n" + "".join(f"q{i}\td\t{i * 30}\t{i * 30 + 9}\n" for i in range(3))
COLUMNS = ("topic", "doc", "start", "end", "score", "text")
BYTES = "2 texts are not as long as their spans (first: "
BYTE_HINT = "as long in UTF-8 bytes; use --unit byte with --texts FILE"


def rows(size):
    """Rows whose spans are as long as `size` says of their texts."""
    cells = (
        (f"q{i}", "d", 30 * i, 30 * i + size(text), 1 - i / 8, text) for i, text in enumerate(TEXTS)
    )
    return [dict(zip(COLUMNS, row, strict=True)) for row in cells]


def in_bytes(text):
    return len(text.encode())


def write(name, table):
    """Write a table in the format that its name ends in."""
    if name.endswith("jsonl"):
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table)
    elif name.endswith("parquet"):
        pytest.importorskip("polars").DataFrame(table).write_parquet(name)
        return
    else:
        mark = "," if name.endswith("csv") else "\t"
        lines = [mark.join(table[0]), *(mark.join(map(str, row.values())) for row in table)]
        text = "\n".join(lines) + "\n"
    Path(name).write_text(text, encoding="utf-8")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.tsv").write_text(GOLD)


@pytest.mark.parametrize("kind", ["tsv", "csv", "jsonl", "parquet"])
@pytest.mark.parametrize("measure", ["CharR@5", "CharIoU@5"])
def test_texts_of_runs_that_count_bytes(partwise, kind, measure):
    write(f"r.{kind}", rows(in_bytes))
    result = partwise("evaluate", "g.tsv", f"r.{kind}", "-m", measure)
    assert result.code == 0
    assert f"warning: r: {BYTES}" in result.err
    assert BYTE_HINT in result.err
    write(f"r.{kind}", rows(len))
    assert "as long" not in partwise("evaluate", "g.tsv", f"r.{kind}", "-m", measure).err


@pytest.mark.parametrize("kind", ["tsv", "csv", "jsonl", "parquet"])
def test_texts_of_assessments_and_of_checked_files(partwise, kind):
    gold = [{k: v for k, v in row.items() if k != "score"} for row in rows(in_bytes)]
    write(f"g2.{kind}", gold)
    write("r.tsv", rows(len))
    result = partwise("evaluate", f"g2.{kind}", "r.tsv", "-m", "CharR@5")
    assert BYTES in result.err
    for name, table in (("g3", gold), ("r3", rows(in_bytes))):
        write(f"{name}.{kind}", table)
        checked = partwise("check", f"{name}.{kind}")
        assert BYTES in checked.out + checked.err


def test_texts_of_frames():
    (note,) = [note for note in pw.Run.from_frame(rows(in_bytes)).notes if "as long" in note]
    assert note.startswith(f"warning: {BYTES}row 0: 11 characters for 16)")
    gold = [{k: v for k, v in row.items() if k != "score"} for row in rows(in_bytes)]
    assert any(BYTES in note for note in pw.Qrels.from_frame(gold).notes)
    assert not any("as long" in note for note in pw.Run.from_frame(rows(len)).notes)


def test_texts_prove_what_was_doubtful(partwise, tmp_path):
    (tmp_path / "t").mkdir()
    body = "".join(text + "." * (30 - len(text.encode())) for text in TEXTS)
    (tmp_path / "t" / "d.txt").write_text(body, encoding="utf-8")
    write("r.tsv", rows(in_bytes))
    result = partwise("evaluate", "g.tsv", "r.tsv", "-m", "CharR@5", "--texts", "t")
    assert result.code == 0, result.err
    assert "as long" not in result.err


DISTANCES = "topic\tsource\tstart\tend\tdistance\nq0\td\t0\t9\t0.2\nq0\td\t40\t49\t0.1\n"


def test_columns_may_be_named_one_by_one(partwise, tmp_path):
    (tmp_path / "d.tsv").write_text(DISTANCES.replace("distance", "points"))
    several = ("--columns", "doc=source", "--columns", "score=points")
    one_by_one = partwise("evaluate", "g.tsv", "d.tsv", "-m", "CharR@5", *several)
    together = partwise(
        "evaluate", "g.tsv", "d.tsv", "-m", "CharR@5", "--columns", "doc=source,score=points"
    )
    assert one_by_one.code == 0, one_by_one.err
    assert one_by_one.out == together.out
    twice = ("--columns", "doc=source", "--columns", "doc=topic")
    result = partwise("evaluate", "g.tsv", "d.tsv", "-m", "CharR@5", *twice)
    assert (result.code, result.out) == (2, "")
    assert "--columns names the column doc twice" in result.err


def test_keys_that_json_lines_have(partwise, tmp_path):
    (tmp_path / "d.jsonl").write_text('{"topic": "q0", "source": "d", "start": 0, "end": 9}\n')
    result = partwise("evaluate", "g.tsv", "d.jsonl", "--columns", "doc=nope")
    assert result.code == 2
    assert "without the key doc (available: topic, source, start, end)" in result.err


@pytest.mark.parametrize("name", ["distance", "_distance"])
def test_distances_named_as_scores(partwise, tmp_path, name):
    (tmp_path / "d.tsv").write_text(DISTANCES.replace("distance", name))
    result = partwise(
        *("evaluate", "g.tsv", "d.tsv", "-m", "CharR@5", "--columns", f"doc=source,score={name}")
    )
    assert result.code == 0
    words = f"warning: d: column {name} read as score, so the largest comes first. "
    assert f"{words}Use --columns distance={name} if small is good" in result.err
    right = partwise(
        *("evaluate", "g.tsv", "d.tsv", "-m", "CharR@5", "--columns", f"doc=source,distance={name}")
    )
    assert "warning" not in right.err


def test_a_table_without_ends(partwise, tmp_path):
    (tmp_path / "r.tsv").write_text(
        "topic\tdoc\tstart\tfinish\tscore\nq0\td\t0\t9\t1\nq1\td\t1\t9\t1\n"
    )
    result = partwise("evaluate", "g.tsv", "r.tsv", "-m", "CharR@5")
    assert (result.code, result.err) == (
        2,
        "r.tsv: no column end (available: topic, doc, start, score, finish). "
        "Use --columns end=NAME\n",
    )


TREC = "q0 Q0 c400-68 1 0.9 x\nq1 Q0 c1-1 1 0.9 x\n"
IDS = "topic\tid\tscore\nq0\tc400-68\t0.1\nq1\tc1-1\t0.2\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.tsv", IDS),
        ("x.run", TREC),
    ],
)
def test_ids_of_chunks_without_an_inventory(partwise, tmp_path, name, text):
    (tmp_path / name).write_text(text)
    refused = partwise("evaluate", "g.tsv", name, "-m", "CharP@5")
    assert refused.code == 2
    assert "c400-68 is not known, and CharP needs it. Use --inventory FILE if" in refused.err
    warned = partwise("evaluate", "g.tsv", name, "-m", "CharR@5")
    first = warned.err.splitlines()[0]
    assert first.startswith("warning: x: no column for a place")
    for words in (refused.err, first):
        assert "--columns id=doc" in words
        assert "--inventory FILE" in words
