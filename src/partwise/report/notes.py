"""Notes as lines of text: one line for each kind, warnings first, at most a dozen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from partwise.messages import WARNING, Count, Note, apart, filled, plural

MOST_LINES = 12
"""Maximum number of lines of notes before the rest is counted."""

_MOST_SUBJECTS = 3


def lines(notes: Iterable[str], *, verbose: bool = False) -> list[str]:
    """Return the lines of notes: one per kind, warnings first, at most `MOST_LINES` and a count.

    Parameters
    ----------
    notes : iterable of str
        Notes, or any text.
    verbose : bool
        Show details, and every line.
    """
    kinds: dict[object, _NoteKind] = {}
    for note in map(Note.read, notes):
        fixed = tuple((k, v) for k, v in note.facts.items() if isinstance(v, str))
        kind = note.level, note.template, note.subjects, apart(note), fixed
        kinds.setdefault(kind, _NoteKind(note)).add(note)
    visible_kinds = [kind for kind in kinds.values() if verbose or kind.first.level != "detail"]
    visible_kinds.sort(key=lambda kind: kind.first.level != "warning")
    texts = [kind.line() for kind in visible_kinds]
    if verbose or len(texts) <= MOST_LINES:
        return texts
    rest = plural(len(texts) - MOST_LINES, "more note")
    return [*texts[:MOST_LINES], f"… and {rest} (--verbose shows all)"]


@dataclass
class _NoteKind:
    """All notes of one kind."""

    first: Note
    subjects: dict[str, None] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    def add(self, note: Note) -> None:
        if note.subject:
            self.subjects[note.subject] = None
        for name, fact in note.facts.items():
            before = self.facts.get(name)
            if isinstance(fact, tuple):
                self.facts[name] = tuple(dict.fromkeys((*(before or ()), *fact)))
            elif isinstance(fact, Count):
                self.facts[name] = fact if before is None else before.and_(fact)
            else:
                self.facts[name] = fact

    def line(self) -> str:
        names = list(self.subjects)
        few = len(names) <= _MOST_SUBJECTS
        about = ", ".join(names) if few else plural(len(names), self.first.subjects)
        body = filled(self.first.template, self.facts, len(names))
        mark = WARNING if self.first.level == "warning" else "note: "
        return f"{mark}{about}: {body}" if about else f"{mark}{body}"
