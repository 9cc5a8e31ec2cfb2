from __future__ import annotations

import json

import pytest

import partwise as pw
from partwise.engines.base import TaskFailedError
from partwise.errors import UsageError
from partwise.evaluation.buckets.asked import Asked
from partwise.evaluation.buckets.spread import BucketFailedError, evaluate_all
from partwise.files.bucketed.folder import BucketFolder

QRELS = pw.Qrels.from_dict({topic: {"x": 1} for topic in "abcdefgh"})
RUN = pw.Run.from_dict({topic: {"x": 1.0, "y": 2.0} for topic in "abcdef"})


class Here:
    """Does the tasks in this process, the last one first."""

    def __init__(self, fails=None):
        self.done, self.fails = [], fails

    def completed(self, function, tasks):
        for at in reversed(range(len(tasks))):
            if tasks[at][1] == self.fails:
                raise TaskFailedError(at, 3, "a worker died")
            self.done.append(tasks[at][1])
            yield at, function(*tasks[at])


@pytest.fixture
def folder(tmp_path):
    return BucketFolder(pw.bucket(QRELS, RUN, tmp_path / "b", 4))


def test_whoever_does_the_work(folder):
    told = []
    found = evaluate_all(folder, Asked(["AP"], {}), Here(), told=lambda *a: told.append(a[:2]))

    plain = pw.evaluate(QRELS, RUN, ["AP"])
    assert found.table.tobytes() == plain.table.tobytes()
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_only_what_is_missing_is_done_again(folder):
    asked = Asked(["AP"], {})
    with pytest.raises(BucketFailedError, match="bucket 1 failed 3 times: a worker died; finished"):
        evaluate_all(folder, asked, Here(fails=1))
    with pytest.raises(UsageError, match="holds parts"):
        evaluate_all(folder, asked, Here())
    folder.part(3).write_bytes(b"half")

    again = Here()
    evaluate_all(folder, asked, again, resume=True)
    assert sorted(again.done) == [0, 1, 3]
    assert json.loads((folder.path / "manifest.json").read_text())["buckets"] == 4


@pytest.mark.parametrize(
    ("measures", "options", "why"),
    [
        (["P@1"], {}, "measures"),
        (["AP"], {"undefined": "zero"}, "undefined"),
        (["P@1"], {"undefined": "zero"}, "undefined, measures"),
    ],
)
def test_parts_of_another_evaluation_are_never_replaced(folder, measures, options, why):
    with pytest.raises(BucketFailedError):
        evaluate_all(folder, Asked(["AP"], {}), Here(fails=1))
    kept = {place: place.read_bytes() for place in folder.parts().iterdir()}

    other = Here()
    with pytest.raises(UsageError, match=f"another evaluation; it differs in: {why}. Use another"):
        evaluate_all(folder, Asked(measures, options), other, resume=True)
    assert other.done == []
    assert {place: place.read_bytes() for place in folder.parts().iterdir()} == kept


@pytest.mark.parametrize(
    ("advice", "end"),
    [
        (None, "died; finished buckets are in .*, go on with --resume$"),
        ("", "died$"),
        ("x", "; x$"),
    ],
)
def test_what_is_said_of_a_bucket_that_failed(folder, advice, end):
    with pytest.raises(BucketFailedError, match=end):
        evaluate_all(folder, Asked(["AP"], {}), Here(fails=1), advice=advice)
