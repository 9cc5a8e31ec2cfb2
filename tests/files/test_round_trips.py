"""What is written can be read back, and nothing is lost."""

from __future__ import annotations

import string
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

from partwise.errors import FormatError, TableError
from partwise.evaluation.evaluate import evaluate
from partwise.files import reading as api
from partwise.files.options import Reading
from partwise.files.writing import write_qrels, write_run
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

NAMES = {
    "topic": "topics",
    "doc": "docs",
    "element": "elements",
    "tree": "trees",
    "assessor": "assessors",
}
TABLES = ["tsv", "csv", "jsonl", "parquet"]

words = st.text(string.ascii_letters + string.digits + "é#.-_/:,|\"'", min_size=1, max_size=12)
blank_words = st.text("ab ,\"'é#\t\n\r{}[]", min_size=1, max_size=8)
paths = st.builds("/a[{}]/b-c[{}]".format, st.integers(1, 3), st.integers(1, 40))
finite = st.floats(allow_nan=False, allow_infinity=False)


def texts_of(table, name):
    codes, names = getattr(table, name), getattr(table, NAMES[name]).tolist()
    return [None if code < 0 else names[code] for code in codes.tolist()]


def columns(table):
    kinds = ("start", "end", "score", "rank", "tokens", "grade", "e", "s", "bep", "length")
    found = {}
    for name in kinds:
        values = getattr(table, name, None)
        found[name] = None if values is None else [repr(v) for v in values.tolist()]
    found |= {name: texts_of(table, name) for name in NAMES if hasattr(table, name)}
    found["extra"] = {k: [str(x) for x in v.tolist()] for k, v in table.extra.items()}
    found["name"] = getattr(table, "name", None)
    found["scale"] = getattr(table, "scale", None)
    return found


@st.composite
def spans(draw, size, empty):
    start = draw(st.lists(st.integers(0, 10**9), min_size=size, max_size=size))
    length = draw(st.lists(st.integers(0 if empty else 1, 10**6), min_size=size, max_size=size))
    return start, [a + b for a, b in zip(start, length, strict=True)]


@st.composite
def document_runs(draw):
    rows = draw(
        st.lists(
            st.tuples(words.filter(lambda t: not t.startswith("#")), words, st.integers(0, 99)),
            min_size=1,
            max_size=15,
            unique_by=lambda r: r[:2],
        )
    )
    many = {"min_size": len(rows), "max_size": len(rows), "unique": True}  # ties: test_run_lines
    scores = draw(st.lists(st.floats(allow_nan=False), **many))
    return Run.from_columns(
        topic=[r[0] for r in rows],
        doc=[r[1] for r in rows],
        rank=[r[2] for r in rows],
        score=scores,
        name=draw(words),
    )


@st.composite
def part_runs(draw):
    size = draw(st.integers(1, 12))
    start, end = draw(spans(size, empty=True))
    kinds = draw(
        st.lists(st.sampled_from(["span", "element", "whole"]), min_size=size, max_size=size)
    )
    element = draw(st.lists(paths, min_size=size, max_size=size))
    return Run.from_columns(
        topic=draw(
            st.lists(words.filter(lambda t: not t.startswith("#")), min_size=size, max_size=size)
        ),
        doc=draw(st.lists(words, min_size=size, max_size=size)),
        start=[a if k == "span" else None for a, k in zip(start, kinds, strict=True)],
        end=[b if k == "span" else None for b, k in zip(end, kinds, strict=True)],
        element=[p if k == "element" else None for p, k in zip(element, kinds, strict=True)],
        rank=draw(st.lists(st.integers(0, 10**6), min_size=size, max_size=size)),
        score=draw(st.lists(st.floats(allow_nan=False), min_size=size, max_size=size, unique=True)),
        name=draw(words),
        missing="document",
    )


@st.composite
def table_runs(draw):
    size = draw(st.integers(1, 10))
    start, end = draw(spans(size, empty=True))
    many = {"min_size": size, "max_size": size}
    optional = {}
    if draw(st.booleans()):
        optional["rank"] = draw(st.lists(st.integers(0, 99), **many))
    if draw(st.booleans()):
        optional["score"] = draw(st.lists(finite, **many))
    if draw(st.booleans()):
        tokens = draw(st.lists(st.integers(0, 99), **many))
        optional["tokens"] = [t if i else None for i, t in enumerate(tokens)]
        if size == 1:
            del optional["tokens"]
    if draw(st.booleans()):
        optional["tree"] = [f"/a[1]/b[{i + 1}]|/a[1]/c[1]" for i in range(size)]
    if draw(st.booleans()):
        optional["note"] = np.array(
            draw(st.lists(blank_words, **many)), dtype=np.dtypes.StringDType()
        )
    return Run.from_columns(
        topic=draw(st.lists(blank_words, **many)),
        doc=draw(st.lists(blank_words, **many)),
        start=start,
        end=end,
        name=draw(words),
        **optional,
    )


@st.composite
def table_qrels(draw):
    size = draw(st.integers(1, 10))
    many = {"min_size": size, "max_size": size}
    start, end = draw(spans(size, empty=False))
    topic, doc = draw(st.lists(words, **many)), draw(st.lists(words, **many))
    optional = {}
    if draw(st.booleans()):
        optional["grade"] = draw(st.lists(st.sampled_from([0, 1, 2.5, None]), **many))
    if draw(st.booleans()):
        optional["assessor"] = draw(st.lists(words, **many))
    if draw(st.booleans()):
        sizes = {d: draw(st.integers(0, 10**6)) for d in doc}
        optional["length"] = [sizes[d] for d in doc]
    if draw(st.booleans()):
        scale = draw(st.sampled_from(["share", "grade"]))
        values = [0.0, 0.5, 1.0] if scale == "share" else [0.0, 1.0, 3.0]
        optional |= {
            "e": draw(st.lists(st.sampled_from([0.0, 1.0, 2.0]), **many)),
            "s": [
                values[2],
                *draw(st.lists(st.sampled_from(values), min_size=size - 1, max_size=size - 1)),
            ],
            "scale": scale,
        }
    return Qrels.from_columns(topic=topic, doc=doc, start=start, end=end, **optional)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("written")


def again(table, path, form):
    if isinstance(table, Run):
        write_run(table, path, format=form)
        return api.read_run(path, format=form, reading=Reading(missing="document"))
    write_qrels(table, path, format=form)
    return api.read_qrels(path, format=form)


@pytest.mark.parametrize("form", ["trec-run", "inex-run", "tsv", "csv", "parquet"])
@settings(max_examples=examples(25))
@given(run=document_runs())
def test_document_runs(place, form, run):
    assert columns(again(run, place / "x", form)) == columns(run)


@pytest.mark.parametrize("form", ["inex-run", "tsv", "csv", "parquet"])
@settings(max_examples=examples(25))
@given(run=part_runs())
def test_part_runs(place, form, run):
    assert columns(again(run, place / "x", form)) == columns(run)


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
@settings(max_examples=examples(25))
@given(run=table_runs())
def test_tables_of_any_text(place, form, run):
    assert columns(again(run, place / "x", form)) == columns(run)


@settings(max_examples=examples(25))
@given(run=table_runs())
def test_tsv_keeps_or_refuses(place, run):
    try:
        back = again(run, place / "x", "tsv")
    except TableError as error:
        assert "it has a tab or newline" in str(error)  # noqa: PT017
    else:
        assert columns(back) == columns(run)


@pytest.mark.parametrize("form", TABLES)
@settings(max_examples=examples(25))
@given(qrels=table_qrels())
def test_assessments(place, form, qrels):
    assert columns(again(qrels, place / "x", form)) == columns(qrels)


@settings(max_examples=examples(25))
@given(
    st.lists(
        st.tuples(st.sampled_from("pq"), words, st.integers(-2, 3)),
        min_size=1,
        max_size=15,
        unique_by=lambda r: r[:2],
    )
)
def test_trec_qrels(place, rows):
    topic, doc, grade = zip(*rows, strict=True)
    qrels = Qrels.from_columns(topic=topic, doc=doc, grade=grade)

    assert columns(again(qrels, place / "x", "trec-qrels")) == columns(qrels)


@st.composite
def fol_qrels(draw):
    rows = []
    pairs = draw(
        st.lists(st.tuples(st.sampled_from("pq"), words), min_size=1, max_size=8, unique=True)
    )
    sizes = {doc: draw(st.integers(500, 900)) for _, doc in pairs}
    for topic, doc in pairs:
        cuts = sorted(draw(st.lists(st.integers(0, 400), max_size=6, unique=True)))
        cuts = cuts[: len(cuts) // 2 * 2]
        found = [(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]
        bep = draw(st.integers(0, 400)) if found else None
        for a, b in found or [(None, None)]:
            rows.append((topic, doc, a, b, float(a is not None), bep, sizes[doc]))
    topic, doc, start, end, grade, bep, length = zip(*rows, strict=True)
    return Qrels.from_columns(
        topic=topic, doc=doc, start=start, end=end, grade=grade, bep=bep, length=length
    )


@settings(max_examples=examples(25))
@given(fol_qrels())
def test_fol_qrels(place, qrels):
    assert columns(again(qrels, place / "x", "fol-qrels")) == columns(qrels)


ties = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.integers(1, 4), st.integers(0, 2)),
    min_size=2,
    max_size=6,
    unique_by=lambda row: row[0],
)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("trec-run", "tsv"),
        ("trec-run", "jsonl"),
        ("tsv", "trec-run"),
        ("inex-run", "inex-submission"),
        ("csv", "inex-submission"),
        ("inex-submission", "parquet"),
    ],
)
@pytest.mark.filterwarnings("ignore:t. in every topic the scores rise")
@settings(max_examples=examples(25))
@given(rows=ties)
def test_tied_scores_keep_their_order_or_are_refused(place, first, second, rows):
    doc, rank, score = zip(*rows, strict=True)
    given = Run.from_columns(topic=["1"] * len(rows), doc=doc, rank=rank, score=score, name="t")
    write_run(given, place / "one", format=first, lossy=True)
    judged = Qrels.from_columns(topic=["1"] * 2, doc=["a", "b"], grade=[1, 3])
    try:
        one = api.read_run(place / "one", format=first)
        write_run(one, place / "two", format=second)
    except (TableError, FormatError) as error:
        words = ("breaks ties", "contradict", "order lines")
        assert any(word in str(error) for word in words)  # noqa: PT017
        return
    two = api.read_run(place / "two", format=second)

    values = [evaluate(judged, run, ["AP", "nDCG", "RR"]).table.tobytes() for run in (one, two)]
    assert values[0] == values[1]


def test_lines_by_hand(tmp_path):
    path = tmp_path / "x"
    run = Run.from_columns(topic=["q", "q"], doc=["a", "b"], score=[1.5, 2], name="me")
    write_run(run, path)
    assert path.read_text() == "q Q0 a 2 1.5 me\nq Q0 b 1 2.0 me\n"
    run = Run.from_columns(topic=["q"], doc=["a"], start=[5], end=[9], score=[1], rank=[1])
    write_run(run, path)
    assert path.read_text() == "q Q0 a 1 1.0 run 5 4\n"


def run(**more):
    return Run.from_columns(**({"topic": ["q"], "doc": ["a"], "score": [1.0]} | more))


def qrels(**more):
    return Qrels.from_columns(**({"topic": ["q"], "doc": ["a"]} | more))


SPAN = {"start": [1], "end": [5]}


@pytest.mark.parametrize(
    ("table", "form", "words"),
    [
        (run(**SPAN), "trec-run", "row 0: a TREC run cannot hold parts of documents"),
        (
            run(topic=["q", "q"], doc=["a", "a"], score=[1, 2]),
            "trec-run",
            "row 1: a TREC run cannot hold a document twice for one topic",
        ),
        (run(tokens=[5]), "trec-run", "a TREC run cannot hold the column tokens"),
        (run(note=["x"], text=["y"]), "trec-run", "a TREC run cannot hold the columns note, text"),
        (run(topic=["a b"]), "trec-run", 'a TREC run cannot hold topic "a b": it has a blank'),
        (
            run(topic=["#1"]),
            "trec-run",
            'a TREC run cannot hold topic "#1": its lines would be comments',
        ),
        (run(doc=["a b"]), "inex-run", 'an INEX run cannot hold document "a b": it has a blank'),
        (
            run(name="my run"),
            "trec-run",
            'a TREC run cannot hold run name "my run": it has a blank',
        ),
        (
            Run.from_columns(topic=["q"], doc=["a"]),
            "trec-run",
            "a TREC run is ordered by score, and this run by line",
        ),
        (run(tree=["/a[1]|/b[1]"]), "inex-run", "row 0: an INEX run cannot hold trees"),
        (
            run(element=["/a[1]"], **SPAN),
            "inex-run",
            "row 0: an INEX run cannot hold both offsets and element of a part",
        ),
        (
            run(doc=["a\tb"]),
            "tsv",
            'row 0: TSV cannot hold doc "a\\x09b": it has a tab or newline. '
            "JSON lines and Parquet can hold it",
        ),
        (run(score=[np.inf]), "jsonl", "JSON lines cannot hold the infinite numbers of score"),
        (qrels(**SPAN), "trec-qrels", "row 0: TREC qrels cannot hold places in documents"),
        (
            qrels(grade=[0.5]),
            "trec-qrels",
            "row 0: TREC qrels cannot hold grades that are not whole numbers",
        ),
        (qrels(grade=[1], length=[5]), "trec-qrels", "TREC qrels cannot hold the column length"),
        (
            qrels(**SPAN),
            "fol-qrels",
            "row 0: FOL qrels cannot hold a document whose length is not known",
        ),
        (
            qrels(length=[9], **SPAN),
            "fol-qrels",
            "row 0: FOL qrels cannot hold a relevant document without best entry point",
        ),
        (qrels(length=[9], grade=[2], **SPAN), "fol-qrels", "row 0: FOL qrels cannot hold grades"),
        (
            qrels(length=[9], grade=[0], **SPAN),
            "fol-qrels",
            "row 0: FOL qrels cannot hold places that are not relevant",
        ),
        (qrels(element=["/a[1]"]), "fol-qrels", "row 0: FOL qrels cannot hold elements or trees"),
        (
            qrels(length=[9], bep=[1], assessor=["x"], **SPAN),
            "fol-qrels",
            "FOL qrels cannot hold the column assessor",
        ),
        (
            qrels(
                topic=["q"] * 2,
                doc=["a"] * 2,
                start=[1, 3],
                end=[5, 8],
                length=[9] * 2,
                bep=[1] * 2,
            ),
            "fol-qrels",
            "row 0: FOL qrels cannot hold overlapping passages",
        ),
    ],
)
def test_what_a_format_cannot_hold_is_refused(tmp_path, table, form, words):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    write = write_run if isinstance(table, Run) else write_qrels
    with pytest.raises(TableError) as caught:
        write(table, path, format=form)

    said, _, hint = str(caught.value).partition(". Use ")
    assert said == words
    assert hint in ("", "lossy=True to drop it", "lossy=True to write the ranks as falling scores")
    assert path.read_bytes() == b"old"


def test_losses_may_be_allowed(tmp_path):
    path = tmp_path / "x"
    write_run(run(tokens=[5], note=["x"]), path, format="trec-run", lossy=True)
    assert path.read_text() == "q Q0 a 1 1.0 run\n"
    table = qrels(topic=["q"] * 2, doc=["a"] * 2, start=[3, 1], end=[8, 5], length=[9] * 2)
    write_qrels(table, path, format="fol-qrels", lossy=True)
    assert path.read_text() == "q Q0 a 7 9 1 1:7\n"


def test_order_by_rank_survives(tmp_path):
    source = tmp_path / "genomics"
    source.write_text("200 12595615 2 48.63 28426 295 t\n200 12595616 1 40.5 10 5 t\n")
    ranked = api.read_run(source)
    assert ranked.natural == "rank"
    with pytest.raises(TableError, match="an INEX run is ordered by score, and this run by rank"):
        write_run(ranked, tmp_path / "x", format="inex-run")
    write_run(ranked, tmp_path / "x.tsv")
    back = api.read_run(tmp_path / "x.tsv")
    assert back.score is None
    assert back.rank.tolist() == [2, 1]
    assert back.extra["value"].tolist() == ["48.63", "40.5"]


def test_real_files(real_data, tmp_path):
    fol = real_data / "evidence-inference" / "qrels.fol"
    write_qrels(api.read_qrels(fol), tmp_path / "q", format="fol-qrels")
    assert (tmp_path / "q").read_bytes() == fol.read_bytes()
    for path in sorted(Path(real_data / "evidence-inference" / "runs").iterdir()):
        read = api.read_run(path)
        assert columns(again(read, tmp_path / "r", "inex-run")) == columns(read)
