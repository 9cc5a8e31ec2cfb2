"""Bits: every answer of partwise on a fixed set of cases, to prove that a change changes no value.

    python tools/bits.py write OUT.jsonl.gz [--jobs N] [--only PATTERN]
    python tools/bits.py compare OLD NEW [--limit N]
    python tools/bits.py between REV1 [REV2] [--jobs N] [--only PATTERN]

`write` stores values as hexadecimal doubles; notes, errors, tables and written files as text.
`compare` lists differences and exits with 1 if there are any. `between` does both for two commits,
or for a commit and the working tree. Only public interfaces are used (`pw.evaluate`, the command
line run in this process, files written here), so that the same cases can be put to trees whose
insides have nothing in common. Start reading at `cases`.
"""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import gc
import gzip
import hashlib
import inspect
import io
import itertools
import json
import multiprocessing
import os
import platform
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
GOLDEN, EXAMPLE = ROOT / "tests" / "golden", ROOT / "examples" / "lighthouse"
HOSTILE = Path(os.environ.get("PARTWISE_TEST_DATA", ROOT.parent / "shared" / "data")) / "hostile"
ENVIRONMENT = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1"}
Row = dict[str, Any]
Answer = dict[str, Any]
"""``values`` by run, topic and measure, separated by tabs, means as a topic; ``texts`` by name."""

# -- commands: {a|b} stands for several commands, ` ; ` joins commands of one case -----------------

SETS = {
    "docs": "K/rankings.lines K/rankings1.lines K/rankings1-scattered.lines -m AP -m IPrec@0.4",
    "spans": "K/spans.tsv K/spans1.tsv K/spans2.tsv -m CharR@3 -m CharR(budget=30) -m CharAP",
    "fol": "K/spans.lines K/spans1.lines K/spans2.lines -m CharR@3 -m AgP",
    "nav": "K/graded.tsv K/graded1.tsv K/graded2.tsv --structure structure.tsv -m GR@3 -m ESRP@3",
    "el": "K/grades.tsv K/grades1.tsv K/grades2.tsv --structure structure.tsv -m nxCG@3 -m ep@0.5",
    "quotes": "G/gold-quotes.jsonl G/runs-of-quotes.jsonl said.jsonl --texts G/sources -m CharR@2",
    "cited": "K/rankings.lines rag1.jsonl rag2.jsonl -m AP -m P@2",
    "kilt": "G/kilt-gold.jsonl G/kilt-guess.jsonl G/kilt-short.jsonl -m AltP(by=paragraph)@2",
    "assessors": "assessors.tsv K/spans1.tsv K/spans2.tsv -m CharR@3 -m Hit@2",
    "ids": "K/spans.tsv ids1.tsv folded2.tsv -m CharR@3 -m AP",
    "gaps": "K/spans.tsv gaps1.tsv gaps2.tsv -m CharR@3 -m CharP@3",
    "renamed": "renamed.tsv renamed1.tsv renamed2.tsv -m CharR@3",
    "latin": "latin.tsv latin1.tsv latin2.tsv -m CharR@3",
    "bytes": "bytes.tsv bytes1.tsv bytes2.tsv --texts texts -m CharR@3",
    "texted": "texted.tsv texted1.tsv shifted2.tsv --texts texts -m CharR@3",
}
"""Qrels {q}, two runs {r} and further options, with measures {m} and without them {f}, by name."""
COMMANDS = {
    "evaluate": "evaluate {q} {r} {m} --per-topic --format json {o}",
    "compare": "compare {q} {r} {m} --flips 100 --resamples 100 --format json {o}",
    "losses": "losses {q} {r} {f} --inventory inventory.tsv -k 3 --per-topic --format json {o}",
    "report": "report {q} {r} {m} --resamples 100 -o OUT.html --data OUT.json {o}",
    "plot": "plot means {q} {r} {m} -o OUT.json {o}",
    "bucket": "bucket {q} {r} {f} -o B -n 2 {o} ; evaluate B {m} --per-topic --format json",
    "merge": "merge M {o}",
    "check": "check {r} --qrels {q} {f} {o}",
    "convert": "convert {r1} OUT.jsonl {f} {o} ; convert {q} OUT.tsv {f} --as qrels {o}",
    "locate": "locate G/quotes.jsonl --texts G/sources {o} ; locate split.tsv --texts texts {o}",
    "migrate": "migrate G/spans.tsv --from G/sources --to G/revised {o}",
    "structure": "structure page.html G/note.xml G/note.md -o OUT.tsv {o}",
    "measures": "measures {o}",
    "formats": "formats {o}",
    "demo": "demo G {o}",
    "lab agreement": "lab agreement {q} {f} --format json {o}",
    "lab correlate": "lab correlate {q} {r} {m} --format json {o}",
    "lab fidelity": "lab fidelity {q} {m} --format json {o}",
    "lab reliability": "lab reliability {q} {r} {m} --resamples 9 --trials 2 --sizes 1-2 {o}",
    "lab simulate": "lab simulate {q} {f} -o S --count 2 {o}",
}
"""Commands on a set, with the options {o} of a case."""
OPTIONS = """
docs: --order --topics --undefined --convention --preset trec --memory 400M|1GiB --seed 3
docs: --format-run trec-run --format-qrels trec-qrels --against AP --signs --bar 0.1 --lenient
spans: --order --topics --undefined --whole-documents --equivalent copy --lengths lengths.tsv
spans: --topics-file topics.tsv --structure structure.tsv --budget-unit --task focused|thorough
spans: --inventory inventory.tsv|spans1=inventory.tsv --candidates self|spans1=K/spans2.tsv
spans: --max-bytes 100|1000000 --verbose --quiet --debug --engine processes "--work W --resume"
spans: --per-topic --raw "--raw --format" "-o OUT --format" --measure AP --fail-under CharR@3=0.9
spans: --gate --alpha 0.9 --correction --confidence 0.8 --tie 0.1 --flips 200 --resamples 200
spans: --moved 2 "--by topics.tsv --attribute group" --baseline spans2|x --budget 40 --title T
spans: --sample 3 "--texts texts --embed" --data OUT2.json --buckets 2 --resume --oracle OUT2.tsv
spans: --lossy --spans "--structure structure.tsv --elements" --qrels K/rankings.lines --words
spans: --width 200 --height 90 --png-scale 1 --theme --ranks 3 --links OUT2.tsv --kind --id
spans: --to tsv|csv|jsonl|parquet|trec-run|trec-qrels|inex-run|fol-qrels|genomics-run|links|beir
spans: "--lossy --to tsv|trec-run|trec-qrels|inex-run|fol-qrels|inex-submission|xrai|beir|ranx"
spans: --as run|qrels|structure|lengths|inventory|links|edges|routes|topics|results|chunks
spans: --ellipsis --stamp --fail-unmatched --review R.md|R.tsv
spans: --max-errors 25% --nav Window(before=20)|Depth(by=tag) --retrievable p --by
spans: --max-elements 9 --max-depth 2 --folds 2 --smoothing 0.1 --stability --bucket 0/2|1/2
fol: "--preset inex2007-focused --quirks on|off|lines" --per-order --count 1|3 --seed 3
fol: --task focused|relevant-in-context|best-in-context|thorough --structure structure.tsv
fol: --preset rag|inex-bic|inex2008-ric|effort|in-context|genomics2007|xcg
el: --scale --quant gen|strict|sog --preset xcg|inex2005 "-o OUT --format" --raw --spans
el: --to inex-run|inex-submission|xrai|xrai-2004|tsv
nav: --nav Hierarchy|Links('links.tsv')|Edges('edges.tsv')|Routes('routes.tsv') --preset navigation
quotes: --ambiguous --missing --max-errors 20% "--missing skip --ambiguous first --verbose"
texted: --unit --trust "--trust text --unit utf16"
bytes: --unit
gaps: --missing
ids: --doc-ids
renamed: --columns doc=source,start=offset|doc=x
latin: --encoding latin-1
cited: --cited
kilt: "--preset kilt --kilt-keys wikipedia_id|wikipedia_id,start_paragraph_id,end_paragraph_id"
assessors: --assessor ann|eve --variants --official --only-several --keep 0.5 --count 3 --trials 9
assessors: --fuzziness 0.1 --sizes 1-3 --extrapolate 20,30 --error 0.2 --top 0.5
assessors: --all-bins --plot P.json --plot-spread P.json --plot-tau P.json "-o OUT --format"
"""
"""Options for each command that has them, on a set where they matter; all choices if none is named.

Options in quotes are used together, and the last of them varies.
"""
CHAINS = """
bucket {q} {r} -o B -n 2 ; evaluate B {m} --per-topic --format json
evaluate {q} {r} {m} --bucket 0/2 -o B0 ; evaluate {q} {r} {m} --bucket 1/2 -o B1 ; merge B1 B0
evaluate {q} {r} {m} --jobs 2 --work W ; evaluate {q} {r} {m} --work W --resume --format json
compare {q} {r} {m} --flips 100 --jobs 2 --format json
lab correlate {q} {r} {m} --jobs 2 ; lab reliability {q} {r} {m} --jobs 2 --trials 5
SAVED ; compare S.json --flips 100 ; lab correlate S.json ; check S.json
SAVED ; report S.json --resamples 100 -o OUT.html ; plot means S.json -o P.json
evaluate {q} {r} -m @list.txt -m P@[1,2] --fail-under CharR@3=0.0 ; evaluate {q} - -m AP
evaluate odd.tsv odd1.tsv {m} --per-topic --format {tsv|csv} {--raw|--verbose}
evaluate {q} {r} --preset {chroma|chroma@3|chroma@auto} --inventory inventory.tsv --format json
evaluate G/bioasq-gold.json G/bioasq-run.json --preset {bioasq2|bioasq3|bioasq5|bioasq8|bioasq9}
evaluate {q} {r} {m} --per-topic --format {table|tsv|csv|jsonl|md|latex}
plot {budget|recall|spent|losses|differences|scatter|igp|gprecision} {q} {r} {i} -o P.json
plot {tau|taus|swaps|spread} {q} {r} K/spans1-scattered.tsv {m} -o P.json
plot {effort|prum|iprecision} {q} {r} {i} -o P.json ; plot means {q} {r} {m} -o P.{svg|png|pdf}
plot {xcg|nxcg|epgr|insertions} K/grades.tsv K/grades1.tsv --structure structure.tsv -o P.json
check {q} structure.tsv lengths.tsv inventory.tsv links.tsv edges.tsv routes.tsv topics.tsv
convert {r1} OUT.{tsv|csv|jsonl|parquet|tsv.gz|xml|run} --lossy
structure page.html G/note.md -o OUT.{parquet|csv|jsonl} --texts T ; demo D --force
lab simulate K/chunks.tsv -o S {i} --structure structure.tsv
"""
LAWS = """
evaluate K/{k}.tsv K/{k}1.{tsv|csv|jsonl|parquet|tsv.gz} {m}
evaluate K/{k}.{csv|jsonl|parquet|tsv.gz} K/{k}2.tsv {m}
evaluate K/{k}.tsv K/{k}1-{scattered|crlf|back}.{tsv|jsonl} {m}
evaluate K/{k}.tsv K/{k}1.tsv K/{k}1-scattered.tsv {m} --memory 400M
bucket K/{k}.tsv K/{k}1.tsv K/{k}2.jsonl {i} --structure structure.tsv -o B -n 3 ; evaluate B {b}
"""
"""Commands on each collection {k}, with all measures {m} that fit it."""
LARGE = """
evaluate big/rankings.lines big/rankings1{|-crlf|-scattered|-back}.lines {d}
evaluate big/rankings.lines big/rankings1{|-scattered}.lines {d} {--order file|--memory 400M}
evaluate big/rankings.lines bad/{word|blanks|nan}/big/rankings1.lines {d}
evaluate big/spans.tsv big/spans1{|-crlf|-scattered|-back}.{tsv|jsonl|csv} {c}
evaluate big/spans.tsv big/spans1{|-scattered}.{parquet|tsv.gz} {c}
evaluate big/spans.tsv big/spans1{|-back}.tsv {c} {--memory 400M|--doc-ids casefold|-m AP}
evaluate big/spans.tsv bad/{word|return|nan}/big/spans1.{tsv|jsonl|csv} {c}
"""
"""Commands on files of several blocks."""
SPOILED = """
evaluate K/rankings.lines bad/{s}/K/rankings1.lines -m AP {|--lenient}
evaluate bad/{s}/K/rankings.lines K/rankings1.lines -m AP {|--lenient}
evaluate K/spans.tsv bad/{s}/K/spans1.{tsv|csv|jsonl|lines} -m CharR@3 {|--lenient}
evaluate bad/{s}/K/spans.tsv K/spans1.tsv -m CharR@3 {|--lenient}
check bad/{s}/{K/spans1.tsv|K/spans.lines|K/spans1.jsonl|structure.tsv|links.tsv|rag1.jsonl}
"""
"""Commands on files with a line that is spoiled in each way {s} of DAMAGES."""
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda line: line[: len(line) // 2],
    "twice": lambda line: line + b"\n" + line,
    "empty": lambda line: b"\n\n" + line,
    "nan": lambda line: re.sub(rb"\d\.\d", b"nan", line),
    "word": lambda line: re.sub(rb"\d\.\d", b"1.2x", line),
    "huge": lambda line: re.sub(rb"\d+", b"9" * 30, line),
    "minus": lambda line: re.sub(rb"(\W)(\d)", rb"\1-\2", line),
    "nul": lambda line: line + b"\0",
    "latin": lambda line: line.replace(b"d", b"\xe9"),
    "extra": lambda line: line + b"\tx y\t,z",
    "blanks": lambda line: line.replace(b" ", b" \t ") + b"  ",
    "comment": lambda line: b"# " + line,
    "quote": lambda line: b'"' + line,
    "return": lambda line: line + b"\r",
}
MACROS = {
    "SAVED": "evaluate {q} {r} {m} --per-topic --format json -o S.json",
}
TO_JSON = "--per-topic --format json"
NAMES = {
    "i": "--inventory inventory.tsv --lengths lengths.tsv",
    "d": f"-m AP -m nDCG@10 -m P@5 -m RR {TO_JSON}",
    "c": f"-m CharR@5 -m CharP@5 -m CharR(budget=60) -m CharAP {TO_JSON}",
}
EXEMPT = {("*", "--help"): "golden cases print help", ("*", "--output"): "spelled -o"}
"""Options that no case has, and why: (command, option), * for all commands."""


def expanded(table: str, names: dict[str, str]) -> Iterator[str]:
    """Command lines of a table: alternatives written out, names filled in."""
    for word, meaning in MACROS.items():
        table = re.sub(rf"\b{word}\b", meaning, table)
    for line in table.strip().splitlines():
        pieces = re.split(r"\{([^{}]*\|[^{}]*)\}", line)
        choices = [piece.split("|") if n % 2 else [piece] for n, piece in enumerate(pieces)]
        for chosen in itertools.product(*choices):
            yield " ".join("".join(chosen).format_map(names).split())


def names_of(name: str) -> dict[str, str]:
    """Names for the words of a set."""
    q, r1, r2, options = SETS[name].split(" ", 3)
    further = " ".join(re.findall(r"--\w+ \S+", options))
    return NAMES | {"q": q, "r1": r1, "r": f"{r1} {r2}", "m": options, "f": further}


def options_of(command: str) -> dict[str, list[str]]:
    """Options of a command and their choices, as its help lists them; flags have none."""
    options = {}
    for line in run_command([*command.split(), "--help"])[1].splitlines():
        if line.startswith("  -"):
            written = re.split(r"\s{2,}", line.strip())[0]
            choices = re.search(r"\[([\w-]+(?:\|[\w-]+)+)\]", written)
            for option in re.findall(r"(?<!\S)--?[a-z][a-z-]*", written):
                options[option] = choices[1].split("|") if choices else []
    return options


def option_lines() -> Iterator[str]:
    """Command lines of OPTIONS."""
    offered = {command: options_of(command) for command in COMMANDS}
    for line in OPTIONS.strip().splitlines():
        name, _, words = line.partition(": ")
        for group in re.findall(r'"[^"]+"|--?[a-z][a-z-]*(?: [^-"]\S*)?', words):
            *_, option, value = re.split(r"(?<!\S)(-\S+) ?", group.strip('"'))
            for command in (command for command in COMMANDS if option in offered[command]):
                values = value.split("|") if value else offered[command][option] or [""]
                before = group.strip('"').rpartition(option)[0]
                for text in values:
                    names = names_of(name) | {"o": f"{before}{option} {text}"}
                    yield from expanded(COMMANDS[command], names)


# -- measures --------------------------------------------------------------------------------------

REQUIRED = {
    **{"GM": "AP", "Ceiling": "CharR@5", "T2I": "20", "Steady": "Depth", "Edges": "'edges.tsv'"},
    **{"Links": "'links.tsv'", "Routes": "'routes.tsv'", "Summary": "'routes.tsv'"},
    **{"Either": "Window, Hierarchy"},
}
"""Arguments of measures and components that cannot do without."""
VALUES = {
    "quant": "strict gen sog spec strict2005 gen2005 lifted2005 {(1,1):0.5}",
    **{"gains": "exp {1:3,2:7}", "of": "RR nDCG CharR@3 SpanR@3 Hit@2", "direction": "seen"},
    **{"depths": "{s:2.5}", "tags": "{p:section}", "weights": "(0.25,0.75)", "points": "101"},
    **{"parts": "'parts.tsv'", "file": "'edges2.tsv' 'links2.tsv' 'routes2.tsv'"},
}
"""Values of parameters that are neither choices nor numbers like these."""
NUMBERS = ("0.5", "2", "30", "0.25", "7")
FAMILIES = {
    "Measure": ("{}", ""),
    "DocumentGain": ("AgP({})", ""),
    "Effort": ("ANCE({})", ""),
    "Navigation": ("GR(nav={})@3", "NoNav Hierarchy Window Summary"),
}
"""Measures in which the parameters of a component are changed; those that all measures get."""


@cache
def spellings() -> dict[tuple[str, str], list[str]]:
    """Spellings of measures by class and changed parameter; no parameter: as they come."""
    import partwise as pw

    classes = {name: c for name in dir(pw) if isinstance(c := getattr(pw, name), type)}
    members = {
        family: [n for n, c in classes.items() if issubclass(c, classes[family]) and n != family]
        for family in FAMILIES
    }
    texts = {}
    for base, name in [(family, name) for family in members for name in members[family]]:
        host, needed = FAMILIES[base][0], REQUIRED.get(name, "")
        plain = [f"{name}({needed}){cutoff}" for cutoff in ("", "@2", "@0.25")]
        texts[name, ""] = accepted(host, plain)
        for parameter in inspect.signature(classes[name]).parameters.values():
            annotation = str(parameter.annotation).replace("Partition", "Navigation")
            values = [repr(word) for word in re.findall(r"'([^']*)'", annotation)]
            values += [*VALUES.get(parameter.name, "").split(), "True", "False"]
            for slot in (slot for slot in FAMILIES if slot in annotation):
                nested = FAMILIES[slot][1].split() or members[slot]
                values += [f"{n}({REQUIRED.get(n, '')})" for n in nested if slot != "Measure"]
            form = f"{name}({needed}{', ' * bool(needed)}{parameter.name}={{}})"
            for changed in (form, f"{name}({{}})"):  # or in the place of what is required
                numbers = accepted(host, [changed.replace("{}", number) for number in NUMBERS])[:2]
                found = accepted(host, [changed.replace("{}", value) for value in values])
                texts[name, parameter.name] = found + numbers
                if found or numbers:
                    break
    return texts


def accepted(host: str, texts: list[str]) -> list[str]:
    """Measures of the texts that are any, with a cutoff where they need one."""
    import partwise as pw

    measures = []
    for text in texts:
        for cutoff in ("", "@3", "@0.5"):
            try:
                measures.append(repr(pw.parse(host.replace("{}", text) + cutoff)))
                break
            except pw.PartwiseError:
                continue
    return measures


def plain() -> list[str]:
    """Spellings of measures with nothing but what they cannot do without."""
    return [text for (_, changed), texts in spellings().items() if not changed for text in texts]


def all_spellings() -> list[str]:
    """All spellings, each once."""
    return [*dict.fromkeys(itertools.chain(*spellings().values()))]


# -- generated files -------------------------------------------------------------------------------

TOPICS = [*(f"t{i}" for i in range(6)), "unanswered", "irrelevant"]
DOCS = [f"d{i}" for i in range(6)]
LENGTH, CHUNK = 160, 20
WORDS = ("the", "lamp", "is", "not", "lit", "42", "7.5", "naïve", "Zürich", "😀", "keeper", "oil")
TEXTS = {d: " ".join(random.Random(d).choices(WORDS, k=LENGTH))[: LENGTH - 1] + "." for d in DOCS}
PATHS = {"/a[1]": (0, LENGTH)}
for _n in range(4):
    PATHS[f"/a[1]/s[{_n + 1}]"] = (_n * 40, _n * 40 + 40)
    PATHS |= {
        f"/a[1]/s[{_n + 1}]/p[{i}]": (_n * 40 + i * 20 - 20, _n * 40 + i * 20) for i in (1, 2)
    }
LINES = {
    "rankings": "{topic} 0 {doc} {grade}",
    "rankings run": "{topic} Q0 {doc} {n} {score} x",
    "spans": "{topic} Q0 {doc} {size} 160 {start} {start}:{size}",
    "spans run": "{topic} Q0 {doc} {n} {score} x {start} {size}",
}
"""Formats of TREC and INEX."""


def _passage(draw: random.Random, chunks: bool = False) -> Row:
    start, size = draw.randrange(LENGTH - 50), draw.randrange(50)  # empty ones, too
    start, size = (start // CHUNK * CHUNK, CHUNK) if chunks else (start, size)
    return {"start": start, "end": start + size, "tokens": size // 5, "copy": start // 30}


def _highlight(draw: random.Random) -> Row:
    start, aspects = draw.randrange(LENGTH - 60), draw.choice(["a|b", "b", "c|a", "d"])
    row = {"start": start, "end": start + draw.randrange(5, 60), "bep": draw.randrange(LENGTH)}
    return row | {"grade": draw.randrange(1, 4), "aspects": aspects, "copy": start // 30}


def _drawn(draw: random.Random, **columns: list[Any]) -> Row:
    return {name: draw.choice(values) for name, values in columns.items()}


_UNEVEN = partial(_drawn, grade=[0.1, 0.2, 0.7, 1.1])  # their sums depend on the order
_ELEMENT = partial(_drawn, element=[*PATHS])
KINDS: dict[str, tuple[Callable[..., Row], Callable[..., Row]]] = {
    "spans": (_highlight, _passage),
    "chunks": (_highlight, partial(_passage, chunks=True)),
    "shares": (partial(_drawn, e=[1, 2], s=[1 / 3, 2 / 3, 1.0]), _ELEMENT),
    "grades": (partial(_drawn, e=[1, 2, 3], s=[1, 2, 3]), _ELEMENT),
    "graded": (_UNEVEN, _ELEMENT),
    "trees": (_UNEVEN, partial(_drawn, tree=[*PATHS])),
    "documents": (partial(_drawn, grade=[-1, 0, 1, 2, 3]), _passage),
    "rankings": (partial(_drawn, grade=[-1, 0, 1, 2, 3]), _drawn),
}
"""Collections: columns of assessments and of results beside topic, document and score."""


@cache
def collection(kind: str, seed: int, n_topics: int = 0) -> tuple[list[Row], list[Row]]:
    """Assessments and a run, with ties, repeated parts, unjudged and unanswered topics."""
    draw, (assess, place) = random.Random(f"{kind} {seed}"), KINDS[kind]
    topics, n = ([f"q{i}" for i in range(n_topics)], 100) if n_topics else (TOPICS, 12)
    docs = [f"d{i}" for i in range(n_topics or 6)]
    name = {"graded": "element", "shares": "element", "grades": "element", "trees": "tree"}.get(
        kind
    )
    judged, run = [], []
    for topic, doc in [(topic, doc) for topic in topics for doc in draw.sample(docs, 3)]:
        leaves = draw.sample([path for path in PATHS if "/p" in path], 2)
        around = {"/".join(path.split("/")[:i]) for path in leaves for i in (2, 3, 4)}
        zeros = {"grade": 0, "e": 0, "s": 0} if topic == "irrelevant" else {}
        for path in sorted(around) if name else [""]:
            row = {"topic": topic, "doc": doc} | ({name: path} if name else {}) | assess(draw)
            judged.append({column: zeros.get(column, value) for column, value in row.items()})
    for topic in [topic for topic in [*topics, "unjudged"] if topic != "unanswered"]:
        unique = draw.sample(docs, min(n, len(docs)))
        for doc in unique if kind == "rankings" else draw.choices(docs, k=n):
            row = {"topic": topic, "doc": doc, "score": draw.randrange(6) / 2}
            run.append(row | place(draw))
    return judged, run


def further_tables() -> dict[str, list[Row]]:
    """Tables beside assessments and runs."""
    nodes = [*PATHS]
    steps = [(doc, a, b) for doc in DOCS for a, b in itertools.pairwise(PATHS)]
    ways = [{"from_doc": d, "from_element": a, "to_doc": d, "to_element": b} for d, a, b in steps]
    chunks = [(doc, start) for doc in DOCS for start in range(0, LENGTH, CHUNK)]
    return {
        "structure": [
            {"doc": doc, "node": n, "path": path, "tag": path[-4], "depth": path.count("/")}
            | {"parent": nodes.index(path.rpartition("/")[0]) if n else None}
            | {"start": start, "end": end, "wstart": start // 4, "wend": end // 4}
            for doc in DOCS
            for n, (path, (start, end)) in enumerate(PATHS.items())
        ],
        "lengths": [{"doc": doc, "length": LENGTH} for doc in DOCS],
        "inventory": [
            {"doc": doc, "start": start, "end": start + CHUNK, "tokens": start // CHUNK % 3 + 4}
            for doc, start in chunks
        ],
        "split": [{"doc": doc, "text": TEXTS[doc][n : n + CHUNK + 5]} for doc, n in chunks],
        "topics": [{"topic": t, "text": f"What is {t}?", "group": t[-1]} for t in TOPICS],
        "parts": [{"tag": "s", "partition": "A"}, {"tag": "p", "partition": "B"}],
        "links": ways,
        "links2": [{"from_doc": a, "to_doc": b} for a, b in itertools.permutations(DOCS, 2)],
        "edges": [way | {"p": 0.4} for way in ways],
        "edges2": [way | {"p": 0.3} for way in ways[::2]],
        "routes": [{"route": n // 3, "doc": d, "element": a} for n, (d, a, _) in enumerate(steps)],
        "routes2": [{"route": n // 2, "doc": d, "element": b} for n, (d, _, b) in enumerate(steps)],
    }


def save(path: Path, rows: list[Row], line: str = "", end: str = "\n") -> None:
    """Write rows in the format of the file's name, or as lines of a pattern."""
    import polars as pl

    frame = pl.DataFrame(rows, infer_schema_length=None)
    if path.suffix == ".parquet":
        frame.write_parquet(path)
        return
    if line:
        sizes = (row.get("end", 0) - row.get("start", 0) for row in rows)
        pairs = enumerate(zip(rows, sizes, strict=True), start=1)
        text = "".join(line.format(n=n, size=size, **row) + end for n, (row, size) in pairs)
    elif path.suffix == ".jsonl":
        text = frame.write_ndjson().replace("\n", end)
    else:
        comma = "," if path.suffix == ".csv" else "\t"
        text = frame.write_csv(separator=comma, line_terminator=end)
    data = text.encode("latin-1" if "latin" in path.name else "utf-8")
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def save_collection(folder: Path, kind: str, n_topics: int = 0) -> None:
    """Write a collection in all formats, and a run also with its lines in other orders."""
    (judged, first), (_, second) = (collection(kind, seed, n_topics) for seed in (1, 2))
    mixed = random.Random(3).sample(first, len(first))
    tables = {"": judged, "1": first, "2": second, "1-crlf": first, "1-scattered": mixed}
    for name, rows in (tables | {"1-back": [*first[1:], first[0]]}).items():
        end = "\r\n" if "crlf" in name else "\n"
        for suffix in ("tsv", "csv", "jsonl", "parquet", "tsv.gz"):
            save(folder / f"{kind}{name}.{suffix}", rows, end=end)
        if line := LINES.get(f"{kind} run" if name else kind):
            save(folder / f"{kind}{name}.lines", rows, line, end)


ALTERED: dict[str, Callable[[Row], Row]] = {
    "ids": lambda row: row | {"doc": f"x/{row['doc']}.txt"},
    "folded": lambda row: row | {"doc": row["doc"].upper()},
    "gaps": lambda row: row | ({"start": None, "end": None} if row["start"] % 7 == 3 else {}),
    "odd": lambda row: row | {"topic": f"={row['topic']}"},
    "latin": lambda row: row | {"topic": row["topic"].replace("t", "é")},
    "renamed": lambda row: {{"doc": "source", "start": "offset"}.get(n, n): row[n] for n in row},
    "bytes": lambda row: (
        row | {n: len(TEXTS[row["doc"]][: row[n]].encode()) for n in row.keys() & {"start", "end"}}
    ),
    "texted": lambda row: row | {"text": TEXTS[row["doc"]][row["start"] : row["end"]] or None},
    "shifted": lambda row: (
        ALTERED["texted"](row) | {"start": row["start"] + 2, "end": row["end"] + 2}
    ),
}
"""Changes of the rows of spans, for options that undo them."""


def make_files(folder: Path) -> None:
    """Write the files of all cases."""
    for name in ("texts", "K", "big"):
        (folder / name).mkdir(parents=True)
    shutil.copytree(GOLDEN / "files", folder / "G")
    shutil.copytree(EXAMPLE, folder / "G/L", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copy(folder / "G/runs-of-quotes.jsonl", folder / "said.jsonl")
    for kind in KINDS:
        save_collection(folder / "K", kind)
    for kind in ("rankings", "spans"):
        save_collection(folder / "big", kind, 300)
    judged = collection("spans", 1)[0]
    for name, alter in ALTERED.items():
        save(folder / f"{name}.tsv", [*map(alter, judged)])
        for seed in (1, 2):
            save(folder / f"{name}{seed}.tsv", [*map(alter, collection("spans", seed)[1])])
    for name, rows in further_tables().items():
        save(folder / f"{name}.tsv", rows)
    both = [(row, who) for row in judged for who in ("ann", "bob")[row["bep"] % 3 == 0 :]]
    save(folder / "assessors.tsv", [row | {"assessor": who} for row, who in both])
    by_topic = itertools.groupby(collection("rankings", 1)[1], lambda row: row["topic"])
    cited = {"answer": [{"text": "So.", "citations": [3, 1]}]}
    rag = [{"topic_id": t, "references": [r["doc"] for r in rows]} | cited for t, rows in by_topic]
    save(folder / "rag1.jsonl", rag)
    save(folder / "rag2.jsonl", rag[::-1])
    (folder / "list.txt").write_text("CharR@3\nCharP@3\n")
    (folder / "page.html").write_text('<h1>A</h1><p>To <a href="note.md">it</a>.<h2>B</h2><p>C')
    for doc, text in TEXTS.items():
        (folder / f"texts/{doc}.txt").write_text(text, encoding="utf-8")


# -- answers ---------------------------------------------------------------------------------------


def run_command(words: list[str]) -> tuple[int, str, str]:
    """Run ``python -m partwise`` in this process; return exit code, output and errors."""
    from partwise.__main__ import main

    streams = {n: io.TextIOWrapper(io.BytesIO(), "utf-8") for n in ("stdin", "stdout", "stderr")}
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    with ExitStack() as stack:
        for name, value in (streams | {"argv": ["partwise", *words]}).items():
            stack.enter_context(mock.patch.object(sys, name, value))
        try:
            code = main()
        except SystemExit as end:
            code = end.code
    gc.unfreeze()  # `main` expects the process to end: it freezes objects and ignores interrupts
    for number, handler in handlers.items():
        signal.signal(number, handler)
    for stream in streams.values():
        stream.flush()
    out, err = (streams[n].buffer.getvalue().decode(errors="replace") for n in ("stdout", "stderr"))
    if code in (130, 143):  # SIGINT, SIGTERM
        raise KeyboardInterrupt
    return int(code or 0), out, err


def answer_of(folder: Path, line: str, inside: str = ".") -> Answer:
    """Answer of a command line: values in JSON, streams, and the files that it wrote."""
    answer: Answer = {"values": {}, "texts": {}}
    for damage, name in re.findall(r"bad/(\w+)/(\S+)", line):
        lines = (folder / name).read_bytes().split(b"\n")
        late = len(lines) * 9 // 10
        lines[late] = DAMAGES[damage](lines[late])
        (path := folder / "bad" / damage / name).parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\n".join(lines))
    before = {*folder.rglob("*")}
    os.chdir(folder / inside)
    for n, command in enumerate(line.split(" ; ")):
        lexer = shlex.shlex(command, posix=True)
        lexer.whitespace_split, lexer.quotes, lexer.commenters = True, '"', ""
        code, out, err = run_command([*lexer])
        add_text(answer, f"{n} errors", f"exit {code}\n{err}")
        add_text(answer, f"{n} output", out)
    for path in sorted({*folder.rglob("*")} - before, reverse=True):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not re.match(r"[BW]\d?(/|$)", name):  # buckets and parts are private
            add_text(answer, name, content_of(path))
        path.rmdir() if path.is_dir() else path.unlink()
    return answer


def content_of(path: Path) -> str:
    """Text of a file; rows of Parquet as JSON lines, a checksum of what is no text."""
    data = path.read_bytes()
    if data.startswith(b"PAR1"):
        import polars as pl

        return pl.read_parquet(path).write_ndjson()
    data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    try:
        return data.decode()
    except UnicodeDecodeError:
        return f"{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}"


def add_text(answer: Answer, name: str, text: str) -> None:
    """Add a text; numbers of results in JSON go to the values, pages become checksums."""
    import partwise

    try:
        saved = json.loads(text)
        for run, value in [(r["run"], value) for r in saved["runs"] for value in r["values"]]:
            topics = {"mean": value.pop("mean"), **value.pop("topics", {})}
            measure = " ".join(filter(None, (value.get("label"), value["measure"])))
            answer["values"] |= {f"{run}\t{t}\t{measure}": as_hex(x) for t, x in topics.items()}
        text = json.dumps(saved, indent=1)
    except (ValueError, KeyError, TypeError):  # not the JSON of `evaluate`
        pass
    text = text.replace(str(Path.cwd()), "FOLDER").replace(partwise.__version__, "VERSION")
    text = re.sub(rf"{tempfile.gettempdir()}/[\w/.-]+", "TEMPORARY", text)
    if len(text) > 100_000:
        text = f"{len(text)} characters, sha256 {hashlib.sha256(text.encode()).hexdigest()}"
    if text:
        answer["texts"][name] = text


def as_hex(value: float | None) -> str:
    """Hexadecimal text of a double; nan for none."""
    return "nan" if value is None else float.hex(float(value))


@cache
def tables_of(kind: str, *, small: bool = False) -> dict[str, Any]:
    """Arguments of `pw.evaluate`: a collection in memory, or one topic of it."""
    import partwise as pw

    def columns(rows: list[Row]) -> dict[str, list[Any]]:
        rows = [row for row in rows if not small or row.get("topic", "t0") == "t0"]
        return {name: [row[name] for row in rows] for name in rows[0]}

    scale = {"shares": {"scale": "share"}, "grades": {"scale": "grade"}}.get(kind, {})
    runs = {f"run{n}": columns(collection(kind, n)[1]) for n in ((1,) if small else (1, 2))}
    further = {name: columns(rows) for name, rows in further_tables().items()}
    return {
        "qrels": pw.Qrels.from_columns(**columns(collection(kind, 1)[0]), **scale),
        "runs": [pw.Run.from_columns(**r, run=[n] * len(r["doc"])) for n, r in runs.items()],
        "structure": pw.Structure.from_columns(**further["structure"]),
        "lengths": pw.Lengths.from_columns(**further["lengths"]),
        "inventory": pw.Inventory.from_columns(**further["inventory"]),
    }


@cache
def fitting(kind: str) -> tuple[list[str], dict[str, str]]:
    """Spellings that a collection has values for, and errors of the others.

    Parameters are changed only in measures that fit as they come.
    """
    import partwise as pw

    def tried(measures: list[str], tables: dict[str, Any]) -> list[str]:
        try:
            pw.evaluate(measures=measures, **tables)
        except pw.PartwiseError as error:
            pieces = [measures[n::8] for n in range(8) if measures[n::8]]
            if len(measures) > 1:
                return [measure for piece in pieces for measure in tried(piece, tables)]
            errors[measures[0]] = f"{type(error).__name__}: {error}"
            return []
        return measures

    errors: dict[str, str] = {}
    small = tables_of(kind, small=True)
    with warnings.catch_warnings(action="ignore"):
        first = [
            plain[0] for (name, changed), plain in spellings().items() if plain and not changed
        ]
        usable = {name_of(m) for text in dict.fromkeys(first) for m in tried([text], small)}
        rest = [m for m in all_spellings() if name_of(m) in usable and m not in errors]
        rest.sort(key=lambda m: m.partition("(")[2])  # those that do not fit stand together
        groups = [rest[n : n + 8] for n in range(0, len(rest), 8)]
        measures = [m for group in groups for m in tried(group, small)]
        return [m for n in range(2) for m in tried(measures[n::2], tables_of(kind))], errors


def name_of(spelling: str) -> str:
    """Name of the class of a measure."""
    return re.split("[(@]", spelling)[0]


def in_memory(folder: Path, kind: str) -> Answer:
    """Values, notes and warnings of all measures that fit a collection; errors of the others."""
    import partwise as pw

    del folder
    measures, errors = fitting(kind)
    lines = {"errors": [f"{measure}: {text}" for measure, text in errors.items()]}
    answer: Answer = {"values": {}, "texts": {}}
    for n in range(2):  # at most 1,000 measures are allowed
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            results = pw.evaluate(measures=measures[n::2], **tables_of(kind))
        for run, measure in itertools.product(results.runs, results.measures):
            numbers = [results.mean(run, measure), *results.of(run, measure)]
            for topic, number in zip(["mean", *results.topics], numbers, strict=True):
                answer["values"][f"{run}\t{topic}\t{measure}"] = as_hex(number)
        lines |= {f"notes {n}": results.notes, f"warnings {n}": [str(w.message) for w in caught]}
    answer["texts"] = {name: "\n".join(text) for name, text in lines.items()}
    return answer


def in_files(folder: Path, kind: str, line: str) -> Answer:
    """Answer of a command on the files of a collection, with all measures that fit it."""
    measures = [measure for measure in plain() if measure in fitting(kind)[0]]
    (folder / "K" / f"{kind}.txt").write_text("\n".join(measures))
    return answer_of(folder, line)


def hostile(folder: Path, name: str) -> Answer:
    """Check of a damaged file, in a process of its own: reading such files once ended it."""
    del folder
    words = [sys.executable, "-m", "partwise", "check", name]
    done = subprocess.run(words, cwd=HOSTILE, capture_output=True, check=False, timeout=100)
    texts = {
        "errors": f"exit {done.returncode}\n{done.stderr.decode()}",
        "output": done.stdout.decode(),
    }
    return {"values": {}, "texts": texts}


def cases() -> dict[str, Callable[[Path], Answer]]:
    """All cases by name; a case gets the folder of the files and returns its answer."""
    todo: dict[str, Callable[[Path], Answer]] = {}
    golden = (GOLDEN / "cases.txt").read_text(encoding="utf-8").splitlines()
    for name, _, line in (line.partition(": ") for line in golden if line and line[0] != "#"):
        todo[f"golden {name}"] = partial(answer_of, line=line, inside="G")
    for kind in KINDS:
        todo[f"memory {kind}"] = partial(in_memory, kind=kind)
        listed = f"-m @K/{kind}.txt {TO_JSON}"
        measures = f"--structure structure.tsv {NAMES['i']} {listed}"
        for line in expanded(LAWS, NAMES | {"k": kind, "m": measures, "b": listed}):
            todo[f"laws {line}"] = partial(in_files, kind=kind, line=line)
    lines = [*expanded(LARGE, NAMES), *expanded(CHAINS, names_of("spans")), *option_lines()]
    lines += [line for damage in DAMAGES for line in expanded(SPOILED, {"s": damage})]
    todo |= {f"command {line}": partial(answer_of, line=line) for line in lines}
    if HOSTILE.is_dir():
        names = [path.name for path in sorted(HOSTILE.iterdir()) if path.is_file()]
        todo |= {f"hostile {name}": partial(hostile, name=name) for name in names}
    return todo


# -- write, compare, between -----------------------------------------------------------------------


@contextmanager
def files() -> Iterator[Path]:
    """Folder with the files of all cases, as the working directory, in a fixed environment."""
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as name, mock.patch.dict(os.environ, ENVIRONMENT):
        try:
            make_files(folder := Path(name).resolve())
            os.chdir(folder)
            for line in ("bucket {q} {r} -o M -n 2", "evaluate M {m}"):  # for `merge`
                run_command(line.format_map(names_of("spans")).split())
            yield folder
        finally:
            os.chdir(home)


def answers(names: list[str]) -> dict[str, Answer]:
    """Answers of cases, by name."""
    found = {}
    with files() as folder:
        todo = cases()
        for name in names:
            os.chdir(folder)
            found[name] = todo[name](folder)
    return found


def write(out: Path, jobs: int = 1, only: str = "*") -> None:
    """Write the answers of all cases whose names match a pattern."""
    with files():
        names = [name for name in cases() if fnmatch.fnmatchcase(name, only)]
    packages = ("numpy", "polars", "scipy", "click", "rich")
    header = {
        "environment": [platform.python_version(), *(f"{p} {version(p)}" for p in packages)],
        "hostile": "read" if HOSTILE.is_dir() else "skipped",
        "spellings": all_spellings(),
    }
    shares, found = [names[n::jobs] for n in range(jobs)], {}
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for share in pool.map(answers, shares) if jobs > 1 else map(answers, shares):
            found |= share
    with gzip.GzipFile(out, "wb", mtime=0) as file:
        for line in [header, *({"case": name} | found[name] for name in names)]:
            file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")


def read(path: Path) -> tuple[dict[str, Any], dict[str, Answer]]:
    """Header of a written file, and its answers by case."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        header, *rest = map(json.loads, file)
    return header, {answer["case"]: answer for answer in rest}


def differences(old: Path, new: Path) -> Iterator[str]:
    """Descriptions of the differences of two written files."""
    (header, before), (new_header, after) = read(old), read(new)
    pairs = {"measure": (header["spellings"], new_header["spellings"]), "case": (before, after)}
    for word, (first, second) in pairs.items():
        yield from (f"{word} in OLD only: {name}" for name in first if name not in second)
        yield from (f"{word} in NEW only: {name}" for name in second if name not in first)
    single = {*header["spellings"]} ^ {*new_header["spellings"]}
    for case in (case for case in before if case in after):
        for key, one, two in different(before[case]["values"], after[case]["values"]):
            run, topic, measure = key.split("\t")
            if measure not in single:
                shown = [f"{float.fromhex(x)!r} ({x})" if x else "none" for x in (one, two)]
                yield f"value: {case}: {run}, {topic}, {measure}: {' -> '.join(shown)}"
        for key, one, two in different(before[case]["texts"], after[case]["texts"]):
            lines = [*difflib.unified_diff(one.splitlines(), two.splitlines(), n=0, lineterm="")]
            rest = [f"... {len(lines) - 12} lines more"] * (len(lines) > 12)
            yield "\n    ".join([f"text: {case}: {key}", *lines[2:12], *rest])


def different(old: dict[str, str], new: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Keys with other values, and both values; nothing for a key that is missing."""
    for key in dict.fromkeys([*old, *new]):
        if old.get(key, "") != new.get(key, ""):
            yield key, old.get(key, ""), new.get(key, "")


def compare(old: Path, new: Path, limit: int = 200) -> int:
    """Print the differences of two written files; return 1 if there are any, else 0."""
    listed = [*differences(old, new)]
    lines = listed[: limit or None]
    lines += [f"... {len(listed) - limit} more (--limit 0: all)"] * (len(listed) > limit > 0)
    (header, before), (new_header, _) = read(old), read(new)
    for key in ("environment", "hostile"):
        lines += [f"{key}: {header[key]} -> {new_header[key]}"] * (header[key] != new_header[key])
    n_values, n_texts = (sum(len(a[key]) for a in before.values()) for key in ("values", "texts"))
    counts = f"{len(before):,} cases, {n_values:,} values, {n_texts:,} texts"
    sys.stdout.write("\n".join([*lines, f"{counts}: {len(listed):,} differences"]) + "\n")
    return int(bool(listed))


def between(revisions: list[str], options: list[str]) -> int:
    """Compare two commits, or a commit and the working tree, by the tool of the newer one."""
    with tempfile.TemporaryDirectory() as name:
        trees = [Path(name).resolve() / f"tree{n}" for n in range(len(revisions))]
        outs = [Path(name) / f"{n}.jsonl.gz" for n in range(2)]
        try:
            for tree, revision in zip(trees, revisions, strict=True):
                words = ["git", "worktree", "add", "--quiet", "--detach", str(tree), revision]
                subprocess.run(words, cwd=ROOT, check=True)
            sides = [*trees, ROOT][:2]
            newer = sides[1] / "tools" / "bits.py"
            tool = newer if newer.exists() else __file__
            for tree, out in zip(sides, outs, strict=True):
                words = [
                    sys.executable,
                    str(tool),
                    "write",
                    str(out),
                    "--source",
                    str(tree / "src"),
                ]
                environment = os.environ | {"PYTHONPATH": str(tree / "src")}
                subprocess.run([*words, *options], env=environment, check=True)
            return compare(*outs)
        finally:
            for tree in trees:
                words = ["git", "worktree", "remove", "--force", str(tree)]
                subprocess.run(words, cwd=ROOT, check=False)


def main() -> None:
    """Run this tool."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    parsers = {name: commands.add_parser(name) for name in ("write", "compare", "between")}
    for name in ("write", "between"):
        parsers[name].add_argument("--jobs", type=int, default=1)
        parsers[name].add_argument("--only", default="*", help="pattern of names of cases")
    parsers["write"].add_argument("out", type=Path)
    parsers["write"].add_argument("--source", type=Path, help="folder that partwise must come from")
    parsers["compare"].add_argument("old", type=Path)
    parsers["compare"].add_argument("new", type=Path)
    parsers["compare"].add_argument("--limit", type=int, default=200)
    parsers["between"].add_argument("revisions", nargs="+", metavar="REV")
    args = parser.parse_args()
    if args.command == "compare":
        sys.exit(compare(args.old, args.new, args.limit))
    if args.command == "between":
        options = ["--jobs", str(args.jobs), "--only", args.only]
        sys.exit(between(args.revisions[:2], options))
    import partwise

    if args.source and not Path(partwise.__file__).is_relative_to(args.source.resolve()):
        parser.error(f"partwise comes from {partwise.__file__}")
    write(args.out, args.jobs, args.only)


if __name__ == "__main__":
    main()
