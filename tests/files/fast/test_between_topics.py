"""Blocks that end where a topic ends."""

from __future__ import annotations

import pytest

from partwise.files.fast import between_topics as module
from partwise.files.fast.between_topics import LargeTopicError, between_topics
from partwise.kernels.text.lines import PAD, padded


def first(line):
    return line.split(b"\t")[0] + b"\t"


def second(line):
    return line.split(b"\t")[1] + b"\t"


def cut(text, topic_of=first, *, leads=True):
    data = padded(text)
    return between_topics(topic_of, leads=leads)(data, data.size - PAD) - PAD


def test_the_last_topic_stays_together():
    assert cut(b"q1\ta\nq1\tb\nq12\tc\nq12\td\n") == 10


def test_a_topic_is_not_taken_for_one_that_it_begins_like():
    assert cut(b"q12\ta\nq1\tb\n") == 6
    assert cut(b"q1\ta\nq12\tb\n") == 5


def test_one_topic_alone_must_grow():
    assert cut(b"q1\ta\nq1\tb\n") == 0


def test_topics_in_any_column():
    text = b"a\tq1\tx\nb\tq1\tx\nc\tq2\tx\nd\tq2\tx\n"
    assert cut(text, second, leads=False) == 14


def test_a_line_that_is_not_understood_must_grow():
    assert cut(b"q1\ta\nq2\n", lambda line: None) == 0


def test_topics_longer_than_a_window(monkeypatch):
    monkeypatch.setattr(module, "_WINDOW", 4)
    assert cut(b"q1\ta\n" + b"q2\tbbbbbbbbbb\n" * 9) == 5


def test_large_topics_are_refused(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_TOPIC", 4)
    with pytest.raises(LargeTopicError):
        cut(b"q1\ta\nq1\tb\n")
