"""Real excerpts, and what happens to quotes on their way: for the tests of accuracy."""

from __future__ import annotations

import csv
import json
import random
import re
import unicodedata

FIELDS = 10**9


def collection(folder):
    """Texts by name, and excerpts as (doc, start, end, text)."""
    texts = {
        path.stem: path.read_bytes().decode("utf-8")
        for path in sorted((folder / "corpora").glob("*.md"))
    }
    csv.field_size_limit(FIELDS)
    excerpts = []
    with (folder / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for one in json.loads(row["references"]):
                place = row["corpus_id"], one["start_index"], one["end_index"]
                excerpts.append((*place, one["content"]))
    return texts, excerpts


def white_space(text, rng):
    blanks = [" ", "  ", "\n", "\r\n", "\t", "\u00a0", " \r"]
    return re.sub(r"\s+", lambda _: rng.choice(blanks), text)


def quotes_and_dashes(text, rng):
    swaps = {'"': "“”„«", "'": "’‘", "’": "'", "“": '"«', "”": '"»', "-": "–—‐", "–": "-—"}
    return "".join(rng.choice(swaps[sign]) if sign in swaps else sign for sign in text)


def markup_dropped(text, rng):
    text = re.sub(r"\]\([^()\n]*\)", "", text)
    text = re.sub(r"</?(?:b|i|a|p|br|em|strong|sup|sub)(?:\s[^<>]*)?>", "", text)
    return re.sub(r"[*_#>|~`\[\]]", "", text)


def markup_added(text, rng):
    def mark(match):
        word = match[0]
        ways = [f"**{word}**", f"_{word}_", f"[{word}](http://x.org/a_b)", f"<b>{word}</b>"]
        ways += [f"<a href='#{word}'>{word}</a>", f"`{word}`"]
        return rng.choice(ways) if rng.random() < 0.1 else word

    return re.sub(r"[^\W\d_]+", mark, text)


def case(text, rng):
    return rng.choice([str.upper, str.lower, str.title, str.swapcase])(text)


def ligatures(text, rng):
    for plain, one in (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ")):
        text = text.replace(plain, one)
    return text


def hyphenation(text, rng):
    def cut(match):
        word = match[0]
        if rng.random() > 0.15:
            return word
        at = rng.randrange(2, len(word) - 1)
        return word[:at] + rng.choice(["-\n", "\u00ad", "-\r\n", "‐\n"]) + word[at:]

    return re.sub(r"[^\W\d_]{5,}", cut, text)


def composition(text, rng):
    found = unicodedata.normalize(rng.choice(["NFD", "NFC"]), text)
    return "".join(
        sign + (rng.choice("\u200b\u200d\ufeff\u2060") if rng.random() < 0.05 else "")
        for sign in found
    )


HARMLESS = {
    "none": lambda text, rng: text,
    "white space": white_space,
    "quotes and dashes": quotes_and_dashes,
    "markup dropped": markup_dropped,
    "markup added": markup_added,
    "case": case,
    "ligatures": ligatures,
    "hyphenation": hyphenation,
    "composition": composition,
}


def ocr(share):
    """Misread that share of the letters: another one, none, or one more."""

    def read(text, rng):
        signs = []
        for sign in text:
            if sign.isalpha() and rng.random() < share:
                other = rng.choice("abcdefghijklmnopqrstuvwxyz")
                signs.append(rng.choice([other, other, "", sign + other]))
            else:
                signs.append(sign)
        return "".join(signs)

    return read


def mixed(text, rng):
    return ocr(0.01)(markup_dropped(quotes_and_dashes(text.lower(), rng), rng), rng)


def words_dropped(text, rng):
    """Leave out words, but for the first and the last: nobody can tell that those were there."""
    first, *words = re.findall(r"\s*\S+\s*", text)
    if not words:
        return text
    return "".join([first, *(word for word in words[:-1] if rng.random() > 0.07), words[-1]])


def shuffled(text, rng):
    words = text.split()
    rng.shuffle(words)
    return " ".join(words)


def digit_changed(text, rng):
    places = [at for at, sign in enumerate(text) if sign in "0123456789"]
    if not places:
        return None
    at = rng.choice(places)
    return text[:at] + str((int(text[at]) + rng.randrange(1, 10)) % 10) + text[at + 1 :]


def point_dropped(text, rng):
    places = [match.start() for match in re.finditer(r"(?<=\d)\.(?=\d)", text)]
    if not places:
        return None
    at = rng.choice(places)
    return text[:at] + text[at + 1 :]


def not_put_in(text, rng):
    places = [match.start() for match in re.finditer(r"(?<=\w )(?=\w)", text)]
    if not places:
        return None
    at = rng.choice(places)
    return f"{text[:at]}not {text[at:]}"


def not_taken_out(text, rng):
    places = [match.span() for match in re.finditer(r"\b(?:not|no|never) ", text)]
    if not places:
        return None
    start, end = rng.choice(places)
    return text[:start] + text[end:]


def foreign(rng):
    """Sentences that no text holds."""
    sounds = ["ba", "ke", "lo", "mi", "nu", "ra", "se", "ti", "vo", "xu", "zan", "wer", "qui"]
    words = ["".join(rng.choices(sounds, k=rng.randrange(1, 5))) for _ in range(40)]
    return " ".join(words)


def rng_of(name, number):
    return random.Random(f"{name} {number}")
