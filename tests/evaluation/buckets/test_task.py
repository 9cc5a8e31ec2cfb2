from __future__ import annotations

import json
import pickle

import pytest

import partwise as pw
from partwise.evaluation.buckets.asked import Asked
from partwise.evaluation.buckets.part import read_part
from partwise.evaluation.buckets.task import VersionError, evaluate_bucket, packed, versions


@pytest.fixture
def folder(tmp_path):
    return pw.bucket(
        pw.Qrels.from_dict({"a": {"x": 1}, "b": {"x": 1}}),
        pw.Run.from_dict({"a": {"x": 1.0}}),
        tmp_path / "b",
        2,
    )


def test_a_bucket_is_evaluated_by_name_and_number(folder):
    options = packed(Asked(["AP"], {}))

    answers = [json.loads(evaluate_bucket(str(folder), n, options)) for n in (0, 1, 1)]

    assert [read_part(one["path"]).bucket for one in answers] == [0, 1, 1]
    assert all(one["peak_mb"] > 0 for one in answers)
    assert pw.merge(folder).mean("run", "AP") == 0.5


@pytest.mark.parametrize("name", ["partwise", "numpy", "Python"])
def test_workers_of_another_version_are_refused(folder, name):
    given = {"versions": versions() | {name: "0.0"}, "asked": pickle.dumps(Asked(["AP"], {}))}

    with pytest.raises(VersionError, match=f"a worker has {name} .*, not 0.0"):
        evaluate_bucket(str(folder), 0, pickle.dumps(given))
    assert not (folder / "parts").exists()
