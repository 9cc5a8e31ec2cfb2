"""``bucket``, ``evaluate --bucket``, ``evaluate DIR`` and ``merge`` as people call them."""

from __future__ import annotations

import random

import pytest
from tests.helpers import answer

TOPICS = [*(f"t{n}" for n in range(12)), "ü€", "void"]


@pytest.fixture
def files(tmp_path):
    numbers = random.Random(7)
    judged = ["topic\tdoc\tstart\tend\tlength"]
    for topic in TOPICS:
        for doc in numbers.sample(range(9), 2):
            start = numbers.randrange(90)
            judged.append(f"{topic}\td{doc}\t{start}\t{start + 9}\t100")
    rows = [
        f"{topic}\td{numbers.randrange(11)}\t{start}\t{start + 30}\t{numbers.randrange(4)}"
        for topic in [*TOPICS[:-1], "ignored"]
        for start in numbers.choices(range(90), k=9)
    ]
    numbers.shuffle(rows)
    (tmp_path / "q.tsv").write_text("\n".join(judged) + "\n")
    (tmp_path / "r.tsv").write_text("\n".join(["topic\tdoc\tstart\tend\tscore", *rows]) + "\n")
    return tmp_path


@pytest.fixture
def call(files):
    """Run a command in the folder of the files."""

    def run(*words):
        done = answer(files, *words)
        return done.code, done.out, done.err

    return run


HOW = ("--per-topic", "--format", "tsv")
WORDS = ("-m", "CharR@3", "-m", "CharP@3", "-m", "AP", "-m", "CharAP")


def test_three_commands_are_one(files, call):
    plain = call("evaluate", "q.tsv", "r.tsv", *WORDS, *HOW)
    assert call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 3)[0] == 0
    for number in (2, 0, 1):
        code, out, err = call("evaluate", "b", "--bucket", f"{number}/3", *WORDS)
        assert (code, out) == (0, "")
        assert err == f"b/parts/part-{number:05d}-of-00003.parquet\n"

    assert call("merge", "b", *HOW) == plain
    assert call("evaluate", "b", *WORDS, *HOW) == plain


def test_memory_and_processes_of_a_folder_are_heard(files, call):
    plain = call("evaluate", "q.tsv", "r.tsv", *WORDS, *HOW)
    for place, how in (("b", ["--memory", "400M"]), ("c", ["--jobs", "0", "--resume"])):
        assert call("bucket", "q.tsv", "r.tsv", "-o", place, "-n", 2)[0] == 0
        assert call("evaluate", place, *how, *WORDS, *HOW) == plain
        assert len(list((files / place / "parts").iterdir())) == 2  # they are kept
    one = ("evaluate", "b", "--bucket", "0/2", "-q")
    assert call(*one, *WORDS, "--memory", "300M") == (0, "", "")


def test_a_part_of_another_evaluation_is_not_replaced(files, call):
    assert call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 1)[0] == 0
    one = ("evaluate", "b", "--bucket", "0/1", "-q")
    assert call(*one, *WORDS)[0] == 0
    (part,) = (files / "b" / "parts").iterdir()
    kept = part.read_bytes()

    code, _, err = call(*one, "-m", "AP", "--undefined", "zero")
    assert code == 2
    said = "belongs to another evaluation; it differs in: undefined, measures. Use -o FILE, or ask"
    assert said in err
    assert part.read_bytes() == kept
    assert call(*one, "-m", "AP", "-o", "other.parquet")[0] == 0
    part.write_bytes(b"damaged")
    assert call(*one, *WORDS)[0] == 0


def test_a_part_of_other_files_is_not_replaced(files, call):
    (files / "other.tsv").write_text((files / "r.tsv").read_text() + "\n")
    for run, place in (("r.tsv", "b"), ("other.tsv", "c")):
        assert call("bucket", "q.tsv", run, "-o", place, "-n", 1)[0] == 0
        assert call("evaluate", place, "--bucket", "0/1", *WORDS)[0] == 0
    (part,) = (files / "c" / "parts").iterdir()
    part.replace(files / "b" / "parts" / part.name)

    code, _, err = call("evaluate", "b", "--bucket", "0/1", *WORDS)
    assert code == 2
    assert "it differs in: files that were read (other.tsv). Use -o FILE, or ask" in err


def test_a_gate_on_a_measure_that_no_part_has(files, call):
    assert call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 1)[0] == 0
    assert call("evaluate", "b", "--bucket", "0/1", "-m", "AP")[0] == 0

    code, out, err = call("merge", "b", "--fail-under", "P@7=0.5", "-o", "out.tsv")
    assert (code, out) == (2, "")
    assert 'no measure "P@7" (available: AP)' in err
    assert not (files / "out.tsv").exists()


def test_buckets_without_a_folder(files, call):
    words = ("--fail-under", "CharR@3=0.9")
    plain = call("evaluate", "q.tsv", "r.tsv", *WORDS, "--format", "json", *words)
    assert plain[0] == 1
    for number in range(2):
        where = f"{number}/2"
        call("evaluate", "q.tsv", "r.tsv", "--bucket", where, *WORDS, "-o", f"p{number}")

    assert call("merge", "p1", "p0", "--format", "json", *words) == plain


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["evaluate", "b", "--bucket", "3/3"], "expected I/N"),
        (["evaluate", "b", "--bucket", "0/4"], "b has 3 buckets"),
        (["evaluate", "b", "--missing", "skip"], "--missing belongs to partwise bucket"),
        (["evaluate", "b", "--structure", "x"], "--structure belongs to partwise bucket"),
        (["evaluate", "b", "--work", "w"], "--work is for files; these buckets are already in b"),
        (["evaluate", "b", "--bucket", "0/3", "--jobs", "2"], "leave out --jobs"),
        (["evaluate", "b", "--bucket", "0/3", "--jobs", "0"], "leave out --jobs"),
        (["evaluate", "b", "--bucket", "0/3", "--memory", "5M"], "at least 300M"),
        (["evaluate", "b", "--bucket", "0/3", "--memory", ""], "expected a size such as"),
        (["evaluate", "q.tsv", "r.tsv", "--memory", ""], "expected a size such as"),
        (["evaluate", "q.tsv", "r.tsv", "--engine", ""], "expected processes, dask or spark"),
        (["evaluate", "q.tsv", "r.tsv", "--work", ""], "--work is empty"),
        (["bucket", "q.tsv", "r.tsv", "-o", "b"], "not an empty folder"),
        (["bucket", "q.tsv", "r.tsv", "-o", "c", "-n", "0"], "0 buckets"),
        (["merge", "b", "-o", "out.tsv"], "buckets 0, 1, 2 of 3 are missing"),
        (["merge", "q.tsv"], "q.tsv: not a part file"),
        (["evaluate", "q.tsv"], "Missing argument"),
    ],
)
def test_slips_are_told_and_nothing_is_written(files, call, words, said):
    call("bucket", "q.tsv", "r.tsv", "-o", "b", "-n", 3)
    before = {place: place.stat().st_mtime_ns for place in files.rglob("*")}

    code, out, err = call(*words)

    assert (code, out) == (2, "")
    assert said in err
    assert {place: place.stat().st_mtime_ns for place in files.rglob("*")} == before
