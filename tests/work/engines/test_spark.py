from __future__ import annotations

import shutil

import pytest
from tests.work.engines import dying

from partwise.errors import PartwiseError, UsageError
from partwise.work.engines.spark import Spark


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(PartwiseError, match=r"partwise\[spark\]"):
        Spark(1)


def test_a_local_master_tries_again():
    pytest.importorskip("pyspark", reason="needs pyspark (extra spark)")
    assert Spark(3).master == "local[3,4]"
    assert Spark(3, "spark://host:7077").master == "spark://host:7077"


def test_a_master_that_is_not_there(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)

    with pytest.raises(UsageError, match=r"no Spark master at spark://127.0.0.1:9: "):
        Spark(1, "spark://127.0.0.1:9").reach()
    Spark(1).reach()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_dies_changes_nothing(tmp_path):
    pytest.importorskip("pyspark", reason="needs pyspark (extra spark)")
    if shutil.which("java") is None:
        pytest.skip("needs Java 17 for Spark")
    given = [(str(tmp_path), number, int(number == 1)) for number in range(4)]

    found = dict(Spark(2).completed(dying.dies, given))

    assert found == {number: f"{number}".encode() for number in range(4)}
