"""Whether the old texts are those that were assessed: lengths, stamps (E43), quotes (E17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from partwise._typing import Ints
from partwise.errors import SHOWN_PROBLEMS, quote
from partwise.kernels.text.letters import LetterTable
from partwise.messages import plural
from partwise.spelling import spelt
from partwise.tables.texts import Text
from partwise.texts.answers import STATUSES
from partwise.texts.moves import FATES
from partwise.texts.offsets import same_text
from partwise.texts.rows import QuoteRows
from partwise.texts.stale import located_at
from partwise.texts.stamps import COLUMN
from partwise.texts.stamps import stamp as stamp_of


@dataclass(frozen=True)
class AssessedTexts:
    """Rows and the texts that they are said to be about.

    Parameters
    ----------
    rows : QuoteRows
        The assessments.
    docs : sequence of str
        The document of each row.
    old, new : mapping of str to text
        The texts that were assessed, as the user says, and those that take their place.
    """

    rows: QuoteRows
    docs: Sequence[str]
    old: Mapping[str, Text]
    new: Mapping[str, Text]

    def check(self, spans: Sequence[int], *, quotes: bool) -> None:
        """Refuse rows, `spans` of which have a place, that cannot be about the old texts.

        Without `quotes` the text beside a place is not compared.
        """
        for row in spans:
            self._check_span(row)
        self._check_stamps()
        if quotes:
            self._check_quotes(spans)

    @cached_property
    def _start(self) -> Ints:
        return self.rows.offsets("start")

    @cached_property
    def _end(self) -> Ints:
        return self.rows.offsets("end")

    @cached_property
    def _errors(self) -> Ints:
        return self.rows.offsets("errors")

    @cached_property
    def _letters(self) -> LetterTable:
        return LetterTable()

    def _check_span(self, row: int) -> None:
        doc, start, end = self.docs[row], int(self._start[row]), int(self._end[row])
        size = len(self.old[doc])
        if end > size or start >= end:
            problem = (
                f"span {start}-{end} is not in the old document {doc} "
                f"({plural(size, 'character')}). Is that the text that was assessed?"
            )
            raise self.rows.error([(row, problem)], 1)

    def _check_stamps(self) -> None:
        for row, before in enumerate(self.rows.texts(COLUMN)):
            now = stamp_of(self.old[self.docs[row]]) if before else ""
            if before != now:
                said = f"(sha256 {before[:4]}..., now {now[:4]}...)"
                problem = f"the old document {self.docs[row]} is not the one assessed {said}"
                raise self.rows.error([(row, problem)], 1)

    def _check_quotes(self, spans: Sequence[int]) -> None:
        said, status = self.rows.texts("text"), self.rows.texts("status")
        # what `regold` moved keeps the text that was first assessed, and may have been edited
        told = [row for row in spans if said[row] and status[row] not in FATES]
        wrong = [row for row in told if not self._fits(self.old, row, said[row], status[row])]
        if not wrong:
            return
        swapped = all(self._fits(self.new, row, said[row], status[row]) for row in wrong)
        hint = "Is that the text that was assessed? Use --trust offsets to go on"
        if swapped:
            hint = "The new texts have it there: are the old and the new ones exchanged?"
        problems = []
        for row in wrong[:SHOWN_PROBLEMS]:
            place = f"{self.docs[row]}[{self._start[row]}:{self._end[row]}]"
            problem = f"the old text {place} is {quote(self._cut(self.old, row))}"
            problem += f", not {quote(said[row])}"
            problems.append((row, problem + (f". {spelt(hint)}" if row == wrong[0] else "")))
        raise self.rows.error(problems, len(wrong))

    def _fits(self, texts: Mapping[str, Text], row: int, said: str, status: str) -> bool:
        source = self._cut(texts, row)
        if status in STATUSES:
            return located_at(source, said, max(int(self._errors[row]), 0), self._letters)
        return same_text(source, said, self._letters)

    def _cut(self, texts: Mapping[str, Text], row: int) -> str:
        doc = self.docs[row]
        return texts[doc][self._start[row] : self._end[row]] if doc in texts else ""
