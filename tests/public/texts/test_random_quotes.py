"""Quotes cut out of random words at known places and damaged in known ways."""

from __future__ import annotations

import random

import pytest
from tests.reference import slow_quotes

import partwise as pw

LETTERS = "abcdefghijklmnop"


def words_of(rng: random.Random, n: int) -> str:
    return " ".join("".join(rng.choices(LETTERS, k=rng.randrange(2, 9))) for _ in range(n))


def cut(rng: random.Random, text: str, n_words: int) -> tuple[int, int]:
    """Start and end of some whole words."""
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == " ")]
    first = rng.randrange(len(starts) - n_words)
    return starts[first], starts[first + n_words] - 1


def damaged(rng: random.Random, quote: str, errors: int) -> str:
    """Quote with letters replaced, left out and put in, far enough from each other and its ends."""
    signs = list(quote)
    step = len(signs) // (errors + 1)
    for n in range(1, errors + 1):
        at = n * step
        while signs[at] == " ":
            at += 1
        signs[at] = rng.choice(["", "z", signs[at] + "y"])
    return "".join(signs)


@pytest.mark.parametrize("errors", [0, 1, 4])
@pytest.mark.parametrize("named", [True, False], ids=["document", "anywhere"])
def test_places_of_damaged_quotes(errors, named):
    """The place is the one that was cut; its errors are the least of a slow search."""
    rng = random.Random(f"{errors} {named}")
    texts = {f"d{n}": words_of(rng, 40) for n in range(3)}
    rows, spans = [], []
    for doc in [*texts] * 2:
        start, end = cut(rng, texts[doc], 12 + 2 * errors)
        quote = damaged(rng, texts[doc][start:end], errors)
        rows.append({"topic": "q", "text": quote} | ({"doc": doc} if named else {}))
        spans.append((doc, start, end))
    table = pw.locate(rows, texts, max_errors=0.25).table

    assert table.select("doc", "start", "end").rows() == spans
    for row, (doc, _, _) in zip(table.iter_rows(named=True), spans, strict=True):
        wanted, source = (slow_quotes.letters(text)[0] for text in (row["text"], texts[doc]))
        assert row["errors"] == slow_quotes.least_distance(wanted, source)
        assert row["status"] == ("fuzzy" if errors else "exact")
        assert (row["places"], row["by"], row["changed"]) == (1, "text", None)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.1, 0.2])
@pytest.mark.parametrize("n", [20, 39, 60, 61])
def test_share_of_errors_that_is_allowed(share, n):
    """`max_errors` times the letters, rounded down, are allowed, and not one more."""
    rng = random.Random(f"{share} {n}")
    text = "".join(rng.choices(LETTERS, k=3 * n))
    allowed = int(share * n + 1e-9)
    for errors in (allowed, allowed + 1):
        at = n + (n - errors) // 2  # one wrong stretch: letters on both sides are as they were
        quote = text[n:at] + "z" * errors + text[at + errors : 2 * n]
        (row,) = pw.locate([{"doc": "a", "text": quote}], {"a": text}, max_errors=share).table.rows(
            named=True
        )
        least = slow_quotes.least_distance(quote, text)
        assert least == errors
        expected = (n, 2 * n, errors) if errors <= allowed else (None, None, None)
        assert (row["start"], row["end"], row["errors"]) == expected


def test_near_copies():
    """The copy with fewer errors is the place; equal ones are counted."""
    rng = random.Random(5)
    line = words_of(rng, 10)
    copies = [damaged(rng, line, n) for n in (3, 2, 2)]
    text = " ".join(word for copy in copies for word in (words_of(rng, 20), copy))
    rows = [
        {"topic": "q", "doc": "a", "text": copies[0].upper()},
        {"topic": "q", "doc": "a", "text": line},
    ]
    table = pw.locate(rows, {"a": text}).table

    start = text.index(copies[0])
    assert table.row(0)[2:4] == (start, start + len(copies[0]))
    assert table.select("status", "errors", "places").row(1) == ("ambiguous", 2, 2)
    every = pw.locate(rows[1:], {"a": text}, ambiguous="all").table
    assert [text[a:b] for a, b in every.select("start", "end").rows()] == copies[1:]


@pytest.mark.parametrize("copies", [2, 64, 65, 1001])
@pytest.mark.parametrize("quote", ["the tide comes in again", "tide comes"])
def test_many_copies(copies, quote):
    text = "The tide comes in again. " * copies
    row = {"topic": "q", "doc": "a", "text": quote.title()}
    for ambiguous, n in (("keep", 1), ("first", 1), ("all", min(copies, 1000))):
        table = pw.locate([row], {"a": text, "b": text}, ambiguous=ambiguous).table
        at = text.lower().index(quote)
        starts = [at + 25 * i for i in range(n)] if ambiguous != "keep" else [None]
        assert table["start"].to_list() == starts
        assert {*table["places"].to_list()} == {min(copies, 1000)}
        assert {*table["status"].to_list()} == {"ambiguous"}


@pytest.mark.parametrize("sizes", [(1_200_000,), (400_000,) * 3, (524_288, 1, 524_287, 70_000)])
def test_long_texts(sizes):
    """Texts that are read in pieces: quotes across the borders of these, and everywhere else."""
    rng = random.Random(str(sizes))
    page = words_of(rng, 2000)
    texts = {}
    for n, size in enumerate(sizes):
        signs = ["é" if n % 2 else "ﬁ ", *rng.choices(LETTERS + " ", k=40)]
        texts[f"d{n}"] = ("".join(signs) + page * (size // len(page) + 1))[:size]
    border, rows, spans = 1 << 19, [], []
    for doc, whole in texts.items():
        text = whole
        for start in (0, 1, border - 90, border - 3, border + 1, 2 * border - 45, len(text) - 100):
            if 0 <= start <= len(text) - 100:
                end = start + 99
                # 20 signs of its own make a quote the only one of its kind
                own = "".join(rng.choices("qrstuvwxyz", k=20))
                text = text[: start + 40] + own + text[start + 60 :]
                spans.append((doc, start, end))
        texts[doc] = text
    for doc, start, end in spans:
        quote = texts[doc][start:end]
        rows += [{"doc": doc, "text": quote}, {"doc": None, "text": quote.upper()}]
        rows += [{"doc": doc, "text": quote[:70] + "Q" + quote[70:]}]
    table = pw.locate(rows, texts).table

    expected = [span for span in spans for _ in range(3)]
    assert table.filter(table["status"] == "exact").height == len(spans)
    for (doc, start, end), row in zip(expected, table.iter_rows(named=True), strict=True):
        assert row["doc"] == doc
        assert texts[doc][row["start"] : row["end"]].strip() == texts[doc][start:end].strip()
        assert abs(row["start"] - start) <= 1


@pytest.mark.parametrize("n", range(58, 67))
@pytest.mark.parametrize("last", [False, True])
def test_fewer_errors_however_they_are_spread(n, last):
    """Twelve letters that agree, first or last, lead to the place with the fewest errors."""
    rng = random.Random(f"{n} {last}")
    quote = "".join(rng.choices(LETTERS, k=n))
    every = range(12, n, 12) if not last else range(n - 13, -1, -12)
    near, far = list(quote), "z" * (len(every) + 1) + quote[len(every) + 1 :]
    for at in every:
        near[at] = "z"
    before, between = ("".join(rng.choices(LETTERS, k=30)) for _ in range(2))
    text = f"{before} {far} {between} {''.join(near)}"
    (row,) = pw.locate([{"doc": "a", "text": quote}], {"a": text}).table.rows(named=True)
    start = text.index("".join(near))
    assert (row["start"], row["end"], row["errors"]) == (start, start + n, len(every))
