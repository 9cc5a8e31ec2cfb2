from __future__ import annotations

from zlib import crc32

import pytest

from partwise.errors import UsageError
from partwise.evaluation.buckets.hashing import buckets_of, parse_bucket
from partwise.tables.names import Names


def test_the_bucket_of_a_topic_is_a_checksum_of_its_bytes():
    topics = ["q1", "ü€", ""]

    found = buckets_of(Names.of(topics), 7).tolist()

    assert found == [crc32(topic.encode()) % 7 for topic in topics]
    assert buckets_of(Names.of(["123456789"]), 1 << 12).tolist() == [0xCBF43926 % 4096]


@pytest.mark.parametrize("text", ["", "3", "3/3", "-1/3", "1/0", "a/b", "1/5000", "1/2/3", "²/3"])
def test_buckets_that_do_not_exist(text):
    with pytest.raises(UsageError):
        parse_bucket(text)


def test_a_bucket_as_it_is_written():
    assert parse_bucket("0/1") == (0, 1)
    assert parse_bucket("63/64") == (63, 64)
