"""Small collections as files, about which there is much to say."""

from __future__ import annotations

from pathlib import Path

QRELS = """\
topic doc start end length group weight kind
1 A 10 30 100 g1 2 x
1 A 60 70 100 g2 1 y
1 B 0 50 50 g1 2 w
2 doc-C 5 10 40 g1 1 x
2 D 0 10 80 g1 1 z
3 E 0 20 60 g1 1 x
4 F 2 9 60 g1 1 x
5 A 0 10 100 g1 1 x
5 B 30 40 50 g1 1 x
6 G 0 10 30 g1 1 x
"""
RUN = """\
topic doc start end score colour
9 A 0 20 5 red
1 A 0 20 9 red
1 C 0 40 8 red
2 doc_c 0 40 7 red
2 D 5 40 6 red
1 A 10 40 7 red
1 B 0 50 6 red
3 E 10 70 2 red
8 E 10 50 2 red
5 A 5 30 1 red
"""
OTHER = """\
topic doc start end score
1 B 20 50 1
2 D 0 8 1
1 A 60 80 2
5 A 0 10 3
5 B 0 10 4
6 G 3 6 1
"""
"""Scores that rise from line to line in every topic."""
MEASURES = (
    "CharR@2", "CharP@2", "CE(LE)@3", "CharAP", "GroupR", "IPrec@0.4", "CharR(budget=30)", "AP",
    "nDCG@2", "CharF@1",
)  # fmt: skip


def table(text: str) -> str:
    """Lines of words as tab-separated lines; a dash is an empty cell."""
    rows = (line.split(" ") for line in text.splitlines())
    return "".join("\t".join("" if cell == "-" else cell for cell in row) + "\n" for row in rows)


def write(folder: Path, **files: str) -> None:
    """Write tables as NAME.tsv."""
    for name, text in files.items():
        place = folder / f"{name.replace('__', '/')}.tsv"
        place.parent.mkdir(exist_ok=True)
        place.write_text(table(text))


def passages(folder: Path) -> tuple[str, list[str]]:
    """Assessed passages and three runs, two of them of one name."""
    same_name = RUN.replace("A ", "a.txt ").replace(" 9 red", " 1 red")
    write(folder, q=QRELS, r=RUN, o=OTHER, s__r=same_name)
    return "q.tsv", ["r.tsv", "o.tsv", "s/r.tsv"]
