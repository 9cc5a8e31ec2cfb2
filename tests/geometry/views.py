"""Views of small collections for the tests of this folder."""

from __future__ import annotations

from tests.reference.characters_collections import Collection

from partwise.geometry.run_notes import run_notes
from partwise.language.parser import parse


def row(doc, start=None, end=None, **more):
    base = {"topic": "t", "doc": doc, "start": start, "end": end}
    return {**base, "grade": None, "bep": None, "score": None, "tokens": None, **more}


def view(run, judged=None, lengths=None, topics=("t",)):
    judged = [row("a", 0, 10)] if judged is None else judged
    return Collection(list(topics), judged, run, lengths or {}).view()


def notes(seen, *measures):
    for text in measures:
        parse(text).values(seen)
    return [note.removeprefix("run: ") for note in run_notes(seen, [parse(m) for m in measures])]
