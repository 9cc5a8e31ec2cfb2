"""A headless browser without a network, in which pages are used as a person uses them."""

from __future__ import annotations

import shutil
import time
from contextlib import contextmanager

import pytest
from tests.report.conftest import EXAMPLE, NAMES

import partwise as pw

INSTALL = "apt-get install chromium; pip install playwright"
PATIENCE = 120_000
"""Milliseconds: a busy machine takes half a minute, the default, for what usually takes one."""


@pytest.fixture(scope="module")
def chromium():
    """Debian's browser; its tests are skipped where it or playwright is absent.

    No longer than a module: playwright keeps an event loop running, which others may not expect.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip(f"no browser tests: playwright is not installed ({INSTALL})")
    program = shutil.which("chromium")
    if program is None:
        pytest.skip(f"no browser tests: chromium is not installed ({INSTALL})")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def browse(chromium):
    """Open a page, ready to be used; nothing may go wrong or leave the machine."""
    contexts, wrong = [], []

    def check(request):
        if not request.url.startswith(("file:", "data:", "blob:")):
            wrong.append(f"asks for {request.url}")

    def call(path, at="", *, width=1280, height=800, allowed=(), **options):
        size = {"width": width, "height": height}
        context = chromium.new_context(offline=True, viewport=size, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda said: (
                wrong.append(said.text)
                if said.type == "error" and not any(word in said.text for word in allowed)
                else None
            ),
        )
        page.on("request", check)
        page.goto(path.resolve().as_uri() + at)
        page.wait_for_selector("body[data-ready]")
        return page

    yield call
    for context in contexts:
        context.close()
    assert wrong == []


def until(page, expression):
    """Wait until an expression is true.

    Playwright's own way evaluates it inside the page once more, which a page of ours forbids.
    """
    last = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(f"Boolean({expression})"):
        assert time.monotonic() < last, expression
        page.wait_for_timeout(10)


@contextmanager
def turning(page, view="topic"):
    """Wait until the view has changed."""
    page.evaluate("document.body.removeAttribute('data-ready')")
    yield
    page.wait_for_selector(f"body[data-ready={view}]")


@pytest.fixture(scope="session")
def lighthouse(tmp_path_factory):
    """The page of the example with everything in it."""
    return pw.report(
        EXAMPLE / "qrels.tsv",
        [EXAMPLE / f"{name}.jsonl" for name in NAMES],
        texts=EXAMPLE / "texts",
        topics_file=EXAMPLE / "questions.tsv",
        inventory={name: EXAMPLE / "chunks" / f"{name}.tsv" for name in NAMES},
        path=tmp_path_factory.mktemp("page") / "report.html",
    )
