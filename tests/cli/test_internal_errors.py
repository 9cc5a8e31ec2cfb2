"""What once ended in an internal error is told in words: findings 4.8."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import partwise as pw

TREE = '{"doc":"d","node":0,"parent":null,"path":"/a[1]","tag":"a","start":0,"end":5,"depth":1%s}\n'
SPAN = "topic\tdoc\tstart\tend\nq\td\t0\t5\n"


@pytest.fixture
def spans(tmp_path):
    (tmp_path / "q.tsv").write_text(SPAN)
    return tmp_path


def test_lengths_of_nameless_documents(tmp_path, partwise):  # findings 4.8
    rows = "t1\t\t0\t5\t10\nt1\t\t0\t6\t20\n"
    (tmp_path / "il.tsv").write_text("topic\tdoc\tstart\tend\tlength\n" + rows)

    answer = partwise("check", "il.tsv")

    assert answer.code == 2
    assert answer.err == "il.tsv:2: doc is missing\nil.tsv:3: doc is missing\n"


def test_whole_numbers_have_an_upper_end(spans, partwise):  # findings 4.8
    measure = "GR(nav=Window(after=9223372036854775808))@5"

    answer = partwise("evaluate", "q.tsv", "q.tsv", "--format-run", "tsv", "-m", measure)

    assert answer.code == 2
    said = "Window: after must be a whole number from 0 to 9223372036854775807, "
    assert said + "not 9223372036854775808" in answer.err


@pytest.mark.parametrize(
    ("beta", "shown"), [("9" * 400, "99999"), ("9" * 5000, "inf"), ("1e999", "inf")]
)
def test_numbers_beyond_doubles(spans, partwise, beta, shown):  # findings 4.8
    measure = f"AgP(F(beta={beta}))"

    answer = partwise("evaluate", "q.tsv", "q.tsv", "-m", measure)

    assert answer.code == 2
    assert "F: beta must be a number above 0, not " + shown in answer.err
    assert max(map(len, answer.err.splitlines())) < 150


@pytest.mark.parametrize("cell", ["[1]", '{"a":1}', "true"])
def test_structure_numbers_that_are_no_numbers(spans, partwise, cell):  # findings 4.8
    (spans / "sb.jsonl").write_text(TREE % f',"blank":{cell}')

    answer = partwise("evaluate", "q.tsv", "q.tsv", "-m", "CharR@5", "--structure", "sb.jsonl")

    assert (answer.code, answer.err) == (2, "sb.jsonl:1: blank must be a whole number\n")


def test_structure_names_that_are_no_names(spans, partwise):  # findings 4.8
    (spans / "sb.jsonl").write_text((TREE % "").replace('"d"', "[1]"))

    answer = partwise("evaluate", "q.tsv", "q.tsv", "-m", "CharR@5", "--structure", "sb.jsonl")

    assert (answer.code, answer.err) == (2, "sb.jsonl:1: doc must be text\n")


def test_long_cells_of_attributes(spans, partwise):  # findings 4.8
    (spans / "by.csv").write_text(f"topic,kind\nq,{'x' * 200_000}\n")
    for name in ("a.tsv", "b.tsv"):
        (spans / name).write_text("topic\tdoc\tstart\tend\tscore\nq\td\t0\t5\t1\n")

    answer = partwise("compare", "q.tsv", "a.tsv", "b.tsv", "-m", "CharR@5", "--by", "by.csv")

    assert answer.code == 0


def _damaged_zips(folder: Path) -> None:
    with zipfile.ZipFile(folder / "z.zip", "w") as archive:
        archive.writestr("ae.txt", "hello")
        archive.writestr("good.txt", "good")
    content = bytearray((folder / "z.zip").read_bytes())
    content[content.find(b"PK\3\4") + 7] |= 8
    content[content.find(b"PK\1\2") + 9] |= 8
    (folder / "z.zip").write_bytes(content.replace(b"ae.txt", b"a\xe9.txt"))
    with zipfile.ZipFile(folder / "lz.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.txt", "hello hello hello hello")
        archive.writestr("good.txt", "good")
    content = bytearray((folder / "lz.zip").read_bytes())
    at = content.find(b"a.txt") + 5
    for byte in range(9, 14):
        content[at + byte] ^= 0xFF
    (folder / "lz.zip").write_bytes(content)


@pytest.mark.parametrize(
    ("name", "words"),
    [("z.zip", "the name of a member is not UTF-8"), ("lz.zip", "a.txt is damaged")],
)
def test_damaged_members_of_archives(tmp_path, partwise, name, words):  # findings 4.8
    _damaged_zips(tmp_path)

    answer = partwise("structure", name, "-o", "zz.tsv")
    assert (answer.code, answer.err) == (2, f"{name}: {words}\n")
    assert not (tmp_path / "zz.tsv").exists()

    answer = partwise("structure", name, "-o", "zz.tsv", "--lenient")
    assert answer.code == 0
    assert "1 document, 2 elements" in answer.err
    assert "note: 1 document that could not be read left out" in answer.err


@pytest.mark.parametrize("name", ["packed-aa902bb5", "packed-e26c936b"])
def test_found_archives(real_data, partwise, name):  # findings 4.8
    place = real_data / "hostile" / name

    answer = partwise("structure", place, "-o", "zz.tsv")

    assert answer.code == 2
    assert all(line.startswith(f"{place}: ") for line in answer.err.splitlines())


@pytest.mark.parametrize("suffix", ["parquet", "tsv", "jsonl"])
def test_a_full_disk(tmp_path, partwise_process, suffix):  # findings 4.8
    resource = pytest.importorskip("resource", reason="needs limits of POSIX")
    text = "".join(f"<p>{number} {number * number}</p>" for number in range(20_000))
    (tmp_path / "d.xml").write_text(f"<a>{text}</a>")
    old = tmp_path / f"full.{suffix}"
    old.write_text("old")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)

    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limit[1]))
    try:
        answer = partwise_process("structure", "d.xml", "-o", old.name)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)

    assert (answer.code, answer.err) == (2, f"{old.name}: cannot be written (file too large)\n")
    assert old.read_text() == "old"


def test_what_remains_asks_for_a_report(spans, partwise):  # findings 4.8
    @pw.register()
    class Broken(pw.Measure):
        """Measure with a mistake in its program."""

        def values(self, view):
            return {}["a"]

    answer = partwise("evaluate", "q.tsv", "q.tsv", "-m", "Broken", internal=True)

    assert answer.code == 2
    assert answer.err.splitlines()[0] == "internal error (please report it): KeyError: 'a'"
