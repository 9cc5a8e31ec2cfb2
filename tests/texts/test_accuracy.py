"""790 real excerpts under every kind of damage: what must be found, and what must not."""

from __future__ import annotations

import pytest
from tests.texts import damages

from partwise.texts.locate import locate
from partwise.texts.migrate import migrate
from partwise.texts.offsets import borders

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def real(real_data):
    return Excerpts(*damages.collection(real_data / "chunking_evaluation"))


class Excerpts:
    def __init__(self, texts, excerpts):
        self.texts, self.excerpts = texts, excerpts
        rows = [{"topic": "q", "doc": doc, "text": text.upper()} for doc, _, _, text in excerpts]
        places = locate(rows, texts).table["places"].to_list()
        self.repeated = [n > 1 for n in places]
        """Excerpts whose letters occur again in their document."""

    def damaged(self, name, damage, *, named=True, **options):
        """Locate damaged excerpts; return the numbers of those that can be damaged so, and rows."""
        numbers, rows = [], []
        for number, (doc, _, _, text) in enumerate(self.excerpts):
            quote = damage(text, damages.rng_of(name, number))
            if quote is not None:
                numbers.append(number)
                rows.append({"topic": "q", "doc": doc if named else None, "text": quote})
        return numbers, locate(rows, self.texts, **options).table.to_dicts()

    def single(self, numbers, rows):
        """Keep the excerpts that occur once."""
        return [
            (self.excerpts[n], row)
            for n, row in zip(numbers, rows, strict=True)
            if not self.repeated[n]
        ]

    def ends(self, doc, start, end):
        """First and last letter between two places."""
        inside = [i for i in range(start, end) if self.texts[doc][i].isalnum()]
        return doc, inside[0], inside[-1]

    def report(self, numbers, rows):
        """Shares of the single ones: right ends, IoU of 0.9; and how many are elsewhere."""
        right = near = elsewhere = 0
        pairs = self.single(numbers, rows)
        for (doc, start, end, _), row in pairs:
            if row["start"] is None:
                continue
            shared = min(end, row["end"]) - max(start, row["start"])
            union = max(end, row["end"]) - min(start, row["start"])
            here = row["doc"] == doc and shared > 0
            elsewhere += not here
            near += here and shared >= 0.9 * union
            right += self.ends(row["doc"], row["start"], row["end"]) == self.ends(doc, start, end)
        return right / len(pairs), near / len(pairs), elsewhere


def test_about_97_are_repeated(real):
    _, rows = real.damaged("none", damages.HARMLESS["none"])
    counts = [row["status"] for row in rows]
    assert (counts.count("exact"), counts.count("ambiguous")) == (693, 97)
    assert sum(real.repeated) == 98  # the letters of one more occur twice, its characters once


@pytest.mark.parametrize("name", damages.HARMLESS)
def test_harmless_damage(real, name):
    numbers, rows = real.damaged(name, damages.HARMLESS[name])
    assert len(numbers) == 790
    for (doc, start, end, _), row in real.single(numbers, rows):
        assert row["status"] in ("exact", "normalised")
        assert real.ends(doc, row["start"], row["end"]) == real.ends(doc, start, end)
    again = [row for n, row in zip(numbers, rows, strict=True) if real.repeated[n]]
    assert sum(row["status"] == "ambiguous" for row in again) >= 97
    assert all(row["start"] is None or row["status"] == "exact" for row in again)


@pytest.mark.parametrize(
    ("name", "damage", "ends"),
    [
        ("ocr 1", damages.ocr(0.01), 0.99),
        ("ocr 3", damages.ocr(0.03), 0.965),
        ("mixed", damages.mixed, 0.988),
    ],
)
def test_misread_letters(real, name, damage, ends):
    right, near, elsewhere = real.report(*real.damaged(name, damage))
    assert near >= 0.985
    assert elsewhere <= 3
    assert right >= ends


@pytest.mark.parametrize(
    ("name", "damage", "ends"),
    [("words dropped", damages.words_dropped, 0.82), ("ocr 8", damages.ocr(0.08), 0.93)],
)
def test_heavy_damage_loosely(real, name, damage, ends):
    right, near, elsewhere = real.report(*real.damaged(name, damage, max_errors=0.30))
    assert near >= 0.90
    assert elsewhere <= 8
    assert right >= ends


def test_no_document_named(real):
    _, near, elsewhere = real.report(*real.damaged("anywhere", damages.mixed, named=False))
    assert near >= 0.98
    assert elsewhere <= 3


def test_omissions(real):
    long = [one for one in real.excerpts if len(one[3]) > 80]
    rows, cuts = [], []
    for doc, start, end, text in long:
        first, last = int(len(text) * 0.4), int(len(text) * 0.6)
        rows.append({"topic": "q", "doc": doc, "text": f"{text[:first]} [...] {text[last:]}"})
        halves = (start, text[:first]), (end - len(text[last:]), text[last:])
        bare = [(at + len(half) - len(half.lstrip()), half.strip()) for at, half in halves]
        cuts.append([(at, at + len(half)) for at, half in bare])
    found = locate(rows, real.texts).table.to_dicts()
    pieces, at = [], 0
    for _ in rows:
        several = 2 if found[at]["piece"] == 1 else 1
        pieces.append(found[at : at + several])
        at += several
    placed = [(some, cut) for some, cut in zip(pieces, cuts, strict=True) if len(some) == 2]
    right = sum(
        [(row["start"], row["end"]) for row in some] == cut
        and {row["status"] for row in some} == {"exact"}
        for some, cut in placed
    )
    assert len(placed) >= 600
    assert right >= 0.97 * len(placed)
    assert len(placed) - right <= 2


def test_a_start_tells_copies_apart(real):
    again = [one for one, r in zip(real.excerpts, real.repeated, strict=True) if r]
    rows = [{"topic": "q", "doc": d, "text": t.upper(), "start": s + 3} for d, s, _, t in again]
    found = locate(rows, real.texts).table.to_dicts()
    for (doc, start, end, _), row in zip(again, found, strict=True):
        assert real.ends(doc, row["start"], row["end"]) == real.ends(doc, start, end)


def test_context_tells_copies_apart(real):
    text = real.texts["wikitexts"]
    sentence = "The tide turned twice before the keeper slept."
    cuts = range(2_000, 110_000, 720)
    places, pieces, before = [], [], 0
    for cut in cuts:
        pieces += [text[before:cut], f" {sentence} "]
        before = cut
    joined = "".join([*pieces, text[before:]])
    at = joined.find(sentence)
    while at >= 0:
        places.append(at)
        at = joined.find(sentence, at + 1)
    rows = [
        {
            "topic": "q",
            "doc": "d",
            "text": sentence,
            "prefix": joined[p - 32 : p],
            "suffix": joined[p + len(sentence) : p + len(sentence) + 32],
        }
        for p in places
    ]
    found = locate(rows, {"d": joined}).table["start"].to_list()
    assert len(places) == 150
    assert sum(a == b for a, b in zip(found, places, strict=True)) >= 147


@pytest.mark.parametrize(
    "damage",
    [damages.digit_changed, damages.point_dropped, damages.not_put_in, damages.not_taken_out],
)
def test_changed_numbers_and_negations(real, damage):
    _, rows = real.damaged(damage.__name__, damage)
    assert not [row for row in rows if row["status"] in ("exact", "normalised")]
    located = [row for row in rows if row["start"] is not None]
    assert sum(row["changed"] is not None for row in located) >= 0.99 * len(located) > 0


def test_shuffled_words(real):
    _, rows = real.damaged("shuffled", damages.shuffled)
    assert sum(row["start"] is not None for row in rows) <= 7


@pytest.mark.parametrize(("share", "most"), [(0.10, 0), (0.30, 3)])
def test_foreign_text(real, share, most):
    quotes = [damages.foreign(damages.rng_of("foreign", i)) for i in range(1000)]
    rows = [
        {"topic": "q", "doc": [None, "finance"][i % 2], "text": q} for i, q in enumerate(quotes)
    ]
    found = locate(rows, real.texts, max_errors=share)
    assert 1000 - found.counts["unmatched"] <= most


@pytest.mark.parametrize("unit", ["codepoint", "utf16", "byte"])
def test_units(real, unit):
    some = [one for one in real.excerpts if one[0] != "finance"][:300]
    texts = {doc: f"🌊é{text}" for doc, text in real.texts.items()}
    some = [(doc, start + 2, end + 2, text) for doc, start, end, text in some]
    border = {doc: borders(text, unit) for doc, text in texts.items()}
    rows = []
    for number, (doc, start, end, text) in enumerate(some):
        a, b = (start, end) if unit == "codepoint" else map(int, border[doc][[start, end]])
        wrong = 40 * (number % 10 == 0)
        rows.append({"topic": "q", "doc": doc, "text": text, "start": a + wrong, "end": b + wrong})
    found = locate(rows, texts)
    assert found.facts["unit"]["used"] == unit
    assert found.facts["unit"]["fits"][unit] == 270
    right = [
        (row["start"], row["end"]) == (start, end)
        for (_, start, end, _), row in zip(some, found.table.to_dicts(), strict=True)
    ]
    assert sum(right) == 300


def gold_of(real):
    return [{"topic": "q", "doc": d, "start": s, "end": e} for d, s, e, _ in real.excerpts]


def test_migrate_after_other_line_ends(real):
    new = {doc: text.replace("\n", "\r\n") for doc, text in real.texts.items()}
    found = migrate(gold_of(real), real.texts, new).table.to_dicts()
    for (doc, start, _, _), row in zip(real.excerpts, found, strict=True):
        expected = start + real.texts[doc].count("\n", 0, start)
        assert (row["doc"], row["start"]) == (doc, expected)
        assert row["status"] in ("moved", "unchanged")


def test_migrate_after_a_third_moved_to_the_end(real):
    cut = {doc: text.index("\n", len(text) // 3) + 1 for doc, text in real.texts.items()}
    new = {doc: text[cut[doc] :] + text[: cut[doc]] for doc, text in real.texts.items()}
    found = migrate(gold_of(real), real.texts, new).table.to_dicts()
    elsewhere = 0
    for (doc, start, _, _), row in zip(real.excerpts, found, strict=True):
        expected = (start - cut[doc]) % len(new[doc])
        silent = row["status"] in ("moved", "unchanged")
        elsewhere += silent and (row["doc"], row["start"]) != (doc, expected)
    assert elsewhere <= 3


def test_migrate_after_edits(real):
    rng = damages.rng_of("edits", 0)
    single = [i for i, again in enumerate(real.repeated) if not again]
    chosen, texts = {}, dict(real.texts)
    for i in sorted(rng.sample(single, 60), key=lambda i: -real.excerpts[i][1]):
        doc, start, end, text = real.excerpts[i]
        others = [real.excerpts[j] for j in chosen]
        if any(d == doc and s < end and start < e for d, s, e, _ in others):
            continue
        words = text.split()
        words[rng.randrange(len(words))] = "lighthouse"
        chosen[i] = rng.choice(["gone", "edited"])
        there = " ".join(words) if chosen[i] == "edited" else ""
        texts[doc] = texts[doc][:start] + there + texts[doc][end:]
    found = migrate(gold_of(real), real.texts, texts).table["status"].to_list()
    assert len(chosen) > 40
    assert not [i for i in chosen if found[i] in ("moved", "unchanged")]
    assert sum(found[i] == fate for i, fate in chosen.items()) >= 0.95 * len(chosen)
