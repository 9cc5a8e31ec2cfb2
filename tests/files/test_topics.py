from __future__ import annotations

import pytest

from partwise.errors import FormatError, UsageError
from partwise.files.topics import as_topic_texts, read_topic_texts


@pytest.mark.parametrize("column", ["text", "question", "query", "title"])
def test_questions_and_attributes(tmp_path, column):
    file = tmp_path / "t.tsv"
    file.write_text(f"topic\t{column}\tkind\n1\tWhy?\teasy\n2\tHow?\t\n", encoding="utf-8")

    found = read_topic_texts(file)

    assert found.texts(["2", "1", "3"]) == ["How?", "Why?", ""]
    assert found.groups(["1", "2"]) == {"kind": ["easy", ""]}


def test_strange_letters_stay(tmp_path):
    file = tmp_path / "t.jsonl"
    file.write_text('{"topic": "1", "text": "a\\u2028<b>\\ud83c\\udf0a"}\n', encoding="utf-8")

    assert read_topic_texts(file).text == {"1": "a\u2028<b>\U0001f30a"}


def test_an_attribute_of_too_many_values_makes_no_groups(tmp_path):
    file = tmp_path / "t.tsv"
    rows = "".join(f"{n}\t{n}\tsame\n" for n in range(20))
    file.write_text(f"topic\tmany\tone\n{rows}", encoding="utf-8")

    assert read_topic_texts(file).groups([str(n) for n in range(20)]) == {}


def test_slips(tmp_path):
    file = tmp_path / "t.tsv"
    file.write_text("name\ttext\n1\tWhy?\n", encoding="utf-8")
    with pytest.raises(FormatError, match="no column topic"):
        read_topic_texts(file)
    file.write_text("topic\ttext\n1\tWhy?\n1\tHow?\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"t\.tsv:3: topic 1 came before"):
        read_topic_texts(file)
    with pytest.raises(UsageError, match="a path or a dict, not int"):
        as_topic_texts(3)


def test_a_dictionary_will_do():
    assert as_topic_texts({"1": "Why?"}).texts(["1"]) == ["Why?"]


def test_questions_of_other_tools(tmp_path):
    file = tmp_path / "gold.json"
    file.write_text('{"questions": [{"id": "a", "body": "Who?", "snippets": []}]}')

    assert read_topic_texts(file).text == {"a": "Who?"}


def test_topics_of_another_collection_are_warned_of(tmp_path):
    file = tmp_path / "t.tsv"
    file.write_text("topic\ttext\nx2\tWhy?\nx1\tHow?\n", encoding="utf-8")
    found = read_topic_texts(file)

    said = "none of its 2 topics is judged (there: x1.., assessments: q1..)"
    assert found.notes(["q1", "q2"]) == [f"warning: {file}: {said}"]
    assert found.notes(["q1", "x2"]) == []
    assert as_topic_texts(None).notes(["q1"]) == []
