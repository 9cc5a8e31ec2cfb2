"""``partwise losses`` from words to files."""

from __future__ import annotations

import json

import numpy as np
import pytest

CHUNKS = "A[0,40) A[30,65) A[60,100) B[0,20) B[15,35) B[30,48) C[0,40) C[30,80)"
RETURNED = "A[0,40) C[0,40) B[15,35) A[30,65) B[0,20)"


def places(text):
    """Columns of parts such as A[0,40)."""
    parts = [part.replace(")", "").replace("[", ",").split(",") for part in text.split(" ")]
    doc, start, end = zip(*parts, strict=True)
    return {"doc": doc, "start": start, "end": end}


def written(path, text, **columns):
    found = places(text)
    n = len(found["doc"])
    table = {**{name: [value] * n for name, value in columns.items()}, **found}
    rows = zip(*table.values(), strict=True)
    lines = ["\t".join(table), *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n")


@pytest.fixture
def files(tmp_path, fixture_files):
    """The worked example: assessments, a run and the chunks."""
    written(tmp_path / "run.tsv", RETURNED, topic="1")
    written(tmp_path / "chunks.tsv", CHUNKS)
    written(tmp_path / "few.tsv", "A[0,40) C[0,40)")
    return ["qrels.tsv", "run.tsv"]


def total(answer):
    assert answer.code == 0, answer.err
    return json.loads(answer.out)["runs"][0]["total"]


def test_worked_values(partwise, files):
    words = ["losses", *files, "--inventory", "chunks.tsv", "--format", "json"]

    three, sixty = total(partwise(*words, "-k", "3")), total(partwise(*words, "--budget", "60"))

    assert (three["relevant"], three["shown"], three["ceiling"]["low"]) == (85, 40, 58)
    assert (sixty["shown"], sixty["lost"]["limit"], sixty["ceiling"]["low"]) == (20, 18, 50)
    assert three["lost"]["candidates"] is None
    listed = total(partwise(*words, "-k", "3", "--candidates", "self"))
    assert (listed["lost"]["candidates"], listed["lost"]["ranking"]) == (3, 15)


def test_a_run_may_serve_as_inventory(partwise, files):
    answer = partwise("losses", *files, "--inventory", "run.tsv", "-k", "3", "--format", "json")

    assert json.loads(answer.out)["runs"][0]["inventory"]["parts"] == 5


def test_oracles_of_several_inventories_have_their_own_files(partwise, files, tmp_path):
    written(tmp_path / "other.tsv", "A[0,40)", topic="1")
    words = ["losses", *files, "other.tsv", "--inventory", "chunks.tsv"]

    one = partwise(*words, "--oracle", "best.tsv", "-k", "3")
    two = partwise(*words, "--inventory", "other=few.tsv", "--oracle", "own.tsv", "-k", "3")

    assert one.code == two.code == 0, two.err
    assert (tmp_path / "best.tsv").read_text().splitlines()[1].startswith("1\tB\t0\t20")
    assert {path.name for path in tmp_path.glob("own*")} == {"own-run.tsv", "own-other.tsv"}
    assert "own-other.tsv: the oracle run of other" in two.err


def test_what_stands_before_a_sign_may_belong_to_the_file(partwise, files, tmp_path):
    (tmp_path / "chunks.tsv").rename(tmp_path / "a=b.tsv")

    assert partwise("losses", *files, "--inventory", "a=b.tsv", "-k", "1").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-k", "3", "--budget", "60"], "-k and --budget: only one of them can end the reading"),
        (["-k", "3"], "use --inventory FILE"),
        (
            ["--inventory", "chunks.tsv", "--inventory", "few.tsv"],
            "--inventory is given twice for all runs: chunks.tsv and few.tsv",
        ),
        (
            ["--inventory", "run=chunks.tsv", "--inventory", "run=few.tsv"],
            "--inventory is given twice for run: chunks.tsv and few.tsv",
        ),
        (["--inventory", "gone.tsv"], "gone.tsv: no such file"),
        (["--inventory", "chunks.tsv", "-k", "0"], "0 is not in the range x>=1"),
    ],
)
def test_what_is_refused(partwise, files, tmp_path, words, said):
    answer = partwise("losses", *files, *words, "--oracle", "best.tsv")

    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert not (tmp_path / "best.tsv").exists()


COPIES = "topic\tdoc\tstart\tend\tsame\n1\ta\t0\t9\tx\n1\tb\t5\t14\tx\n"


@pytest.mark.parametrize("command", ["evaluate", "compare", "losses"])
def test_copies_of_a_text(partwise, tmp_path, command):
    (tmp_path / "qrels.tsv").write_text(COPIES)
    for name in ("one", "two"):
        (tmp_path / f"{name}.tsv").write_text("topic\tdoc\tstart\tend\n1\tb\t0\t14\n")
    words = [command, "qrels.tsv", "one.tsv", "two.tsv", "--equivalent", "same"]
    more = ["--inventory", "one.tsv"] if command == "losses" else ["-m", "CharR"]
    answer = partwise(*words, *more)

    assert answer.code == 0, answer.err
    assert "note: 2 rows are copies of 1 text (--equivalent same); each text count" in answer.err
    assert "unknown column same" not in answer.err
    (tmp_path / "qrels.tsv").write_text(COPIES.replace("14", "15"))
    answer = partwise(*words, *more)
    assert answer.code == 2
    assert "qrels.tsv:2: copies of one text differ in length: 9 characters" in answer.err
    assert "qrels.tsv:3: copies of one text differ in length: 10 characters" in answer.err


def test_copies_are_named_before_results_are_saved(partwise, tmp_path):
    (tmp_path / "qrels.tsv").write_text(COPIES)
    (tmp_path / "one.tsv").write_text("topic\tdoc\tstart\tend\n1\tb\t0\t14\n")
    words = ["evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--equivalent", "same"]
    assert partwise(*words, "--format", "json", "--per-topic", "-o", "saved.json").code == 0
    assert json.loads((tmp_path / "saved.json").read_text())["options"]["equivalent"] == "same"

    answer = partwise("compare", "saved.json", "--equivalent", "same")
    assert (answer.code, "use --equivalent where they are evaluated" in answer.err) == (2, True)


def test_a_budget_whose_best_choice_is_only_bounded(partwise, tmp_path):
    # 60 chunks of odd sizes, of each the last third relevant: sums of different chunks never meet
    rng = np.random.default_rng(3)
    size = rng.integers(10_000, 1_000_000, 60)
    rows = [(f"d{i}", int(n)) for i, n in enumerate(size)]
    gold = [f"t\t{doc}\t{n - n // 3}\t{n}" for doc, n in rows] + ["u\td0\t0\t10"]
    (tmp_path / "qrels.tsv").write_text("\n".join(["topic\tdoc\tstart\tend", *gold, ""]))
    parts = [f"{doc}\t0\t{n}" for doc, n in rows]
    (tmp_path / "chunks.tsv").write_text("\n".join(["doc\tstart\tend", *parts, ""]))
    (tmp_path / "run.tsv").write_text("topic\tdoc\tstart\tend\nt\td0\t0\t9\n")
    words = ["losses", "qrels.tsv", "run.tsv", "--inventory", "chunks.tsv"]
    limit = ["--budget", str(int(size.sum()) // 2)]
    found = total(partwise(*words, *limit, "--format", "json"))
    low, high = found["ceiling"]["low"], found["ceiling"]["high"]

    assert low < high
    assert found["shown"] + sum(n or 0 for n in found["lost"].values()) == found["relevant"]
    table = partwise(*words, *limit)
    cutting = found["lost"]["cutting"]
    assert f"{cutting:,}*" in table.out
    said = "for 1 of 2 topics the best choice for this budget is only bounded"
    assert f"* at least {cutting - (high - low):,}: {said}" in table.out
    assert f"note: run: {said}" in table.err
    half = ["-m", f"Ceiling(CharR(budget={limit[1]}))"]
    best = partwise("evaluate", "qrels.tsv", "run.tsv", "--inventory", "chunks.tsv", *half)
    assert f"note: run: {said}" in best.err


def test_gates_and_units_of_ceilings(partwise, tmp_path):
    (tmp_path / "qrels.tsv").write_text("topic\tdoc\tstart\tend\nt\ta\t0\t10\n")
    chunks = "doc\tstart\tend\ttokens\na\t0\t5\t2\na\t5\t10\t4\n"
    (tmp_path / "chunks.tsv").write_text(chunks)
    (tmp_path / "run.tsv").write_text("topic\tdoc\tstart\tend\ttokens\nt\ta\t5\t10\t4\n")
    words = ["evaluate", "qrels.tsv", "run.tsv", "--inventory", "chunks.tsv"]
    gate = ["--fail-under", "Ceiling(CharR(budget=2))=0.5", "--budget-unit", "tokens"]

    answer = partwise(*words, *gate, "-m", "CharR(budget=2)", "--format", "tsv")
    assert answer.code == 0, answer.err
    assert answer.out.splitlines()[1:] == [
        "run\tall\tCharR(budget=2, unit=tokens)\t0.2",
        "run\tall\tCeiling(CharR(budget=2, unit=tokens))\t0.5",
    ]
    answer = partwise(*words, *gate[2:], "--fail-under", "Ceiling(CharR(budget=2))=0.6")
    assert answer.code == 1
    assert "failed: run: Ceiling(CharR(budget=2, unit=tokens)) 0.5000 < 0.6" in answer.err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("docs.tsv", "doc\nA\nB\n"),
        ("docs.csv", "doc,title\nA,x\nB,y\n"),
        ("docs.jsonl", '{"doc": "A"}\n{"doc": "B"}\n'),
    ],
)
def test_an_inventory_without_places_holds_whole_documents(partwise, files, tmp_path, name, text):
    (tmp_path / name).write_text(text)
    words = ["losses", *files, "--inventory", name, "-k", "2"]
    found = total(partwise(*words, "--format", "json"))

    assert found["ceiling"] == {"low": 80, "high": 80}  # all of A and B
    assert found["lost"]["no_document"] == 5  # D
    (tmp_path / "bare.tsv").write_text("topic\tdoc\tstart\tend\n1\tA\t10\t30\n")
    answer = partwise("losses", "bare.tsv", "run.tsv", "--inventory", name, "-k", "2")
    assert answer.code == 2
    assert "the length of document A is not known, and losses needs it" in answer.err


@pytest.mark.parametrize(
    ("limit", "column", "measure", "shown"),
    [(["-k", "3"], "score", "CharR@3", 58), (["--budget", "60"], "value", "CharR(budget=60)", 50)],
)
def test_the_oracle_run_is_read_in_its_order(
    partwise, files, tmp_path, limit, column, measure, shown
):
    # for a budget a part that adds less may come first; a table with scores would be sorted by them
    words = ["losses", *files, "--inventory", "chunks.tsv", *limit, "--oracle", "best.tsv"]
    assert partwise(*words).code == 0
    answer = partwise("evaluate", "qrels.tsv", "best.tsv", "-m", measure, "--format", "tsv")

    assert answer.out.splitlines()[1] == f"oracle\tall\t{measure}\t{shown / 85!r}"
    assert "unknown column" not in answer.err
    header = (tmp_path / "best.tsv").read_text().splitlines()[0]
    assert header.split("\t") == ["topic", "doc", "start", "end", "rank", column, "run"]
