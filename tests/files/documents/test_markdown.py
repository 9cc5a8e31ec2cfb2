from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clock import tenths
from tests.files.documents.samples import grown, shown

from partwise.errors import FormatError
from partwise.files.documents import markdown
from partwise.tables.structure.table import Structure

HANDBOOK = """\
before

# A

text *one*
more

## B
- x
- y

  para
  - deep

> quote
> two

### C
```py
# no heading

```
# D
| a | b |
|---|---|
| 1 | 2 |

***
    code
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_sections_and_blocks_by_hand(newline):
    raw = HANDBOOK.replace("\n", newline)
    structure, text = grown(markdown, raw)
    found = {k: v.replace(newline, "\n") for k, v in shown(structure, text).items()}

    assert text == raw
    assert found["/document[1]/p[1]"] == "before"
    a = "/document[1]/section[1]"
    assert found[a].startswith("# A\n")
    assert found[a].endswith("# no heading\n\n```")
    assert found[f"{a}/h1[1]"] == "# A"
    assert found[f"{a}/p[1]"] == "text *one*\nmore"
    b = f"{a}/section[1]"
    assert found[f"{b}/h2[1]"] == "## B"
    assert found[f"{b}/ul[1]"] == "- x\n- y\n\n  para\n  - deep"
    assert found[f"{b}/ul[1]/li[1]"] == "- x"
    assert found[f"{b}/ul[1]/li[1]/p[1]"] == "x"
    assert found[f"{b}/ul[1]/li[2]/p[2]"] == "para"
    assert found[f"{b}/ul[1]/li[2]/ul[1]/li[1]/p[1]"] == "deep"
    assert found[f"{b}/blockquote[1]"] == "> quote\n> two"
    assert found[f"{b}/blockquote[1]/p[1]"] == "quote\n> two"
    assert found[f"{b}/section[1]/h3[1]"] == "### C"
    assert found[f"{b}/section[1]/pre[1]"] == "```py\n# no heading\n\n```"
    d = "/document[1]/section[2]"
    assert found[f"{d}/table[1]"] == "| a | b |\n|---|---|\n| 1 | 2 |"
    assert found[f"{d}/table[1]/tr[2]"] == "| 1 | 2 |"
    assert found[f"{d}/hr[1]"] == "***"
    assert found[f"{d}/pre[1]"] == "code"


def test_a_byte_order_mark_does_not_hide_a_heading():
    structure, text = grown(markdown, "\ufeff# A\n\nx")

    assert text[0] == "\ufeff"
    assert shown(structure, text)["/document[1]/section[1]/h1[1]"] == "# A"


def test_headings_inside_quotations_make_no_sections():
    structure, _ = grown(markdown, "> # q\n> x\n\ny")

    assert structure.to_frame()["tag"].to_list() == ["document", "blockquote", "h1", "p", "p"]


def test_underlined_headings():
    found = shown(*grown(markdown, "Title\n=====\n\nx\n\nSub\n---\ny"))

    assert found["/document[1]/section[1]/h1[1]"] == "Title\n====="
    assert found["/document[1]/section[1]/section[1]/h2[1]"] == "Sub\n---"


def test_nothing():
    structure, text = grown(markdown, "")

    assert text == ""
    assert len(structure) == 1


@pytest.mark.parametrize("depth", [5, 256, 2048])
@pytest.mark.parametrize("mark", [">", "> ", "- ", "1. ", "> - "])
def test_deep_nesting_is_refused(mark, depth):
    with pytest.raises(FormatError, match=f"nest deeper than {depth:,}. Use max_depth") as caught:
        grown(markdown, "x\n\n" + mark * 100_000 + "x", depth=depth)

    assert caught.value.line == 3


def test_depth_at_the_limit():
    for depth in (256, 1000):
        structure, _ = grown(markdown, ">" * (depth - 2) + "x", depth=depth)
        assert structure.depth.max() == depth


def test_deep_nesting_takes_bounded_time():
    def refusals():
        for text in ((">" * 1000 + "x\n") * 100, "- " * 2_000_000 + "x"):
            with pytest.raises(FormatError, match="nest deeper"):
                grown(markdown, text)

    assert tenths(refusals) < 50


def test_long_rules_and_code_are_not_deep():
    rules = "- " * 3000 + "-\n\n" + "* " * 3000
    assert grown(markdown, rules)[0].tags.tolist() == ["document", "hr"]
    code = "```\n" + "- " * 3000 + "x\n" + ">" * 3000 + "\n```\n"
    structure, text = grown(markdown, code)
    assert shown(structure, text)["/document[1]/pre[1]"] == code.strip()


words = [
    "# h\n",
    "## h\n",
    "x\n",
    "\n",
    "- i\n",
    "  - j\n",
    "> q\n",
    "```\n",
    "| a |\n",
    "|---|\n",
    "    c\n",
    "===\n",
    "\r\n",
    "1. n\n",
    "***\n",
    "<div>\n",
    "\t- t\n",
    "\u2028",
]


@given(st.lists(st.sampled_from(words), max_size=25))
def test_always_a_forest_over_the_raw_text(lines):
    raw = "".join(lines)
    structure, text = grown(markdown, raw)

    assert text == raw
    assert Structure.from_frame(structure.to_frame()).length.tolist() == [len(raw)]
