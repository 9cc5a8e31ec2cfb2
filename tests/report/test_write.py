from __future__ import annotations

import json

import pytest
from tests.report.conftest import EXAMPLE, found_of, qrels_of, run_of

import partwise as pw
from partwise.report.page import Page, report, write

QRELS, RUN = qrels_of(("t", "d", 0, 9), ("u", "d", 3, 5)), run_of("r", ("t", "d", 0, 5))


def test_a_page_from_python(tmp_path):
    made = pw.report(
        EXAMPLE / "qrels.tsv",
        [EXAMPLE / "small.jsonl", EXAMPLE / "large.jsonl"],
        ["CharR@5", "CharP@5"],
        path=tmp_path / "page.html",
        data=tmp_path / "page.json",
        baseline="large",
    )

    assert made == tmp_path / "page.html"
    assert made.read_text(encoding="utf-8").startswith("<!doctype html>")
    data = json.loads((tmp_path / "page.json").read_text(encoding="utf-8"))
    assert [m["name"] for m in data["measures"]] == ["CharR@5", "CharP@5"]
    assert data["baseline"] == 1


def test_results_make_a_page(tmp_path):
    results = found_of([[[0.1, 0.2]], [[0.3, 0.1]]]).results

    assert report(results, path=tmp_path / "x.html").exists()
    with pytest.raises(pw.UsageError, match="results take no runs, measures or options"):
        report(results, RUN, path=tmp_path / "x.html")


def test_warnings_are_also_pythons(tmp_path):
    stray = run_of("r", ("t", "elsewhere", 0, 5))
    with pytest.warns(pw.PartwiseWarning, match="none of its 1 document is judged"):
        report(QRELS, stray, path=tmp_path / "x.html")


def test_slips_before_any_work(tmp_path):
    for name, value in (("sample", 0), ("budget", 2.5), ("embed", "some")):
        with pytest.raises(pw.UsageError, match=f"{name} must be"):
            report("nowhere", "nothing", path=tmp_path / "x.html", **{name: value})
    assert not [*tmp_path.iterdir()]


def test_unknown_keywords(tmp_path):
    with pytest.raises(TypeError, match=r"report\(\) got an unexpected keyword argument 'txts'"):
        report(QRELS, RUN, txts="texts", path=tmp_path / "x.html")
    made = report(
        QRELS,
        RUN,
        "CharR@1",
        rules=pw.Rules(undefined="zero"),
        reading=pw.Reading(order="score"),
        path=tmp_path / "x.html",
    )
    assert made.exists()


def test_an_error_leaves_the_old_page(tmp_path):
    file = tmp_path / "x.html"
    file.write_text("old")
    with pytest.raises(pw.TableError, match="document d has 3 characters"):
        report(QRELS, RUN, texts={"d": "abc"}, path=file)
    assert file.read_text() == "old"


def test_files_beside_the_page(tmp_path):
    made = Page(b"<html>", {}, (), {"d-0.js": b"x"})

    assert write(made, tmp_path / "p.html") == 7
    assert (tmp_path / "p.files" / "d-0.js").read_bytes() == b"x"
    (tmp_path / "p.files" / "mine.txt").write_text("keep")
    with pytest.raises(pw.UsageError, match=r"holds mine\.txt"):
        write(made, tmp_path / "p.html")
    assert (tmp_path / "p.files" / "mine.txt").read_text() == "keep"


def test_the_room_is_the_function(tmp_path):
    import partwise.report

    assert callable(partwise.report)
    assert partwise.report(QRELS, RUN, "CharR", path=tmp_path / "x.html").exists()


def test_all_or_nothing(tmp_path):
    made = Page(b"<html>", {}, (), {"d-0.js": b"x"})
    (tmp_path / "p.html").write_text("old")
    with pytest.raises(pw.FormatError, match="its folder does not exist"):
        write(made, tmp_path / "p.html", tmp_path / "nowhere" / "p.json")
    with pytest.raises(pw.FormatError, match="its folder does not exist"):
        write(made, tmp_path / "nowhere" / "p.html")
    (tmp_path / "p.files").mkdir()
    (tmp_path / "p.files" / "mine.txt").write_text("keep")
    with pytest.raises(pw.UsageError, match=r"holds mine\.txt"):
        write(made, tmp_path / "p.html", tmp_path / "p.json")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["p.files", "p.html"]
    assert (tmp_path / "p.html").read_text() == "old"
