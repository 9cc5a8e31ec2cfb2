"""The reading view in a browser: layers, links, keys, hostile texts."""

from __future__ import annotations

import pytest
from tests.report.conftest import EXAMPLE, qrels_of, run_of
from tests.report.html import test_page
from tests.report.html.conftest import turning, until

import partwise as pw
from partwise.report import page_sections as reading_view

pytestmark = pytest.mark.slow  # one browser, whichever packages made the page

TEXT = (
    "One lamp.\r\nTwo \U0001f30a lamps \u2028 and \x00 three.\r\n"
    + "The keeper trims the wick. " * 60
    + "\n"
) * 12


def go(page, at):
    with turning(page):
        page.evaluate("at => { location.hash = at }", at)


def where(page):
    return page.inner_text("#pw-where")


@pytest.fixture(scope="module")
def spans(tmp_path_factory):
    """Two documents, three judged spans: found by both, by A alone, by nobody."""
    qrels = qrels_of(
        ("t", "d", 20, 40), ("t", "d", 100, 130), ("t", "d", 9000, 9050), ("u", "e", 0, 4)
    )
    one = run_of(
        "one", ("t", "d", 0, 60), ("t", "d", 90, 200), ("t", "d", 30, 120), ("t", "e", 5, 9)
    )
    two = run_of("two", ("t", "e", 0, 20), ("t", "d", 10, 60))
    return pw.report(
        qrels,
        [one, two],
        ["CharR@2", "CharP@2"],
        texts={"d": TEXT},
        topics_file={"t": "Where is the wick?"},
        path=tmp_path_factory.mktemp("page") / "spans.html",
    )


def test_the_text_is_exactly_the_document(browse, spans):
    page = browse(spans, "#topic=t&a=0&b=1")

    assert page.evaluate("document.getElementById('pw-text').textContent") == TEXT
    assert page.get_attribute("#pw-text", "data-doc") == "d"
    assert page.evaluate("document.activeElement.id") == "pw-read-h"
    assert page.inner_text("#pw-read-h") == "Where is the wick?"
    assert page.locator("h1:visible").count() == 1


def stretches(page, selector):
    return page.eval_on_selector_all(
        f"#pw-text {selector}", "all => all.map(one => [one.textContent, {...one.dataset}])"
    )


def test_layers_are_code_points(browse, spans):
    page = browse(spans, "#topic=t&a=0&b=1")
    found = stretches(page, "[data-judged='20-40']")

    assert "".join(text for text, _ in found) == TEXT[20:40]
    assert [(one["a"], one["b"], one["found"]) for _, one in found] == [
        ("1", "2", "AB"),
        ("1 3", "2", "AB"),
    ]
    assert {one["found"] for _, one in stretches(page, "[data-judged='100-130']")} == {"A"}
    assert [one["found"] for _, one in stretches(page, "[data-judged='9000-9050']")] == [""]
    assert "".join(text for text, _ in stretches(page, "[data-a~='2']")) == TEXT[90:200]


def test_parts_by_rank(browse, spans):
    page = browse(spans, "#topic=t&a=0&b=1")
    first = page.eval_on_selector("ol[data-side=A] [data-rank='1']", "one => ({...one.dataset})")

    assert first == {
        "rank": "1",
        "doc": "d",
        "start": "0",
        "end": "60",
        "new": "20",
        "repeated": "0",
        "padding": "40",
        "irrelevant": "0",
    }
    sides = page.eval_on_selector_all("#pw-side .side p", "all => all.map(p => p.textContent)")
    assert sides[0] == "0.5000 CharR@2. Found 50 of 100 relevant characters in 264 read."
    words = page.eval_on_selector_all("#pw-side .got", "all => all.map(one => one.textContent)")
    assert words == ["+20", "lost+30", "0", "0", "promoted 4→10", "demoted 1→2+20"]


def test_going_from_span_to_span(browse, spans):
    page = browse(spans, "#topic=t&a=0&b=1")

    assert where(page) == "span 1 of 3: found by both"
    page.keyboard.press("j")
    assert where(page) == "span 2 of 3: found by A, missed by B"
    page.click("#pw-miss")
    assert where(page) == "span 3 of 3: missed by both"
    page.wait_for_timeout(120)
    assert page.locator("[data-judged='9000-9050'][data-now]").count() == 1
    seen = page.eval_on_selector("[data-now]", "one => one.getBoundingClientRect().top")
    frame = page.locator("#pw-scroll").bounding_box()
    assert frame["y"] <= seen <= frame["y"] + frame["height"]
    page.keyboard.press("k")
    page.keyboard.press("Shift+M")
    assert where(page) == "span 3 of 3: missed by both"
    page.keyboard.press("j")
    assert where(page).startswith("span 1 of 3")


def test_going_to_a_rank(browse, spans):
    page = browse(spans, "#topic=t&a=0&b=1")
    page.keyboard.press("2")
    assert where(page) == "rank 2 of A: +30 new, 0 read before, 80 not relevant"
    assert page.get_attribute("ol[data-side=A] [data-rank='2']", "aria-current") == "true"
    page.keyboard.press("Shift+Digit1")
    page.wait_for_selector("#pw-text[data-doc=e]")
    assert where(page) == "rank 1 of B: 0 new, 0 read before, 20 not relevant"
    assert page.inner_text("#pw-text") == (
        "The text of this document is not in the page. Give --texts to the command."
    )
    page.reload()
    page.wait_for_selector("body[data-ready=topic]")
    assert page.get_attribute("ol[data-side=B] [data-rank='1']", "aria-current") == "true"


def test_other_keys(browse, spans):
    page = browse(spans, "#topic=t&a=0&b=1")
    page.keyboard.press("d")
    page.wait_for_selector("#pw-text[data-doc=e]")
    with turning(page):
        page.keyboard.press("x")
    assert page.input_value("#pw-run-a") == "1"
    with turning(page):
        page.keyboard.press("n")
    assert page.get_attribute("body", "data-topic") == "u"
    with turning(page):
        page.keyboard.press("p")
    assert page.get_attribute("body", "data-topic") == "t"
    with turning(page, "report"):
        page.keyboard.press("Escape")
    assert page.get_attribute("body", "data-view") == "report"
    with turning(page):
        page.go_back()
    assert page.get_attribute("body", "data-topic") == "t"


def test_a_topic_with_nothing_retrieved(browse, spans):
    page = browse(spans, "#topic=u&a=0&b=1")

    assert (
        page.locator("#pw-side .empty").all_inner_texts()
        == ["Nothing retrieved for this topic."] * 2
    )
    assert where(page) == "span 1 of 1: missed by both"


def test_links(browse, spans):
    page = browse(spans, "#topic=nobody&a=0&b=1")
    assert page.inner_text("#pw-missing") == "There is no topic nobody in this page."
    assert page.get_attribute("body", "data-view") == "report"
    go(page, "topic=t&a=1&b=0&doc=d&at=9000")
    page.wait_for_timeout(120)
    seen = page.eval_on_selector(
        "[data-judged='9000-9050']", "one => one.getBoundingClientRect().top"
    )
    frame = page.locator("#pw-scroll").bounding_box()
    assert frame["y"] <= seen <= frame["y"] + frame["height"]
    with turning(page):
        page.select_option("#pw-run-a", "0")
    assert "a=0" in page.evaluate("location.hash")
    with turning(page, "report"):
        page.click("#pw-top nav a[href='#pw-runs']")
    page.evaluate("location.hash = 'topic=%'")
    until(page, "document.getElementById('pw-missing').textContent.includes('cannot')")


def test_badges_stay_inside_the_page(browse, spans):
    for width in (1280, 390, 320):
        page = browse(spans, "#topic=t&a=0&b=1", width=width)
        page.wait_for_timeout(150)
        frame = page.locator("#pw-scroll").bounding_box()
        boxes = page.eval_on_selector_all(
            "#pw-lanes button", "all => all.map(b => b.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) == 4
        for box in boxes:
            assert frame["x"] <= box["left"]
            assert box["right"] <= frame["x"] + frame["width"]


def test_the_strip_goes_to_a_place(browse, spans):
    page = browse(spans, "#topic=t&a=0&b=1")
    before = page.evaluate("document.getElementById('pw-scroll').scrollTop")
    box = page.locator("#pw-strip").bounding_box()
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 5)
    page.wait_for_timeout(100)

    assert page.evaluate("document.getElementById('pw-scroll').scrollTop") > before + 1000


def test_a_hostile_collection(browse, tmp_path):
    nasty = test_page.NASTY
    other = nasty + "\U0001f30a\u202e&a=1"
    text = f"<img src=x onerror=pwned=1>{nasty}" * 5
    qrels = qrels_of((nasty, nasty, 3, 9), (other, nasty, 0, 2))
    runs = [run_of(name, (nasty, nasty, 0, 20), (other, nasty, 1, 5)) for name in (nasty, other)]
    page = browse(
        pw.report(
            qrels,
            runs,
            texts={nasty: text},
            topics_file={nasty: "<b>bold</b>", other: nasty},
            title=nasty,
            path=tmp_path / "x.html",
        )
    )
    ids = page.eval_on_selector_all("#pw-topic-rows tr", "all => all.map(r => r.dataset.topic)")

    assert sorted(ids) == sorted([nasty, other])
    for at, topic in enumerate(ids):
        with turning(page):
            page.locator("#pw-topic-rows a").nth(at).click()
        assert page.get_attribute("body", "data-topic") == topic
        assert page.evaluate("document.getElementById('pw-text').textContent") == text
        with turning(page, "report"):
            page.click("#pw-back")
    assert page.evaluate("typeof pwned") == "undefined"
    assert page.locator("#pw-text img").count() == 0


def test_texts_in_files_beside_the_page(browse, tmp_path, monkeypatch):
    monkeypatch.setattr(reading_view, "PAGE", 1000)
    made = pw.report(
        EXAMPLE / "qrels.tsv",
        EXAMPLE / "small.jsonl",
        texts=EXAMPLE / "texts",
        path=tmp_path / "my page.html",
    )
    page = browse(made, "#topic=wick")
    text = (EXAMPLE / "texts" / "lamp.md").read_bytes().decode()

    assert (tmp_path / "my page.files").is_dir()
    assert page.evaluate("document.getElementById('pw-text').textContent") == text


def test_a_file_beside_the_page_that_is_gone(browse, tmp_path, monkeypatch):
    monkeypatch.setattr(reading_view, "PAGE", 1000)
    made = pw.report(
        EXAMPLE / "qrels.tsv",
        EXAMPLE / "small.jsonl",
        texts=EXAMPLE / "texts",
        path=tmp_path / "x.html",
    )
    for file in (tmp_path / "x.files").iterdir():
        file.unlink()
    page = browse(made, "#topic=wick", allowed=("ERR_FILE_NOT_FOUND",))

    assert "cannot be read" in page.inner_text("#pw-text")


def test_a_long_document_turns_as_quickly_as_a_short_one(browse, tmp_path):
    line = "The keeper trims the wick and fills the tank before dusk. " * 12 + "\n"
    places = [(f"t{n}", f"d{n % 2}", 3500, 3900) for n in range(16)]
    runs = [
        run_of(
            name,
            *(
                (t, d, max(0, s - 3000 + 300 * k + shift), s - 2400 + 300 * k + shift)
                for t, d, s, _ in places
                for k in range(10)
            ),
        )
        for name, shift in (("a", 100), ("b", 300))
    ]
    texts = {"d0": line * 10, "d1": line * 144}
    assert len(texts["d1"]) >= 100_000
    page = browse(pw.report(qrels_of(*places), runs, texts=texts, path=tmp_path / "x.html"))
    milliseconds = page.evaluate(
        """async () => {
          const out = [];
          for (let n = 0; n < 16; n++) {
            const from = performance.now();
            location.hash = 'topic=t' + n + '&a=0&b=1';
            await new Promise((done) => {
              const body = document.body.dataset;
              const there = () => body.topic === 't' + n && body.ready;
              const look = () => there() ? done() : requestAnimationFrame(look);
              look();
            });
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
            out.push(performance.now() - from);
          }
          return out;
        }"""
    )

    # documents take turns, so that a busy machine slows both: 20 to 40 ms each where it is quiet
    assert min(milliseconds[1::2]) < 5 * min(milliseconds[::2]) + 20, milliseconds
