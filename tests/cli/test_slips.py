"""What could be a slip of the user is an error or a warning, never a plausible number."""

from __future__ import annotations

import json

import pytest

SPANS = "topic\tdoc\tstart\tend\tlength\nq\td\t10\t20\t1000\n"
E26 = (
    "no place in a table that has places (1 such row). Use --missing document to read such rows "
    "as whole documents, or --missing skip to leave them out\n"
)


@pytest.fixture
def here(tmp_path):
    (tmp_path / "q.tsv").write_text(SPANS)
    return tmp_path


def lines(*rows: dict) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def part(start, end, score=1, **more) -> dict:
    return {"topic": "q", "doc": "d", "start": start, "end": end, "score": score, **more}


def value(answer) -> float:
    assert answer.code == 0, answer.err
    return float(answer.out.split()[-1])


def notes(answer) -> str:
    return answer.out + answer.err


# -- findings 1.1 -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["jsonl", "tsv", "csv"])
def test_a_row_without_a_place_is_refused(partwise, here, form):  # findings 1.1
    text = {
        "jsonl": lines(part(500, 600, 2), part(None, None)),
        "tsv": "topic\tdoc\tstart\tend\tscore\nq\td\t500\t600\t2\nq\td\t\t\t1\n",
        "csv": "topic,doc,start,end,score\nq,d,500,600,2\nq,d,,,1\n",
    }[form]
    (here / f"r.{form}").write_text(text)
    line = 2 if form == "jsonl" else 3

    for words in (("evaluate", "q.tsv", f"r.{form}", "-m", "CharR@5"), ("check", f"r.{form}")):
        answer = partwise(*words)
        assert (answer.code, answer.err) == (2, f"r.{form}:{line}: {E26}")


def test_missing_document_and_skip(partwise, here):  # findings 1.1, ruling 6
    (here / "r.jsonl").write_text(lines(part(None, None, 9), part(0, 5, 2), part(500, 600, 1)))
    call = ("evaluate", "q.tsv", "r.jsonl", "-m", "CharR@5", "--format", "tsv", "--missing")

    whole, skipped = partwise(*call, "document"), partwise(*call, "skip")

    assert (value(whole), value(skipped)) == (1, 0)
    assert "r: 1 row without a place counts as a whole document" in notes(whole)
    assert "r: 1 row without a place left out; 2 parts moved up" in notes(skipped)


def test_judged_and_not_relevant_needs_no_place(partwise, here):  # findings 1.1
    (here / "z.tsv").write_text("topic\tdoc\tstart\tend\tgrade\nq\td\t10\t20\t1\nq\te\t\t\t0\n")
    (here / "bad.tsv").write_text("topic\tdoc\tstart\tend\tgrade\nq\td\t10\t20\t1\nq\te\t\t\t1\n")

    assert partwise("check", "z.tsv").code == 0
    assert partwise("check", "bad.tsv").err == f"bad.tsv:3: {E26}"
    assert partwise("check", "bad.tsv", "--missing", "document").code == 0


def test_an_ungraded_row_of_assessments_without_a_place(partwise, here):  # findings 1.1
    rows = "topic\tdoc\tstart\tend\tlength\nq\td\t10\t20\t100\nq\te\t\t\t50\n"
    (here / "u.tsv").write_text(rows)
    (here / "r.jsonl").write_text(lines(part(0, 25) | {"doc": "e"}))
    call = ("evaluate", "u.tsv", "r.jsonl", "-m", "CharR@5", "--format", "tsv", "--missing")

    whole = partwise(*call, "document")

    assert partwise("check", "u.tsv").err == f"u.tsv:3: {E26}"
    assert value(whole) == 25 / 60
    assert "u.tsv: 1 row without a place counts as a whole document" in notes(whole)
    assert value(partwise(*call, "skip")) == 0


def test_convert_and_lines_know_what_was_left_out(partwise, here):  # findings 1.1
    (here / "r.jsonl").write_text(lines(part(None, None, 9), part(0, 5, 2), part(9, 7, 1)))

    answer = partwise("convert", "r.jsonl", "out.tsv", "--missing", "skip")

    assert answer.err == "r.jsonl:3: end 7 is before start 9\n"


# -- findings 1.3 -------------------------------------------------------------------------------


def test_names_of_other_tools_are_read_as_ours(partwise, here):  # findings 1.3
    row = {"topic": "q", "doc": "d", "start_index": 500, "end_index": 600, "score": 2}
    (here / "r2.jsonl").write_text(lines(row))

    call = ("evaluate", "q.tsv", "r2.jsonl", "-m", "CharR@5")
    answer = partwise(*call, "--fail-under", "CharR@5=0.8")

    assert answer.code == 1
    assert "note: r2: start_index read as start, end_index as end\n" in notes(answer)
    assert notes(answer).count("read as start") == 1


@pytest.mark.parametrize("form", ["jsonl", "tsv"])
def test_two_names_for_one_column(partwise, here, form):  # findings 1.3
    row = {"topic": "q", "doc": "d", "start_index": 500, "start": 5, "end_index": 600, "score": 2}
    text = lines(row)
    if form == "tsv":
        text = "\t".join(row) + "\n" + "\t".join(map(str, row.values())) + "\n"
    (here / "r2").write_text(text)

    assert partwise("check", "r2").err == (
        "r2: start and start_index both name the column start. Use --columns start=NAME\n"
    )
    assert partwise("check", "r2", "--columns", "start=start_index").code == 0
    out = partwise("convert", "r2", "-", "--to", "tsv", "--columns", "start=start_index").out
    assert out.splitlines()[1].split("\t")[2:4] == ["500", "600"]


def test_columns_are_named_by_the_user(partwise, here):  # findings 1.3
    (here / "r.tsv").write_text("who\tsource\toffset\tend\tscore\nq\td\t10\t20\t2\n")
    call = ("evaluate", "q.tsv", "r.tsv", "-m", "CharR@5", "--format", "tsv", "--columns")

    answer = partwise(*call, "topic=who,doc=source,start=offset")

    assert value(answer) == 1
    assert partwise(*call, "topic=who,doc=source,start=ofset").code == 2
    assert partwise("check", "q.tsv", "--columns", "doc=sorce").err == (
        "--columns doc=sorce: no file has a column sorce\n"
    )
    assert "there is no column dok" in partwise("check", "q.tsv", "--columns", "dok=doc").err


def test_known_columns_are_kept_without_a_note(partwise, here):  # rulings 5 and 32
    kept = ("size", "text", "id", "prefix", "suffix", "aspects", "tag", "given_score")
    (here / "r.jsonl").write_text(lines(part(0, 5, **dict.fromkeys(kept, "x"), page=3)))

    answer = partwise("check", "r.jsonl")

    assert "unknown column page\n" in notes(answer)
    assert all(name in partwise("convert", "r.jsonl", "-", "--to", "tsv").out for name in kept)


# -- findings 1.4 -------------------------------------------------------------------------------

NO_PLACE = (
    "no column for a place (start, end, length, element or tree), so every row counts as a whole "
    "document; the assessments are spans"
)


def test_a_run_without_places_against_spans(partwise, here):  # findings 1.4
    (here / "r3.jsonl").write_text(lines({"topic": "q", "doc": "d", "text": "x", "score": 2}))
    (here / "r4.jsonl").write_text(lines({"topic": "q", "doc": "d", "score": 2}))
    (here / "d.tsv").write_text("topic\tdoc\tgrade\nq\td\t1\n")

    ids = "; use --inventory FILE if rows name chunks by their ids (and --columns id=doc where "
    ids += "these stand for documents)"
    for name, end in (("r3", " (partwise locate turns the column text into places)"), ("r4", ids)):
        answer = partwise("evaluate", "q.tsv", f"{name}.jsonl", "-m", "CharR@5")
        assert f"{name}    1.0000" in answer.out
        told = [line for line in notes(answer).splitlines() if ": " in line]
        assert told[0] == f"warning: {name}: {NO_PLACE}{end}"
    answer = partwise("evaluate", "d.tsv", "r4.jsonl", "-m", "AP")
    assert "note: r4: no column for a place; rows are whole documents\n" in notes(answer)


# -- findings 1.6 -------------------------------------------------------------------------------


def test_distances_for_scores(partwise, here):  # findings 1.6
    (here / "dist.jsonl").write_text(lines(part(10, 20, 0.1), part(500, 600, 0.9)))
    text = (here / "dist.jsonl").read_text().replace("score", "distance")
    (here / "dist2.jsonl").write_text("".join(reversed(text.splitlines(keepends=True))))
    warning = (
        "warning: dist: in every topic the scores rise from line to line. Are they distances? "
        "Name the column distance, or use --order file\n"
    )
    call = ("-m", "CharR@1", "--format", "tsv")

    one, other = (partwise("evaluate", "q.tsv", f"dist{n}.jsonl", *call) for n in ("", "2"))

    assert (value(one), value(other)) == (0, 1)
    assert warning in notes(one)
    assert warning in notes(partwise("check", "dist.jsonl"))
    assert "note: dist2: ordered by distance, smallest first\n" in notes(other)
    assert "rise" not in notes(partwise("evaluate", "q.tsv", "dist.jsonl", "--order", "file"))


def test_scores_that_fall_anywhere_are_scores(partwise, here):  # findings 1.6
    rows = (part(10, 20, 0.1), part(500, 600, 0.9), {**part(1, 2, 3), "topic": "p"})
    (here / "r.jsonl").write_text(lines(*rows, {**part(3, 4, 2), "topic": "p"}))
    (here / "both.jsonl").write_text(
        lines(part(10, 20, 0.9, distance=3), part(5, 6, 0.1, distance=1))
    )

    assert "rise" not in notes(partwise("check", "r.jsonl"))
    answer = partwise("evaluate", "q.tsv", "both.jsonl", "-m", "CharR@1", "--format", "tsv")
    assert value(answer) == 1
    assert "both: both score and distance: score orders the run" in notes(answer)


# -- findings 1.7, 5.1, 5.2 ---------------------------------------------------------------------


@pytest.mark.parametrize("second", ["q.tsv", "other.jsonl"])
def test_a_run_is_not_assessments(partwise, here, second):  # findings 1.7 and 5.1
    (here / "run.jsonl").write_text(lines(part(0, 5)))
    (here / "other.jsonl").write_text(lines(part(0, 5)))

    answer = partwise("evaluate", "run.jsonl", second, "-m", "CharR@5")

    assert answer.code == 2
    assert answer.err == (
        "run.jsonl: has the column score and no grade: a run, not assessments (QRELS come first). "
        "Use --format-qrels jsonl to read it as assessments\n"
    )
    forced = partwise("check", "--as", "qrels", "--format-qrels", "jsonl", "run.jsonl")
    assert forced.code == 0


def test_an_inex_run_is_not_assessments(partwise, here):  # findings 5.2
    (here / "run.txt").write_text("1 Q0 d 1 2.0 x 0 29\n")

    assert partwise("evaluate", "run.txt", "q.tsv").err == (
        "run.txt: an INEX run, not assessments. QRELS come first, then RUNs\n"
    )


def test_beir_names_grades_score(partwise, here):  # findings 7.7
    (here / "beir.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td7\t1\n")
    (here / "r7").write_text("q1 Q0 d7 1 2 x\n")

    assert value(partwise("evaluate", "beir.tsv", "r7", "-m", "AP", "--format", "tsv")) == 1


# -- findings 2.2 and 5.7 -----------------------------------------------------------------------


def test_ties_in_score_go_by_rank(partwise, here):  # findings 2.2
    (here / "d.tsv").write_text("topic\tdoc\tgrade\nq\ta\t1\n")
    (here / "rk.tsv").write_text("topic\tdoc\trank\tscore\nq\ta\t1\t1.0\nq\tb\t2\t1.0\n")
    (here / "rk.txt").write_text("q Q0 a 1 1.0 x\nq Q0 b 2 1.0 x\n")
    call = ("-m", "RR", "--format", "tsv")

    assert value(partwise("evaluate", "d.tsv", "rk.tsv", *call)) == 1
    assert value(partwise("evaluate", "d.tsv", "rk.tsv", *call, "--whole-documents")) == 1
    assert value(partwise("evaluate", "d.tsv", "rk.txt", *call)) == 0.5  # TREC's own rule


def test_assessments_that_say_nothing(partwise, here):  # findings 5.7
    (here / "qt.jsonl").write_text(lines({"topic": "q", "doc": "d", "text": "a quote"}))
    (here / "q2.tsv").write_text("topic\tdoc\nq\td\nq\te\n")

    assert partwise("evaluate", "qt.jsonl", "q.tsv").err == (
        "qt.jsonl: 1 row has neither a grade nor a span or element (first: line 1, document d); "
        "partwise locate turns its column text into places\n"
    )
    assert partwise("check", "--as", "qrels", "q2.tsv").err == (
        "q2.tsv: 2 rows have neither a grade nor a span or element (first: line 2, document d)\n"
    )


# -- topics answered with nothing ---------------------------------------------------------------


def test_topics_answered_with_nothing(partwise, here):  # contract 2.2, rag-adapters.md 1
    (here / "q.tsv").write_text(SPANS + "q7\td\t10\t20\t1000\nq8\td\t10\t20\t1000\n")
    (here / "a.jsonl").write_text(lines(part(10, 20), {"topic": "q7"}))
    (here / "b.jsonl").write_text(lines({"topic": "q7", "doc": None}))
    (here / "c.tsv").write_text("topic\tdoc\tscore\tpage\nq\td\t1\t\nq\t\t\t\n")
    call = ("evaluate", "q.tsv", "a.jsonl", "-m", "CharR@5", "--format", "json", "--per-topic")

    saved = json.loads(partwise(*call, "--topics", "common").out)

    assert saved["topics"] == {"judged": 3, "run": 2, "ignored": 0, "empty": 1}
    assert saved["runs"][0]["values"][0]["topics"] == {"q": 1.0, "q7": 0.0, "q8": None}
    assert partwise("check", "c.tsv").err == (
        "c.tsv:3: topic q is answered with nothing here, but has parts at line 2\n"
    )
    empty = partwise("evaluate", "q.tsv", "b.jsonl", "-m", "CharR@5")
    assert "warning: b: no results" in notes(empty)
    assert "b     0.0000" in empty.out


def test_answers_with_nothing_survive_our_tables(partwise, here):  # rag-adapters.md 1
    (here / "a.jsonl").write_text(lines(part(10, 20), {"topic": "q7"}))
    for form in ("tsv", "csv", "jsonl", "parquet"):
        assert partwise("convert", "a.jsonl", f"b.{form}").code == 0
        assert "for 2 topics" in partwise("check", f"b.{form}").out

    answer = partwise("convert", "a.jsonl", "b.txt", "--to", "inex-run")

    assert answer.code == 0
    assert "note: 1 topic answered with nothing left out (q7)" in answer.err


def test_notes_say_that_ranks_broke_ties(partwise, here):  # findings 2.2 and 6.2
    (here / "d.tsv").write_text("topic\tdoc\tgrade\nq\ta\t1\n")
    rows = [("a", 1), ("b", 2), ("c", 2)]
    for name, some in (("all", rows[:2]), ("some", rows)):
        lines_ = "".join(f"q\t{doc}\t{rank}\t1.0\n" for doc, rank in some)
        (here / f"{name}.tsv").write_text("topic\tdoc\trank\tscore\n" + lines_)

    told = notes(partwise("evaluate", "d.tsv", "all.tsv", "some.tsv", "-m", "P@1", "-m", "P@2"))

    assert "all: 1 tied score; ties broken by rank\n" in told
    assert "some: 2 tied scores; ties broken by rank, then document id (descending), then" in told
    assert "some: a tie spans the cutoff 2 in topic q\n" in told
    assert "cutoff 1" not in told


def test_a_length_without_a_start_is_no_place(partwise, here):  # findings 1.1
    (here / "r.tsv").write_text("topic\tdoc\tlength\tscore\nq\td\t20\t1\n")

    assert partwise("check", "r.tsv").err == "r.tsv:2: length without start\n"


def test_notes_on_inventories_and_lengths(partwise, here):  # findings 1.3
    (here / "r.jsonl").write_text(lines(part(10, 20)))
    (here / "inv.tsv").write_text("doc_id\tstart_char\tend_char\nd\t0\t20\nd\t\t\n")
    (here / "len.tsv").write_text("docno\tlength\nd\t1000\n")
    call = ("evaluate", "q.tsv", "r.jsonl", "-m", "CharR@5", "--lengths", "len.tsv")

    assert partwise(*call, "--inventory", "inv.tsv").err == f"inv.tsv:3: {E26}"
    told = notes(partwise(*call, "--inventory", "inv.tsv", "--missing", "skip"))
    assert "inv.tsv: doc_id read as doc, start_char as start, end_char as end" in told
    assert "inv.tsv: 1 row without a place left out" in told
    assert "len.tsv: docno read as doc" in told
    assert "start_char as start" in notes(partwise("check", "inv.tsv", "--missing", "skip"))


def test_the_lab_reads_as_evaluate_does(partwise, here):  # findings 1.1 and 1.3
    rows = "topic\tdoc\tstart\tend\tscore\n" + "q\td\t10\t20\t2\nq\td\t\t\t1\n"
    (here / "a.tsv").write_text(rows)
    (here / "b.tsv").write_text(rows.replace("10\t20", "0\t5").replace("doc", "file"))
    call = ("lab", "correlate", "q.tsv", "a.tsv", "b.tsv", "-m", "CharR@1", "-m", "CharP@1")

    assert partwise(*call, "--columns", "doc=file").err.endswith(E26)
    done = partwise(*call, "--columns", "doc=file", "--missing", "skip")
    assert done.code == 0, done.err
