"""Cells and files at the edges of what formats hold, from command to file."""

from __future__ import annotations

import json

import pytest
from tests.helpers import answer

import partwise as pw


def table(folder, name, *rows):
    """Write lines of words as tab-separated cells; a dash is an empty cell."""
    lines = (["" if cell == "-" else cell for cell in row.split(" ")] for row in rows)
    (folder / name).write_text("".join("\t".join(cells) + "\n" for cells in lines))
    return name


def submission(*places):
    """Submission with one result for each place, in their order."""
    results = "".join(f"<result><file>d</file>{place}</result>" for place in places)
    return f'<inex-submission run-id="r"><topic topic-id="t">{results}</topic></inex-submission>'


# -- what can be read ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ('<fol offset="7" length="5"/>', (7, 12)),
        (f'<fol offset="{"9" * 18}" length="0"/>', (int("9" * 18), int("9" * 18))),
        ('<fol offset="1000000000000000000" length="5"/>', 'offset "1000000000000000000" is not'),
        ('<fol offset="7" length="1000000000000000000"/>', 'length "1000000000000000000" is not'),
        ('<fol offset="7"/>', "a fol without offset or length"),
        ('<fol length="7"/>', "a fol without offset or length"),
        ('<passage start="7"/>', "a passage without start or end"),
        ('<passage end="7"/>', "a passage without start or end"),
        ('<passage start="7" end="7"/>', (7, 7)),
        ('<passage start="7" end="6"/>', "end 6 is before start 7"),
        ('<fol offset="-1" length="7"/>', "offset -1 is negative"),
        ('<fol offset="1.0" length="7"/>', 'offset "1.0" is not a whole number'),
        ('<fol offset="٣" length="7"/>', 'offset "٣" is not a whole number'),
    ],
)
def test_places_of_submissions(tmp_path, place, expected):
    (tmp_path / "r.xml").write_text(submission("", place), encoding="utf-8")
    if isinstance(expected, tuple):
        run = pw.read_run(tmp_path / "r.xml")
        assert (run.start[1], run.end[1]) == expected
    else:
        with pytest.raises(pw.PartwiseError, match=expected):
            pw.read_run(tmp_path / "r.xml")


def test_claims_without_page_or_sentence(tmp_path):
    evidence = [[1, 2, "Ann", 3], [1, 2, "Bob", None], [1, 2, None, 3], [1, 2, None, None]]
    claim = {"id": 7, "claim": "x", "label": "SUPPORTS", "evidence": [[one] for one in evidence]}
    (tmp_path / "f.jsonl").write_text(json.dumps(claim))
    qrels = pw.read_qrels(tmp_path / "f.jsonl", format="fever")
    assert qrels.docs.tolist() == ["Ann"]
    assert qrels.elements.tolist() == ["s[4]"]


@pytest.mark.parametrize(
    ("heading", "refused"),
    [
        ("doc element", True),
        ("doc start end", True),
        ("element doc grade", True),
        ("doc,element", True),
        ("doc", False),  # a route without any element
        ("doc topics", False),
    ],
)
def test_tables_that_are_not_of_routes(tmp_path, heading, refused):
    table(tmp_path, "r.tsv", heading, "d /a[1] /b[1]")
    table(tmp_path, "q.tsv", "topic doc element grade", "t d /a[1] 1")
    table(tmp_path, "l.tsv", "topic doc element", "t d /a[1]")
    said = answer(tmp_path, "evaluate", "q.tsv", "l.tsv", "-m", "GR(nav=Routes('r.tsv'))")
    names = heading.replace(",", " ").replace(" ", ", ")
    assert (f"r.tsv: a table of {names}, not of routes" in said.err) == refused
    assert said.code == (0 if heading == "doc topics" else 2)


@pytest.mark.parametrize("rest", ["", "/a[1]", "2 3"])
def test_lengths_that_look_like_ends(tmp_path, rest):
    """A passage past the end of its document is refused only where all lines are passages."""
    rows = ["t Q0 d 1 9 x 10 30", "t Q0 d 2 8 x 20 35"]
    rows += [f"t Q0 d 3 7 x {rest}"] if rest else []
    (tmp_path / "r.txt").write_text("\n".join(rows))
    table(tmp_path, "q.tsv", "topic doc start end length", "t d 0 5 40")
    said = answer(tmp_path, "evaluate", "q.tsv", "r.txt", "-m", "CharR@2")
    hint = "20 + 35 passes the end of document d (40 characters). If column 8 is an end"
    assert (hint in said.err) == (rest != "/a[1]")


# -- what can be written ---------------------------------------------------------------------------


def test_ranks_beside_scores_stay_in_a_submission(tmp_path):
    (tmp_path / "r.txt").write_text("t Q0 d 1 0.9 x /a[1]\nt Q0 d 2 0.5 x /a[1]/b[1]\n")
    assert answer(tmp_path, "convert", "r.txt", "r.xml", "--to", "inex-submission").code == 0
    back = answer(tmp_path, "convert", "r.xml", "-", "--to", "tsv").out
    cells = [line.split("\t") for line in back.splitlines()]
    rows = [dict(zip(cells[0], row, strict=True)) for row in cells[1:]]
    assert [row["score"] for row in rows] == ["0.9", "0.5"]
    written = (tmp_path / "r.xml").read_text()
    assert "<path>/a[1]</path><rank>1</rank><rsv>0.9</rsv>" in written
    assert "<path>/a[1]/b[1]</path><rank>2</rank><rsv>0.5</rsv>" in written


def test_ranks_that_scores_contradict_are_not_written(tmp_path):
    table(tmp_path, "r.tsv", "topic doc start end rank score", "t d 0 5 1 0.1", "t d 6 9 2 0.5")
    table(tmp_path, "s.tsv", "topic doc start end rank score", "t d 0 5 2 0.1", "t d 6 9 1 0.5")
    words = "convert", "r.tsv", "-", "--to", "genomics-run"
    refused = answer(tmp_path, *words)
    assert refused.code == 2
    assert "cannot hold the column rank, which the scores contradict" in refused.err
    same = "t\td\t2\t0.1\t0\t5\nt\td\t1\t0.5\t6\t3\n"
    assert answer(tmp_path, *words, "--lossy").out == same
    lines = answer(tmp_path, "convert", "s.tsv", "-", "--to", "genomics-run").out
    assert lines == same


@pytest.mark.parametrize(("bep", "fits"), [("-", True), ("0", False), ("3", False)])
def test_entry_points_of_documents_that_are_not_relevant(tmp_path, bep, fits):
    heading = "topic doc start end grade bep length"
    table(tmp_path, "q.tsv", heading, "t d 0 5 1 2 50", f"t e - - 0 {bep} 20")
    words = "convert", "q.tsv", "-", "--to", "fol-qrels"
    said = answer(tmp_path, *words)
    if fits:
        assert said.out == "t Q0 d 5 50 2 0:5\nt Q0 e 0 20\n"
    else:
        assert "q.tsv:3: FOL qrels cannot hold best entry points of documents that are" in said.err
        assert answer(tmp_path, *words, "--lossy").out == "t Q0 d 5 50 2 0:5\nt Q0 e 0 20\n"


def test_pools_of_several_topics_and_assessors(tmp_path):
    cells = [(topic, who) for topic in range(7) for who in range(3)]
    rows = [f"t{topic} d{who} /a[1] {1 + who % 2} 0.5 a{who}" for topic, who in cells]
    table(tmp_path, "q.tsv", "topic doc element e s assessor", *rows)
    said = answer(tmp_path, "convert", "q.tsv", "x/", "--to", "xrai")
    assert said.code == 0, said.err
    names = sorted(path.name for path in (tmp_path / "x").iterdir())
    assert names == [f"t{topic}-a{who}.xml" for topic, who in cells]
    for topic, who in cells:
        text = (tmp_path / "x" / f"t{topic}-a{who}.xml").read_text()
        assert f'topic="t{topic}"' in text
        assert text.count("<file ") == text.count(f'name="d{who}"') == 1
    refused = answer(tmp_path, "convert", "q.tsv", "-", "--to", "xrai")
    assert (refused.code, refused.err.partition(". ")[0]) == (
        2, "-: is a file, and 21 files are to be written",
    )  # fmt: skip
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(("column", "what"), [(0, "topic"), (1, "document"), (2, "path")])
def test_names_that_xml_cannot_hold(tmp_path, column, what):
    cells = [["t", "d", "/a[1]"], ["t", "d", "/b[1]"], ["u", "e", "/c[1]"]]
    cells[2][column] = "a\x01b"
    table(tmp_path, "r.tsv", "topic doc element score", *(f"{' '.join(row)} 1" for row in cells))
    said = answer(tmp_path, "convert", "r.tsv", "r.xml", "--to", "inex-submission")
    assert said.code == 2
    assert said.err.startswith(f'r.tsv:4: an INEX submission cannot hold {what} "a')


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("squad", {"version": "2"}, 'no key "data"'),
        ("squad", {"data": [{"title": "A"}]}, 'data[0]: no key "paragraphs"'),
        (
            "squad",
            {"data": [{"title": "A", "paragraphs": [{"context": "abc"}]}]},
            'data[0].paragraphs[0]: no key "qas"',
        ),
        ("legalbench", {"version": "2"}, 'no key "tests"'),
        ("legalbench", {"tests": [{"query": "Q"}]}, 'tests[0]: no key "snippets"'),
        ("bioasq", {"version": "2"}, 'no key "questions"'),
        ("fever", {"id": 7, "claim": "x"}, 'no key "evidence"'),
        ("kilt", {"id": "7", "input": "x"}, 'no key "output"'),
        ("legalbench-results", {"weights": []}, 'no key "qa_result_list"'),
        ("trec-rag", {"topic_id": "1", "answer": []}, 'no key "references"'),
    ],
)
def test_keys_that_must_be_there(tmp_path, name, content, words):
    (tmp_path / "c.json").write_text(json.dumps(content))
    read = pw.read_run if name in ("legalbench-results", "trec-rag") else pw.read_qrels
    with pytest.raises(pw.PartwiseError) as bad:
        read(tmp_path / "c.json", format=name)
    assert words in str(bad.value)


@pytest.mark.parametrize(
    ("last", "refused"),
    [
        (["0", "1", "0.5", "1.0"], True),
        (["0", "1.5"], False),
        (["0.5", "-0.5"], False),
        (["0.5", "x"], False),
    ],
)
def test_links_that_end_in_probabilities(tmp_path, last, refused):
    table(tmp_path, "l.tsv", *(f"d x{at} d {cell}" for at, cell in enumerate(last)))
    table(tmp_path, "q.tsv", "topic doc element grade", f"t d {last[-1]} 1")
    table(tmp_path, "r.tsv", "topic doc element", f"t d x{len(last) - 1}")
    said = answer(
        tmp_path, "evaluate", "q.tsv", "r.tsv", "-m", "GR(nav=Links('l.tsv', level=place))@1"
    )
    words = "l.tsv: four columns that end in probabilities, expected from_doc from to_doc to"
    assert (words in said.err) == refused
    assert said.code == (2 if refused else 0), said.err


@pytest.mark.parametrize("wrong", [0, 1, 5999])
def test_lines_of_long_json_files(tmp_path, wrong):
    """An end before its start is found in the table, and told by the line of the file."""
    rows = [{"topic": "t", "doc": f"d{at}", "start": 5, "end": 9} for at in range(6000)]
    rows[wrong]["end"] = 4
    text = "".join(json.dumps(row) + "\n" * (1 + at % 3) for at, row in enumerate(rows))
    (tmp_path / "r.jsonl").write_text(text)
    line = 1 + sum(1 + at % 3 for at in range(wrong))
    with pytest.raises(pw.PartwiseError, match=rf"r.jsonl:{line}: end 4 is before start 5"):
        pw.read_run(tmp_path / "r.jsonl")


def test_questions_of_ragas_that_were_answered_with_nothing(tmp_path):
    cells = [("Who?", ["salt"], ["salt"]), ("Why?", [], ["rope"])]
    names = "user_input", "retrieved_contexts", "reference_contexts"
    rows = [dict(zip(names, row, strict=True)) for row in cells]
    (tmp_path / "r.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "a.txt").write_text("salt eats the rope")
    words = "evaluate", "r.jsonl", "r.jsonl", "--texts", "t", "-m", "CharR@5", "-m", "NumRet"
    said = answer(tmp_path, *words, "--per-topic", "--format", "tsv")
    cells = [line.split("\t") for line in said.out.splitlines()[1:]]
    found = {(topic, measure): float(value) for _, topic, measure, value, *_ in cells}
    topics = ("q000", "q001")
    assert [found[topic, "CharR@5"] for topic in topics] == [1, 0]
    assert [found[topic, "NumRet"] for topic in topics] == [1, 0]


@pytest.mark.parametrize("sign", "\t\v\f\r \x01\x08\x0e\x1b\x1c\x1f\x7f\x85\xa0", ids=ascii)
def test_blanks_between_columns_of_trec_files(tmp_path, sign):
    """Blanks of ASCII part columns, one or several; all other signs belong to a name."""
    if sign in "\t\v\f\r ":
        cells = f"1{sign}0 ab{sign}1", f"1{sign}Q0{sign}{sign}ab 2 2.0{sign}x"
    else:
        cells = f"1 0 a{sign}b 1", f"1 Q0 a{sign}b 2 2.0 x"
    for n in (1, 40):  # the other lines are regular
        qrels = f"{cells[0]}\n" + "1 0 c 0\n" + "".join(f"{k} 0 c 1\n" for k in range(2, n))
        run = f"1 Q0 c 1 3.0 x\n{cells[1]}\n" + "".join(f"{k} Q0 c 1 1 x\n" for k in range(2, n))
        (tmp_path / "q.txt").write_text(qrels, newline="", encoding="utf-8")
        (tmp_path / "r.txt").write_text(run, newline="", encoding="utf-8")
        found = pw.evaluate(tmp_path / "q.txt", [tmp_path / "r.txt"], "RR")
        assert found.table[0, 0, found.topics.index("1")] == 0.5
