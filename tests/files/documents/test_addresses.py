from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.files.documents.links import (
    INDEX_NAMES,
    Addresses,
    Page,
    Target,
    cleaned,
    is_left_out,
)

PATHS = {
    "home": "index.html",
    "about": "about.html",
    "query": "list.html?page=2",
    "saved": "find.html?q=a b.html",
    "guide": "docs/README.md",
    "setup": "docs/set up.md",
    "percent": "docs/100%.md",
    "other": "docs/deep/other.html",
    "umlaut": "docs/größe.html",
}
PAGES = {doc: Page.of(doc, f"/site/{path}", path) for doc, path in PATHS.items()}
SITE = Addresses(list(PAGES.values()))


@pytest.mark.parametrize(
    ("page", "href", "doc"),
    [
        ("home", "about.html", "about"),
        ("home", "./about.html", "about"),
        ("other", "../../about.html", "about"),
        ("other", "../../../../about.html", "about"),  # a browser stops at the top
        ("other", "/about.html", "about"),
        ("other", "other.html", "other"),
        ("guide", "#part", "guide"),
        ("guide", "#", "guide"),
        ("guide", "?x=1", "guide"),
        ("home", "about.html?x=1&y=2", "about"),
        ("home", "list.html?page=2", "query"),
        ("home", "find.html?q=a%20b.html", "saved"),
        ("home", "docs/", "guide"),
        ("home", "docs", "guide"),
        ("home", "docs/index.html", "guide"),
        ("home", "docs/README.md", "guide"),
        ("other", "../", "guide"),
        ("other", "..", "guide"),
        ("other", ".", None),
        ("home", "/", "home"),
        ("about", "./?lang=en", "home"),
        ("home", "about.html/", "about"),
        ("home", "about.html/index.html", "about"),
        ("home", "docs/set%20up.md", "setup"),
        ("home", "docs/set up.md", "setup"),
        ("home", "docs/100%25.md", "percent"),
        ("home", "docs/gr%C3%B6%C3%9Fe.html", "umlaut"),
        ("home", "docs/größe.html", "umlaut"),
        ("home", "missing.html", None),
        ("home", "About.html", None),
        ("home", "http://x.org/about.html", None),
        ("home", "//x.org/about.html", None),
    ],
)
def test_documents(page, href, doc):
    found = SITE.target(PAGES[page], None, href)

    assert found.known == (doc is not None)
    assert doc is None or found.doc == doc


@pytest.mark.parametrize(
    ("page", "href", "address", "fragment"),
    [
        ("other", "missing.html", "/docs/deep/missing.html", ""),
        ("other", "../missing.html?x=1#part", "/docs/missing.html?x=1", "part"),
        ("home", "http://x.org/a#b", "http://x.org/a", "b"),
        ("home", "http://x.org/%7Eann/%C3%BC", "http://x.org/~ann/ü", ""),
        (
            "home",
            "http://x.org/a%20b%2Fc%3Fd%23e%0A%FF",
            "http://x.org/a%20b%2Fc%3Fd%23e%0A%FF",
            "",
        ),
        ("home", "//x.org/a", "//x.org/a", ""),
        ("home", "tel:123", "tel:123", ""),
        ("home", "http://[", "http://[", ""),
        ("home", "about.html#a%20b", "about", "a b"),
    ],
)
def test_addresses_and_fragments(page, href, address, fragment):
    assert SITE.target(PAGES[page], None, href)[:2] == (address, fragment)


@pytest.mark.parametrize(
    ("base", "href", "target"),
    [
        ("/", "about.html", Target("about", "", known=True)),
        ("../", "set up.md", Target("setup", "", known=True)),
        ("/docs/", "#x", Target("guide", "x", known=True)),
        ("https://e.org/docs/", "set%20up.md", Target("setup", "", known=True)),
        ("https://e.org/docs/", "/about.html", Target("about", "", known=True)),
        ("https://e.org/docs/", "x.md", Target("https://e.org/docs/x.md", "", known=False)),
        ("https://e.org/", "https://f.org/about.html",
         Target("https://f.org/about.html", "", known=False)),
        (" /docs/\n", "deep/other.html", Target("other", "", known=True)),
        ("", "other.html", Target("other", "", known=True)),
    ],
)  # fmt: skip
def test_base(base, href, target):
    assert SITE.target(PAGES["other"], base, href) == target


@pytest.mark.parametrize("name", INDEX_NAMES)
def test_each_index_name_stands_for_its_folder(name):
    page, index = (
        Page.of("a", "/s/a.html", "a.html"),
        Page.of("i", f"/s/docs/{name}", f"docs/{name}"),
    )
    site = Addresses([page, index])

    for href in ("docs", "docs/", "docs/index.html", f"docs/{name}"):
        assert site.target(page, None, href).doc == "i"


def test_the_page_itself_goes_before_the_index_beside_it():
    index, readme = (Page.of(n, f"/s/{n}", n) for n in ("index.html", "README.md"))

    assert Addresses([index, readme]).target(index, None, "README.md").doc == "README.md"


def test_files_that_were_named_one_by_one_see_each_other():
    a, b = Page.of("a", "/s/one/a.html", "a.html"), Page.of("b", "/s/two/b.html", "b.html")

    assert Addresses([a, b]).target(a, None, "../two/b.html") == Target("b", "", known=True)
    assert Addresses([a, b]).target(a, None, "../two/c.html").doc == "/two/c.html"


@pytest.mark.parametrize(
    ("place", "path", "top"),
    [
        ("/s/site/docs/a.html", "docs/a.html", "/s/site/"),
        ("/s/site/docs/a.html.gz", "docs/a.html", "/s/site/"),
        ("/s/site.zip/docs/a.html.zst", "docs/a.html", "/s/site.zip/"),
        ("/s/site.zip/./a.html", "./a.html", "/s/site.zip/"),
    ],
)
def test_the_top_of_a_page(place, path, top):
    assert Page.of("a", place, path).top == top


@pytest.mark.parametrize(
    ("href", "out"),
    [
        ("mailto:a@b.org", True),
        ("MailTo:a@b.org", True),
        (" javascript:void(0)", True),
        ("java\nscript:void(0)", True),
        ("data:text/plain,x", True),
        (" \n", True),
        ("data.html", False),
        ("#", False),
        ("tel:1", False),
    ],
)
def test_what_leads_to_no_document(href, out):
    assert is_left_out(cleaned(href)) == out


def test_names_of_files_that_are_no_utf_8():
    a = Page.of("a", "/s/caf\udce9/a.html", "caf\udce9/a.html")
    b = Page.of("b", "/s/caf\udce9/b.html", "caf\udce9/b.html")

    assert Addresses([a, b]).target(a, None, "b.html") == Target("b", "", known=True)
    assert Addresses([a, b]).target(a, None, "/caf%E9/b.html").doc == "b"
    assert Addresses([a, b]).target(a, None, "c.html").doc == "/caf%E9/c.html"


PIECES = ["/", ".", "..", "about.html", "docs", "?", "#", "%", "%00", "%0A", "%ff", ":", "//"]
PIECES += ["http://", "[", "]", "@", "x:", "a b", "é", "\u2100", "&", ";", "\\", "-"]
HREFS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)


@given(HREFS, st.none() | HREFS)
def test_any_href_leads_somewhere(href, base):
    found = SITE.target(PAGES["other"], base, cleaned(href))

    assert found.doc
    assert found.known == (found.doc in PATHS)
    assert not set(found.doc) & set("\0\t\r\n")
