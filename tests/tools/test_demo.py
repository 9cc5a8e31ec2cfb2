"""The bundled collection is what tools/demo.py makes, and what report.md promises."""

from __future__ import annotations

import runpy
import tomllib
from collections import Counter, defaultdict

import pytest
from tests.conftest import ROOT
from tests.helpers import DEMO, answer

import partwise as pw

MAKE = runpy.run_path(str(ROOT / "tools" / "demo.py"))
TOPICS = tomllib.loads((DEMO / "topics.toml").read_text(encoding="utf-8"))["topic"]
RUNS = ("fixed", "overlap", "sections", "small-to-big", "whole")


def table(name):
    lines = (DEMO / name).read_text(encoding="utf-8").splitlines()
    head = lines[0].split("\t")
    return [dict(zip(head, line.split("\t"), strict=True)) for line in lines[1:]]


@pytest.fixture(scope="module")
def texts():
    return {p.stem: p.read_bytes().decode("utf-8") for p in (DEMO / "texts").glob("*.md")}


def test_the_files_are_the_ones_that_the_script_makes(tmp_path):
    MAKE["main"](tmp_path)
    made = {p.relative_to(tmp_path): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    shipped = {
        p.relative_to(DEMO): p.read_bytes()
        for p in DEMO.rglob("*")
        if p.is_file() and p.suffix != ".pyc"
    }
    written = {name: shipped[name] for name in shipped if name in made}

    assert written == made
    rest = {str(name) for name in shipped if name not in made and name.parts[0] != "texts"}
    assert rest == {"README.md", "topics.toml"}
    assert sum(map(len, shipped.values())) < 400_000


def test_how_much_there_is(texts):
    assert len(texts) >= 12
    assert sum(map(len, texts.values())) >= 80_000
    assert len(TOPICS) == len({topic["id"] for topic in TOPICS}) == 40
    assert sum("second" in topic for topic in TOPICS) == 15
    assert sum(any("group" in row for row in topic["answers"]) for topic in TOPICS) == 8


def test_no_sentence_is_written_twice(texts):
    sentences = Counter(
        text[start:end].strip()
        for text in texts.values()
        for start, end in MAKE["SENTENCES"](text)
        if end - start > 30
    )
    assert [sentence for sentence, n in sentences.items() if n > 1] == []


def test_judged_spans_are_the_quotes_and_stand_in_whole_words(texts):
    rows = table("qrels.tsv")
    quotes = [(t["id"], a["doc"], a["quote"]) for t in TOPICS for a in t["answers"]]
    for row, (topic, doc, quote) in zip(rows, quotes, strict=True):
        text, start, end = texts[doc], int(row["start"]), int(row["end"])
        first, _, last = quote.partition(" ... ")
        assert (row["topic"], row["doc"]) == (topic, doc)
        assert text[start:end].startswith(first)
        assert text[start:end].endswith(last or first)
        assert not text[start - 1 : start].isalnum()
        assert not text[end : end + 1].isalnum()
        assert int(row["length"]) == len(text)
        assert 0 <= int(row["bep"]) < len(text)


def test_two_assessors_agree_in_part(texts):
    marked = defaultdict(set)
    for row in table("assessors.tsv"):
        chars = range(int(row["start"]), int(row["end"]))
        marked[row["topic"], row["assessor"]] |= {(row["doc"], at) for at in chars}
    both = [topic for topic, who in marked if who == "second"]
    shares = []
    for topic in both:
        first, second = marked[topic, "first"], marked[topic, "second"]
        shares.append(len(first & second) / len(first | second))
    assert len(both) == 15
    assert all(0 < share < 1 for share in shares)


@pytest.mark.parametrize("run", RUNS)
def test_runs_return_parts_of_their_inventory(run, texts):
    held = {(row["doc"], row["start"], row["end"]) for row in table(f"inventories/{run}.tsv")}
    returned = table(f"runs/{run}.tsv")
    covered = defaultdict(set)
    for doc, start, end in held:
        covered[doc] |= set(range(int(start), int(end)))

    assert {(row["doc"], row["start"], row["end"]) for row in returned} <= held
    assert {row["topic"] for row in returned} == {topic["id"] for topic in TOPICS}
    assert covered == {doc: set(range(len(text))) for doc, text in texts.items()}
    assert len(pw.read_run(DEMO / "runs" / f"{run}.tsv")) == len(returned)
    assert len(pw.read_inventory(DEMO / "inventories" / f"{run}.tsv")) == len(held)


def test_a_slow_retriever_finds_the_same_order(texts):
    """BM25 from its formula, on the cutting into sections."""
    from math import log
    from re import findall

    def bag(text):
        return [w[:-1] if len(w) > 3 and w[-1] == "s" else w for w in findall("[a-z0-9]+", text)]

    parts = [(row["doc"], row["start"], row["end"]) for row in table("inventories/sections.tsv")]
    bags = [bag(texts[doc][int(start) : int(end)].lower()) for doc, start, end in parts]
    mean = sum(map(len, bags)) / len(bags)

    def score(word, words):
        df, tf = sum(word in other for other in bags), words.count(word)
        norm = 1.2 * (1 - 0.75 + 0.75 * len(words) / mean)
        return log(1 + (len(bags) - df + 0.5) / (df + 0.5)) * tf * 2.2 / (tf + norm)

    for topic in TOPICS[:5]:
        scores = [sum(score(w, b) for w in bag(topic["question"].lower())) for b in bags]
        best = sorted(zip(scores, parts, strict=True), reverse=True)[:15]
        mine = [row for row in table("runs/sections.tsv") if row["topic"] == topic["id"]]
        assert [float(row["score"]) for row in mine] == pytest.approx(
            [s for s, _ in best], abs=1e-4
        )
        assert mine[0]["doc"] == best[0][1][0]


def test_xml_holds_the_same_words_and_judged_spans(texts, tmp_path):
    done = answer(tmp_path, "structure", DEMO / "xml", "-o", "s.tsv", "--texts", "texts")
    assert done.code == 0, done.err
    files = (tmp_path / "texts").glob("*.txt")
    found = {file.stem: file.read_bytes().decode("utf-8") for file in files}
    assert found.keys() == texts.keys()
    for doc, text in texts.items():
        assert found[doc].split() == text.replace("#", "").split()
    for row, other in zip(table("qrels.tsv"), table("qrels-xml.tsv"), strict=True):
        plain = texts[row["doc"]][int(row["start"]) : int(row["end"])]
        marked = found[row["doc"]][int(other["start"]) : int(other["end"])]
        assert marked.split() == plain.split()


def test_a_quote_that_is_not_there_stops_the_script():
    find = MAKE["find"]
    with pytest.raises(SystemExit, match="0 places"):
        find({"d": "one two"}, "d", "three")
    with pytest.raises(SystemExit, match="2 places"):
        find({"d": "one one"}, "d", "one")
    with pytest.raises(SystemExit, match="not followed"):
        find({"d": "one two"}, "d", "two ... one")
