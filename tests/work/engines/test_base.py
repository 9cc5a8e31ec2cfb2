"""Schedulers that answer, and those that do not."""

from __future__ import annotations

import socket

import pytest

from partwise.errors import UsageError
from partwise.work.engines.base import check_answering


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_who_answers_is_not_refused(listening):
    check_answering("Dask scheduler", f"tcp://127.0.0.1:{listening}")


def test_one_of_several_is_enough(listening):
    check_answering("Spark master", f"spark://127.0.0.1:9,127.0.0.1:{listening}")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("spark://127.0.0.1:9", "Connection refused"),
        ("spark://127.0.0.1:9,127.0.0.1:10", "Connection refused"),
        ("spark://127.0.0.1", "expected spark://HOST:PORT"),
        ("spark://127.0.0.1:many", "'many'"),
        ("spark://", "expected spark://HOST:PORT"),
    ],
)
def test_who_is_silent_is_named(address, said):
    with pytest.raises(UsageError, match="no Spark master at ") as bad:
        check_answering("Spark master", address)
    assert f" at {address}: " in str(bad.value)
    assert said in str(bad.value)
