from __future__ import annotations

import json
import re
import shutil

import pytest
from tests.report.conftest import EXAMPLE, found_of, qrels_of, run_of

import partwise as pw
from partwise.report.findings import Choices, Findings
from partwise.report.material import gather
from partwise.report.page import folder_of, link, page, slots_of

NASTY = "</script><b>\"'&\u2028</template>#x"


@pytest.fixture(scope="module")
def html(findings):
    return page(findings, "report.html").content.decode()


def tags(html, pattern):
    return re.findall(pattern, html)


def test_sections_in_order(html):
    found = tags(html, r'<section id="([\w-]+)"')

    assert found == [
        "pw-summary",
        "pw-runs",
        "pw-curve",
        "pw-spent",
        "pw-losses",
        "pw-topics",
        "pw-pairs",
        "pw-notes",
    ]
    assert html.startswith('<!doctype html>\n<html lang="en" data-pw-report="1">')
    head = html[: html.index("<title>")]
    assert head.index("charset") < head.index("Content-Security-Policy") < head.index("viewport")


def test_numbers_of_the_table_are_those_of_evaluate(html, findings):
    cells = tags(html, r'<td data-run="(\w+)" data-measure="([^"]+)" data-value="([^"]+)"')

    assert len(cells) == 3 * 8
    for run, measure, number in cells:
        assert number == repr(findings.results.mean(run, measure))


def test_no_inline_style_or_handler(html):
    body = html[html.index("<body") : html.index("<script>")]

    assert not tags(body, r"\sstyle=")
    assert not tags(body, r"\son\w+=")


def test_the_same_input_gives_the_same_bytes(example, html):
    again = page(Findings(example, Choices()), "report.html").content.decode()

    assert again == html
    assert str(EXAMPLE.parent) not in html
    assert "lighthouse" not in html


def test_a_page_is_the_same_wherever_it_is_made(tmp_path):
    made = []
    for name in ("one", "another"):
        shutil.copytree(EXAMPLE, tmp_path / name)
        (tmp_path / name / "texts" / "fog.md").unlink()
        material = gather(
            tmp_path / name / "qrels.tsv",
            [tmp_path / name / "small.jsonl", tmp_path / name / "large.jsonl"],
            texts=tmp_path / name / "texts",
            topics_file=tmp_path / name / "questions.tsv",
        )
        made.append(page(Findings(material, Choices()), "x.html"))

    assert made[0].content == made[1].content
    assert made[0].data == made[1].data
    assert any("has no text in texts (fog)" in note for note in made[0].data["notes"])


def test_graded_documents_and_elements():
    graded = gather({"t": {"d": 1}, "u": {"e": 1}}, {"t": {"d": 1.0}}, ["AP"])
    html = page(Findings(graded, Choices()), "x.html").content.decode()

    assert "<h2>Precision and recall</h2>" in html
    assert '<a href="#pw-curve">Precision</a>' in html
    assert 'id="pw-spent"' not in html


def test_a_hostile_collection_stays_text():
    topics = {NASTY: NASTY}
    qrels = qrels_of((NASTY, NASTY, 0, 5))
    run = run_of(NASTY, (NASTY, NASTY, 0, 9))
    material = gather(qrels, [run, run], texts={NASTY: NASTY * 3}, topics_file=topics)
    html = page(Findings(material, Choices(title=NASTY)), "x.html").content.decode()

    assert NASTY not in html
    assert html.count("</script>") == 1
    assert html.count("<b>") == 0
    assert "%3C%2Fscript%3E" in html


def test_one_run_has_no_pairs_and_no_marks():
    html = page(found_of([[[0.2, 0.8, 0.4]]]), "x.html").content.decode()

    assert 'id="pw-pairs"' not in html
    assert "baseline</small>" not in html
    assert "lowest values" in html
    assert 'data-state="single"' in html


def test_saved_results_give_a_page_without_reading():
    made = page(found_of([[[0.2, 0.8]], [[0.4, 0.9]]]), "x.html")
    html = made.content.decode()

    assert 'id="pw-curve"' not in html
    assert made.data["curve"] is None
    assert 'data-pw-block="topic-0"' not in html


def test_many_runs_keep_seven_colours():
    values = [[[0.1 * run, 0.1 * run + 0.05]] for run in range(9)]
    found = found_of(values)
    slots = slots_of(found)

    assert sorted(slots.values()) == list(range(7))
    assert set(slots) == {0, 3, 4, 5, 6, 7, 8}  # the baseline and the best six


def test_links():
    found = found_of([[[0.1, 0.2]], [[0.3, 0.4]]])

    assert link(found, 1) == "#topic=t1&a=0&b=1"


def test_texts_beside_the_page(monkeypatch, example):
    from partwise.report import page_sections as reading_view

    monkeypatch.setattr(reading_view, "PAGE", 1000)
    made = page(Findings(example, Choices()), "out/report.html")

    assert set(made.files) == {"d-0.js", "d-1.js", "d-2.js"}
    assert made.files["d-0.js"].startswith(b'pwText(0, "H4sI')
    assert "'self'" in made.content.decode()
    assert {doc["text"] for doc in made.data["docs"]} == {"file"}
    assert (made.data["folder"], folder_of("out/report.html")) == ("report.files",) * 2


def test_embedding_everything_has_a_limit(monkeypatch, example):
    from partwise.report import page_sections as reading_view

    monkeypatch.setattr(reading_view, "MAX_PAGE_BYTES", 1000)
    with pytest.raises(pw.UsageError, match="the texts of 3 documents would have"):
        page(Findings(example, Choices()), "x.html", embed="all")
    assert {
        doc["text"] for doc in page(Findings(example, Choices()), "x", embed="none").data["docs"]
    } == {None}


def test_groups_have_tables_of_their_own(example):
    kinds = {topic: "ab"[at % 2] for at, topic in enumerate(example.results.topics)}
    topics = type(example.topics)({}, {"kind": kinds})
    html = page(Findings(type(example)(example.results, topics), Choices()), "x").content.decode()

    assert html.count("<details>") == 2
    assert "kind: a (6 topics)" in html
    assert 'id="pw-group"' in html


def test_data_is_json(findings):
    assert json.dumps(page(findings, "x.html").data, allow_nan=False)
