from __future__ import annotations

from pathlib import Path

import pytest

import partwise as pw
from partwise.errors import FormatError, UnknownNameError, UsageError
from partwise.evaluation.saved_results import are_saved, chosen, is_saved, read_saved

QRELS = pw.Qrels.from_dict({"q": {"d": 1}})


@pytest.fixture
def results():
    return pw.evaluate(QRELS, {"q": {"e": 2.0, "d": 1.0}}, ["AP", "P@1", "R@5"])


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch, results):
    monkeypatch.chdir(tmp_path)
    Path("saved.json").write_text(results.to_json())
    Path("saved").write_text(" \n" + results.to_json())
    Path("run").write_text("q Q0 d 1 2 x\n")
    Path("other.json").write_text('{"a": 1}')


def test_saved_results_are_told_by_their_first_bytes():
    assert is_saved("saved.json")
    assert is_saved("saved")
    for name in ("run", "other.json", "-", "."):
        assert not is_saved(name)
    with pytest.raises(FormatError, match=r"^gone: cannot be read: No such file"):
        is_saved("gone")


def test_what_is_meant_as_saved_results():
    assert are_saved(["run", "saved"])
    assert are_saved(["other.json"])  # called so: the reader says what is wrong with it
    assert not are_saved(["run", "other.json"])


def test_reading(results):
    one, other = read_saved(["saved.json", "saved"])

    assert one.table.tolist() == other.table.tolist() == results.table.tolist()
    assert read_saved(["run"]) is None
    with pytest.raises(UsageError) as caught:
        read_saved(["saved.json", "run"])
    assert str(caught.value) == "run does not hold saved results, but other files do"
    with pytest.raises(FormatError, match=r"other\.json"):
        read_saved(["other.json"])


def test_measures_that_were_saved_can_be_chosen(results):
    found = chosen(results, ["R@5", "P@1"])

    assert found.measures == ("R@5", "P@1")
    assert found.table[0, :, 0].tolist() == [1.0, 0.0]
    assert len(found.better) == 2
    assert chosen(results, []) is results


def test_measures_that_were_not_saved_cannot_be_had(results):
    with pytest.raises(UnknownNameError, match='there is no saved measure "P@2"'):
        chosen(results, ["P@2"])
    with pytest.raises(UnknownNameError, match=r"available: AP, P@1, R@5"):
        chosen(results, ["CharOverlap"])
