"""`evaluate` with a folder, engines and memory: what a plain evaluation gives."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from tests.helpers import grouped_options

import partwise as pw

QRELS = pw.Qrels.from_columns(
    topic=list("aabc"), doc=list("xyxz"), start=[0, 3, 5, 1], end=[9, 8, 9, 4]
)
RUN = pw.Run.from_columns(
    topic=list("abca"), doc=list("xxzy"), start=[0] * 4, end=[7] * 4, score=[1.0, 2.0, 2.0, 1.0]
)


@pytest.mark.slow
def test_processes_change_nothing(tmp_path):
    how = {"undefined": "zero", "lengths": {"x": 20}}
    plain = pw.evaluate(QRELS, [RUN, RUN], ["CharR@1", "AP"], **grouped_options(**how))

    for more in ({"jobs": 2}, {"memory": "300M"}, {"work": tmp_path / "w"}):
        found = pw.evaluate(QRELS, [RUN, RUN], ["CharR@1", "AP"], **grouped_options(**how, **more))
        assert found.table.tobytes() == plain.table.tobytes()
        assert [note for note in found.notes if "too little to share" not in note] == [*plain.notes]
        assert found.options == plain.options
    assert (tmp_path / "w" / "manifest.json").exists()


def test_a_bound_below_what_the_program_holds_is_kept_as_far_as_it_goes():
    ballast = np.ones(50_000_000)  # 400 MB of somebody's notebook
    plain = pw.evaluate(QRELS, RUN, "CharR@1")

    assert (
        pw.evaluate(QRELS, RUN, "CharR@1", work=pw.Work(memory="300M")).table.tolist()
        == plain.table.tolist()
    )
    assert ballast.all()


def test_slips_are_told(tmp_path):
    with pytest.raises(pw.UsageError, match=r'engine="dask://host:1" needs folder='):
        pw.evaluate(QRELS, RUN, "AP", work=pw.Work(engine="dask://host:1"))
    for more in ({"memory": "5M"}, {"engine": "magic"}, {"engine": "dask://host:1"}, {"jobs": -1}):
        with pytest.raises(pw.UsageError):
            pw.evaluate(QRELS, RUN, "AP", **grouped_options(**more))


def test_nothing_is_split_for_a_scheduler_that_is_not_there(tmp_path):
    pytest.importorskip("distributed", reason="needs distributed (extra cluster)")
    with pytest.raises(pw.UsageError, match=r"no Dask scheduler at tcp://127.0.0.1:9: "):
        pw.evaluate(
            QRELS, RUN, "AP", work=pw.Work(engine="dask://127.0.0.1:9", folder=tmp_path / "w")
        )
    assert not (tmp_path / "w").exists()


@pytest.mark.parametrize("engine", ["dask", "spark"])
def test_a_missing_extra_is_named_before_any_work(tmp_path, monkeypatch, engine):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(pw.PartwiseError, match=r"pip install 'partwise\["):
        pw.evaluate(QRELS, RUN, "AP", work=pw.Work(engine=engine, folder=tmp_path / "w"))
    assert not (tmp_path / "w").exists()


def test_an_evaluation_goes_on_where_it_was_ended(tmp_path, monkeypatch):
    plain = pw.evaluate(QRELS, RUN, ["CharR@1", "AP"])
    work = tmp_path / "w"
    how = {"work": work, "resume": True}
    for given in ((QRELS, RUN), (QRELS, iter([RUN]))):  # the folder need not be there
        found = pw.evaluate(*given, ["CharR@1", "AP"], **grouped_options(**how))
        assert found.table.tobytes() == plain.table.tobytes()
        assert (found.notes, found.options) == (plain.notes, plain.options)
    done = {part.name: part.stat().st_mtime_ns for part in (work / "parts").iterdir()}
    (work / "parts" / min(done)).unlink()
    pw.evaluate(QRELS, RUN, ["CharR@1", "AP"], **grouped_options(**how))
    again = {part.name: part.stat().st_mtime_ns for part in (work / "parts").iterdir()}
    assert again.keys() == done.keys()
    assert [name for name in done if done[name] != again[name]] == [min(done)]


def test_an_unfinished_folder_is_begun_again(tmp_path):
    pw.evaluate(QRELS, RUN, "AP", work=pw.Work(folder=tmp_path / "w"))
    shutil.rmtree(tmp_path / "w" / "parts")
    (tmp_path / "w" / "manifest.json").unlink()

    with pytest.raises(pw.UsageError, match="is not an empty folder"):
        pw.evaluate(QRELS, RUN, "AP", work=pw.Work(folder=tmp_path / "w"))
    assert pw.evaluate(QRELS, RUN, "AP", work=pw.Work(folder=tmp_path / "w", resume=True)).runs == (
        "run",
    )


@pytest.mark.parametrize(
    "other", [{"qrels": pw.Qrels.from_dict({"a": {"x": 1}})}, {"runs": [RUN, RUN]}, {"cited": True}]
)
def test_buckets_of_something_else_are_not_taken(tmp_path, other):
    given = {"qrels": QRELS, "runs": RUN, "measures": "AP", "work": tmp_path / "w"}
    pw.evaluate(**grouped_options(**given))

    with pytest.raises(pw.UsageError, match=r"holds buckets\. Use another folder, or resume=True"):
        pw.evaluate(**grouped_options(**given))
    with pytest.raises(pw.UsageError, match="holds buckets of other tables or options"):
        pw.evaluate(**grouped_options(**given | other, resume=True))
    with pytest.raises(pw.UsageError, match="holds parts of another evaluation; it differs in"):
        pw.evaluate(**grouped_options(**given | {"measures": "P@1"}, resume=True))
    with pytest.raises(pw.UsageError, match=r"resume=True needs folder=\.\.\."):
        pw.evaluate(QRELS, RUN, "AP", work=pw.Work(resume=True))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"jobs": "2"}, "jobs must be a whole number of at least 0, not '2'"),
        ({"jobs": -1}, "jobs must be a whole number of at least 0, not -1"),
        ({"jobs": 1.5}, "jobs must be a whole number of at least 0, not 1.5"),
        ({"memory": [1]}, "memory must be a size such as '2GiB', or bytes, not"),
        ({"memory": "much"}, '^memory="much": expected a size such as 500M'),
        ({"memory": 5}, "^memory is too little for one job: at least 300M"),
        ({"engine": 3}, "engine must be a name such as 'dask', not 3"),
        ({"engine": ""}, "^engine='': expected processes, dask or spark"),
        ({"engine": "magic"}, "^engine=magic: expected processes, dask or spark"),
    ],
)
def test_wrong_resources_are_named(given, said):
    with pytest.raises(pw.UsageError, match=said):
        pw.evaluate(QRELS, RUN, "CharR@1", **grouped_options(**given))
