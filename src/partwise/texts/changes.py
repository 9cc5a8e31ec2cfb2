"""What must not change silently: numbers and negations that letters do not show."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from partwise.texts.markup import TAG, TARGET

_MARKUP = re.compile(f"{TARGET}|{TAG}", re.IGNORECASE)
_INLINE = re.compile(
    r"\]|</?(?:a|abbr|b|big|cite|code|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)\b",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"[*_`]+")
_HIDDEN = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufe00-\ufe0f]"
)
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u00b4\uff07", "'"))
_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011][ \t]*\r?[\n\r]\s*(?=[^\W\d_])")
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_BEFORE_MINUS = "([{<\"'\u00ab\u201c\u201d\u201e\u2018\u2019\u201a"
_PERCENT = re.compile("[\\s*_`\\\\]*[%\u066a\uff05\ufe6a]")
_THOUSANDS = re.compile(r"\d{3}(?!\d)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")

_NEGATION = re.compile(
    r"not|no|never|none|nor|neither|nothing|nobody|nowhere|without|non|nicht|nie|"
    r"niemals|ohne|weder|ne|pas|jamais|sans|nunca|sin|nada|senza|mai|não|sem|لا|لم|لن|"
    r"ليس|ليست|غير|دون|بدون"
    r"|kein(?:e[nmrs]?)?|aucune?s?|ning[uú]n[oa]?s?"
)
_CHINESE = frozenset("不没沒無无未非别別")


def changed(quote: str, source: str) -> str:
    """Say which of digits and negations differ between a quote and its place in the source.

    Returns
    -------
    str
        Empty, ``digits``, ``negation`` or ``digits|negation``.
    """
    said = [] if numbers(quote) == numbers(source) else ["digits"]
    if not negations(quote) & negations(source):
        said.append("negation")
    return "|".join(said)


@lru_cache(1024)
def _plain(text: str) -> str:
    """Take out markup and hidden characters, fold apostrophes."""
    if "<" in text or "](" in text:
        text = _MARKUP.sub(lambda mark: "" if _INLINE.match(mark[0]) else " ", text)
    return _HIDDEN.sub("", text).translate(_APOSTROPHES)


@lru_cache(1024)
def numbers(text: str) -> tuple[tuple[str, bool, bool, bool], ...]:
    """Return the digits of a text in order.

    Each with: a decimal sign stands before it, a minus stands before it, a percent sign after it.
    """
    plain = _digits_only(_HYPHENATED.sub("", _plain(text)))
    places = [at for at, sign in enumerate(plain) if "0" <= sign <= "9"]
    found = []
    for n, at in enumerate(places):
        before = places[n - 1] if n else -1
        decimal = n > 0 and _is_decimal(plain, before, at)
        minus = before != at - 1 and not decimal and _is_minus(plain, at)
        percent = _PERCENT.match(plain, at + 1) is not None
        found.append((plain[at], decimal, minus, percent))
    return tuple(found)


def _digits_only(text: str) -> str:
    """Write digits of every script, and numbers in one character, as 0 to 9."""
    if text.isascii():
        return text
    signs = []
    for sign in text:
        value = unicodedata.decimal(sign, None)
        if value is None and unicodedata.category(sign) == "No":
            signs.append(unicodedata.normalize("NFKD", sign))
        else:
            signs.append(sign if value is None else str(value))
    return "".join(signs)


def _is_decimal(text: str, before: int, at: int) -> bool:
    """Tell whether a decimal sign stands between two digits that follow each other."""
    between = text[before + 1 : at]
    if between in (".", "\u066b"):
        return True
    if between != ",":
        return False
    return _THOUSANDS.match(text, at) is None


def _is_minus(text: str, at: int) -> bool:
    if at == 0 or text[at - 1] not in _DASHES:
        return False
    if at == 1:
        return True
    before = text[at - 2]
    return before.isspace() or before in _BEFORE_MINUS or unicodedata.category(before) == "Sc"


@lru_cache(1024)
def negations(text: str) -> frozenset[tuple[tuple[str, int], ...]]:
    """Return the negations of a text with their counts.

    A hyphen at the end of a line may belong to the word or not: one answer for each.
    """
    plain = _EMPHASIS.sub("", _plain(text)).lower()
    return frozenset(_count(_HYPHENATED.sub(sign, plain)) for sign in ("", "-"))


def _count(text: str) -> tuple[tuple[str, int], ...]:
    found: Counter[str] = Counter()
    for word in _WORD.findall(text):
        if word.endswith("n't") or word == "cannot":
            found["not"] += 1
        elif word.startswith("n'"):
            found["ne"] += 1
        elif _NEGATION.fullmatch(word):
            found[word] += 1
    if not text.isascii():
        found.update(sign for sign in text if sign in _CHINESE)
    return tuple(sorted(found.items()))
