from __future__ import annotations

import socket

import pytest

from partwise.engines.reaching import refuse_silent
from partwise.errors import UsageError


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_who_answers_is_not_refused(listening):
    refuse_silent("Dask scheduler", f"tcp://127.0.0.1:{listening}")


def test_one_of_several_is_enough(listening):
    refuse_silent("Spark master", f"spark://127.0.0.1:9,127.0.0.1:{listening}")


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
        refuse_silent("Spark master", address)
    assert f" at {address}: " in str(bad.value)
    assert said in str(bad.value)
