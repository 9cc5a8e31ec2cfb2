"""Random small files of many formats, some with wrong cells, and what readers make of them.

``python -m tests.public.formats.drawn`` writes ``drawn.jsonl``: a line of outcomes a family of
files. The files themselves are drawn again in each test, by a generator with a fixed seed.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random

from tests.public.formats.samples import outcome, write

FILE = Path(__file__).parent / "drawn.jsonl"
EACH = 60
"""Files of a family."""
ODD = ("", "x", "-1", "1e400", "9" * 20, "+5", "0", "nan", "/a[0]", "-", "3..9", "a b", "0.5")
ODD += ("7:2",)
PATHS = ("/a[1]", "/a[1]/b[2]", "/a[1]/b[3]", "/c[1]", "/a[1]/text()[1].2", "s[3]")


def _odd(random: Random, cells: list, share: float) -> list[str]:
    """Make some cells wrong, or leave one out."""
    made = [random.choice(ODD) if random.random() < share else str(cell) for cell in cells]
    if random.random() < share / 2:
        made.pop(random.randrange(len(made)))
    return made


def _lines(random: Random, rows: list[list], between: str = " ", gaps: int = 1) -> str:
    """Join rows, with a comment, a blank line or another line end here and there."""
    text, share = "", random.choice([0.0, 0.0, 0.0, 0.05])
    for row in rows:
        text += random.choice(["# a comment\n" * gaps, "\n" * gaps, *[""] * 18])
        text += between.join(_odd(random, row, share)) + random.choice(["\n"] * 12 + ["\r\n"])
    return text if random.random() < 0.8 else text[:-1]


def _size(random: Random) -> int:
    return random.choice([1, 2, 3, 3, 4, 5, 25])


def _fol(random: Random) -> dict:
    rows = []
    for _ in range(_size(random)):
        size = random.randint(6, 40)
        cuts = sorted(random.sample(range(size), 2 * random.randint(0, 3)))
        parts = [(a, b - a) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]
        if random.random() < 0.08 and parts:
            parts += [random.choice(parts)]
        if random.random() < 0.08:
            parts.reverse()
        total = sum(length for _, length in parts) + random.choice([0] * 25 + [1, 30])
        places = [f"{a}:{n}" for a, n in parts]
        bep = [random.choice([cuts[0], size - 1, 0] * 5 + [size])] if parts else []
        doc = f"d{random.randint(1, 150)}"
        rows.append([random.randint(1, 3), "Q0", doc, total, size, *bep, *places])
    return {"kind": "qrels", "content": _lines(random, rows), "lenient": random.random() < 0.5}


def _trec(random: Random) -> dict:
    kind = random.choice(["run", "qrels"])
    rows = []
    for rank in range(1, _size(random) + 1):
        head = [random.randint(1, 2), "Q0", f"d{random.randint(1, 30)}"]
        tail = [rank, random.choice([9 - rank, 0.5, "1e-3", "-inf"]), random.choice("rrrs")]
        rows.append([*head, *(tail if kind == "run" else [random.choice([0, 1, 2, -1])])])
    return {"kind": kind, "content": _lines(random, rows, random.choice(" \t"))}


def _inex(random: Random) -> dict:
    rows = []
    for rank in range(1, _size(random) + 1):
        place = [[], [random.choice(PATHS[:4])], [random.choice(PATHS[:4]), PATHS[1]]]
        place += [[random.randint(0, 9)], [random.randint(0, 9), random.randint(0, 9)], ["X", 5]]
        head = [random.randint(1, 2), "Q0", f"d{random.randint(1, 9)}", rank, 9 - rank, "r"]
        rows.append([*head, *random.choices(place, [1, 3, 1, 1, 5, 1])[0]])
    options = random.choice(
        [{}, {}, {"format": "inex-run-ends"}, {"outside": True}, {"format": "inex-run"}]
    )
    return {"kind": "run", "content": _lines(random, rows), **options}


def _genomics(random: Random) -> dict:
    gold, rows, tag = random.random() < 0.4, [], random.choice([["tag"], []])
    for rank in range(1, _size(random) + 1):
        head = [160 + random.randint(0, 1), 10**6 + random.randint(0, 5)]
        place = [5 * rank, rank + 3]
        if gold:
            rows.append([*head, *place, random.choice(["A b", "c|D", ""])])
        else:
            rows.append([*head, rank, 2 / rank, *place, *tag])
    return {"kind": "qrels" if gold else "run", "content": _lines(random, rows, "\t")}


def _table(random: Random) -> dict:
    kind = random.choice(["run", "qrels", "inventory", "lengths"])
    columns: dict[str, Callable[[int], object]] = {"doc": lambda _: f"d{random.randint(1, 4)}"}
    if kind in ("run", "qrels"):
        columns["topic"] = lambda _: random.randint(1, 3)
    extra: dict[str, Callable[[int], object]] = {
        "end": lambda n: 10 * n + random.randint(0, 12),
        "element": lambda _: random.choice(PATHS),
        "rank": lambda n: n, "score": lambda n: 1 / n, "distance": lambda n: n / 2,
        "tokens": lambda n: n, "run": lambda _: "r", "grade": lambda _: random.choice([0, 1, 2]),
        "e": lambda _: random.choice([0, 1, 2, 3]), "s": lambda _: random.choice([0, 1, 2]),
        "bep": lambda n: 10 * n, "assessor": lambda _: random.choice("ab"),
        "length": lambda _: random.choice([100, 100, 100, 7]), "id": lambda n: f"p{n}",
        "text": lambda n: f'Text, "{n}"', "size": lambda n: n, "tree": lambda _: "t", "own": str,
    }  # fmt: skip
    columns |= {name: extra[name] for name in random.sample([*extra], random.randint(1, 4))}
    if "end" in columns:
        columns["start"] = lambda n: 10 * n
    if kind == "lengths":
        columns["length"] = lambda _: random.choice([100, 100, 7])
    rows = [[make(n) for make in columns.values()] for n in range(1, _size(random) + 1)]
    return {"kind": kind, **_written(random, [*columns], rows, random.choice([0, 0, 0, 1]))}


def _written(random: Random, names: list[str], rows: list[list], gaps: int = 0) -> dict:
    """Content of a table as TSV, CSV or JSON lines."""
    form = random.choice(["tsv", "csv", "jsonl"])
    lenient = {"lenient": True} if random.random() < 0.2 else {}
    if form == "jsonl":
        lines = []
        for row in rows:
            pairs = zip(names, row, strict=True)
            cells = {name: cell for name, cell in pairs if random.random() < 0.99}
            if random.random() < 0.04:
                wrong = random.choice([None, True, [1], {"a": 1}, "x", -1, 1e300])
                cells[random.choice(names)] = wrong
            lines.append(json.dumps(cells) + random.choice(["\n", "\n", "\n\n"]))
        return {"content": "".join(lines), "file": "x.jsonl", **lenient}
    if form == "tsv":
        return {"content": _lines(random, [names, *rows], "\t", gaps), "file": "x.tsv", **lenient}
    cells = [[f'"{str(c).replace(chr(34), chr(34) * 2)}"' for c in row] for row in rows]
    return {"content": _lines(random, [names, *cells], ",", gaps), "file": "x.csv", **lenient}


def _tree(random: Random) -> dict:
    """Structure of two documents; siblings share the text of their parent."""
    rows = []
    for doc in ("d", "e"):
        rows.append([doc, 0, "", "/a[1]", "a", 0, 20, 1])
        cuts = [0, *accumulate(random.randint(1, 4) for _ in range(random.randint(1, 4)))]
        for node, (low, high) in enumerate(pairwise(cuts), 1):
            rows.append([doc, node, 0, f"/a[1]/b[{node}]", "b", low, high, 2])
    names = ["doc", "node", "parent", "path", "tag", "start", "end", "depth"]
    if random.random() < 0.3:
        drop = random.choice([3, 4, 7, 5])
        names = [name for at, name in enumerate(names) if at != drop]
        rows = [[cell for at, cell in enumerate(row) if at != drop] for row in rows]
    if random.random() < 0.2:
        random.shuffle(rows)
    made = _written(random, names, rows)
    made.pop("lenient", None)
    return {"kind": "structure", **made}


def _links(random: Random) -> dict:
    place = lambda: random.choice(["-", "3..9", "12..30", "/a[1]", "intro", "0..1"])  # noqa: E731
    doc = lambda: random.choice("abc")  # noqa: E731
    forms: dict[tuple[str, ...], Callable[[], list]] = {
        ("from_doc", "to_doc", "p"): lambda: [doc(), doc(), random.choice([0.2, 0.5, 1])],
        ("doc", "from", "to", "p"): lambda: [doc(), place(), place(), random.choice([0.1, 0.4])],
        ("from_doc", "from", "to_doc", "to", "p"): lambda: [doc(), place(), doc(), place(), 0.3],
        ("from_doc", "to_doc"): lambda: [doc(), doc()],
        ("from_doc", "from_start", "from_end", "to_doc", "to_element", "topic", "p"): lambda: [
            doc(), 3, random.choice([3, 9, 2]), doc(), random.choice(["", "/a[1]"]),
            random.choice(["", "1"]), 0.4,
        ],
        ("topic", "from_doc", "to_doc", "to", "p"): lambda: [
            random.choice(["", "1", "2"]), doc(), doc(), place(), 0.6,
        ],
    }  # fmt: skip
    names = random.choice([*forms])
    rows = [forms[names]() for _ in range(_size(random))]
    headed = [[*names]] if len(names) > 5 or names[0] == "topic" or random.random() < 0.3 else []
    content = _lines(random, headed + rows, "\t")
    kind = "links" if "topic" in names else random.choice(["links", "any"])
    return {"kind": kind, "content": content, "file": "x.tsv"}


def _routes(random: Random) -> dict:
    rows = [
        [f"r{random.randint(1, 2)}", random.choice("ab"), random.choice(["-", "0..5", "/a[1]"])]
        for _ in range(_size(random))
    ]
    names = ["route", "doc", "place"]
    if random.random() < 0.5:
        names, rows = [*names, "topic"], [[*row, random.choice(["", "1"])] for row in rows]
    content = _lines(random, [names, *rows], "\t")
    return {"kind": random.choice(["routes", "any"]), "content": content, "file": "x.tsv"}


FAMILIES = {
    "fol": _fol, "trec": _trec, "inex": _inex, "genomics": _genomics, "table": _table,
    "table again": _table, "tree": _tree, "links": _links, "routes": _routes,
}  # fmt: skip


def samples(family: str) -> list[dict]:
    """Files of a family, as those of `tests.public.formats.samples`."""
    random, found = Random(family), []
    for _ in range(EACH):
        made = FAMILIES[family](random)
        given = ("lenient", "outside", "format")
        options = {name: made.pop(name) for name in given if name in made}
        found.append({"file": "x", **made, "options": options})
    return found


def outcomes(folder: Path, family: str) -> list[dict]:
    """Outcomes of the files of a family."""
    found = []
    for sample in samples(family):
        write(folder, sample)
        found.append(outcome(folder, sample))
        (folder / sample["file"]).unlink()
    return found


def stored(file: Path) -> dict[str, list[dict]]:
    """Outcomes of a file, by family."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return {row["family"]: row["outcomes"] for row in map(json.loads, lines)}


def store(
    file: Path, families: Iterable[str], outcomes_of: Callable[[Path, str], list[dict]]
) -> None:
    """Write the outcomes of families to a file."""
    with tempfile.TemporaryDirectory() as folder, file.open("w", encoding="utf-8") as out:
        for family in families:
            row = {"family": family, "outcomes": outcomes_of(Path(folder), family)}
            out.write(json.dumps(row, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    store(FILE, FAMILIES, outcomes)
