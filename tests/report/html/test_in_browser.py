"""The report in a browser: charts, topics, looks."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest
from tests.conftest import ROOT
from tests.report.conftest import EXAMPLE, found_of, qrels_of, run_of
from tests.report.html.conftest import turning, until

import partwise as pw

pytestmark = pytest.mark.slow  # one browser, whichever packages made the page

SIZES = [(1280, 800), (390, 844), (320, 700)]


def rows(page):
    return page.eval_on_selector_all(
        "#pw-topic-rows tr", "all => all.map(row => ({...row.dataset}))"
    )


def test_the_page_is_ready_without_error(browse, lighthouse):
    page = browse(lighthouse)

    assert page.get_attribute("body", "data-ready") == "report"
    assert page.get_attribute("body", "data-view") == "report"
    assert page.locator("h1:visible").count() == 1
    assert page.locator("#pw-read").is_hidden()


def test_the_first_screen(browse, lighthouse):
    page = browse(lighthouse)

    for one in ("#pw-verdict", "#pw-lead", "#pw-look h2"):
        box = page.locator(one).bounding_box()
        assert box["y"] + box["height"] <= 800
    assert page.get_attribute("#pw-summary", "data-state") == "undecided"
    links = page.eval_on_selector_all("#pw-look a", "all => all.map(a => a.dataset.topic)")
    assert links == ["wick", "burn"]


def test_without_javascript(chromium, lighthouse):
    context = chromium.new_context(offline=True, java_script_enabled=False)
    page = context.new_page()
    page.goto(lighthouse.as_uri())

    assert "cannot be told apart" in page.inner_text("#pw-verdict")
    assert page.locator("#pw-means td[data-value]").count() == 24
    assert "need JavaScript" in page.inner_text("#pw-notes")
    context.close()


def test_means_are_sorted_by_any_measure(browse, lighthouse):
    page = browse(lighthouse)

    def column():
        return page.eval_on_selector_all(
            '#pw-means td[data-measure="CharP@5"]', "all => all.map(td => Number(td.dataset.value))"
        )

    page.click('#pw-means th[data-measure="CharP@5"] button')
    assert column() == sorted(column(), reverse=True)
    assert page.get_attribute('th[data-measure="CharP@5"]', "aria-sort") == "descending"
    page.click('#pw-means th[data-measure="CharP@5"] button')
    assert column() == sorted(column())
    assert page.get_attribute('th[data-measure="CharP@5"]', "aria-sort") == "ascending"


def test_the_reading_curve_says_its_values(browse, lighthouse):
    page = browse(lighthouse)
    out = page.locator("#pw-curve-out")

    assert page.locator("#pw-curve-chart path[data-run]").count() == 3
    assert out.inner_text() == (
        "After 4,000 characters: small 95.9 % · medium 96.6 % · large 100.0 %"
    )
    page.focus("#pw-curve-chart svg")
    page.keyboard.press("ArrowLeft")
    assert re.match(r"After 3,\d+ characters: ", out.inner_text())
    page.click("[data-x=rank]")
    assert out.inner_text().startswith("After 5 parts: small 85.7")
    assert page.get_attribute("[data-x=rank]", "aria-pressed") == "true"
    page.hover("#pw-curve-chart svg", position={"x": 60, "y": 100})
    assert out.inner_text().startswith("After 1 part: ")


def test_the_bars_add_up(browse, lighthouse):
    page = browse(lighthouse)
    found = page.eval_on_selector_all(
        "#pw-spent-chart rect[data-run]",
        "all => all.map(r => [r.dataset.run, r.dataset.kind, Number(r.dataset.chars)])",
    )

    for run in ("small", "medium", "large"):
        assert sum(chars for name, _, chars in found if name == run) == 4000 * 12
    assert {kind for _, kind, _ in found} == {
        "new",
        "repeated",
        "padding",
        "irrelevant",
        "unspent",
    }
    lost = page.eval_on_selector_all(
        "#pw-losses-chart rect[data-run=small]", "all => all.map(r => ({...r.dataset}))"
    )
    assert sum(float(one["share"]) for one in lost) == pytest.approx(1)
    assert {one["kind"]: one["chars"] for one in lost}["ranking"] == "72"


def test_topics_have_the_values_of_evaluate(browse, lighthouse):
    page = browse(lighthouse)
    results = pw.evaluate(
        EXAMPLE / "qrels.tsv", [EXAMPLE / f"{n}.jsonl" for n in ("small", "medium", "large")]
    )
    page.select_option("#pw-measure", label="CharP@5")
    page.select_option("#pw-a", "1")
    page.select_option("#pw-b", "0")
    found = rows(page)

    assert len(found) == 12
    for row in found:
        at = results.topics.index(row["topic"])
        assert row["a"] == repr(float(results.of("medium", "CharP@5")[at]))
        assert row["b"] == repr(float(results.of("small", "CharP@5")[at]))
    sizes = [abs(float(row["b"]) - float(row["a"])) for row in found]
    assert sizes == sorted(sizes, reverse=True)


def test_filter_and_sort(browse, lighthouse):
    page = browse(lighthouse)
    page.fill("#pw-filter", "LAMP")
    assert {row["topic"] for row in rows(page)} == {"failure", "water-in-oil"}
    assert page.get_attribute("#pw-count", "data-count") == "2"
    page.fill("#pw-filter", "")
    page.select_option("#pw-which", "worse")
    assert rows(page) == []
    page.select_option("#pw-which", "better")
    assert [row["topic"] for row in rows(page)] == ["wick", "burn"]
    page.select_option("#pw-which", "all")
    page.select_option("#pw-sort", "id")
    assert [row["topic"] for row in rows(page)][:2] == ["bell", "burn"]
    page.select_option("#pw-sort", "low")
    values = [float(row["b"]) for row in rows(page)]
    assert values == sorted(values)


def test_run_against_run(browse, lighthouse):
    page = browse(lighthouse)

    assert page.inner_text("#pw-pairs-out") == (
        "large: better on 2, equal on 10, worse on 0 topics by CharR(budget=4000)"
    )
    titles = page.eval_on_selector_all(
        "#pw-pairs-chart a title", "all => all.map(t => t.textContent)"
    )
    assert sum(len(title.split(", ")) for title in titles) == 12
    with turning(page):
        page.locator("#pw-pairs-chart a").last.press("Enter")
    assert page.get_attribute("body", "data-view") == "read"


def test_seven_of_many_runs_have_colours(browse, tmp_path):
    values = np.linspace(0, 0.9, 12)[:, None, None] + np.linspace(0, 0.1, 5)
    page = browse(pw.report(found_of(values).results, path=tmp_path / "x.html"))

    assert page.locator("#pw-means .key[aria-pressed=true]").count() == 7
    page.click('#pw-means .key[data-key="2"]')
    assert page.get_attribute('#pw-means .key[data-key="2"]', "aria-pressed") == "true"
    assert page.locator("#pw-means .key[aria-pressed=true]").count() == 7


def test_theme_and_keys(browse, lighthouse):
    page = browse(lighthouse, color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"

    assert page.evaluate(ground) == "rgb(19, 21, 25)"
    page.keyboard.press("t")
    assert page.evaluate(ground) == "rgb(250, 249, 246)"
    page.click("#pw-theme")
    assert page.get_attribute("html", "data-theme") == "dark"
    page.keyboard.press("?")
    assert page.locator("#pw-help").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("wick")
    until(page, "document.querySelectorAll('#pw-topic-rows tr').length === 1")
    assert [row["topic"] for row in rows(page)] == ["wick"]


CONTRAST = """() => {
  const light = (rgb) => {
    const linear = v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const [r, g, b] = rgb.match(/[\\d.]+/g).map(v => linear(v / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (!/, 0\\)$/.test(colour) && colour !== 'transparent') return colour;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  const bad = [];
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].some(kid => kid.nodeType === 3 && kid.textContent.trim());
    if (!own || !node.checkVisibility() || node.closest('.vh,script,template,option')) continue;
    const style = getComputedStyle(node);
    const ink = node instanceof SVGElement ? style.fill : style.color;
    if (/url|none/.test(ink)) continue;
    const [x, y] = [light(ink), light(ground(node))].sort((a, b) => b - a);
    if ((x + .05) / (y + .05) < 4.5) bad.push(node.outerHTML.slice(0, 80) + ': ' + ink);
  }
  return bad;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out(browse, lighthouse, scheme):
    page = browse(lighthouse, color_scheme=scheme)
    assert page.evaluate(CONTRAST) == []
    with turning(page):
        page.click("#pw-look a")
    assert page.evaluate(CONTRAST) == []


NAMELESS = """() => [...document.querySelectorAll('button,input,select,a[href]')]
  .filter(node => node.checkVisibility() && !node.closest('[aria-hidden=true]'))
  .filter(node => !node.getAttribute('aria-label') && !node.textContent.trim())
  .filter(node => !(node.labels && node.labels.length))
  .map(node => node.outerHTML)"""
SMALL = """() => [...document.querySelectorAll('button,input,select')]
  .filter(node => node.checkVisibility() && !node.closest('#pw-lanes'))
  .map(node => [node.id || node.className || node.textContent, node.getBoundingClientRect()])
  .filter(([, box]) => box.height < 31.5 || box.width < 31.5)
  .map(([name, box]) => name + ' ' + box.width + ' x ' + box.height)"""


@pytest.mark.parametrize("width", [1280, 390])
def test_controls_have_names_and_room(browse, lighthouse, width):
    page = browse(lighthouse, width=width)
    for topic in ("wick", "burn"):
        assert page.evaluate(NAMELESS) == []
        assert page.evaluate(SMALL) == []
        with turning(page):
            page.evaluate(f"location.hash = 'topic={topic}&a=0&b=2'")


def test_charts_have_words_and_numbers_for_those_who_cannot_see_them(browse, lighthouse):
    page = browse(lighthouse)

    for chart in ("#pw-curve-chart", "#pw-spent-chart", "#pw-losses-chart"):
        assert page.get_attribute(f"{chart} > svg[role=img]", "aria-label")
        assert page.locator(f"{chart} .vh table tbody tr").count() >= 3
    live = page.eval_on_selector_all("[role=status]", "all => all.map(one => one.id)")
    assert {"pw-count", "pw-where", "pw-curve-out", "pw-pairs-out"} <= {*live}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_sticks_out(browse, lighthouse, width, height, scheme):
    page = browse(lighthouse, width=width, height=height, color_scheme=scheme)
    wide = "document.documentElement.scrollWidth"
    folder = os.environ.get("PARTWISE_SCREENSHOTS")
    for view, at in (("report", ""), ("topic", "topic=water-in-oil&a=0&b=1")):
        with turning(page, view):
            page.evaluate(f"location.hash = '{at or 'report'}'")
            if not at:
                page.evaluate("document.body.dataset.ready = 'report'")
        assert page.evaluate(wide) == width
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(folder) / f"{view}-{width}-{scheme}.png")


def test_print(browse, lighthouse):
    page = browse(lighthouse, color_scheme="dark")
    page.emulate_media(media="print")

    assert page.locator("#pw-top").is_hidden()
    assert page.locator(".controls").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_one_run_and_one_topic(browse, tmp_path):
    qrels, run = qrels_of(("t", "d", 0, 9)), run_of("r", ("t", "d", 0, 5))
    page = browse(
        pw.report(qrels, run, texts={"d": "Some text that is long."}, path=tmp_path / "x.html")
    )

    assert page.get_attribute("#pw-summary", "data-state") == "single"
    assert page.inner_text("#pw-lead") == "One topic: nothing can be said about other topics."
    assert page.locator("#pw-pairs").count() == 0
    with turning(page):
        page.click("#pw-look a")
    assert page.locator("#pw-run-b").count() == 0
    assert page.inner_text("#pw-where") == "span 1 of 1: found (5 of 9 characters)"


def test_many_runs(browse, tmp_path):
    values = np.random.default_rng(0).random((26, 8, 30))
    names = [f"CharR@{k}" for k in range(1, 9)]
    page = browse(
        pw.report(found_of(values, names, ["higher"] * 8).results, path=tmp_path / "x.html")
    )

    assert page.locator("#pw-means tbody tr").count() == 26
    assert page.locator("#pw-forest tr").count() == 8
    assert page.locator("#pw-matrix td").count() == 64


def test_a_sample_of_many_topics(browse, tmp_path):
    values = np.random.default_rng(0).random((2, 1, 3000))
    page = browse(pw.report(found_of(values).results, path=tmp_path / "x.html", sample=300))

    assert page.inner_text("#pw-count") == "300 of 300 topics in this page"
    assert "300 of 3,000 topics are in this page" in page.inner_text("#pw-notes")
    assert len(rows(page)) == 60
    page.click("#pw-more")
    assert len(rows(page)) == 300


def test_graded_documents(browse, tmp_path):
    qrels = {f"t{n}": {"d": 1, "e": 1} for n in range(4)}
    run = {f"t{n}": {"f": 3.0, "d": 2.0, "e": 1.0} for n in range(4)}
    texts = dict.fromkeys("def", "Some words.")
    page = browse(pw.report(qrels, run, texts=texts, path=tmp_path / "x.html"))

    assert page.inner_text("#pw-curve-out").startswith("At 0.0")
    with turning(page):
        page.click("#pw-look a")
    assert page.locator("#pw-text [data-judged='0-11'][data-found=A]").count() == 1


def test_graded_elements(browse, tmp_path):
    files = ROOT / "tests" / "golden" / "files"
    page = browse(
        pw.report(
            files / "elements.tsv",
            [files / "neap.tsv", files / "spring.tsv"],
            structure=files / "structure.tsv",
            path=tmp_path / "x.html",
        )
    )

    assert page.inner_text("#pw-gain-out").startswith("After 10 results: neap")
    assert page.locator("#pw-effort-chart path[data-run]").count() == 2


def test_saved_results_lead_to_the_table(browse, tmp_path):
    values = np.random.default_rng(0).random((2, 1, 30))
    page = browse(pw.report(found_of(values).results, path=tmp_path / "x.html"))
    topic = page.get_attribute("#pw-look a", "data-topic")
    page.click("#pw-look a")

    until(page, "document.querySelectorAll('#pw-topic-rows tr').length === 1")
    assert rows(page)[0]["topic"] == topic
