"""Files at a limit: as much as is allowed is read, and more is refused."""

from __future__ import annotations

import gzip
import json

import polars as pl
import pytest
from backports import zstd
from tests.helpers import answer, short_lines

import partwise as pw

PLAIN = {"doc": "d", "node": 0, "parent": "", "path": "/a[1]", "start": 0, "end": 5, "depth": 1}
RUN = b"1 Q0 d 1 2 r\n1 Q0 e 2 1 r\n"


def spaced(keys: int) -> str:
    """JSON object with keys that no other line has, and a blank behind each key."""
    return "{" + ", ".join(f'"k{key}" : {key}' for key in range(keys)) + "}\n"


@pytest.mark.parametrize(
    ("last", "wide"),
    [
        (spaced(1200), True),
        (spaced(1200).replace('" :', '"\t:'), True),
        (spaced(1200).replace('" :', '":'), True),
        (spaced(900), False),
        (json.dumps({"text": 'a "b": ' * 1200}) + "\n", False),
    ],
)
def test_keys_of_a_late_line(tmp_path, last, wide):
    rows = "".join(json.dumps(PLAIN | {"doc": f"d{n}"}) + "\n" for n in range(30))
    (tmp_path / "s.jsonl").write_text(rows + last, encoding="utf-8")
    with pytest.raises(pw.PartwiseError) as error:
        pw.read_structure(tmp_path / "s.jsonl")
    assert ("more than 1,000 columns" in str(error.value)) == wide


@pytest.mark.parametrize("first", [1000, 1001])
def test_keys_of_the_first_line(tmp_path, first):
    cells = {f"k{key}": key for key in range(first - len(PLAIN))}
    (tmp_path / "s.jsonl").write_text(json.dumps(PLAIN | cells) + "\n", encoding="utf-8")
    if first == 1000:
        assert len(pw.read_structure(tmp_path / "s.jsonl")) == 1
    else:
        with pytest.raises(pw.FormatError, match="more than 1,000 columns"):
            pw.read_structure(tmp_path / "s.jsonl")


@pytest.mark.parametrize("mark", ["\t", ","])
@pytest.mark.parametrize("width", [1000, 1001])
def test_columns_of_a_structure(tmp_path, mark, width):
    names = [*PLAIN, *(f"k{key}" for key in range(width - len(PLAIN)))]
    cells = [*map(str, PLAIN.values()), *["1"] * (width - len(PLAIN))]
    (tmp_path / "s.tsv").write_text(f"{mark.join(names)}\n{mark.join(cells)}\n", encoding="utf-8")
    if width == 1000:
        assert len(pw.read_structure(tmp_path / "s.tsv")) == 1
    else:
        with pytest.raises(pw.FormatError, match="more than 1,000 columns"):
            pw.read_structure(tmp_path / "s.tsv")


@pytest.mark.parametrize("bad", [1, 19, 20, 21, 30])
@pytest.mark.parametrize("kind", ["submission", "lines", "xrai"])
def test_number_of_problems(tmp_path, kind, bad):
    file = tmp_path / "x"
    if kind == "submission":
        rows = "<result><file>d</file><path>a</path></result>\n" * bad
        file.write_text(
            f'<inex-submission run-id="r">\n<topic topic-id="1">\n{rows}</topic></inex-submission>',
            encoding="utf-8",
        )
    elif kind == "xrai":
        rows = "<path path='a' exhaustiveness='1' specificity='1'/>\n" * bad
        file.write_text(
            f"<assessments topic='1'><file file='d'>\n{rows}</file></assessments>", encoding="utf-8"
        )
    else:
        file.write_bytes(RUN + b"".join(b"1 Q0 f%d x 2 r\n" % n for n in range(bad)))
    read = pw.read_qrels if kind == "xrai" else pw.read_run
    with pytest.raises(pw.PartwiseError) as error:
        read(file)

    more = f"{bad - 20} more problem"
    assert len(getattr(error.value, "problems", [error.value])) == min(bad, 20)
    assert (more in str(error.value)) == (bad > 20)


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_unpacked_bytes(tmp_path, pack):
    (tmp_path / "r").write_bytes(pack(RUN))
    assert len(pw.read_run(tmp_path / "r", reading=pw.Reading(max_bytes=len(RUN)))) == 2
    with pytest.raises(pw.FormatError, match=f"more than {len(RUN) - 1} bytes"):
        pw.read_run(tmp_path / "r", reading=pw.Reading(max_bytes=len(RUN) - 1))


def test_unpacked_bytes_of_any_file(tmp_path):
    comment = b"#" + b" " * ((1 << 20) - 2) + b"\n"
    fitting = comment * 63 + RUN + b" " * (len(comment) - len(RUN))
    (tmp_path / "r").write_bytes(gzip.compress(fitting, 1))
    assert len(pw.read_run(tmp_path / "r")) == 2
    (tmp_path / "r").write_bytes(gzip.compress(fitting + b" ", 1))
    with pytest.raises(pw.FormatError, match="more than 67,108,864 bytes unpacked"):
        pw.read_run(tmp_path / "r")


@pytest.mark.parametrize(
    ("name", "encoding"), [("utf-8", "UTF-8"), ("ascii", "ascii"), ("UTF8", "UTF-8")]
)
def test_encoding_that_texts_do_not_have(tmp_path, name, encoding):
    (tmp_path / "x.txt").write_bytes(b"a\nb\n\xe9")
    with pytest.raises(pw.PartwiseError) as error:
        pw.read_texts(tmp_path / "x.txt", encoding=name)
    assert f"3: not {encoding} (byte 0xE9)" in str(error.value)


@pytest.mark.parametrize("size", [100_000, 100_001])
@pytest.mark.parametrize("column", ["topic", "doc", "element"])
def test_long_names(tmp_path, column, size):
    rows = {"topic": ["1", "2"], "doc": ["d", "e"], "element": ["/a[1]", "/a[1]"], "rank": [1, 1]}
    end = "[1]" if column == "element" else ""
    rows[column][1] = "/" + "\u00e9" * (size - 1 - len(end)) + end
    pl.DataFrame(rows).write_csv(tmp_path / "r.tsv", separator="\t")
    pl.DataFrame(rows).write_parquet(tmp_path / "r.parquet")
    for name, place in (("r.tsv", "r.tsv:3"), ("r.parquet", "row 2")):
        if size == 100_000:
            assert len(pw.read_run(tmp_path / name)) == 2
            continue
        with pytest.raises(pw.FormatError) as error:
            pw.read_run(tmp_path / name)
        assert f"{column} of 100,001 characters (at most 100,000)" in str(error.value)
        assert place in str(error.value)


@pytest.mark.parametrize(
    ("topics", "told"),
    [
        ("topic\ttext\n9\tnine\n8\teight\n", "none of its 2 topics is judged"),
        ("topic\ttext\n9\tnine\n1\tone\n", ""),
        ("topic\tyear\n9\t1990\n", "none of its 1 topic is judged"),
        ("topic\tyear\n1\t1990\n", ""),
    ],
)
def test_topics_that_are_not_judged(tmp_path, topics, told):
    (tmp_path / "q.tsv").write_text("topic\tdoc\tgrade\n1\td\t1\n2\te\t1\n", encoding="utf-8")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tscore\n1\td\t1\n2\te\t1\n", encoding="utf-8")
    (tmp_path / "t.tsv").write_text(topics, encoding="utf-8")
    words = ("report", "q.tsv", "r.tsv", "-m", "AP", "-o", "page.html", "--topics-file", "t.tsv")
    done = answer(tmp_path, *words)

    assert done.code == 0
    assert ("is judged" in done.err) == bool(told)
    assert told in done.err


HINTS = {
    "llama-index-qa": '{"queries": {}, "corpus": {}, "relevant_docs": []}',
    "squad": '{"version": "1", "data": [{"title": "T", "paragraphs": {}}]}',
    "bioasq": '{"questions": [{"body": "Q", "snippets": []}]}',
    "ragas": '{"user_input": "Q", "retrieved_context_ids": ["a"], "reference_contexts": "x"}',
    "legalbench": '{"tests": [{"query": "Q", "snippets": {}}]}',
    "scifact": '{"id": 1, "claim": "C", "cited_doc_ids": [], "evidence": []}',
    "fever": '{"id": 1, "claim": "C", "label": "SUPPORTS", "evidence": {}}',
    "kilt": '{"id": "1", "input": "Q", "output": {}}',
}


@pytest.mark.parametrize("name", HINTS)
def test_wrong_shapes_name_the_format(tmp_path, name):
    (tmp_path / "x.json").write_text(HINTS[name] + "\n", encoding="utf-8")
    with pytest.raises(pw.PartwiseError) as error:
        pw.read_qrels(tmp_path / "x.json", format=name)
    assert f"formats {name}" in str(error.value)


@pytest.mark.parametrize("size", [99, 100, 101, 300])
@pytest.mark.parametrize("line", [1, 3, 5])
@pytest.mark.parametrize("end", ["\n", ""])
def test_the_longest_line(tmp_path, monkeypatch, size, line, end):
    """A line of more bytes than allowed is refused by its number, with or without its end."""
    short_lines(monkeypatch, 100)
    lines = [f"1 Q0 d{n} 1 {9 - n} run" for n in range(1, 6)]
    lines[line - 1] = f"1 Q0 d{'x' * size} 1 {9 - line} run"
    lines[line - 1] = lines[line - 1].replace("x" * size, "x" * (2 * size - len(lines[line - 1])))
    assert len(lines[line - 1]) == size
    file = tmp_path / "r.trec"
    file.write_text("\n".join(lines) + end)
    if size <= 100:
        assert len(pw.read_run(file)) == 5
    else:
        with pytest.raises(pw.PartwiseError, match=rf"r\.trec:{line}: a line of more than 100 b"):
            pw.read_run(file)
