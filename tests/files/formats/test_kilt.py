from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.errors import TableError
from partwise.files.formats.kilt import read_qrels, read_run, read_topics, write_qrels, write_run
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any
from partwise.files.reading import read_run as read_any_run
from partwise.tables.qrels import Qrels


def place(doc, first=None, last=None, **more):
    found = {"wikipedia_id": doc, "start_paragraph_id": first, "end_paragraph_id": last}
    return {key: value for key, value in found.items() if value is not None} | more


def lines(*questions):
    return "".join(json.dumps(question) + "\n" for question in questions)


GOLD = lines(
    {"id": 1, "input": "Who?", "output": [
        {"answer": "a", "provenance": [place(10, 5, 5, start_character=3, end_character=9),
                                       place(" 11 ", "0", 2)]},
        {"answer": "no place"},
        {"provenance": [place("10", 5, 5)]}]},
    {"id": "b", "output": [{"answer": "x"}]},
)  # fmt: skip


def test_gold_by_hand(source):
    reading = read_qrels(source(GOLD), Reading())
    qrels = reading

    assert qrels.topics.tolist() == ["1", "b"]
    assert texts(qrels, "doc") == ["10", "11", "10"]
    assert texts(qrels, "element") == ["p[6]", "p[1] p[3]", "p[6]"]
    assert qrels.extra["alternative"].tolist() == ["0", "0", "2"]
    assert qrels.extra["start_character"].tolist() == [3, None, None]
    assert (qrels.start < 0).all()  # characters count inside paragraphs
    assert reading.lines.of(2) == 1
    assert read_topics(source(GOLD)) == {"1": "Who?", "b": ""}


def test_places_without_paragraphs_are_documents(source):
    text = lines({"id": 1, "output": [{"provenance": [place(1), place(2, 3, 3)]}]})
    qrels = read_qrels(source(text), Reading())

    assert texts(qrels, "element") == [None, "p[4]"]
    assert qrels.grade.tolist()[0] == 1


def test_guesses_by_hand(source):
    text = lines(
        {"id": 1, "output": [{"answer": "a"}, {"provenance": [place(5), place(None), place(3)]}]},
        {"id": 2, "output": [{"provenance": []}]},
    )
    run = read_run(source(text), Reading())

    assert (texts(run, "doc"), run.rank.tolist()) == (["5", "3"], [1, 2])
    assert run.answered == ["2"]
    assert run.notes == ("1 place without wikipedia_id left out",)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"id": 1, "output": []}, "question 1: 0 outputs with provenance; a guess has exactly one"),
        (
            {"id": 1, "output": [{"provenance": []}, {"provenance": []}]},
            "question 1: 2 outputs with provenance",
        ),
        ({"id": 1}, 'no key "output"'),
        ({"output": []}, "question without an id"),
        ({"id": 1, "output": [{"provenance": {}}]}, "output[0].provenance: an object, not a list"),
        (
            {"id": 1, "output": [{"provenance": [place(1, "x")]}]},
            'output[0].provenance[0]: start_paragraph_id "x" is not a whole number',
        ),
    ],
)
def test_guesses_that_are_refused(source, question, words):
    assert said(read_run, source(lines(question)), Reading()).startswith(f"x:1: {words}")


def test_an_id_twice(source):
    one = {"id": 1, "output": [{"provenance": []}]}

    words = said(read_qrels, source(lines(one, {**one, "id": "1 "})), Reading())
    assert words == 'x:2: question "1" occurs twice (line 1)'


def test_written_and_read_again(source):
    qrels = read_qrels(source(GOLD), Reading())
    again = read_qrels(source(write_qrels(qrels)), Reading())

    for name in ("topic", "doc", "element"):
        assert texts(again, name) == texts(qrels, name)
    assert again.topics.tolist() == qrels.topics.tolist()
    assert again.extra["alternative"].tolist() == ["0", "0", "1"]
    assert again.extra["end_character"].tolist() == qrels.extra["end_character"].tolist()
    run = read_run(source(lines({"id": 1, "output": [{"provenance": [place(5, 1)]}]})), Reading())
    assert json.loads(write_run(run)) == {
        "id": "1",
        "output": [
            {"provenance": [{"wikipedia_id": "5", "start_paragraph_id": 1, "end_paragraph_id": 1}]}
        ],
    }


def test_what_it_cannot_hold():
    for columns, words in (
        ({"start": [0], "end": [1]}, "offsets in documents"),
        ({"element": ["/a[1]"]}, "elements other than paragraphs"),
        ({"grade": [3]}, "grades"),
    ):
        with pytest.raises(TableError, match=f"KILT cannot hold {words}"):
            write_qrels(Qrels.from_columns(topic=["a"], doc=["1"], **columns))


@pytest.mark.parametrize("name", ["gold1", "gold2", "gold3", "guess1_1", "guess2_1", "guess3_1"])
def test_real_files(real_data, name):
    """Every place, as a plain reading of the lines has it."""
    path = real_data / "kilt-test" / f"{name}.jsonl"
    wanted = [
        (str(question["id"]), str(number), str(each["wikipedia_id"]))
        for question in map(json.loads, path.read_text().splitlines())
        for number, output in enumerate(question["output"])
        for each in output.get("provenance", [])
    ]
    gold = read_any(path)
    numbers = gold.extra["alternative"].tolist()
    assert list(zip(texts(gold, "topic"), numbers, texts(gold, "doc"), strict=True)) == wanted
    if name.startswith("guess"):
        run = read_any_run(path)
        assert texts(run, "doc") == [doc for _, _, doc in wanted]
        assert run.format == "kilt"
