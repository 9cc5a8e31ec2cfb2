"""One table from a file and from memory: the same rules, each in the words of its origin."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import partwise as pw

BOTH = {"topic": ["q", "q"], "doc": ["a", "b"]}
PLACES = {**BOTH, "start": [3, None], "end": [9, None]}
PARTS = {"doc": ["a", "b"], "start": [0, None], "end": [4, None]}
NO_PLACE = (
    'no place in a table that has places (1 such row). Use missing="document" to read such rows as '
    'whole documents, or missing="skip" to leave them out'
)
AS_DOCUMENT = "1 row without a place counts as a whole document"
BY_ID = (
    "1 part known by its id only, which stand for documents and change with the next chunking. Use "
    "inventory=..."
)
CLASSES = {"run": pw.Run, "qrels": pw.Qrels, "inventory": pw.Inventory, "lengths": pw.Lengths}
READERS = {
    "run": pw.read_run,
    "qrels": pw.read_qrels,
    "inventory": pw.read_inventory,
    "lengths": pw.read_lengths,
}


def from_file(folder, kind, columns, **options):
    rows = [columns, *zip(*columns.values(), strict=True)]
    lines = ["\t".join("" if cell is None else str(cell) for cell in row) for row in rows]
    (folder / "x.tsv").write_text("\n".join(lines) + "\n")
    return READERS[kind](folder / "x.tsv", format="tsv", reading=pw.Reading(**options))


def problem(read, *args, **options):
    with pytest.raises(pw.PartwiseError) as caught:
        read(*args, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("kind", "columns", "words"),
    [
        ("run", {"topic": ["q", "q"], "doc": ["a", None], "score": [2, 1]}, "doc is missing"),
        ("run", {"topic": ["q", None], "doc": ["a", "b"], "score": [2, 1]}, "topic is missing"),
        ("run", {**BOTH, "start": [0, None], "length": [4, 5]}, "length without start"),
        (
            "run",
            {**BOTH, "start": [3, 3], "end": [9, 9], "length": [6, 5]},
            "end 9 is not start + length = 8",
        ),
        ("run", {**BOTH, "start": [3, 3], "end": [9, None]}, "start without end"),
        ("run", {**BOTH, "start": [3, None], "end": [9, 9]}, "end without start"),
        ("run", {**BOTH, "start": [3, 3], "end": [9, 2]}, "end 2 is before start 3"),
        ("run", {**BOTH, "rank": [1, None]}, "rank is missing"),
        ("run", PLACES, NO_PLACE),
        ("qrels", PLACES, NO_PLACE),
        ("qrels", {**BOTH, "start": [3, 3], "end": [9, 3]}, "empty span 3..3"),
        ("inventory", PARTS, NO_PLACE),
        ("inventory", {**PARTS, "doc": ["a", None]}, "doc is missing"),
        ("lengths", {"doc": ["a", "b"], "length": [5, None]}, "length is missing"),
    ],
)
def test_problems_of_the_second_row(tmp_path, monkeypatch, kind, columns, words):
    monkeypatch.chdir(tmp_path)
    file = problem(from_file, tmp_path, kind, columns).removeprefix(f"{tmp_path}/")
    assert file.splitlines()[0] == f"x.tsv:3: {words}"
    assert problem(CLASSES[kind].from_columns, **columns) == f"row 1: {words}"


@pytest.mark.parametrize(
    ("kind", "columns", "file", "memory"),
    [
        (
            "run",
            {**BOTH, "start": [3, 3]},
            'x.tsv: no column end (available: topic, doc, start). Use columns={"end": NAME}',
            "row 0: start without end",
        ),
        (
            "run",
            {**BOTH, "score": [2, None]},
            "x.tsv:3: score is missing",
            "row 1: score is missing or not a number",
        ),
        (
            "run",
            {"topic": ["q", "q"], "doc": ["a", None], "score": [2, None]},
            "x.tsv:3: topic q is answered with nothing here, but has parts at line 2",
            "row 1: topic q is answered with nothing here, but has parts at row 0",
        ),
        (
            "qrels",
            {"topic": ["q", "q"], "doc": ["a", None], "grade": [1, None]},
            "x.tsv:3: topic q is judged with nothing relevant here, but has rows at line 2",
            "row 1: topic q is judged with nothing relevant here, but has rows at row 0",
        ),
        (
            "qrels",
            {**BOTH, "text": ["x", "y"]},
            "x.tsv: 2 rows have neither a grade nor a span or element (first: line 2, document a); "
            "partwise locate turns its column text into places",
            "row 0: document a has neither a grade nor a span or element",
        ),
        (
            "lengths",
            {"doc": ["a", "a"], "length": [5, 6]},
            "x.tsv:3: document a has the lengths 5 and 6",
            "row 1: document a has two lengths",
        ),
    ],
)
def test_problems_in_words_of_their_own(tmp_path, kind, columns, file, memory):
    said = problem(from_file, tmp_path, kind, columns).removeprefix(f"{tmp_path}/")
    assert said.splitlines() == [file]
    assert problem(CLASSES[kind].from_columns, **columns) == memory


@pytest.mark.parametrize(
    ("kind", "columns", "missing", "size", "notes"),
    [
        ("run", {**PLACES, "score": [2, 1]}, "document", 2, (AS_DOCUMENT,)),
        ("qrels", PLACES, "document", 2, (AS_DOCUMENT,)),
        ("qrels", {**PLACES, "grade": [1, 0]}, "error", 2, ()),
        ("qrels", PLACES, "skip", 1, ("1 row without a place left out",)),
        ("inventory", PARTS, "skip", 1, ("1 row without a place left out",)),
        (
            "run",
            {**BOTH, "start": [None, 3], "end": [None, 9], "score": [2, 1]},
            "skip",
            1,
            ("1 row without a place left out; 1 part moved up",),
        ),
        (
            "run",
            {**BOTH, "score": [2, 1], "distance": [1, 2]},
            "error",
            2,
            ("both score and distance: score orders the run",),
        ),
        (
            "run",
            {**BOTH, "rank": [2, 1], "distance": [1, 2]},
            "error",
            2,
            ("both rank and distance: rank orders the run",),
        ),
        (
            "run",
            {**BOTH, "distance": [1, 2]},
            "error",
            2,
            ("ordered by distance, smallest first",),
        ),
        (
            "run",
            {"topic": ["q", "q"], "doc": ["a", None], "id": ["i", "j"], "score": [2, 1]},
            "error",
            2,
            (BY_ID,),
        ),
        (
            "qrels",
            {"topic": ["q", "q"], "doc": ["a", None], "id": ["i", "j"], "grade": [1, None]},
            "error",
            2,
            (BY_ID,),
        ),
    ],
)
def test_rows_and_notes(tmp_path, kind, columns, missing, size, notes):
    file = from_file(tmp_path, kind, columns, missing=missing)
    memory = CLASSES[kind].from_columns(missing=missing, **columns)

    assert (len(file), len(memory)) == (size, size)
    assert file.docs.tolist() == memory.docs.tolist()
    for table, place in ((file, f"{tmp_path}/x.tsv"), (memory, "assessments")):
        said = (f"{place}: {note}" if kind == "qrels" else note for note in notes)
        assert table.notes == tuple(said)


def test_files_say_what_ranks_them_and_what_their_grades_are(tmp_path):
    assert from_file(tmp_path, "run", BOTH).notes == ("no score and no rank: ranked by line",)
    assert pw.Run.from_columns(**BOTH).notes == ()
    graded = {**BOTH, "grade": [0.5, 1]}
    (note,) = from_file(tmp_path, "qrels", graded).notes
    assert note.endswith("1 grade is not a whole number")
    assert pw.Qrels.from_columns(**graded).notes == ()


def test_rows_of_several_runs_are_one(tmp_path):
    columns = {**BOTH, "score": [2, 1], "run": ["r", "s"]}
    words = "warning: 2 names of runs (r, s) read as one run, {}. Use one table for each run"

    file, memory = from_file(tmp_path, "run", columns), pw.Run.from_columns(**columns)

    assert (file.name, file.notes) == ("x", (words.format("x"),))
    assert (memory.name, memory.notes) == ("run", (words.format("run"),))
    assert (file.extra["run"].tolist(), "run" in memory.extra) == (["r", "s"], False)
    assert pw.Run.from_columns(**columns, name="z").notes == (words.format("z"),)


def test_texts_of_another_length_are_named_by_line_or_row(tmp_path):
    columns = {**BOTH, "start": [0, 0], "end": [4, 4], "text": ["abcd", "abcdef"], "rank": [1, 2]}
    words = "warning: 1 text is not as long as its span (first: {}: 6 characters for 4)"

    (file,), (memory,) = (
        from_file(tmp_path, "run", columns).notes,
        pw.Run.from_columns(**columns).notes,
    )

    assert file.startswith(words.format("line 3"))
    assert memory.startswith(words.format("row 1"))


@pytest.mark.parametrize("missing", ["error", "document", "skip"])
def test_ranges_of_elements_are_read_alike(tmp_path, missing):
    columns = {**BOTH, "element": ["/a[1] /a[2]", "/a[1]"], "rank": [1, 2]}

    file = from_file(tmp_path, "run", columns, missing=missing)
    memory = pw.Run.from_columns(**columns, missing=missing)

    for run in (file, memory):
        assert run.elements.tolist() == ["/a[1]", "/a[2]"]
        assert (run.element.tolist(), run.last.tolist()) == ([0, 0], [1, -1])


def test_bare_topics_do_not_change_names(tmp_path):
    columns = {"topic": ["q", "p"], "doc": ["a", None], "rank": [1, None], "run": ["r", None]}
    for run in (from_file(tmp_path, "run", columns), pw.Run.from_columns(**columns)):
        assert (run.name, run.answered, len(run)) == ("r", ["p"], 1)
    judged = {"topic": ["q", "p"], "doc": ["a", None], "grade": [1, None], "assessor": ["ann"] * 2}
    for qrels in (from_file(tmp_path, "qrels", judged), pw.Qrels.from_columns(**judged)):
        assert (qrels.without_rows, len(qrels)) == (["p"], 1)


@pytest.mark.parametrize(
    ("order", "moved"),
    [
        ("rank,score", False),
        ("rank,distance", False),
        ("distance,note", True),
        ("note,other", True),
    ],
)
def test_what_moves_up_depends_on_what_orders(tmp_path, order, moved):
    # by score, rank and distance the row without a place is last; without them it is first
    cells = {"rank": [2, 1], "score": [1, 2], "distance": [1, 2], "note": "xy", "other": "xy"}
    if order == "distance,note":
        cells["distance"] = [0, 1]
    columns = {**BOTH, "start": [None, 0], "end": [None, 5]}
    columns |= {name: [*cells[name]] for name in order.split(",")}
    for run in (
        from_file(tmp_path, "run", columns, missing="skip"),
        pw.Run.from_columns(**columns, missing="skip"),
    ):
        assert any("moved up" in note for note in run.notes) == moved


def test_ungraded_rows_without_a_place_are_relevant_documents(tmp_path):
    columns = {"topic": ["q"] * 3, "doc": ["a", "b", "c"], "start": [0, None, None]}
    columns |= {"end": [5, None, None], "grade": [None, None, 3]}
    for qrels in (
        from_file(tmp_path, "qrels", columns, missing="document"),
        pw.Qrels.from_columns(**columns, missing="document"),
    ):
        np.testing.assert_equal(qrels.grade, [np.nan, 1, 3])


@pytest.mark.parametrize("make", [pl.DataFrame, lambda columns: pl.DataFrame(columns).to_pandas()])
def test_a_frame_of_two_systems_is_warned_of(make):
    columns = {"topic": ["1", "1"], "doc": ["d", "d"], "start": [0, 5], "end": [5, 9]}
    frame = make({**columns, "score": [2.0, 1.0], "run": ["small", "large"]})
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["d"], start=[0], end=[9])

    with pytest.warns(
        pw.PartwiseWarning, match=r"2 names of runs \(small, large\) read as one run"
    ):
        pw.evaluate(qrels, frame, "CharR@5")


JUDGED = {
    "tsv": "topic\tdoc\tstart\tend\nq1\ta\t0\t5\nq7\t\t\t\n",
    "csv": "topic,doc,start,end\nq1,a,0,5\nq7,,,\n",
    "lines.jsonl": '{"topic":"q1","doc":"a","start":0,"end":5}\n{"topic":"q7"}\n',
    "null.jsonl": '{"topic":"q1","doc":"a","start":0,"end":5}\n{"topic":"q7","doc":null}\n',
    "nested.jsonl": '{"topic":"q1","results":[{"doc":"a","start":0,"end":5}]}\n'
    '{"topic":"q7","results":[]}\n',
    "ids.jsonl": '{"topic":"q1","results":["c1"]}\n{"topic":"q7","results":[]}\n',
}


@pytest.mark.parametrize("name", JUDGED)
def test_a_topic_can_be_judged_with_nothing_relevant(tmp_path, name):
    """Nothing is relevant for it: measures are undefined there, and it counts as judged."""
    file = tmp_path / f"g.{name.rpartition('.')[2]}"
    file.write_text(JUDGED[name])
    parts = pw.Inventory.from_columns(doc=["a"], start=[0], end=[5], id=["c1"])
    qrels = pw.read_qrels(file, inventory=parts) if "ids" in name else pw.read_qrels(file)
    assert (qrels.topics.tolist(), qrels.without_rows, len(qrels)) == (["q1", "q7"], ["q7"], 1)
    run = pw.Run.from_columns(topic=["q1", "q7"], doc=["a", "a"], start=[0, 0], end=[5, 5])
    found = pw.evaluate(qrels, run, "CharR")
    np.testing.assert_equal(found.values["value"].to_numpy(), [1.0, np.nan])
    for form in ("tsv", "csv", "jsonl", "parquet"):
        pw.write_qrels(qrels, tmp_path / f"again.{form}")
        again = pw.read_qrels(tmp_path / f"again.{form}")
        assert (again.topics.tolist(), again.without_rows) == (["q1", "q7"], ["q7"])
    assert pw.Qrels.from_frame(qrels.to_frame()).without_rows == ["q7"]


def test_a_topic_that_is_judged_twice(tmp_path):
    (tmp_path / "g.tsv").write_text("topic\tdoc\tstart\tend\nq1\ta\t0\t5\nq1\t\t\t\n")
    said = "g.tsv:3: topic q1 is judged with nothing relevant here, but has rows at line 2"
    with pytest.raises(pw.FormatError, match=said):
        pw.read_qrels(tmp_path / "g.tsv")
    given = {"topic": ["q1"], "doc": ["a"], "start": [0], "end": [5]}
    assert pw.Qrels.from_columns(**given, judged=["q7"]).topics.tolist() == ["q1", "q7"]
    said = "judged: topic q1 is judged with nothing relevant, but has rows at row 0"
    with pytest.raises(pw.TableError, match=said):
        pw.Qrels.from_columns(**given, judged=["q1"])


def test_an_id_that_holds_a_nul_character_is_told_with_its_line(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text('{"topic": "a", "id": "b"}\n{"topic": "a", "id": "c\\u0000d"}\n')

    assert problem(pw.read_run, path) == f"{path}:2: id holds a NUL character"
