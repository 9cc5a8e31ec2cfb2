"""Words for counts and lists, and the notes that stand beside numbers.

A note says something that a careful reader of the numbers should know; a warning is a note on
what is doubtful. Notes are strings, and more: they remember of what they were made, so that
the same remark on twenty runs is one line for people, while JSON keeps each as it is::

    notes = Notes()
    notes.add("{n:part} {n:overlaps|overlap} earlier parts", n=3)     # nothing is said of n=0
    notes.warn("no column for a place; the assessments are spans")
    notes.of("bm25")                        # ["bm25: 3 parts overlap earlier parts", ...]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Self, overload

from partwise.spelling import is_on_command_line, spelt

Level = Literal["warning", "note", "detail"]
"""A warning is doubtful; a detail is shown only on demand."""

WARNING = "warning: "
"""How the text of a warning begins."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_NOUN = re.compile(r"\{(\w+):[^{}|]+\}")
_CHOICE = re.compile(
    r"\{(\w+):\?\??([^{}|]*(?:\{[^{}]*\}[^{}|]*)*)\|([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
)
"""A field that says one thing or another; either may hold simple fields."""
_APART = re.compile(r"\{(\w+):\?\?")


def plural(count: int, noun: str, one: str = "", many: str = "") -> str:
    """Count something and, if given, the verb that follows: ``1 part is``, ``2 parts are``."""
    words = f"{count:,} {noun if count == 1 else several(noun)}"
    verb = one if count == 1 else many
    return f"{words} {verb}" if verb else words


def several(noun: str) -> str:
    """Return the plural of a noun."""
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(s|x|ch|sh)$", noun) else f"{noun}s"


def escaped(sign: str) -> str:
    r"""Write a character as its escape: ``\x1b``, ``\u202e``."""
    code = ord(sign)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def visible(text: str) -> str:
    """Write control characters as escapes, so that a name cannot steer a terminal."""
    return CONTROL.sub(lambda sign: escaped(sign.group()), text)


def all_visible(texts: Iterable[str]) -> list[str]:
    """Do the same with several texts: the cells of a row."""
    return [visible(text) for text in texts]


def visible_lines(text: str) -> str:
    """Write the control characters of a message that may have several lines as escapes."""
    return "\n".join(map(visible, text.split("\n")))


def list_some(names: Sequence[str], most: int = 5) -> str:
    """Name a few and count the rest: ``a, b and 3 more``."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most:,} more"


def with_noun(noun: str, names: Sequence[str], most: int = 5) -> str:
    """Name a few after what they are: ``column a``, ``columns a, b``."""
    return f"{noun if len(names) == 1 else several(noun)} {list_some(names, most)}"


class Note(str):
    """One remark, as text that remembers of what it was made.

    Parameters
    ----------
    template : str
        The words, with fields in braces. Notes of one template are of one kind.
    facts
        What the fields stand for. A whole number is a count: ``{n}`` is the number,
        ``{n:part}`` counts parts, ``{n:is|are}`` agrees with it, ``{n:?some|none}`` tells
        whether it is above 0 (``{n:??some|none}``: and runs that differ in it share no line),
        and may hold further fields. A list is examples:
        ``{topics}`` names a few, ``{topics:topic}`` says topic or topics before them,
        ``{topics:is|are}`` agrees with them, ``{topics:+topic}`` counts them,
        ``{topics:1}`` names the one that sorts first.
        Text is put in as it is. Without facts the template is taken literally.
    subject : str
        The run or file that it is about.
    subjects : str
        What many subjects are counted as: run, file, measure.
    level : {'warning', 'note', 'detail'}
        How much it matters.
    whole : bool
        Whether it is the same whichever topics were looked at, so that counts of several parts
        of the topics are not added.
    """

    template: str
    facts: dict[str, Any]
    subject: str
    subjects: str
    level: Level
    whole: bool

    def __new__(
        cls,
        template: str,
        /,
        *,
        subject: str = "",
        subjects: str = "run",
        level: Level = "note",
        whole: bool = False,
        **facts: Any,
    ) -> Self:
        """Make the text; all that made it is kept."""
        template = spelt(template) if "--" in template else template
        facts = {name: _plain(value) for name, value in facts.items()}
        body = filled(template, facts, 1)
        about = f"{subject}: " if subject else ""
        made = super().__new__(cls, f"{WARNING if level == 'warning' else ''}{about}{body}")
        made.template, made.facts, made.level = template, facts, level
        made.subject, made.subjects, made.whole = subject, subjects, whole
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), {**self._about, "subject": self.subject} | self.facts

    @property
    def _about(self) -> dict[str, Any]:
        return {"subjects": self.subjects, "level": self.level, "whole": self.whole}

    @classmethod
    def read(cls, text: str) -> Note:
        """Take any text for a note; one that begins with ``warning: `` is a warning."""
        if isinstance(text, Note):
            return text
        if text.startswith(WARNING):
            return cls(text.removeprefix(WARNING), level="warning")
        return cls(text)

    def of(self, subject: str, subjects: str = "") -> Note:
        """Return the note as one on a run or file, unless it is already on something."""
        if self.subject:
            return self
        about = self._about | ({"subjects": subjects} if subjects else {})
        return type(self)(self.template, subject=subject, **about, **self.facts)

    def renamed(self, old: str, new: str) -> Note:
        """Return a note on the run `old` as one on `new`."""
        if self.subject != old:
            return self
        return type(self)(self.template, subject=new, **self._about, **self.facts)

    def with_facts(self, facts: dict[str, Any]) -> Note:
        """Return the note with other facts."""
        return type(self)(self.template, subject=self.subject, **self._about, **facts)


class Notes(Sequence[str]):
    """Notes in the order in which they were first made, each once."""

    def __init__(self, notes: Iterable[str] = ()) -> None:
        self._made: dict[str, Note] = {}
        self._order: list[Note] = []
        self.extend(notes)

    def add(self, template: str, /, **facts: Any) -> None:
        """Note something worth knowing; nothing where the count `n` is 0."""
        self._make(template, "note", facts)

    def warn(self, template: str, /, **facts: Any) -> None:
        """Note something doubtful; nothing where the count `n` is 0."""
        self._make(template, "warning", facts)

    def detail(self, template: str, /, **facts: Any) -> None:
        """Note something for those who want to know all; nothing where the count `n` is 0."""
        self._make(template, "detail", facts)

    def extend(self, notes: Iterable[str]) -> None:
        """Take over notes made elsewhere."""
        for text in notes:
            self._say(Note.read(text))

    def of(self, subject: str) -> list[Note]:
        """Return the notes as notes on a run or file."""
        return [note.of(subject) for note in self._made.values()]

    def in_order(self) -> list[Note]:
        """Return all that was noted, also again or of count 0, which tells where others stand."""
        return list(self._order)

    def _make(self, template: str, level: Level, facts: dict[str, Any]) -> None:
        if facts.get("n") != 0:
            self._say(Note(template, level=level, **facts))
            return
        plain = tuple((name, _plain(value)) for name, value in facts.items())
        spelling = "--" in template and is_on_command_line()
        self._order.append(_on_nothing(template, level, spelling, plain))

    def _say(self, note: Note) -> None:
        self._made.setdefault(note, note)
        self._order.append(note)

    def __iter__(self) -> Iterator[Note]:
        return iter(list(self._made.values()))

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, position: int) -> Note: ...
    @overload
    def __getitem__(self, position: slice) -> Sequence[Note]: ...
    def __getitem__(self, position: int | slice) -> Note | Sequence[Note]:
        return list(self._made.values())[position]


@lru_cache(256)
def _on_nothing(
    template: str, level: Level, spelling: bool, facts: tuple[tuple[str, Any], ...]
) -> Note:
    """Make a note of count 0 once: run after run has the same, and nobody reads them."""
    return Note(template, level=level, **dict(facts))


def texts_of(notes: Iterable[str]) -> list[str]:
    """Return notes as plain text, as files hold them."""
    return [str(note) for note in notes]


def warnings_of(notes: Iterable[str]) -> tuple[str, ...]:
    """Return the doubtful ones."""
    return tuple(note for note in notes if note.startswith(WARNING))


@dataclass(frozen=True)
class Count:
    """A count, or the counts of several runs."""

    low: int
    high: int

    def and_(self, other: Count) -> Count:
        """Return the counts of both."""
        return Count(min(self.low, other.low), max(self.high, other.high))

    def words(self, spec: str) -> str:
        """Say the count as a field of a template wants it."""
        one = self.low == self.high == 1
        if "|" in spec:
            single, _, many = spec.partition("|")
            return single if one else many
        number = f"{self.low:,}" if self.low == self.high else f"{self.low:,} to {self.high:,}"
        return f"{number} {spec if one else several(spec)}" if spec else number


def _plain(value: Any) -> Any:
    if isinstance(value, str | tuple | Count):
        return value
    return Count(int(value), int(value)) if hasattr(value, "__index__") else tuple(value)


def filled(template: str, facts: dict[str, Any], n_subjects: int) -> str:
    """Fill in a template; the first count that several runs share is said to be each one's."""
    if not facts:
        return template
    template = _chosen(template, facts)
    counted = _NOUN.search(template) if n_subjects > 1 else None
    each = counted.span() if counted is not None and _is_one(facts[counted.group(1)]) else None

    def fill(match: re.Match[str]) -> str:
        value, spec = facts[match.group(1)], match.group(2) or ""
        if isinstance(value, Count):
            return value.words(spec) + (" each" if match.span() == each else "")
        if isinstance(value, tuple):
            if spec.startswith("+"):
                return plural(len(value), spec[1:])
            if spec == "1":
                return str(min(value))
            if "|" in spec:
                return spec.split("|")[len(value) != 1]
            return with_noun(spec, value) if spec else list_some(value)
        return str(value)

    return re.sub(r"\{(\w+)(?::([^{}]*))?\}", fill, template)


def apart(note: Note) -> tuple[bool, ...]:
    """Tell what keeps a note off the line of others: its choices that are marked so."""
    return tuple(_is_some(note.facts[name]) for name in _APART.findall(note.template))


def _chosen(template: str, facts: dict[str, Any]) -> str:
    """Decide the fields that say one thing or another, the inner ones first."""
    while (found := _innermost(template)) is not None:
        name, some, none = found.groups()
        said = some if _is_some(facts[name]) else none
        template = template[: found.start()] + said + template[found.end() :]
    return template


def _innermost(template: str) -> re.Match[str] | None:
    """Find a choice that holds no other choice."""
    found = _CHOICE.search(template)
    while found is not None and (inner := _CHOICE.search(template, found.start() + 1, found.end())):
        found = inner
    return found


def _is_some(value: Any) -> bool:
    return value.high > 0 if isinstance(value, Count) else bool(value)


def _is_one(value: Any) -> bool:
    return isinstance(value, Count) and value.low == value.high
