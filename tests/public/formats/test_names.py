"""Names of any length and script: told apart, joined, and ordered where scores tie."""

from __future__ import annotations

import csv
import json
import random

import pytest
from tests.helpers import colliding_names, many_names

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
SIZES = (1, 8, 9, 32, 33, 257, 512, 513)


def near_names(size: int, script: str) -> list[str]:
    """Names of one length that differ in one character, and one longer name."""
    base, *other = script
    names = {base * size, base * (size + 1)}
    for place in {0, size // 2, max(size - 9, 0), size - 1}:
        names |= {base * place + letter + base * (size - place - 1) for letter in other}
    return sorted(names)


SCRIPTS = {"ascii": "bacB", "two bytes": "éàb", "three bytes": "漢字b", "four bytes": "🌊🌍é"}


def ranked(rows: list[tuple[str, str, float]]) -> dict[str, list[str]]:
    """Documents of each topic by score, ties by name, both descending."""
    lists: dict[str, list[str]] = {}
    for row in sorted(rows, key=lambda row: (row[2], row[1]), reverse=True):
        lists.setdefault(row[0], []).append(row[1])
    return lists


def write(folder, form: str, rows) -> object:
    file = folder / f"run.{'txt' if form == 'trec' else form}"
    if form == "trec":
        text = "".join(f"{t} Q0 {d} {n} {s} x\n" for n, (t, d, s) in enumerate(rows))
    elif form == "tsv":
        text = "topic\tdoc\tscore\n" + "".join(f"{t}\t{d}\t{s}\n" for t, d, s in rows)
    else:
        ascii_only = form == "jsonl"
        keys = ("topic", "doc", "score")
        file = folder / "run.jsonl"
        text = "".join(
            json.dumps(dict(zip(keys, row, strict=True)), ensure_ascii=ascii_only) + "\n"
            for row in rows
        )
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("form", ["trec", "tsv", "jsonl", "plain jsonl"])
@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("size", SIZES)
def test_ranks_of_tied_documents(tmp_path, size, script, form):
    names = near_names(size, SCRIPTS[script])
    rng = random.Random(size)
    rows = [("q", doc, 1.0) for doc in rng.sample(names, len(names))]
    rows += [("p" * size, doc, rng.choice([1.0, 2.0])) for doc in rng.sample(names, len(names))]
    lists = ranked(rows)
    file = write(tmp_path, form, rows)
    for target in (names[0], names[len(names) // 2]):
        qrels = pw.Qrels.from_columns(topic=[*lists], doc=[target] * 2, grade=[1, 1])
        found = pw.evaluate(qrels, file, ["RR", "NumRet"])
        expected = [1 / (1 + docs.index(target)) for docs in lists.values()]
        assert dict(zip(found.topics, found.table[0, 0].tolist(), strict=True)) == dict(
            zip(lists, expected, strict=True)
        )
        assert found.table[0, 1].tolist() == [len(names)] * 2


ESCAPED = [
    "é",
    "ÿ",
    "\u0080",
    "\u07ff",
    "\u0800",
    "漢",
    "\uffff",
    "🌊",
    'a"b',
    "a\\b",
    "a/b",
    "\\u00e9",
    "a\\\\",
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "letters", ["é漢b", "é🌊b", 'é"b', "b\\é", "bc", "\u0080\u07ff\u0800\ud7ff\ue000"]
)
def test_passages_with_escaped_names(tmp_path, letters, seed):
    """Names that JSON escapes have the values of the same rows in a table."""
    rng = random.Random(f"{letters} {seed}")
    docs = [*{"".join(rng.choices(letters, k=rng.randrange(1, 12))) for _ in range(8)}]
    topics = [f"{letters[0]}{n}" for n in range(3)]
    rows = [
        {"topic": topic, "doc": doc, "start": start, "end": start + 10, "score": rng.random()}
        for topic in topics for doc in rng.sample(docs, min(len(docs), 4)) for start in (0, 25)
    ]  # fmt: skip
    gold = [(t, d, rng.randrange(0, 20)) for t in topics for d in docs]
    topic, doc, start = zip(*gold, strict=True)
    qrels = pw.Qrels.from_columns(topic=topic, doc=doc, start=start, end=[at + 9 for at in start])
    expected = pw.evaluate(qrels, [rows], ["CharR@3", "CharP", "CharAP"])
    if seed % 3 == 1:  # one row of which no other has the escapes
        rows[len(rows) // 2]["note"] = "x"
    text = "".join(json.dumps(row) + "\n" for row in rows)
    if seed % 3 == 2:
        text = text.replace("\\u00e9", "\\u00E9") + "\n\n"
    file = tmp_path / "run.jsonl"
    file.write_text(text)
    found = pw.evaluate(qrels, file, ["CharR@3", "CharP", "CharAP"])
    assert found.topics == expected.topics
    assert found.table.tolist() == expected.table.tolist()


@pytest.mark.parametrize("name", ESCAPED)
def test_one_escaped_name(tmp_path, name):
    file = tmp_path / "run.jsonl"
    row = {"topic": name, "doc": name, "start": 0, "end": 4, "score": 1}
    file.write_text(json.dumps(row) + "\n" + json.dumps(row | {"doc": "x"}) + "\n")
    qrels = pw.Qrels.from_columns(topic=[name], doc=[name], start=[0], end=[4])
    assert pw.evaluate(qrels, file, "CharP").table.ravel().tolist() == [0.5]
    run = pw.read_run(file)
    assert (list(run.topics), list(run.docs)) == ([name], [name, "x"])


@pytest.mark.parametrize(
    "line",
    [
        '{"topic": "q", "doc": "\\ud83d", "start": 0, "end": 4, "score": 1}',
        '{"topic": "q", "doc": "\\x41", "start": 0, "end": 4, "score": 1}',
        '{"topic": "q", "doc": "\\u00g1", "start": 0, "end": 4, "score": 1}',
        '{"topic": "q", "doc": "a\tb", "start": 0, "end": 4, "score": 1}',
        '{"topic": "q", "doc": "a", "start": 01, "end": 4, "score": 1}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": .5}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": 5.}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": +5}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": -}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": 00.5}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": -01}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": 1.e5}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": 1e}',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": 1',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": 1} x',
        '{"topic": "q", "doc": "a", "start": 0, "end": 4, "score": 1}}',
        '{"topic": "q", "doc": "a" "start": 0, "end": 4, "score": 1}',
        '["topic", "q"]',
    ],
)
def test_no_json(tmp_path, line):
    """A damaged line among good ones is refused by its number, evaluated or read."""
    good = '{"topic": "q", "doc": "a", "start": 8, "end": 9, "score": 2}'
    file = tmp_path / "run.jsonl"
    file.write_text(f"{good}\n{line}\n{good}\n")
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["a"], start=[0], end=[4])
    for read in (pw.read_run, lambda file: pw.evaluate(qrels, file, "CharP")):
        with pytest.raises(pw.PartwiseError, match=r"run\.jsonl:2: "):
            read(file)


SCORES = ["1", "0", "-0", "0.5", "-0.5", "10.25", "1e3", "1E-3", "-2.5e+10", "1.5E2", "123456789.5",
          "0.1234567890123456789", "1" * 30 + "e-29", "0e1"]  # fmt: skip


@pytest.mark.parametrize("spaces", ["", " "])
def test_numbers_of_json(tmp_path, spaces):
    """Scores decide the order: the rank of the judged passage tells each of them."""
    lines = [
        '{"topic":_"q","doc":_"d%d","start":_0,"end":_4,"score":_%s}'.replace("_", spaces) % (n, s)
        for n, s in enumerate(SCORES)
    ]
    file = tmp_path / "run.jsonl"
    file.write_text("\n".join(lines))
    assert pw.read_run(file).score.tolist() == [float(text) for text in SCORES]
    order = sorted(range(len(SCORES)), key=lambda n: (float(SCORES[n]), f"d{n}"), reverse=True)
    for n in range(len(SCORES)):
        qrels = pw.Qrels.from_columns(topic=["q"], doc=[f"d{n}"], start=[0], end=[4])
        before = 4 * order.index(n)  # characters; the precision at each of the four judged ones
        expected = sum(nth / (before + nth) for nth in range(1, 5)) / 4
        assert pw.evaluate(qrels, file, "CharAP").table.item() == pytest.approx(expected)


def test_large_csv_with_line_breaks_in_quotes(tmp_path):
    """Blocks of a file end at lines, not inside quotes."""
    rng = random.Random(3)
    rows = [
        (f"q{n % 7}", f"d{n}", n % 50, n % 50 + 9, f'"{"x, y" * rng.randrange(9)}"\n\n{n}\n' * 9)
        for n in range(4500)
    ]
    file = tmp_path / "qrels.csv"
    with file.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([("topic", "doc", "start", "end", "text"), *rows])
    assert file.stat().st_size > 1 << 20
    qrels = pw.read_qrels(file)
    assert qrels.start.tolist() == [row[2] for row in rows]
    assert [*qrels.extra["text"]] == [row[4] for row in rows]


@pytest.mark.parametrize("bits", [1, 4])
@pytest.mark.parametrize("form", ["trec", "tsv", "jsonl"])
def test_names_that_look_alike(tmp_path, form, bits, monkeypatch):
    """Names are compared by their bytes where the numbers made of them are equal."""
    rng = random.Random(form)
    docs = [f"{rng.choice(['doc', 'document-'])}{n}" for n in range(40)]
    rows = [
        (f"t{topic}", doc, rng.choice([1.0, 2.0, 3.0]))
        for topic in (3, 1, 2)
        for doc in rng.sample(docs, 20)
    ]
    gold = {f"t{topic}": {doc: rng.randrange(3) for doc in docs[::2]} for topic in (1, 2, 3, 4)}
    run = write(tmp_path, form, rows)
    colliding_names(monkeypatch, bits)
    assert_values(pw.evaluate(gold, [run], ["P@5", "RR", "R@10"]), gold, ranked(rows))


def assert_values(found, gold, order):
    """Compare the three measures with a walk down each list."""
    for number, topic in enumerate(found.topics):
        relevant = {doc for doc, grade in gold[topic].items() if grade}
        listed = order.get(topic, [])
        hits = [doc in relevant for doc in listed]
        expected = [
            sum(hits[:5]) / 5,
            1 / (hits.index(True) + 1) if any(hits) else 0,
            sum(hits[:10]) / len(relevant),
        ]
        assert found.table[0, :, number].tolist() == pytest.approx(expected), topic


@pytest.mark.parametrize("few", [2, 1000])
def test_names_of_frames(few, monkeypatch):
    """Of few names or many, with rows that have none: a topic that is answered with nothing."""
    import polars as pl

    many_names(monkeypatch, few)
    rng = random.Random(few)
    docs = [f"doc{n}" for n in rng.sample(range(90), 30)]
    rows = [
        (f"t{topic}", doc, rng.choice([1.0, 2.0, 3.0]))
        for topic in (3, 1, 2)
        for doc in rng.sample(docs, 12)
    ]
    gold = {f"t{topic}": {doc: rng.randrange(3) for doc in docs[::2]} for topic in (1, 2, 3, 4)}
    frame = pl.DataFrame([*rows, ("t4", None, None)], ["topic", "doc", "score"], orient="row")
    judged = [(topic, doc, grade) for topic, some in gold.items() for doc, grade in some.items()]
    qrels = pl.DataFrame(judged, ["topic", "doc", "grade"], orient="row")
    found = pw.evaluate(qrels, [frame], ["P@5", "RR", "R@10"])
    assert_values(found, gold, ranked(rows))
