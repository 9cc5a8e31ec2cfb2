"""Pages of real and of large collections: their size, and how soon they can be seen."""

from __future__ import annotations

import numpy as np
import pytest
from tests.clock import tenths
from tests.report.conftest import found_of
from tests.report.html.conftest import turning, until

import partwise as pw

ENTRY = "performance.getEntriesByName('first-contentful-paint')[0]"


def painted(page):
    """Milliseconds until something is seen; a page can be ready before it is painted."""
    until(page, ENTRY)
    return page.evaluate(f"{ENTRY}.startTime")


def paints(browse, page, folder):
    """Times until a page is seen, each in units of an empty page opened just before.

    A busy machine paints both late; of many turns some are alike.
    """
    empty = folder / "empty.html"
    empty.write_text("<body data-ready=yes>empty")
    for _ in range(15):
        usual = painted(browse(empty))
        yield painted(browse(page)) / usual


def collection(n_runs, n_topics, n_parts, *, n_docs=400, length=20_000):
    """Judged spans at random, and runs of parts of which some lie over them."""
    random = np.random.default_rng(0)
    topic = np.repeat(np.arange(n_topics), 2)
    doc, start = (
        random.integers(0, n_docs, topic.size),
        random.integers(0, length - 500, topic.size),
    )
    names = np.array([f"t{n}" for n in range(n_topics)], object)
    docs = np.array([f"doc{n}" for n in range(n_docs)], object)
    end = start + random.integers(50, 400, topic.size)
    qrels = pw.Qrels.from_columns(topic=names[topic], doc=docs[doc], start=start, end=end)
    runs = []
    for number in range(n_runs):
        of = np.repeat(np.arange(n_topics), n_parts)
        place, at = random.integers(0, n_docs, of.size), random.integers(0, length - 900, of.size)
        hit, aim = random.random(of.size) < 0.1, 2 * of + random.integers(0, 2, of.size)
        place[hit], at[hit] = doc[aim[hit]], np.maximum(0, start[aim[hit]] - 100)
        runs.append(
            pw.Run.from_columns(
                name=f"system-{number}",
                topic=names[of],
                doc=docs[place],
                start=at,
                end=at + random.integers(300, 900, of.size),
                score=np.tile(np.linspace(9, 1, n_parts), n_topics),
            )
        )
    return qrels, runs, dict.fromkeys(docs.tolist(), length)


@pytest.mark.slow
def test_five_runs_of_250_topics_and_50_parts(browse, tmp_path):
    qrels, runs, lengths = collection(5, 250, 50)
    made = tmp_path / "x.html"

    assert tenths(lambda: pw.report(qrels, runs, lengths=lengths, path=made)) < 50
    assert made.stat().st_size < 3_000_000
    assert any(paint < 20 for paint in paints(browse, made, tmp_path))


@pytest.mark.slow
def test_two_hundred_runs(browse, tmp_path):
    random = np.random.default_rng(0)
    found = found_of(
        random.random((200, 8, 20)), [f"CharR@{k}" for k in range(1, 9)], ["higher"] * 8
    )
    made = pw.report(found.results, path=tmp_path / "x.html")
    page = browse(made)

    assert page.locator("#pw-means tbody tr").count() == 200
    assert page.locator("#pw-forest tr").count() == 8
    assert any(paint < 30 for paint in paints(browse, made, tmp_path))


@pytest.mark.slow
def test_fifty_thousand_topics_are_sampled(browse, tmp_path):
    found = found_of(np.random.default_rng(0).random((2, 1, 50_000)))
    made = pw.report(found.results, path=tmp_path / "x.html", resamples=100)
    page = browse(made)

    assert made.stat().st_size < 10_000_000
    assert page.inner_text("#pw-notes li >> nth=0") == (
        "2,000 of 50,000 topics are in this page: the 200 most changed and a random sample"
    )
    assert page.inner_text("#pw-count") == "2,000 of 2,000 topics in this page"


@pytest.mark.slow
def test_a_real_collection(browse, tmp_path, real_data):
    folder = real_data / "chunking_evaluation"
    qrels, texts = pw.read_qrels(folder / "gold.tsv"), pw.read_texts(folder / "corpora")
    runs = []
    for name, size in (("small", 800), ("large", 3200)):
        # windows around every second judged span, then the beginning of its document
        rows = np.arange(len(qrels))[:: 2 if name == "small" else 3]
        first = qrels.start[rows] // size * size
        docs = [qrels.docs[code] for code in qrels.doc[rows].tolist()]
        topics = [qrels.topics[code] for code in qrels.topic[rows].tolist()]
        end = np.minimum(first + size, [len(texts[doc]) for doc in docs])
        runs.append(
            pw.Run.from_columns(
                name=name,
                topic=[*topics, *topics],
                doc=[*docs, *docs],
                start=[*first.tolist(), *[0] * len(docs)],
                end=[*end.tolist(), *[size] * len(docs)],
                score=[*[2.0] * len(docs), *[1.0] * len(docs)],
            )
        )
    made = pw.report(qrels, runs, texts=texts, path=tmp_path / "x.html")
    page = browse(made)

    assert made.stat().st_size < 2_000_000
    assert page.get_attribute("#pw-count", "data-count") == "472"
    for topic in ("q000", "q112", "q300", "q400", "q471"):
        with turning(page):
            page.evaluate(f"location.hash = 'topic={topic}&a=0&b=1'")
        doc = page.get_attribute("#pw-text", "data-doc")
        assert page.evaluate("document.getElementById('pw-text').textContent") == texts[doc]
        judged = [
            texts[doc][start:end]
            for code, start, end in zip(qrels.topic, qrels.start, qrels.end, strict=True)
            if qrels.topics[int(code)] == topic
        ]
        shown = page.eval_on_selector_all("[data-judged]", "all => all.map(s => s.textContent)")
        assert "".join(shown) == "".join(judged)
