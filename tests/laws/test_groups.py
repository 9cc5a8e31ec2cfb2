"""Evaluating a file in groups of topics changes nothing: same bits, same notes, same errors."""

from __future__ import annotations

import csv
import io
import json
import re

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.helpers import grouped_options, ranked_rows, small_blocks
from tests.laws.instances import MEASURES, VARIANTS

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")

FAMILIES = ("focused", "parts", "union")
"""Families of measures of the first parts, or of characters."""
SEEN = [measure for measure in [*MEASURES, *VARIANTS] if measure.family in FAMILIES]
SETS = [
    ["CharR(budget=40)", "CharR@2", "CharP@3", "CharIoU@1", "CharAP"],
    ["CharAP", "PartRR", "Hit", "CharP", "CharR", "SpanR", "Complete"],
    ["CharOverlap@2", "CharF@2", "Hit@1", "PartP@2", "GroupR@2", "CharAP@3"],
    ["CharR@1", "CharIoU"],  # the last one sees all parts
    ["CharOverlap", "PartP", "AiP", "CharP(repeats=free)", "CharF", "iP@0.5", "CharR@2"],
    ["CharAP", "gP@2"],  # the last one looks at the run
    None,
]


def outcome(qrels, run, measures, **options):
    """Everything that an evaluation gives, or the error in full."""
    try:
        found = pw.evaluate(qrels, run, measures, **grouped_options(**options))
    except pw.PartwiseError as error:
        return type(error).__name__, str(error)
    values = found.table.view(np.uint64).tolist()
    return values, found.notes, found.counts, found.met, found.runs, found.present.tolist()


def both(qrels, path, measures, **options):
    """The outcome of a path, and that of the run that was read in full."""
    try:
        run = pw.read_run(path)
    except pw.PartwiseError as error:
        whole = type(error).__name__, str(error)
    else:
        whole = outcome(qrels, run, measures, **options)
    return outcome(qrels, str(path), measures, **options), whole


# -- hostile files -------------------------------------------------------------------------------

NAMES = ["d1", "d2", "D3", "d-4", "d4x", "docs/a.xml", "ä", "naïve-long-name-of-a-document", "d11"]
JUDGED = ["d1", "d2", "d4x", "ä", "naïve-long-name-of-a-document", "never"]
scores = st.sampled_from(["1", "1.0", "2.5", "0.125", "-3", "1e3", "12345.678901234", "0"])
strange = st.sampled_from(["", "nan", "x", "9" * 20, "-1", "1.5", " 1", "+3"])


@st.composite
def rows(draw):
    """Rows of a run by topic; some of the shapes that files have."""
    columns = ["topic", "doc", "start", "end", "score"]
    more = ["rank", "tokens", "run", "text", "note", "id"]
    columns += draw(st.lists(st.sampled_from(more), unique=True, max_size=3))
    if draw(st.integers(0, 5)) == 0:
        columns.remove("score")
        columns += [] if "rank" in columns else ["rank"]
    columns = draw(st.permutations(columns)) if draw(st.booleans()) else columns
    topics = draw(st.lists(st.sampled_from(["q1", "q2", "q12", "é", "zz"]), max_size=5))
    if draw(st.integers(0, 3)):
        topics = list(dict.fromkeys(topics))  # else a topic may come back
    made = []
    for topic in topics:
        for _ in range(draw(st.integers(1, 7))):
            start = draw(st.integers(0, 60))
            cells = {
                "topic": topic,
                "doc": draw(st.sampled_from(NAMES)),
                "start": str(start),
                "end": str(start + draw(st.integers(0, 30))),
                "score": draw(scores),
                "rank": str(draw(st.integers(1, 5))),
                "tokens": str(draw(st.integers(0, 9))),
                "run": "mine",
                "text": draw(st.sampled_from(["", 'say "hi"', "a\\b\\", "#", "é\u2028", "{}"])),
                "note": draw(st.sampled_from(["", "x"])),
                "id": draw(st.sampled_from(["", "c1"])),
            }
            made.append(cells)
    if made and draw(st.integers(0, 4)) == 0:
        row = draw(st.sampled_from(made))
        row[draw(st.sampled_from(columns))] = draw(strange)
    return columns, made


@st.composite
def judgements(draw):
    """Assessments with spans, whole documents and judged text that is not relevant."""
    made = []
    for topic in draw(st.lists(st.sampled_from(["q1", "q2", "q12", "é"]), min_size=1, unique=True)):
        for doc in draw(st.lists(st.sampled_from(JUDGED), min_size=1, max_size=4)):
            start = draw(st.integers(0, 60))
            end = start + draw(st.integers(1, 30))
            made.append((topic, doc, start, end, draw(st.sampled_from([1, 1, 2, 0]))))
    length = draw(st.sampled_from([None, 50, 200]))
    return made, length


def write_qrels(path, made, length):
    head = "topic\tdoc\tstart\tend\tgrade" + ("\tlength" if length else "")
    lines = [head]
    for topic, doc, start, end, grade in made:
        lines.append(f"{topic}\t{doc}\t{start}\t{end}\t{grade}" + (f"\t{length}" if length else ""))
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def as_tsv(columns, made, newline, blank):
    lines = ["\t".join(columns), *("\t".join(row[name] for name in columns) for row in made)]
    if blank and len(lines) > 2:
        lines.insert(2, "")
    return newline.join(lines) + newline


WHOLE = {"start", "end", "rank", "tokens"}
SPELLED = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def as_jsonl(columns, made, newline, blank, turned=0):
    """One object a line; what is no number is a string or absent, as programs would have it.

    Every so many lines the keys come in another order.
    """
    spaced = (", ", ": ") if blank else (",", ":")
    lines = []
    for number, row in enumerate(made, start=1):
        cells = []
        for name in columns if not turned or number % turned else reversed(columns):
            cell, text = row[name], json.dumps(row[name], ensure_ascii=blank)
            if name in WHOLE or name == "score":
                text = cell if SPELLED.fullmatch(cell) or cell == "x" else text
            cells.append(f"{json.dumps(name)}{spaced[1]}{text}")
        lines.append("{" + spaced[0].join(cells) + "}")
    if blank and len(lines) > 2:
        lines.insert(2, "")
    return newline.join(lines) + newline


def as_parquet(columns, made, newline, blank):
    """Columns of numbers where all cells are numbers, else of text."""
    series = []
    for name in columns:
        cells = [row[name] or None for row in made]
        if name in WHOLE and all(cell and cell.isdigit() and len(cell) < 18 for cell in cells):
            cells = [int(cell) for cell in cells]
        if name == "score" and all(cell and SPELLED.fullmatch(cell) for cell in cells):
            cells = [float(cell) for cell in cells]
        series.append(pl.Series(name, cells, None if made else pl.String))
    file = io.BytesIO()
    pl.DataFrame(series).write_parquet(file, row_group_size=3 if blank else None)
    return file.getvalue()


def as_csv(columns, made, newline, blank):
    """All cells in quotes, one of which holds lines of its own, or only those that need them."""
    file = io.StringIO()
    quoting = csv.QUOTE_ALL if blank else csv.QUOTE_MINIMAL
    writer = csv.writer(file, lineterminator=newline, quoting=quoting)
    writer.writerow(columns)
    for row in made:
        note = row.get("note", "")
        note = f'{note},"\n{note}' if blank else note
        writer.writerow([note if name == "note" else row[name] for name in columns])
    return file.getvalue()


WRITERS = {"tsv": as_tsv, "csv": as_csv, "jsonl": as_jsonl, "parquet": as_parquet}


def as_bytes(content):
    return content if isinstance(content, bytes) else content.encode()


@pytest.mark.parametrize("format_", list(WRITERS))
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    table=rows(),
    judged=judgements(),
    block=st.sampled_from([8, 64, 300, 1 << 20]),
    newline=st.sampled_from(["\n", "\n", "\r\n"]),
    blank=st.booleans(),
    measures=st.sampled_from(SETS),
)
def test_seen_is_whole(
    tmp_path, monkeypatch, format_, table, judged, block, newline, blank, measures
):
    small_blocks(monkeypatch, block)
    qrels = write_qrels(tmp_path / "qrels.tsv", *judged)
    path = tmp_path / f"run.{format_}"
    path.write_bytes(as_bytes(WRITERS[format_](*table, newline, blank)))

    seen, whole = both(qrels, path, measures)

    assert seen == whole


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    table=rows(),
    judged=judgements(),
    block=st.sampled_from([8, 64, 300]),
    blank=st.booleans(),
    turned=st.integers(2, 9),
    measures=st.sampled_from(SETS),
)
def test_some_lines_of_another_shape(
    tmp_path, monkeypatch, table, judged, block, blank, turned, measures
):
    small_blocks(monkeypatch, block)
    qrels = write_qrels(tmp_path / "qrels.tsv", *judged)
    path = tmp_path / "run.jsonl"
    path.write_text(as_jsonl(*table, "\n", blank, turned))

    seen, whole = both(qrels, path, measures)

    assert seen == whole


@pytest.mark.parametrize("before", ["", "# topic\tdoc\tstart\tend\tscore\n", "\n# made by me\n\n"])
def test_lines_before_a_header_are_no_rows(tmp_path, monkeypatch, before):
    header = "topic\tdoc\tstart\tend\tscore\n"
    lines = [f"q{n % 3}\td{n}\t{n}\t{n + 9}\t{n}\n" for n in range(30)]  # topics come back
    path = tmp_path / "run.tsv"
    path.write_text(before + header + "".join(lines))
    qrels = write_qrels(
        tmp_path / "qrels.tsv", [("q1", "d1", 0, 9, 1), ("q2", "d5", 0, 9, 1)], None
    )
    small_blocks(monkeypatch, 64)

    seen, whole = both(qrels, path, ["CharR@2", "AP"])

    assert seen == whole
    assert isinstance(seen[0], list)


# -- plain files take the short way ----------------------------------------------------------------


def plain(rng, n_topics=5, depth=40, ranked=False):
    """A run whose topics lie together, with ties, repeated documents and overlap."""
    made = []
    for topic in range(n_topics):
        start = rng.integers(0, 300, depth)
        size = rng.integers(0, 60, depth)
        score = np.sort(rng.integers(0, 25, depth))[::-1] / 8
        if topic == 2:
            rng.shuffle(score)
        for row in range(depth):
            made.append(
                {
                    "topic": f"q{topic}",
                    "doc": f"doc{rng.integers(12)}",
                    "start": str(start[row]),
                    "end": str(start[row] + size[row]),
                    "score": repr(float(score[row])),
                    "rank": str(rng.integers(1, 9)),
                    "tokens": str(rng.integers(0, 3)),
                }
            )
    return ["topic", "doc", "start", "end", "score", *(["rank", "tokens"] if ranked else [])], made


def judged_spans(rng, n_topics=5):
    made = []
    for topic in range(n_topics + 1):
        for _ in range(4):
            start = int(rng.integers(0, 300))
            made.append((f"q{topic}", f"doc{rng.integers(9)}", start, start + 40, 1))
    return made


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Files of a plain run, cut into many blocks."""
    small_blocks(monkeypatch, 368)
    rng = np.random.default_rng(7)
    qrels = write_qrels(tmp_path / "qrels.tsv", judged_spans(rng), 320)

    def write(format_, ranked=False):
        table = plain(np.random.default_rng(8), ranked=ranked)
        path = tmp_path / f"run.{format_}"
        path.write_bytes(as_bytes(WRITERS[format_](*table, "\n", False)))
        return qrels, path

    return write


@pytest.mark.parametrize("format_", list(WRITERS))
@pytest.mark.parametrize("measure", SEEN, ids=repr)
def test_every_measure_that_says_what_it_sees(files, format_, measure):
    qrels, path = files(format_)

    seen, whole = both(qrels, path, [measure])

    assert seen == whole


@pytest.mark.parametrize("format_", list(WRITERS))
@pytest.mark.parametrize("measures", SETS[:3], ids=len)
def test_ranks_that_break_ties_and_disagree(files, format_, measures):
    qrels, path = files(format_, ranked=True)

    seen, whole = both(qrels, path, measures)

    assert seen == whole
    assert any("rank and score disagree" in note for note in whole[1])
    assert any("ties broken by rank, then" in note for note in whole[1])


WHOLE_NUMBERS = [
    *(pl.Int8, pl.Int16, pl.Int32, pl.Int64),
    *(pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64),
]


def numbered(path, kind, change=None):
    """Write the run with numbers for names, and its assessments with the same as text."""
    rng = np.random.default_rng(7)
    judged = [(topic[1:], doc[3:], *rest) for topic, doc, *rest in judged_spans(rng)]
    columns, made = plain(np.random.default_rng(8))
    made = [row | {"topic": row["topic"][1:], "doc": row["doc"][3:], "run": "7"} for row in made]
    frame = pl.read_parquet(io.BytesIO(as_parquet([*columns, "run"], made, "\n", False)))
    frame = frame.with_columns(pl.col("topic", "doc", "run").cast(kind))
    (frame if change is None else frame.with_columns(change)).write_parquet(path)
    return write_qrels(path.with_suffix(".tsv"), judged, 320)


@pytest.mark.parametrize("measures", SETS[:3], ids=len)
@pytest.mark.parametrize("kind", WHOLE_NUMBERS, ids=str)
def test_numbers_for_names(tmp_path, kind, measures):
    path = tmp_path / "run.parquet"

    seen, whole = both(numbered(path, kind), path, measures)

    assert seen == whole
    text = numbered(path, pl.String)
    assert outcome(text, str(path), measures) == seen


SECOND = pl.int_range(pl.len()) == 1


@pytest.mark.parametrize("name", ["topic", "doc", "run"])
@pytest.mark.parametrize(
    "how",
    [
        lambda column: pl.when(~SECOND).then(column),
        lambda column: pl.when(SECOND).then(-1).otherwise(column),
        lambda column: column.cast(pl.Float64),
        lambda column: pl.when(SECOND).then(0.5).otherwise(column),
        lambda column: column != 0,
        lambda column: column.cast(pl.Date),
        lambda column: column.cast(pl.String).cast(pl.Binary),
        lambda column: column.cast(pl.String).cast(pl.Categorical),
        pl.concat_list,
    ],
)
def test_names_of_other_kinds(tmp_path, name, how):
    path = tmp_path / "run.parquet"

    seen, whole = both(numbered(path, pl.Int64, how(pl.col(name)).alias(name)), path, SETS[0])

    assert seen == whole


def test_all_measures_of_characters_and_parts_are_among_them():
    named = {type(measure).__name__ for measure in SEEN}
    characters = {"CharR", "CharP", "CharF", "CharIoU", "CharAP", "CharOverlap"}
    parts = {"Hit", "PartRR", "PartP", "SpanR", "GroupR", "Complete"}

    assert named >= characters | parts


@pytest.mark.parametrize("format_", list(WRITERS))
def test_a_subclass_with_values_of_its_own_sees_everything(files, format_):
    class Retrieved(pw.CharR):
        """Number of parts that its view has."""

        def values(self, view):
            return np.array(list(map(len, ranked_rows(view))), np.float64)

    qrels, path = files(format_)

    seen, whole = both(qrels, path, [Retrieved @ 2, pw.CharR @ 2])

    assert seen == whole
    assert pw.evaluate(qrels, path, [Retrieved @ 2]).table[0, 0].tolist() == [40] * 5 + [0]


# -- TREC runs -------------------------------------------------------------------------------------

DOCUMENT_SETS = [
    ["AP", "nDCG@3", "P@2", "RR"],
    ["R@1", "GM(AP)", "Hit@2"],
    ["CharR@2", "AgP"],
    None,
]
lines = st.lists(
    st.tuples(
        st.sampled_from(["1", "2", "10", "q-3"]),
        st.sampled_from(NAMES),
        st.integers(1, 5),
        scores,
        st.sampled_from(["x", "x", "x", "y"]),
    ),
    min_size=1,
    max_size=30,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    rows=lines,
    scattered=st.booleans(),
    block=st.sampled_from([8, 64, 300, 1 << 20]),
    blanks=st.sampled_from([" ", "\t", "  "]),
    newline=st.sampled_from(["\n", "\n", "\r\n"]),
    comment=st.booleans(),
    measures=st.sampled_from(DOCUMENT_SETS),
)
def test_trec_runs(
    tmp_path, monkeypatch, rows, scattered, block, blanks, newline, comment, measures
):
    small_blocks(monkeypatch, block)
    rows = [*{(topic, doc): row for row in rows for topic, doc in [row[:2]]}.values()]
    rows = rows if scattered else sorted(rows, key=lambda row: row[0])
    written = [blanks.join((t, "Q0", d, str(rank), score, tag)) for t, d, rank, score, tag in rows]
    written[1:1] = ["# a comment"] * comment
    path = tmp_path / "run"
    path.write_bytes("".join(line + newline for line in written).encode())
    qrels = tmp_path / "qrels"
    pairs = [(t, d) for t in ("1", "2", "3") for d in JUDGED]
    qrels.write_text("".join(f"{t} 0 {d} {len(t + d) % 3}\n" for t, d in pairs), encoding="utf-8")

    seen, whole = both(qrels, path, measures)

    assert seen == whole


@pytest.mark.parametrize("scattered", [False, True])
@pytest.mark.parametrize("format_", ["tsv", "jsonl", "run"])
def test_topics_that_come_back(tmp_path, monkeypatch, format_, scattered):
    small_blocks(monkeypatch, 2_000)
    rng = np.random.default_rng(3)
    rows = [(f"q{t}", f"d{d}", d * 10, 9 - d / 7) for t in range(40) for d in rng.permutation(12)]
    order = rng.permutation(len(rows)) if scattered else [*range(12, len(rows)), *range(12)]
    table = pl.DataFrame([rows[n] for n in order], ["topic", "doc", "start", "score"], orient="row")
    table = table.with_columns(end=pl.col("start") + 15)
    path = tmp_path / f"run.{format_}"
    if format_ == "run":
        text = [f"{t} Q0 {d} 1 {s} x\n" for t, d, _, s, _ in table.iter_rows()]
        path.write_text("".join(text))
    elif format_ == "tsv":
        table.write_csv(path, separator="\t")
    else:
        table.write_ndjson(path)
    judged = [(f"q{t}", f"d{d}", d * 10 + 3, d * 10 + 20, 1) for t in range(41) for d in (1, 5)]

    seen, whole = both(write_qrels(tmp_path / "qrels.tsv", judged, 320), path, ["AP", "CharR@3"])

    assert seen == whole
    assert isinstance(seen[0], list)


def test_a_measure_of_ones_own_sees_further_columns(tmp_path):
    @pw.register()
    class Pages(pw.Measure):
        """Sum of the pages."""

        def values(self, view):
            return np.full(view.n_topics, sum(map(int, view.run.extra["page"].tolist())))

    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\tpage\nq\td\t0\t9\t1\t7\n")
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])

    assert pw.evaluate(qrels, str(tmp_path / "r.tsv"), ["Pages"]).table.tolist() == [[[7.0]]]


@pytest.mark.parametrize(("n", "is_said"), [(9_000, False), (11_000, True)])
def test_names_that_nearly_meet_are_looked_for_among_the_first(tmp_path, monkeypatch, n, is_said):
    small_blocks(monkeypatch, 1 << 16)
    docs = ["a", "B", *(f"other-{number}" for number in range(n))]
    rows = [f"{1 + at // 4000} Q0 {doc} 1 {-at} x\n" for at, doc in enumerate(docs)]
    (tmp_path / "run").write_text("".join(rows))
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 1\n2 0 c 1\n3 0 c 1\n")

    notes = pw.evaluate(tmp_path / "qrels", tmp_path / "run", ["AP"]).notes

    assert any("1 document would be judged under" in note for note in notes)
    assert any("only the first 10,000 documents" in note for note in notes) == is_said
