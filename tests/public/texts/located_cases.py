"""Random quotes, chunks, offsets, moved spans and evaluated tables, and what partwise says of them.

``python -m tests.public.texts.located_cases`` writes ``located.jsonl``: a line a case. A case is
drawn from its name alone. Hand-worked places stand in other files of this folder; this set
notices whatever moves. LOOK at the lines that change before they are stored.
"""

from __future__ import annotations

import json
import re
import tempfile
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.helpers import answer, grouped_options

import partwise as pw

FILE = Path(__file__).parent / "located.jsonl"


def _listed(text: str) -> list[str]:
    return text.split(" ")


PLAIN = _listed(
    "the a tide lamp keeper rope salt harbour boats come burn with at dusk dawn of in night "
    "water turns high low wick trims lights under over quay old net nets flood ebb"
)
ODD = _listed(
    "ﬁsh Straße naïve cafe\u0301 har\u00adbour co-\noperate wind-\r\nmill 🌊 漢字 海 «salt» “rope” "
    "‘net’ it’s **lamp** _dusk_ `wick` [tide](http://x.y/z(1)) <b>flood</b> <br/> &amp; &nbsp;ebb "
    "(low) e.g. x/y ½ ② كِتاب — – ... ﷺ İ"
)
NUMBERS = _listed("5.5 55 1,000 1,5 -3 −3 3% 20 % 2019 1999 7 7. ٣ 3 4th")
NEGATIONS = _listed("not never no doesn't don’t without cannot kein ne pas n'est nicht 不 keine")
NUMBERED = [
    "", "", "$-3", "€3", "(-3)", "a-3", "1.5.2", "1,50", "3 %", "3**%**", "3 \\%", "<b>3</b>",
    "5<sup>3</sup>", "5 <p>3", "no-\ntice", "non-\nsense", "n’t", "do not", "1,0000", "12,345",
    "1٫5", "4²", "x3", "never-\nmore", "-\n3", "3-4", "–3", "No", "NOT", "**no**t", "isn't", "n'a",
    "无", "[3](x)", "3\u00ad4", "/-3", "'-3'", "ningún", "aucune", "keinen", "without", "5", "5 5",
    "5. 5", "5 .5", ".5", ",5", "5,", "no, no", "never ever never", "不不", "12", "21", "-\u00a03",
]  # fmt: skip
"""Numbers and negations in many spellings."""
OMISSIONS = [" ... ", " [...] ", "… ", " (…) ", " . . . "]
BLANKS = [" "] * 12 + ["\n", "  ", "\r\n", "\t", ", ", ". ", "\n\n", "; "]


def words(rng: Random, n: int, odd: float = 0.2, of: list[str] = PLAIN) -> str:
    """Words with blanks and stops between them."""
    text = ""
    for _ in range(n):
        kind = rng.random()
        list_ = of if kind > odd else rng.choice([ODD, ODD, NUMBERS, NEGATIONS])
        text += rng.choice(list_) + rng.choice(BLANKS)
    return text


def documents(rng: Random, most: int = 60) -> dict[str, str]:
    """Two to four short documents, some of which share passages; one may be empty."""
    shared = words(rng, rng.randrange(4, 14))
    texts = {}
    for name in "abcd"[: rng.randrange(2, 5)]:
        odd = rng.choice([0, 0.1, 0.4])
        text = words(rng, rng.randrange(1, most), odd)
        for _ in range(rng.choice([0, 0, 1, 2])):
            text += shared + words(rng, rng.randrange(0, 12), odd)
        texts[name] = text if rng.random() > 0.04 else ""
    return texts


def cut(rng: Random, text: str, longest: int = 120) -> tuple[int, int]:
    """Start and end of a passage, often at the start or the end of the text, or inside words."""
    if not text:
        return 0, 0
    size = rng.choice([rng.randrange(1, 16), rng.randrange(10, longest), rng.randrange(10, 60)])
    start = rng.choice([0, max(len(text) - size, 0), *(rng.randrange(len(text)) for _ in range(6))])
    return start, min(start + size, len(text))


def typo(rng: Random, text: str) -> str:
    """One letter wrong."""
    at = rng.randrange(len(text) + 1)
    letter = rng.choice("abcdehz7")
    return text[:at] + rng.choice(["", letter, letter + text[at : at + 1]]) + text[at + 1 :]


def omitted(rng: Random, text: str) -> str:
    """Quote with one or two omissions."""
    for _ in range(rng.choice([1, 1, 2])):
        at, more = rng.randrange(len(text) + 1), rng.randrange(0, 30)
        text = (
            text[:at]
            + rng.choice([" ... ", " [...] ", "… ", " (…) ", " . . . "])
            + text[at + more :]
        )
    return text


def negated(rng: Random, text: str) -> str:
    """Quote with a number or a negation more, or another one."""
    at = text.find(" ", rng.randrange(len(text) + 1))
    word = rng.choice(NUMBERS + NEGATIONS)
    return text if at < 0 else text[:at] + " " + word + text[at:]


CHANGES: list[Callable[[Random, str], str]] = [
    lambda rng, text: text,
    lambda rng, text: text.upper(),
    lambda rng, text: text.lower().strip(),
    lambda rng, text: unicodedata.normalize(rng.choice(["NFD", "NFKC"]), text),
    lambda rng, text: " ".join(text.split()),
    lambda rng, text: "".join(sign for sign in text if sign.isalnum() or sign == " "),
    lambda rng, text: rng.choice('“"(*- .') + text + rng.choice('”").,!- '),
    lambda rng, text: re.sub(r"<.*?>|&\w+;|\]\(.*\)", "", text),
    typo, typo, omitted, negated,
]  # fmt: skip


def quote(rng: Random, text: str, share: float) -> str:
    """A passage of a text as people quote it."""
    start, end = cut(rng, text)
    found = text[start:end]
    for _ in range(rng.choice([0, 1, 1, 2])):
        found = rng.choice(CHANGES)(rng, found)
    for _ in range(int(rng.random() * share * len(found) * 1.3)):
        found = typo(rng, found)
    return found


# -- what is asked --------------------------------------------------------------------------


def quotes(rng: Random) -> Any:
    """Quotes in named documents or anywhere."""
    texts = documents(rng)
    share = rng.choice([0, 0.05, 0.1, 0.1, 0.2, 0.3])
    rows = []
    for n in range(rng.randrange(6, 16)):
        doc = rng.choice([*texts])
        row = {"topic": "q", "doc": doc, "text": quote(rng, texts[doc], share) or "x"}
        if rng.random() < 0.3:
            row["doc"] = rng.choice([None, *texts])
        if rng.random() < 0.3:
            at = max(texts[doc].find(row["text"]), 0)
            row["prefix"] = texts[doc][max(at - rng.randrange(30), 0) : at]
            row["suffix"] = texts[doc][at + len(row["text"]) :][: rng.randrange(30)]
        row["mine"] = n
        rows.append(row)
    ambiguous = rng.choice(["keep", "keep", "first", "all"])
    how = {"max_errors": share, "ambiguous": ambiguous}
    how["ellipsis"] = rng.choice([None, "pieces", "cover", "literal"])
    return said(pw.locate(rows, texts, **how))


def copies(rng: Random) -> Any:
    """Short and long quotes in lines that occur again and again, some of them damaged."""
    lines = [words(rng, rng.randrange(3, 9), 0.1) for _ in range(rng.randrange(2, 5))]
    texts = {}
    for name in "ab":
        text = ""
        for _ in range(rng.randrange(2, 40)):
            line = rng.choice(lines)
            text += typo(rng, line) if rng.random() < 0.3 else line
        texts[name] = text
    rows = []
    for _ in range(8):
        text = rng.choice(lines) + rng.choice(["", rng.choice(lines)])
        for _ in range(rng.randrange(4)):
            text = typo(rng, text)
        row = {"topic": "q", "doc": rng.choice([None, "a", "b"]), "text": text or "x"}
        rows.append(row | {"start": rng.choice([None, rng.randrange(400)])})
    how = {"ambiguous": rng.choice(["keep", "first", "all"]), "max_errors": rng.choice([0.1, 0.25])}
    found = pw.locate(rows, texts, **how)
    return said(found, most=12)


def letters(rng: Random) -> Any:
    """Words of few letters, where damaged quotes have many places that are nearly as good."""
    signs = rng.choice(["ab ", "abc ", "abcd  ", "ab漢字 ", "ae\u0301ﬁ ", "abc- 海", "abcdefgh  "])
    texts = {
        name: "".join(rng.choices(signs, k=rng.randrange(1, 160)))
        for name in "abc"[: rng.randrange(1, 4)]
    }
    if rng.random() < 0.4:  # the same few words again and again, with slips
        line = "".join(rng.choices(signs, k=rng.randrange(5, 25)))
        copies = rng.randrange(2, 12)
        texts["a"] = "".join(rng.choice([line, line, typo(rng, line)]) for _ in range(copies))
    if rng.random() < 0.4:
        texts["a"] += rng.choice(signs) * rng.choice([1, 30]) + texts["a"][: rng.randrange(1, 90)]
    rows = []
    for _ in range(12):
        doc = rng.choice([*texts])
        start = rng.choice([0, rng.randrange(len(texts[doc]))])
        size = rng.choice([rng.randrange(1, 12), rng.randrange(12, 30), rng.randrange(30, 90)])
        text = texts[doc][start : start + size]
        for _ in range(rng.randrange(0, 2 + size // 8)):
            at = rng.choice([0, len(text), rng.randrange(len(text) + 1)])
            text = (
                text[:at] + rng.choice(["", rng.choice(signs), "z"]) + text[at + rng.randrange(2) :]
            )
        text = text.upper() if rng.random() < 0.3 else text
        rows.append(
            {"topic": "q", "doc": rng.choice([doc, doc, None, *texts]), "text": text or "x"}
        )
    ambiguous = rng.choice(["keep", "first", "all"])
    return said(pw.locate(rows, texts, ambiguous=ambiguous, max_errors=rng.choice([0.1, 0.3])), 16)


def numbers(rng: Random) -> Any:
    """Numbers and negations in a sentence that is the same otherwise."""
    texts, rows = {}, []
    signs = [*NUMBERS, *NEGATIONS, *NEGATIONS, *NUMBERED]
    for n in range(24):
        before, after = words(rng, 4, 0), words(rng, 4, 0)
        one = rng.choice(signs)
        other = rng.choice([one, *rng.choices(signs, k=3)])
        if rng.random() < 0.2:
            before = ""
        texts[f"d{n}"] = rng.choice(["", "x "]) + before + one + rng.choice([" ", "", "."]) + after
        text = before + other + rng.choice([" ", "", "."]) + after
        if rng.random() < 0.4:  # cut inside a number or a word
            end = len(before + other)
            text = rng.choice([text[: end - rng.randrange(3)], text[end - rng.randrange(4) :]])
            text = typo(rng, text)
        rows.append({"topic": "q", "doc": f"d{n}", "text": text or "x"})
    return said(pw.locate(rows, texts, max_errors=0.3))


def chunks_of(rng: Random, text: str) -> Iterator[str]:
    """Chunks of one splitter: of characters, words, lines, or of all sizes."""
    kind = rng.choice(["characters", "characters", "any", "lines", "words"])
    size = rng.randrange(8, 40)
    overlap = rng.choice([0, 0, rng.randrange(size), size // 4])
    if kind in ("lines", "words"):
        units = text.splitlines(keepends=True) if kind == "lines" else text.split()
        n, shared = rng.randrange(1, 5), rng.choice([0, 0, 1])
        for at in range(0, len(units), max(n - shared, 1)):
            yield ("" if kind == "lines" else " ").join(units[at : at + n])
        return
    at = 0
    while at < len(text):
        here = size if kind == "characters" else rng.randrange(2, size)
        yield text[at : at + here]
        at += max(here - min(overlap, here - 1), 1)


def chunks(rng: Random) -> Any:
    """Chunks of texts that repeat themselves."""
    texts, rows = {}, []
    for name in "ab"[: rng.choice([1, 1, 2])]:
        few = rng.sample(PLAIN, rng.randrange(2, 5))
        line = [words(rng, rng.randrange(2, 5), 0, few) + "\n" for _ in range(rng.randrange(1, 4))]
        texts[name] = "".join(rng.choice(line) for _ in range(rng.randrange(3, 14)))
        if rng.random() < 0.2:
            texts[name] = rng.choice(["ab ", "na", "tick tock "]) * rng.randrange(4, 30)
        loud = rng.random() < 0.3
        for chunk in chunks_of(rng, texts[name]):
            chance = rng.random()
            text = chunk.upper() if loud else typo(rng, chunk) if chance < 0.05 else chunk
            if text.strip() and chance < 0.95:
                rows.append({"doc": name, "text": text})
    if rng.random() < 0.15:
        rng.shuffle(rows)
    if rng.random() < 0.1:
        rows.append({"doc": None, "text": rows[0]["text"]})
    how = rng.choice(["keep", "keep", "first", "all"])
    return said(pw.locate(rows, texts, ambiguous=how), names=_listed("start end status places by"))


UNITS = {"codepoint": ("utf-32-le", 4), "utf16": ("utf-16-le", 2), "byte": ("utf-8", 1)}


def in_unit(unit: str, text: str, place: int) -> int:
    """Return a place in other units."""
    coding, width = UNITS[unit]
    return len(text[:place].encode(coding)) // width


def placed(rng: Random, texts: dict[str, str], unit: str, wrong: float) -> dict[str, Any]:
    """A row with offsets in some unit, wrong at times, with or without its text."""
    doc = rng.choice([name for name in texts if texts[name]])
    start, end = cut(rng, texts[doc], 40)
    row: dict[str, Any] = {"topic": rng.choice("qqqr"), "doc": doc}
    row["text"] = texts[doc][start:end].strip(rng.choice(["", " "])) or None
    row["start"], row["end"] = (in_unit(unit, texts[doc], at) for at in (start, end))
    if rng.random() < 0.2 and row["text"]:
        row["text"] = rng.choice(CHANGES[:7])(rng, row["text"])
    if rng.random() < wrong:
        row["start"] += rng.choice([-1, 1, 2, 30])
        row["end"] += rng.choice([0, 1, 40])
    return row


def offsets(rng: Random) -> Any:
    """Offsets beside their texts, in units that are named or to be guessed."""
    texts = documents(rng, 20)
    texts["a"] += "🌊 é 漢 end"
    unit, wrong = rng.choice([*UNITS]), rng.choice([0, 0, 0.1, 0.4])
    bare = rng.choice([0, 0.2, 0.6])
    rows = [placed(rng, texts, unit, wrong) for _ in range(rng.randrange(1, 9))]
    for row in rows:
        if rng.random() < bare:
            row["text"] = None
        if rng.random() < 0.1 and row["text"]:
            row["end"] = None
    how = {"unit": rng.choice([None, None, unit, "utf16"])}
    how["trust"] = rng.choice(["text", "text", "offsets"])
    return said(pw.locate(rows, texts, **how))


def edited(rng: Random, text: str) -> str:
    """Return a new version of a text."""
    pieces = text.split(". ")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(pieces))
        match rng.randrange(5):
            case 0:
                pieces.insert(at, words(rng, rng.randrange(1, 12), 0.1))
            case 1:
                pieces[at] = rng.choice(CHANGES)(rng, pieces[at])
            case 2:
                pieces[at] = typo(rng, typo(rng, pieces[at]))
            case 3:
                pieces.append(pieces.pop(at))
            case 4 if len(pieces) > 1:
                del pieces[at]
    return ". ".join(pieces)


def moved(rng: Random) -> Any:
    """Judged spans in old texts and new ones."""
    old = documents(rng)
    if rng.random() < 0.4:
        line = words(rng, 5, 0)
        old["a"] = "".join(
            line + words(rng, rng.choice([0, 1, 6]), 0) for _ in range(rng.randrange(2, 7))
        )
    new = {doc: edited(rng, text) if rng.random() < 0.8 else text for doc, text in old.items()}
    if rng.random() < 0.3:
        last = [*new][-1]
        new["e"] = words(rng, 3) + new.pop(last)
    rows = []
    for doc, text in old.items():
        for _ in range(rng.randrange(1, 6)):
            start, end = cut(rng, text, 60)
            if start < end:
                row = {"topic": "q", "doc": doc, "start": start, "end": end, "grade": 1}
                row["text"] = text[start:end] if rng.random() < 0.3 else None
                row["bep"] = rng.choice([None, None, start, end])
                row["length"] = len(text)
                rows.append(row)
    rows.append({"topic": "q", "doc": [*old][-1], "grade": 1})
    found = pw.migrate(rows, old, new, stamp=rng.random() < 0.3)
    names = _listed("doc start end status errors changed bep length")
    table = found.table
    review = found.review().select("old_text", "new_text").rows()
    lines = lines_of(table, names)
    stamps = table["sha256"].to_list() if "sha256" in table.columns else []
    return {"rows": lines, "review": review[:3], "stamps": stamps[:1], "notes": noted(found)}


def evaluated(rng: Random) -> Any:
    """Values of tables with quotes, offsets and ids, with texts, or the refusal."""
    texts = documents(rng, 25)
    texts = {doc: text or "salt" for doc, text in texts.items()}
    unit = rng.choice(["codepoint"] * 3 + ["utf16", "byte"])
    wrong = rng.choice([0, 0, 0, 0.2])
    tables: list[list[dict[str, Any]]] = [[], []]
    parts = [
        {"id": f"{doc}-{at}", "doc": doc, "start": at, "end": min(at + 25, len(text))}
        for doc, text in texts.items()
        for at in range(0, len(text), 25)
    ]
    for table, what in zip(tables, ("grade", "score"), strict=True):
        kind = rng.choice(["quotes", "offsets", "both", "ids"])
        for n in range(rng.randrange(3, 9)):
            row = placed(rng, texts, unit, wrong)
            if kind == "quotes" or (kind == "both" and rng.random() < 0.5):
                row["start"] = row["end"] = None
                row["text"] = row["text"] or "lamp"
            elif kind == "ids":
                part = rng.choice(parts)
                text = texts[part["doc"]][part["start"] : part["end"]]
                row = {"topic": row["topic"], "id": part["id"]}
                row["text"] = text if rng.random() > wrong else "the lamp burns"
            table.append(row | {what: n + 1})
    how: dict[str, Any] = {"trust": rng.choice([None, None, "text", "offsets"])}
    how["unit"] = rng.choice([None, None, unit])
    how["ambiguous"] = rng.choice([None, "first", "first"])
    how["missing"] = rng.choice(["error", "skip", "skip", "document"])
    if any("id" in row for table in tables for row in table):
        how["inventory"] = parts
    found = pw.evaluate(
        tables[0], [tables[1]], ["CharR@9", "CharP@9"], texts=texts, **grouped_options(**how)
    )
    values = [float(f"{value:.6g}") for value in found.table.ravel().tolist()]
    return {"values": values, "notes": noted(found)}


def stale(rng: Random) -> Any:
    """Located rows against texts that may have changed since."""
    texts = {"a": words(rng, 25, 0.2)}
    rows = [
        {"topic": "q", "doc": "a", "text": quote(rng, texts["a"], 0.1) or "x"} for _ in range(3)
    ]
    how = {"ellipsis": rng.choice(["cover", "pieces"]), "stamp": rng.random() < 0.2}
    table = pw.locate(rows, texts, ambiguous="first", max_errors=0.2, **how).table
    table = table.filter(table["start"].is_not_null())
    new = {"a": edited(rng, texts["a"])} if rng.random() < 0.7 else texts
    run = [{"topic": "q", "doc": "a", "start": 0, "end": 40, "score": 1}]
    trust = rng.choice([None, None, None, "offsets"])
    out = {}
    for what in ("evaluate", "migrate"):
        try:
            if what == "evaluate":
                qrels = pw.Qrels.from_frame(table)
                found = pw.evaluate(
                    qrels, [run], "CharR@1", texts=new, reading=pw.Reading(trust=trust)
                )
                out[what] = [f"{found.mean('run', 'CharR@1'):.6g}", *noted(found)]
            else:
                out[what] = pw.migrate(table, new, texts, trust=trust).counts
        except pw.PartwiseError as error:
            out[what] = str(error)
    return out


def command(rng: Random) -> Any:
    """The command line on files."""
    texts = documents(rng, 20)
    suffix = rng.choice(["jsonl", "tsv", "csv"])
    rows = []
    for _ in range(4):
        doc = rng.choice([*texts])
        text = " ".join(quote(rng, texts[doc], 0.1).split()).replace('"', "").replace("\t", "")
        rows.append({"topic": "q", "doc": doc, "text": text or "x", "grade": rng.randrange(2)})
    words_ = ["locate", f"q.{suffix}", "--texts", "t.jsonl"]
    errors = (None, "30%", "5%", "0.2")
    words_ += rng.choice([["--max-errors", most] if most else [] for most in errors])
    words_ += rng.choice([[], ["--ambiguous", "first"], ["--ambiguous", "all"]])
    words_ += rng.choice([[], ["--as", "run"], ["--as", "chunks"]])
    words_ += rng.choice([[], ["--ellipsis", "cover"], ["--fail-unmatched"]])
    words_ += rng.choice([[], ["--stamp"], ["--trust", "offsets"]])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = [json.dumps({"doc": doc, "text": text}) for doc, text in texts.items()]
        (folder / "t.jsonl").write_text("\n".join(lines))
        cells = [[*rows[0]], *([str(cell) for cell in row.values()] for row in rows)]
        mark = "\t" if suffix == "tsv" else ","
        if suffix == "csv":
            cells = [[f'"{cell}"' for cell in row] for row in cells]
        table = "\n".join(mark.join(row) for row in cells)
        if suffix == "jsonl":
            table = "\n".join(map(json.dumps, rows))
        (folder / f"q.{suffix}").write_text(table + "\n", newline="")
        found = answer(folder, *words_)
    return [found.code, found.out, found.err]


KINDS = {
    quotes: 50, copies: 30, letters: 110, numbers: 24, chunks: 60, offsets: 140, moved: 50,
    evaluated: 40, stale: 26, command: 12,
}  # fmt: skip
"""How many cases there are of each kind."""


# -- what is said ---------------------------------------------------------------------------


def noted(found: Any) -> list[str]:
    """Notes as text."""
    return [str(note) for note in found.notes]


_NAMES = _listed("doc start end status errors changed places by piece elsewhere given_start")
_SHORT = {"normalised": "N", "fuzzy": "F", "ambiguous": "A", "unmatched": "U", "exact": "E"}
_SHORT |= {"text": "t", "None": "", "digits": "d", "negation": "n"}


def said(found: pw.Located, most: int = 99, names: list[str] = _NAMES) -> Any:
    """What `locate` says: rows in short words, notes, and the order or the unit."""
    rows = lines_of(found.table, names)
    out: dict[str, Any] = {"rows": " ".join(rows[:most]), "notes": noted(found)}
    out |= {name: found.facts[name] for name in ("unit",) if found.facts[name]}
    return out | ({"n": len(rows)} if len(rows) > most else {})


def lines_of(table: Any, names: list[str]) -> list[str]:
    """Rows of a frame as short lines."""
    rows = table.select(name for name in names if name in table.columns).rows()
    cells = (map(str, row) for row in rows)
    return [",".join(_SHORT.get(cell, cell) for cell in row).rstrip(",") for row in cells]


def names() -> list[str]:
    """Return the name of each case."""
    return [f"{kind.__name__} {n}" for kind, count in KINDS.items() for n in range(count)]


def result(name: str) -> Any:
    """Return what is said of a case, as it would be stored."""
    kind = {kind.__name__: kind for kind in KINDS}[name.partition(" ")[0]]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = kind(Random(name))
    except pw.PartwiseError as error:
        found = f"{type(error).__name__}: {error}"
    return json.loads(json.dumps(found))


def stored() -> dict[str, Any]:
    """Return the results of the file, by name."""
    lines = FILE.read_text(encoding="utf-8").split("\n")
    return {case[0]: case[1] for case in map(json.loads, filter(None, lines))}


def main() -> None:
    """Write the file."""
    rows = (json.dumps([name, result(name)], ensure_ascii=False) + "\n" for name in names())
    FILE.write_text("".join(rows), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
