"""Locating quotes slowly, letter by letter, from the text of the rules."""

from __future__ import annotations

import re
import unicodedata


def letters(text):
    """Letters of a text with the characters that they come from."""
    found = []
    for at, sign in enumerate(text):
        folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", sign).casefold())
        for letter in folded:
            kind, code = unicodedata.category(letter), ord(letter)
            if kind[0] in "LNM":
                hidden = code in (0x640, 0x34F) or "VARIATION SELECTOR" in unicodedata.name(
                    letter, ""
                )
                hidden |= 0x591 <= code <= 0x5C7 or 0x610 <= code <= 0x61A or code == 0x670
                hidden |= 0x64B <= code <= 0x65F and not 0x653 <= code <= 0x655
                hidden |= 0x6D6 <= code <= 0x6ED
                if not hidden:
                    digit = unicodedata.decimal(letter, None)
                    found.append((letter if digit is None else str(digit), at))
            elif kind == "So" and code >= 0x1F000:
                found.append((letter, at))
    return "".join(letter for letter, _ in found), [at for _, at in found]


def figures(text):
    """Numbers of a text, with the percent sign behind them."""
    return [re.sub(r"\s", "", number) for number in re.findall(r"\d+(?:\.\d+)*\s*%?", text)]


def negations(text):
    """Count of the words that say no."""
    return len(re.findall(r"\b(?:no|not)\b", text))


def distance(one, other):
    """Edit distance of two strings."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        before, row = row, [i]
        for j, b in enumerate(other, start=1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b)))
    return row[-1]


def least_distance(pattern, text):
    """Edit distance of a string to the stretch of a text that is nearest to it."""
    row = [0] * (len(text) + 1)
    for i, a in enumerate(pattern, start=1):
        before, row = row, [i]
        for j, b in enumerate(text, start=1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b)))
    return min(row)


def copies(pattern, text):
    """Places of a string in another, overlapping ones too."""
    found, at = [], text.find(pattern)
    while at >= 0:
        found.append(at)
        at = text.find(pattern, at + 1)
    return found
