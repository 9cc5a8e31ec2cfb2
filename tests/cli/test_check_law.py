"""What ``evaluate`` refuses of a file alone, ``check`` refuses in the same words (findings 9.6)."""

from __future__ import annotations

import json

import polars as pl
import pytest

QRELS = "topic\tdoc\tstart\tend\tlength\nt\td\t0\t10\t20\n"
RUN = "topic\tdoc\tstart\tend\trank\nt\td\t5\t15\t1\n"
ELEMENTS = "topic\tdoc\telement\tgrade\nt\td\t/a[1]/b[1]\t1\n"
RETURNED = "topic\tdoc\telement\trank\nt\td\t/a[1]/c[1]\t1\n"
TREE = """\
doc	node	parent	path	tag	start	end	depth
d	0		/a[1]	a	0	20	1
d	1	0	/a[1]/b[1]	b	0	10	2
d	2	0	/a[1]/c[1]	c	10	20	2
"""
SAVED = {
    "partwise": "0.1.0",
    "topics": {"judged": 1, "run": 1, "ignored": 0},
    "runs": [
        {
            "run": name,
            "values": [{"measure": "AP", "mean": 1.0, "undefined": 0, "topics": {"t": 1.0}}],
        }
        for name in ("x", "y")
    ],
    "notes": [],
}

SPANS = "topic\tdoc\tstart\tend\tscore\n"
RUNS = {
    "trec": "t Q0 d 1 2.5 x\n",
    "inex": "t Q0 d 1 2.5 x /a[1]\n",
    "fol": "t Q0 d 1 2.5 x 0 5\n",
    "genomics": "t\td\t1\t2.5\t0\t5\tx\n",
    "table": RUN,
    "csv": "topic,doc,rank\nt,d,1\n",
    "json": '{"topic": "t", "doc": "d", "score": 1}\n',
    "xml": "<inex-submission participant-id='1' run-id='r' task='f'><topic topic-id='t'>"
    "<result><file>d</file><path>/a[1]</path></result></topic></inex-submission>",
    "names": "topic\tdoc\telement\trank\nt\td\tnews\t1\n",
    "no score": "t Q0 d 1 abc x\n",
    "no rank": "t Q0 d one 2 x\n",
    "twice": "t Q0 d 1 2 x\nt Q0 d 2 1 x\n",
    "few columns": "t Q0 d 1 2 x\nt Q0 e 1 2\n",
    "no path": "t Q0 d 1 2.5 x /a>\n",
    "bare step": "t Q0 d 1 2.5 x /a\n",
    "no place": SPANS + "t\td\t0\t5\t2\nt\te\t\t\t1\n",
    "negative": SPANS + "t\td\t-1\t5\t2\n",
    "backwards": SPANS + "t\td\t9\t5\t2\n",
    "one end": SPANS + "t\td\t9\t\t2\n",
    "no number": SPANS + "t\td\tx\t5\t2\n",
    "nameless": SPANS + "t\t\t0\t5\t2\n",
    "empty": "",
    "blank": "\n\n",
    "only a header": SPANS,
    "two names": "topic\tdoc\tdoc_id\tscore\nt\td\td\t1\n",
    "not UTF-8": b"t Q0 caf\xe9 1 2 x\n",
    "a mark": b"\xef\xbb\xbft Q0 d 1 2 x\n",
    "broken JSON": '{"topic": "t", "doc": "d", "score": 1}\n{"topic": \n',
    "broken XML": "<inex-submission><topic topic-id='t'></inex-submission>",
    "disagreeing XML": "<inex-submission participant-id='1' run-id='r' task='f'>"
    "<topic topic-id='t'><result><file>d</file><path>/a[1]</path><rank>1</rank><rsv>1</rsv>"
    "</result><result><file>e</file><path>/a[1]</path><rank>2</rank><rsv>2</rsv></result>"
    "</topic></inex-submission>",
    "prose": "hello world\n",
}
JUDGED = {
    "trec": "t 0 d 1\n",
    "fol": "t Q0 d 10 20 0 0:10\n",
    "table": QRELS,
    "elements": ELEMENTS,
    "names": "topic\tdoc\telement\tgrade\nt\td\tnews\t1\n",
    "gold": "t\td\t0\t5\tA|B\n",
    "no grade": "t 0 d x\n",
    "judged twice": "t 0 d 1\nt 0 d 0\n",
    "too long": "t Q0 d 30 20 0 0:30\n",
    "no sum": "t Q0 d 10 20 0 0:9\n",
    "overlap": "t Q0 d 10 20 0 0:6 4:4\n",
    "lengths": "topic\tdoc\tstart\tend\tlength\nt\td\t0\t5\t20\nt\td\t6\t9\t30\n",
    "lengths in FOL": "t Q0 d 5 100 0 0:5\nu Q0 d 5 200 0 0:5\n",
    "entry points": "topic\tdoc\tstart\tend\tbep\nt\td\t0\t5\t1\nt\td\t6\t9\t3\n",
    "empty span": "topic\tdoc\tstart\tend\nt\td\t5\t5\n",
    "no grade, no place": "topic\tdoc\ttext\nt\td\ta quote\n",
    "a run": RUN.replace("rank", "score"),
    "ranks": RUN,
    "nothing": "",
    "header": "topic\tdoc\tstart\tend\n",
    "nameless": "topic\tdoc\tgrade\n\td\t1\n",
}
HEAD = "topic\tdoc\telement\te\ts\n"
PAIRS = {
    "good": HEAD + "t\td\t/a[1]/b[1]\t3\t3\n",
    "beyond the scale": HEAD + "t\td\t/a[1]/b[1]\t5\t2\n",
    "half judged": HEAD + "t\td\t/a[1]/b[1]\t0\t2\n",
    "pairs judged twice": HEAD + "t\td\t/a[1]/b[1]\t3\t3\nt\td\t/a[1]/b[1]\t1\t1\n",
}
TREES = {
    "good": TREE,
    "outside": TREE.replace("10\t20\t2", "10\t25\t2"),
    "no parent": TREE.replace("d\t2\t0", "d\t2\t9"),
    "no number": TREE.replace("0\t10\t2", "x\t10\t2"),
    "no columns": "doc\tnode\nd\t0\n",
    "empty": "",
}
LENGTHS = {
    "good": "doc\tlength\nd\t20\n",
    "two": "doc\tlength\nd\t20\nd\t30\n",
    "negative": "doc\tlength\nd\t-3\n",
    "none": "doc\tlength\nd\t\n",
    "no column": "doc\tsize\nd\t3\n",
    "empty": "",
}
INVENTORIES = {
    "good": "doc\tstart\tend\nd\t0\t10\nd\t10\t20\n",
    "backwards": "doc\tstart\tend\nd\t10\t0\n",
    "no place": "doc\tstart\tend\nd\t\t\n",
    "nameless": "doc\tstart\tend\n\t0\t10\n",
    "empty": "",
}
EDGES = {
    "good": "d\t/a[1]/c[1]\t/a[1]/b[1]\t0.4\n",
    "too likely": "d\t/a[1]/c[1]\t/a[1]/b[1]\t1.4\n",
    "twice": "d\t/a[1]/c[1]\t/a[1]/b[1]\t0.4\nd\t/a[1]/c[1]\t/a[1]/b[1]\t0.5\n",
    "blanks": "d /a[1]/c[1] /a[1]/b[1] 0.4\n",
    "empty": "",
    "comments": "# nothing\n",
}
ROUTES = {
    "good": "d\t/a[1]/c[1]\t/a[1]/b[1]\n",
    "alone": "d\n",
    "a hole": "d\t/a[1]/c[1]\t\t/a[1]/b[1]\n",
    "empty": "",
}
RESULTS = {
    "good": json.dumps(SAVED),
    "cut": json.dumps(SAVED)[:-20],
    "no runs": '{"partwise": "0.1.0"}',
}
TOPICS = {
    "good": "topic\tkind\nt\teasy\n",
    "two": "topic\tkind\nt\teasy\nt\thard\n",
    "short": "topic\tkind\nt\n",
    "alone": "topic\nt\n",
}

WALK = "evaluate eq.tsv er.tsv -m GR@1 --nav"
SEE = "evaluate q.tsv r.tsv -m CharR@1"
ROLES = [
    ("run", RUNS, "evaluate q.trec FILE -m P@1"),
    ("qrels", JUDGED, "evaluate FILE r.trec -m P@1"),
    ("qrels", PAIRS, "evaluate FILE er.tsv -m nxCG@1 --structure s.tsv"),
    ("structure", TREES, f"{SEE} --structure FILE"),
    ("lengths", LENGTHS, f"{SEE} --lengths FILE"),
    ("inventory", INVENTORIES, f"{SEE} --inventory FILE"),
    ("links", EDGES, f"{WALK} Edges('FILE')"),
    ("routes", ROUTES, f"{WALK} Routes('FILE')"),
    ("results", RESULTS, "compare FILE"),
    ("topics", TOPICS, "compare q.tsv r.tsv r2.tsv -m CharR@1 --by FILE"),
]
CASES = [
    pytest.param(kind, text, command, id=f"{kind}: {name}")
    for kind, texts, command in ROLES
    for name, text in texts.items()
]


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
@pytest.mark.parametrize(("kind", "text", "command"), CASES)
def test_check_says_what_evaluate_says(partwise, tmp_path, kind, text, command):
    files = {"q.tsv": QRELS, "r.tsv": RUN, "r2.tsv": RUN, "q.trec": "t 0 d 1\n", "s.tsv": TREE}
    files |= {"r.trec": "t Q0 d 1 2 x\n", "eq.tsv": ELEMENTS, "er.tsv": RETURNED}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "f.json").write_bytes(text if isinstance(text, bytes) else text.encode())

    done = partwise(*command.replace("FILE", "f.json").split(), "-q")
    checked = partwise("check", "f.json", "--as", kind, "-q")

    assert done.code in (0, 2)
    assert checked.code == done.code
    assert checked.err == ("" if done.code == 0 else done.err)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TREE, "a structure with 3 elements of 1 document"),
        ("doc\tlength\nd\t20\n", "lengths of 1 document"),
        (INVENTORIES["good"], "an inventory of 2 parts of 1 document"),
        (EDGES["good"], "1 link between places of 1 document"),
        ("site\thome\tnews\t0.4\n", "1 link between places of 1 document"),
        (ROUTES["good"], "1 route in 1 document"),
        (TOPICS["good"], "1 topic with kind"),
        (RESULTS["good"], "saved results of 2 runs and 1 measure"),
        (QRELS, "assessments with 1 row for 1 topic"),
        (RUN, "a run of 1 part for 1 topic"),
    ],
)
def test_content_tells_what_a_file_is(partwise, tmp_path, text, words):
    (tmp_path / "f").write_text(text)
    assert partwise("check", "f").out == f"f: {words}, no problems\n"


def test_a_folder_stands_for_the_runs_in_it(partwise, tmp_path):
    (tmp_path / "runs").mkdir()
    for name in ("a.txt", "b.txt"):
        (tmp_path / "runs" / name).write_text(RUNS["trec"])
    (tmp_path / "runs" / "notes.md").write_text("hello world\n")
    done = partwise("check", "runs")
    said = "a run of 1 part for 1 topic, no problems\n"
    assert done.out == f"runs/a.txt: {said}runs/b.txt: {said}"
    (tmp_path / "none").mkdir()
    (tmp_path / "q").write_text(JUDGED["trec"])
    words = partwise("evaluate", "q", "none", "-m", "AP").err
    assert partwise("check", "none").err == words == "none: no run in this folder (0 files)\n"


def test_columns_that_are_none_of_ours(partwise, tmp_path):
    pl.DataFrame({"question": ["q"], "document": ["d"], "points": [1]}).write_parquet(
        tmp_path / "ranx.parquet"
    )
    done = partwise("check", "ranx.parquet")
    assert (done.code, done.err) == (
        2,
        "ranx.parquet: the columns question, document, points are none of ours. "
        "Use --columns topic=question,…\n",
    )
    names = "topic=question,doc=document,score=points"
    assert partwise("check", "ranx.parquet", "--columns", names).code == 0


@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        ("t 0 DOC-1 1\n", "t Q0 doc-1 1 2 x\n"),
        ("t 0 d 1\n", "t Q0 corpora/d.md 1 2 x\n"),
        ("t 0 d 1\n", "u Q0 d 1 2 x\n"),
        ("t Q0 d 10 20 0 0:10\n", "t Q0 d 1 2 x 15 19\nt Q0 d 2 1 x 5 18\n"),
        ("t Q0 d 10 20 0 0:10\n", "t Q0 d 1 2 x 5 8\n"),
        ("t 0 d 1\n", "t Q0 d 1 2 x\n"),
    ],
    ids=["case", "folder", "topics", "ends", "spans", "good"],
)
def test_runs_are_checked_against_their_assessments(partwise, tmp_path, qrels, run):
    (tmp_path / "q").write_text(qrels)
    (tmp_path / "r").write_text(run)
    done = partwise("evaluate", "q", "r", "-m", "P@1", "-q")
    checked = partwise("check", "r", "--qrels", "q", "-q")
    assert (checked.code, checked.err) == (done.code, done.err)
    assert partwise("check", "r").code == 0


def test_an_option_that_the_message_names_helps(partwise, tmp_path):
    (tmp_path / "q").write_text("t 0 d 1\n")
    (tmp_path / "r").write_text("t Q0 corpora/d.md 1 2 x\n")
    assert partwise("check", "r", "--qrels", "q").err.startswith("r: none of its 1 document is")
    assert partwise("check", "r", "--qrels", "q", "--doc-ids", "stem").code == 0


def test_what_does_not_meet_is_noted(partwise, tmp_path):
    (tmp_path / "q").write_text("t 0 d 1\nu 0 d 1\n")
    (tmp_path / "r").write_text("t Q0 e 1 2 x\nv Q0 e 1 2 x\n")
    done = partwise("check", "r", "--qrels", "q")
    assert done.code == 0
    assert "warning: x: none of its 1 document is judged (run: e.., assessments: d..)" in done.err
    assert "x: 1 topic without assessments ignored (v)" in done.err
    assert "x: 1 judged topic without results (u), counted as empty" in done.err


def test_steps_that_are_too_likely_are_noted(partwise, tmp_path):
    (tmp_path / "l").write_text("d\ta\tb\t0.9\nd\ta\tc\t0.9\n")
    done = partwise("check", "l")
    assert done.code == 0
    assert "not with kind=step: l:2: the steps out of d a sum to 1.8" in done.err


@pytest.mark.parametrize("to", ["tsv", "csv", "jsonl", "parquet"])
@pytest.mark.parametrize("kind", ["run", "qrels"])
def test_what_convert_writes_check_passes(partwise, tmp_path, kind, to):  # findings 4.9
    for text in (RUNS if kind == "run" else JUDGED | PAIRS).values():
        (tmp_path / "f").write_bytes(text if isinstance(text, bytes) else text.encode())
        if partwise("check", "f", "--as", kind, "--order", "rank").code == 0:
            done = partwise("convert", "f", f"g.{to}", "--as", kind, "--order", "rank")
            assert done.code == 0, done.err
            assert partwise("check", f"g.{to}", "--as", kind).code == 0
