"""Small documents, archives and sites, and what ``partwise structure`` makes of them.

``python -m tests.public.documents.cases`` writes ``cases.jsonl``: a line a case, with the exit
code, the facts of what was told, and the files that were written. Rules of each kind of document
are tested elsewhere; this file notices whatever a redesign moves.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
import tempfile
import zipfile
from pathlib import Path

from tests.helpers import answer
from tests.public.formats.samples import facts

FILE = Path(__file__).parent / "cases.jsonl"
ALL = ("--texts", "t", "--links", "l.tsv", "--words")
LINKS = ("--links", "l.tsv")


class Link(str):
    """Target of a symbolic link."""


def _deep(tag: str, depth: int, end: bool = True) -> str:
    return f"<{tag}>" * depth + "x" + f"</{tag}>" * depth * end


MESSY = """<!DOCTYPE html>
<html lang=en><head><meta charset="utf-8"><title>A &amp; B</title><base href="sub/">
<base href="other/"><style>p { }</style></head>
<body id=b><h1>What it's for</h1> <h2>Notes</h2><h2> Notes </h2><h3>Notes</h3>
<p>One<p>Two <a href="a.html#x">a</a><a name=mark>mark</a> <a href>none</a>
<ul><li>1<li>2 <b>bold<li>3</ul><br/>
<table><tr><td>c<td>d<tr><td>e</table><template><p>no</p></template>
<map><area href=" b.html&#10;"><area alt=x></map><p name=notanchor id=''>end &eacute;\u00a0</p>
<a href="#what-its-for">1</a><a href="#notes-2">2</a><a href="#mark">3</a>
<script>var a = "<p>";</script><svg:g a="1">odd</svg:g>
</body></html>
"""
MARKDOWN = """Before [one](a.md).

# First *part* `x`

Text with [a link](a.md "title"), <https://x.org/a>, [ref][r] and <a id="here"></a>name.
Second line [b](b.md#two)
> quoted [q](#first-part-x)
> > deeper
> - item [i](#here)

1. one
   continued [c](c.md)
2. two

   - inner
   - ## head in list

Setext [s](s.md)
======

| a | [t](t.md) |
|---|---|
| x \\| y | [u](u.md) \\| z |
a | [v](v.md)

## Second ##

    code [no](no.md)

```py
fenced
```

***

<div id="block">
<a name='old'>x</a> <p name=not>
</div>

### Third
#### Fourth
## Second

![image](i.png) [mail](mailto:a@b.c) [empty]() [top](#top) [lost](#lost) [blk](#block) [o](#old)
[two](#second-1) [bad](http://[) [%](a%20b.md?q=1#f%20g)

[r]: r.md 'title'
"""
XML = """<?xml version="1.0"?>
<!DOCTYPE a [<!ENTITY w "wide &#233;"> <!ENTITY % p "">]>
<!-- <c> --><a xmlns="urn:d" xmlns:m="urn:m"> <b>x &lt; y</b>
 <b/><![CDATA[<c>]]>&w;<m:math xmlns:m2="urn:m"><m2:mi>i</m2:mi> </m:math>\t<?pi <d>?></a>
"""
TEXT = "\n \t\n  First line\r\nsecond  \r\r Third\u00a0\n\u00a0\n\nfourth \x0c\n   \n"


def _numbered(n: int, page: str = "<p>{}</p>", suffix: str = "html") -> dict:
    return {f"d{i:02}.{suffix}": page.format(i) for i in range(n)}


SITE = {
    "index.html": "<h1>Home</h1><a href='sub/'>1</a><a href='sub/two.html?x=1#e'>2</a>"
    "<a href='/sub/index.html'>3</a><a href='//-/sub/two.html'>4</a><a href='README.md'>5</a>"
    "<a href='p?a=%C3%A9.html'>6</a><a href='q.html?b=1'>7</a><a href='../up.html'>8</a>"
    "<a href='JavaScript:x()'>9</a><a href='data:,x'>10</a><a href='?x'>11</a><a href=''>12</a>"
    "<a href='http://[x'>13</a><a href='https://o.org/a%20b%C3%A9%FF?q#f'>14</a>"
    "<a href='sub/th%C3%A9.md#h'>15</a><a href='.'>16</a>"
    "<a href='https://o.org/%C3%A9/%2F'>18</a><a href='p?a=\u00e9.html'>19</a>"
    "<a href='sub/../index.html#home'>17</a>",
    "p?a=\u00e9.html": "<p>named</p>",
    "q.html": "<p>plain</p><a href='#TOP'>top</a><a href='#nowhere'>no</a>",
    "sub/README.md": "# Sub\n\n[up](../index.html) [two](two.html#e) [root](/q.html)",
    "sub/two.html": "<base href='http://s.org/x/'><p id=e>E<a href='index.html'>a</a>"
    "<a href='http://s.org/sub/th\u00e9.md'>b</a><a href='/q.html'>c</a><a href='#e'>d</a></p>",
    "sub/th\u00e9.md": "Text\n\n## H\n\n[h](#h) [x](<two.html> 'x') [n](#n-1)\n\n## N\n\n## N\n",
    "sub/.hidden/a.html": "<p>hidden</p>",
    ".dot.html": "<p>hidden</p>",
    "other.pdf": "%PDF",
    "__MACOSX/index.html": "<p>copy</p>",
}
MIXED = {
    "a/one.xml": "<a><b>1</b></a>", "a/two.xml.gz": "<a>2</a>", "b/three.TXT": "3\n\n3",
    "b/bad.xml": "<a>", "b/one.md": "again", "c/x.bin": "x", "c/y": "y", "c/z.zst": "z",
}  # fmt: skip
LINKED = {
    "a.html": "<a href='b.html'>b</a>", "b.html": Link("a.html"), "c.pdf": Link("a.html"),
    "d": {"e.md": "[a](../a.html)"}, "f": Link("d"), ".g.html": Link("a.html"),
}  # fmt: skip

CASES: dict[str, tuple[dict, tuple[str, ...]]] = {
    "html": ({"x.html": MESSY}, ("x.html", *ALL)),
    "html, csv": ({"x.html": MESSY}, ("x.html", "-o", "s.csv", "--links", "l.csv")),
    "html, jsonl": ({"x.html": "<p>a"}, ("x.html", "-o", "s.jsonl", "--links", "l.jsonl")),
    "html, some tags": ({"x.html": MESSY}, ("x.html", *ALL, "--retrievable", "p,li,td,nope,no")),
    "html, blanks": (
        {"x.html": "<div> <p> a </p> <p></p>\n<b> </b>x <i>y</i> </div>"},
        ("x.html", "--words"),
    ),
    "markdown": ({"x.md": MARKDOWN}, ("x.md", *ALL)),
    "markdown, CR": ({"x.md": MARKDOWN.replace("\n", "\r")}, ("x.md", *LINKS)),
    "markdown, CRLF and mark": (
        {"x.md": "\ufeff" + MARKDOWN.replace("\n", "\r\n")},
        ("x.md", *LINKS),
    ),
    "markdown, some tags": ({"x.md": MARKDOWN}, ("x.md", *LINKS, "--retrievable", "section,p")),
    "markdown, empty": (
        {"x.md": "", "y.md": "\n\n", "z.md": "#\n\n##"},
        ("x.md", "y.md", "z.md", *ALL),
    ),
    "markdown, odd": (
        {
            "x.md": "- a\n\n  b\n-\n- # h\n\n\u2003\n[x](y)\nz\n\n\x00 [n](n)\n\n"
            "> a\nlazy [l](l)\n\n"
            "| a |\n|-|\n| [c](c) | d |\n\n> | [e](e)\n> |-\n> | [f](f)\n\n\ta [g](g)\n"
        },
        ("x.md", *LINKS),
    ),
    "xml": ({"x.xml": XML}, ("x.xml", *ALL)),
    "xml, some tags": ({"x.xml": XML}, ("x.xml", "--retrievable", "m:mi,b")),
    "xml, two with namespaces": (
        {"x.xml": XML, "y.xml": XML.replace("m:math", "m:row"), "z.nxml": "<b><math/></b>"},
        ("y.xml", "x.xml", "z.nxml"),
    ),
    "xml, undefined": ({"x.xml": "<!DOCTYPE a SYSTEM 'a.dtd'>\n<a>\n&nbsp;</a>"}, ("x.xml",)),
    "xml, undefined without DTD": ({"x.xml": "<a>\n\n&nbsp;</a>"}, ("x.xml",)),
    "xml, UTF-16": ({"x.xml": XML.encode("utf-16")}, ("x.xml", "--texts", "t")),
    "xml, not its encoding": (
        {"x.xml": b"<?xml version='1.0' encoding='ascii'?>\n<a>\n\xe9</a>"},
        ("x.xml",),
    ),
    "xml, not UTF-8": ({"x.xml": b"<a>\n\n<b>\xe9</b></a>"}, ("x.xml",)),
    "xml, no encoding": ({"x.xml": "<?xml version='1.0' encoding='none'?><a/>"}, ("x.xml",)),
    "xml, many problems": (_numbered(30, "<a>{}", "xml"), ("d00.xml", "d01.xml", "d05.xml")),
    "text": ({"x.txt": TEXT}, ("x.txt", *ALL)),
    "text, other encodings": (
        {"x.txt": "caf\u00e9\n\nend".encode("latin-1"), "y.md": "# \u00e9".encode("latin-1")},
        ("x.txt", "y.md", "--encoding", "latin-1", "--texts", "t"),
    ),
    "text, not UTF-8": ({"x.txt": b"a\n\nb \xe9"}, ("x.txt",)),
    "text, no encoding": ({"x.txt": "a"}, ("x.txt", "--encoding", "hex")),
    "text, UTF-16": ({"x.txt": "a\n\nb".encode("utf-16")}, ("x.txt", "--encoding", "utf-16")),
    "kinds by content": (
        {
            "a": "\ufeff \n<!doctype  HTML><p>x",
            "b": " <a><b/></a>",
            "c": "just\n\ntext",
            "d.e": "<HTML>",
            ".f": "x",
        },
        ("a", "b", "c", "d.e", ".f", "--texts", "t"),
    ),
    "no text": ({"a": b"a\x00b", "b": "b"}, ("a", "b", "--lenient")),
    "kind given": ({"a.xml": "<p>x", "b": "y"}, ("a.xml", "b", "--kind", "html")),
    "html in latin-1": (
        {
            "x.html": b"<meta http-equiv=c content='text/html; charset=latin1'><p>\xe9",
            "y.htm": "<p>\u00e9".encode("utf-16"),
            "z.xhtml": b"\xef\xbb\xbf<p>z",
        },
        ("x.html", "y.htm", "z.xhtml", "--texts", "t"),
    ),
    "html, not UTF-8": ({"x.html": b"\n\n<p>\xe9"}, ("x.html",)),
    "html, no encoding": ({"x.html": "<meta charset=none>"}, ("x.html",)),
    "html, encoding too late": ({"x.html": " " * 4090 + "<meta charset=none>"}, ("x.html",)),
    "ids, name": ({"s": MIXED}, ("s", "--id", "name", "--lenient", *ALL)),
    "ids, path": ({"s": MIXED}, ("s", "--id", "path", "--lenient", *ALL)),
    "ids, stem": ({"s": MIXED}, ("s", "--lenient")),
    "mixed, strict": ({"s": MIXED}, ("s",)),
    "mixed, zip": ({"s.zip": MIXED}, ("s.zip", "--id", "path", "--lenient")),
    "mixed, tar": ({"s.tar": MIXED}, ("s.tar", "--id", "path", "--lenient")),
    "mixed, tgz": ({"s.tgz": MIXED}, ("s.tgz", "--id", "name", "--lenient")),
    "site": ({"s": SITE}, ("s", *LINKS, "--id", "path")),
    "site, zip": ({"s.zip": SITE}, ("s.zip", *LINKS, "--id", "path")),
    "site, tgz": ({"s.tgz": SITE}, ("s.tgz", *LINKS, "--id", "name", "--retrievable", "p")),
    "pages named one by one": (
        {"s": SITE},
        ("s/index.html", "s/sub/two.html", "s/sub/th\u00e9.md", "s/q.html", *LINKS),
    ),
    "packed pages": (
        {"a.html.gz": "<a href='b.html'>b</a>", "b.html.gz": "<a href=a.html>a</a>"},
        ("a.html.gz", "b.html.gz", *LINKS, "--id", "name"),
    ),
    "links in a folder": ({"s": LINKED}, ("s", *LINKS)),
    "links in a zip": ({"s.zip": LINKED}, ("s.zip", *LINKS)),
    "links in a tar": ({"s.tar": LINKED}, ("s.tar", *LINKS)),
    "no links": ({"x.html": "<p>x"}, ("x.html", *LINKS)),
    "only links out": (
        {"x.html": "<a href='http://a/'>x</a><a href='mailto:x'>y</a>"},
        ("x.html", *LINKS),
    ),
    "comment in links": (
        {f"#{i}.html": "<a href='#a'>x</a>" for i in "kcjdhlbagfie"},
        (*(f"#{i}.html" for i in "kcjdhlbagfie"), *LINKS),
    ),
    "no documents": ({"s": {"a.pdf": "x"}}, ("s",)),
    "all bad": ({"s": {"a.xml": "x", "b.xml": "<a>"}}, ("s", "--lenient")),
    "many bad": ({"s": _numbered(25, "<a>{}", "xml")}, ("s",)),
    "many bad, lenient": (
        {"s": {**_numbered(25, "<a>{}", "xml"), "e.xml": "<a/>"}},
        ("s", "--lenient"),
    ),
    "twenty bad": ({"s": {**_numbered(20, "<a>{}", "xml"), "e.xml": "<a/>"}}, ("s",)),
    "nineteen bad": ({"s": {**_numbered(19, "<a>{}", "xml"), "e.xml": "<a/>"}}, ("s",)),
    "missing": ({"a.xml": "<a/>"}, ("a.xml", "b.xml", "c", "--lenient")),
    "missing, strict": ({"a.xml": "<a/>"}, ("b.xml",)),
    "ids that are none": ({"s": {"a\tb.xml": "<a/>", "c.xml": "<a/>"}}, ("s", "--lenient")),
    "deep xml": (
        {"x.xml": "<a>\n<b>\n<c>\n<d>\n<e/></d></c></b></a>"},
        ("x.xml", "--max-depth", "4"),
    ),
    "xml of the depth": (
        {"x.xml": "<a>\n<b>\n<c>\n<d/></c></b></a>"},
        ("x.xml", "--max-depth", "4"),
    ),
    "deep xml, second": (
        {
            "w.xml": "<a><b/></a>",
            "x.xml": "<!--\n<a>--><?a <b>?><a><![CDATA[\n<c>]]>\n<b>\n<c/></b></a>",
        },
        ("w.xml", "x.xml", "--max-depth", "2"),
    ),
    "deep xml, entity": (
        {"x.xml": "<!DOCTYPE a [<!ENTITY e '<c/>'>]><a>\n<b>&e;</b></a>"},
        ("x.xml", "--max-depth", "2"),
    ),
    "deep xml, UTF-16": (
        {"x.xml": "<a>\n<b>\n<c/></b></a>".encode("utf-16")},
        ("x.xml", "--max-depth", "2"),
    ),
    "xml beyond the parser's depth": ({"x.xml": _deep("a", 257)}, ("x.xml",)),
    "xml of 256": ({"x.xml": _deep("a", 256)}, ("x.xml", "--retrievable", "b")),
    "xml of 300": (
        {"x.xml": _deep("a", 300)},
        ("x.xml", "--max-depth", "300", "--retrievable", "b"),
    ),
    "xml of 301": ({"x.xml": _deep("a", 301)}, ("x.xml", "--max-depth", "300")),
    "many elements, xml": (
        {"x.xml": "<a>\n<b/>\n<c/>\n<d/>\n</a>"},
        ("x.xml", "--max-elements", "3"),
    ),
    "as many elements, xml": (
        {"v.xml": "<a/>", "x.xml": "<a>\n<b/>\n<c/></a>"},
        ("v.xml", "x.xml", "--max-elements", "3"),
    ),
    "deep html": ({"x.html": _deep("div", 5)}, ("x.html", "--max-depth", "6")),
    "html of the depth": ({"x.html": _deep("div", 4)}, ("x.html", "--max-depth", "6")),
    "html of 9000": ({"x.html": _deep("div", 9000)}, ("x.html",)),
    "html of 9000, unclosed": (
        {"x.html": "<p>x<li>y" * 9000 + "</ul><!-- " + "<div>" * 9000},
        ("x.html", "--retrievable", "b"),
    ),
    "html of 9000, closed": (
        {"x.html": "<div><b>x</b><br><td><tr><option>1<script><div></script></div>" * 9000},
        ("x.html", "--retrievable", "nope"),
    ),
    "html of 9000, formatting": ({"x.html": "<b>x" * 8200}, ("x.html",)),
    "html, formatting again": (
        {"x.html": "<b><i><u>" * 80 + "<p>x" * 30},
        ("x.html", "--retrievable", "none"),
    ),
    "html, formatting too often": (
        {"x.html": "<b><i><u>" * 80 + "<p>x" * 30},
        ("x.html", "--max-elements", "7199"),
    ),
    "html, spans in formatting": (
        {"x.html": "<b>" * 20 + "<span>x</span>" * 250},
        ("x.html", "--max-elements", "5000", "--retrievable", "none"),
    ),
    "html, deep by its tags": (
        {"x.html": ("<div>" + "<span>" * 70 + "</div>") * 115 + "<span>" * 27},
        ("x.html", "--retrievable", "none"),
    ),
    "html, closed far away": (
        {"x.html": ("<div>" + "<span>" * 63 + "</div></i></div>") * 200},
        ("x.html", "--retrievable", "none"),
    ),
    "html, headings": (
        {
            "x.html": "<h1>What it's  for_x-y</h1> "
            "<h2>Notes \u00e9</h2><h6> Notes \u00e9 </h6><p id=p>P"
            "<h3 id=notes-1>Notes</h3><h4>Notes</h4><h5>P</h5><a href='#what-its-for_x-y'>1</a>"
            "<a href='#notes-\u00e9-1'>2</a><a href='#notes-1'>3</a><a href='#notes'>4</a>"
            "<a href='#p'>5</a><a href='#p-1'>6</a><a href='x.html#notes-%C3%A9'>7</a>"
            "<a id=q name=r></a><a href='#q'>8</a><a href='#r'>9</a><b name=s id=p></b>"
            "<a href='#s'>10</a>"
        },
        ("x.html", *LINKS),
    ),
    "html, formatting closed": (
        {"x.html": ("<b>x</b><i>y</i><p>z" * 300)},
        ("x.html", "--max-elements", "1000", "--retrievable", "nope"),
    ),
    "many elements, html": ({"x.html": "<p>a<p>b<p>c"}, ("x.html", "--max-elements", "5")),
    "as many elements, html": (
        {"w.html": "w", "x.html": "<p>a<p>b<p>c"},
        ("w.html", "x.html", "--max-elements", "6"),
    ),
    "deep markdown": ({"x.md": "a\n\n> > > b\n"}, ("x.md", "--max-depth", "4")),
    "markdown of the depth": ({"x.md": "a\n\n> > b\n\n- - c\n"}, ("x.md", "--max-depth", "6")),
    "markdown with many marks": (
        {"x.md": "text\n\n" + "> " * 40 + "b\n\n" + "- " * 300 + "\n\n    " + "> " * 400 + "x\n"},
        ("x.md", "--retrievable", "p,hr,pre"),
    ),
    "markdown with more marks": ({"x.md": "text\n\n" + "> " * 400 + "b\n"}, ("x.md",)),
    "markdown with rules": (
        {"x.md": "- " * 9 + "\n\n" + "* " * 9 + "\n\n" + "+ " * 3 + "x"},
        ("x.md", "--max-depth", "8"),
    ),
    "markdown with lists": ({"x.md": "1. " * 6 + "x"}, ("x.md", "--max-depth", "8")),
    "many elements, markdown": ({"x.md": "a\n\nb\n\nc\n"}, ("x.md", "--max-elements", "3")),
    "many elements, text": ({"x.txt": "a\r\n\r\nb\r\rc\n"}, ("x.txt", "--max-elements", "3")),
    "as many elements, text": ({"x.txt": "a\n\nb\n"}, ("x.txt", "--max-elements", "3")),
    "many elements, text after lines": (
        {"x.txt": "\n\na\n\nb\n", "y.md": "\n\na\n\nb\n"},
        ("x.txt", "y.md", "--max-elements", "2", "--lenient"),
    ),
    "deep after closed elements": (
        {
            "x.xml": "<a><b/><b/>\n<b/><c><d><e/></d></c></a>",
            "y.html": "<b>1</b><b>2</b><b>3</b><i><u><s>4</s></u></i>",
            "z.md": "a\n\nb\n\n- c\n\n> > - > x\n",
        },
        ("x.xml", "y.html", "z.md", "--max-depth", "3", "--lenient"),
    ),
    "html, formatting counted": (
        {"x.html": "<b>" * 300 + "<i>x</i></i></i>" * 100 + "<u><u>y</u></u>" * 9 + "<p>x" * 100},
        ("x.html", "--max-elements", "29999"),
    ),
    "html, formatting closed twice": (
        {"x.html": "<b><b>x</b></b><p>y" * 300},
        ("x.html", "--max-elements", "2000", "--retrievable", "none"),
    ),
    "html of 9000, few elements": (
        {"x.html": _deep("div", 9000)},
        ("x.html", "--max-elements", "100"),
    ),
    "html of 4097 in formatting": (
        {"x.html": "<b>" * 4097},
        ("x.html", "--max-elements", "100"),
    ),
    "deep text": ({"x.txt": "a"}, ("x.txt", "--max-depth", "1")),
    "many bytes": (
        {
            "a.xml": "<a>12345</a>",
            "b.xml": "<a>123456</a>",
            "s.zip": {"c.xml": "<a>" + "x" * 9 + "</a>"},
        },
        ("a.xml", "b.xml", "s.zip", "--max-bytes", "12", "--lenient"),
    ),
    "many bytes, packed": (
        {"a.xml.gz": "<a>" + " " * 99 + "</a>"},
        ("a.xml.gz", "--max-bytes", "99"),
    ),
    "texts over texts": (
        {
            "x.xml": "<a>1</a>",
            "t": {".partwise-texts": '["y.txt", "d/e.txt"]', "y.txt": "y", "d": {"e.txt": "e"}},
        },
        ("x.xml", "--texts", "t"),
    ),
    "texts over others": (
        {"x.xml": "<a>1</a>", "t": {".partwise-texts": '["y.txt"]', "y.txt": "y", "z.txt": "z"}},
        ("x.xml", "--texts", "t"),
    ),
    "texts over a link": (
        {"x.xml": "<a>1</a>", "t": {".partwise-texts": '["d/y.txt"]', "d": Link("..")}},
        ("x.xml", "--texts", "t"),
    ),
    "texts over a folder": ({"x.xml": "<a>1</a>", "t": {"y.txt": "y"}}, ("x.xml", "--texts", "t")),
    "texts over nothing": ({"x.xml": "<a>1</a>", "t": {}}, ("x.xml", "--texts", "t")),
    "structure in texts": ({"x.xml": "<a>1</a>"}, ("x.xml", "--texts", "t", "-o", "t/s.tsv")),
    "links in texts": ({"x.xml": "<a>1</a>"}, ("x.xml", "--texts", "t", "--links", "t/l.tsv")),
    "links in the structure": ({"x.xml": "<a>1</a>"}, ("x.xml", "--links", "./s.tsv")),
    "output without suffix": ({"x.xml": "<a>1</a>"}, ("x.xml", "-o", "s")),
    "output nowhere": ({"x.xml": "<a>1</a>"}, ("x.xml", "-o", "no/s.tsv")),
    "damaged gzip": (
        {"a.xml.gz": gzip.compress(b"<a/>", mtime=0)[:-9], "b.xml": "<b/>"},
        ("a.xml.gz", "b.xml", "--lenient"),
    ),
    "damaged zip": (
        {"s.zip": b"PK\x03\x04 and nothing else", "b.xml": "<b/>"},
        ("s.zip", "b.xml", "--lenient"),
    ),
    "empty zip": ({"s.zip": {}}, ("s.zip",)),
    "names that are not UTF-8": (
        {"s.zip": {"\u00e9.xml": "<a/>", "b.xml": "<b/>", "\u00e8c.xml": "<c/>"}},
        ("s.zip", "--lenient"),
    ),
    "a name that is UTF-8": ({"s.zip": {"\u00e9.xml": "<a/>", "f\u00e9.xml": "<b/>"}}, ("s.zip",)),
}
"""Files, and words of the command; the structure goes to ``s.tsv`` unless said otherwise."""
BROKEN_NAMES = ("names that are not UTF-8",)


def put(path: Path, content: object) -> None:
    """Write a file, a link, or a folder or archive of files, as the name says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, Link):
        path.symlink_to(content)
    elif isinstance(content, dict) and path.suffix == ".zip":
        path.write_bytes(_zipped(content))
    elif isinstance(content, dict) and path.suffix in (".tar", ".tgz"):
        path.write_bytes(_tarred(content, "w:gz" if path.suffix == ".tgz" else "w"))
    elif isinstance(content, dict):
        path.mkdir(exist_ok=True)
        for name, inner in content.items():
            put(path / name, inner)
    else:
        path.write_bytes(_packed(path.name, content))


def _packed(name: str, content: str | bytes) -> bytes:
    if isinstance(content, bytes):
        return content
    return gzip.compress(content.encode(), mtime=0) if name.endswith(".gz") else content.encode()


def _members(content: dict, top: str = "") -> list[tuple[str, str | bytes]]:
    found = []
    for name, inner in content.items():
        found += _members(inner, f"{top}{name}/") if isinstance(inner, dict) else []
        found += [] if isinstance(inner, dict) else [(f"{top}{name}", inner)]
    return found


def _zipped(content: dict) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inner in _members(content):
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.external_attr = (0o120777 if isinstance(inner, Link) else 0o100644) << 16
            archive.writestr(member, _packed(name, inner))
    return made.getvalue()


def _tarred(content: dict, mode: str) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:
        for name, inner in _members(content):
            member, data = tarfile.TarInfo(f"./{name}"), _packed(name, inner)
            if isinstance(inner, Link):
                member.type, member.linkname, data = tarfile.SYMTYPE, inner, b""
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return made.getvalue()


def _break_names(path: Path) -> None:
    """Make the first byte of the letters of names wrong; they are still said to be UTF-8."""
    path.write_bytes(re.sub(rb"\xc3(?=[\xa8\xa9])", b"\xff", path.read_bytes()))


def outcome(folder: Path, name: str) -> dict:
    """Exit code, facts and written files of a case, in an empty folder."""
    files, words = CASES[name]
    for file, content in files.items():
        put(folder / file, content)
    if name in BROKEN_NAMES:
        _break_names(folder / "s.zip")
    before = {*_listed(folder)} - {file for file in _listed(folder) if file.startswith("t/")}
    target = () if "-o" in words else ("-o", "s.tsv")
    told = answer(folder, "structure", *words, *target)
    written = [file for file in _listed(folder) if file not in before]
    return {
        "code": told.code,
        "facts": facts(told.out) + facts(told.err),
        "files": {file: (folder / file).read_bytes().decode() for file in written},
    }


def _listed(folder: Path) -> list[str]:
    found = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    return sorted(file.relative_to(folder).as_posix() for file in found)


def stored() -> dict[str, dict]:
    """Outcomes of the file, by name of the case."""
    lines = FILE.read_text(encoding="utf-8").split("\n")
    return {row.pop("case"): row for row in map(json.loads, filter(None, lines))}


def main() -> None:
    """Write the file."""
    rows = []
    for name in CASES:
        with tempfile.TemporaryDirectory() as folder:
            rows.append({"case": name, **outcome(Path(folder), name)})
    FILE.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
