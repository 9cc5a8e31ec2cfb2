"""Matching of document ids: counts of judged pairs, and warnings of ids that nearly match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._record import record
from partwise._typing import Flags, Ints
from partwise.errors import FormatError, quote
from partwise.kernels.ragged import distinct_codes
from partwise.kernels.text.names import encode_names
from partwise.messages import Note, plural
from partwise.spelling import spelt
from partwise.tables.doc_ids import REMEDIES, DocIds, Reduced, codes_under, remedies
from partwise.tables.names import EMPTY, Names

if TYPE_CHECKING:
    from partwise.geometry.assessments import Assessments
    from partwise.geometry.view import View
    from partwise.tables.qrels import Qrels
    from partwise.tables.rows import RowLines

MOST_IDS = 10_000
"""Ids of documents without judgements that are compared with the judged ones."""
_AT_ONCE = 1 << 16
"""Names that are Python's own at the same time."""
_GAP = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"(?<=[0-9])[\W_]+(?=[0-9])")


@record
class Remedy:
    """A way of comparing names that makes more pairs meet."""

    how: DocIds
    documents: int
    here: str
    there: str


class Met(NamedTuple):
    """Pairs of judged topics and documents that a run returns: all, and the judged ones."""

    retrieved: int
    judged: int

    @classmethod
    def of(cls, view: View) -> Met:
        """Count the pairs."""
        return cls(view.documents.doc.size, len(view.judged_documents))

    @classmethod
    def joined(cls, several: Iterable[Met]) -> Met:
        """Add the counts of topics that were looked at apart."""
        retrieved, judged = map(sum, zip(*several, strict=True))
        return cls(retrieved, judged)


def _no_codes() -> Ints:
    return np.empty(0, np.int64)


@dataclass(frozen=True)
class UnjudgedIds:
    """Ids of retrieved documents without judgements, and the judged documents that were retrieved.

    Parameters
    ----------
    topics, docs : Names
        Dictionaries of `topic` and `doc`; the names of documents are distinct.
    topic, doc : ndarray of int64
        Codes of pairs that are not judged, at most `MOST_IDS`, in the order of the file.
    line : ndarray of int64
        Line of each pair in the file, or its row where all are of one group.
    judged : ndarray of bool
        Judged documents that were retrieved, by their code in the judgements.
    """

    topics: Names = EMPTY
    docs: Names = EMPTY
    topic: Ints = field(default_factory=_no_codes)
    doc: Ints = field(default_factory=_no_codes)
    line: Ints = field(default_factory=_no_codes)
    judged: Flags = field(default_factory=lambda: np.zeros(0, np.bool_))

    @classmethod
    def of(cls, view: View, all_judged: Names, most: int = MOST_IDS) -> UnjudgedIds:
        """Collect at most so many ids; `all_judged` are the documents of all judgements."""
        retrieval, documents = view.retrieval, view.documents
        seen = np.zeros(len(all_judged) + 1, np.bool_)
        seen[retrieval.judged_codes] = True  # the last entry stands for those without judgements
        if not most:
            return cls(judged=seen[:-1])
        run = view.retrieved
        first_row = np.full(documents.doc.size, len(run))
        np.minimum.at(first_row, documents.of_place, view.rows)
        unjudged = np.flatnonzero(retrieval.pair_of_document < 0)
        unjudged = unjudged[np.argsort(first_row[unjudged], kind="stable")[:most]]
        codes = documents.doc[unjudged]
        _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
        order = np.argsort(first)  # names in order of first appearance
        number = np.empty(order.size, np.int64)
        number[order] = np.arange(order.size)
        return cls(
            view.assessments.topics,
            run.docs.take(codes[first[order]]).packed(),
            documents.topic[unjudged],
            number[inverse],
            first_row[unjudged],
            seen[:-1],
        )

    def with_lines(self, lines: RowLines | None) -> UnjudgedIds:
        """Return the same ids with the lines of their rows."""
        return self if lines is None else replace(self, line=lines.array()[self.line])

    @classmethod
    def joined(cls, several: Sequence[UnjudgedIds]) -> UnjudgedIds:
        """Return the ids of several groups of topics."""
        line = np.concatenate([ids.line for ids in several])
        order = np.argsort(line, kind="stable")[:MOST_IDS]
        topics, topic = _one_dictionary([(ids.topics, ids.topic) for ids in several], order)
        docs, doc = _one_dictionary([(ids.docs, ids.doc) for ids in several], order)
        judged = np.logical_or.reduce([ids.judged for ids in several])
        return cls(topics, docs, topic, doc, line[order], judged)


def _one_dictionary(columns: Sequence[tuple[Names, Ints]], order: Ints) -> tuple[Names, Ints]:
    """Return names and codes of rows, given in an order, of columns one after the other."""
    size = np.array([len(names) for names, _ in columns])
    base = np.cumsum(size) - size
    code = np.concatenate([codes + first for (_, codes), first in zip(columns, base, strict=True)])
    lengths = np.concatenate([names.lengths for names, _ in columns])
    blob = np.concatenate([names.blob() for names, _ in columns])
    names = Names.from_blob(blob, np.cumsum(lengths)).take(code[order])
    codes, first_row = encode_names(names.data, names.field)
    return names.take(first_row).packed(), codes.astype(np.int64)


def match_ids(view: View, doc_ids: DocIds | None) -> tuple[Met, UnjudgedIds]:
    """Count the judged pairs of a view that holds all topics of a run; notes go to the view.

    Raises
    ------
    FormatError
        No topic is judged. No pair is judged, but some would be under another `doc_ids`.
    """
    run, judged = view.retrieved, view.assessments
    source = run.source or run.name
    if not view.present.any() and len(run.topics):
        raise no_common_topics(source, run.topics.tolist(), judged.topics.tolist())
    met, ids = Met.of(view), UnjudgedIds.of(view, judged.qrels.docs)
    view.notes.extend(id_notes(ids, met, judged, source, doc_ids))
    return met, ids


def id_notes(
    ids: UnjudgedIds, met: Met, judged: Assessments, source: str, doc_ids: DocIds | None
) -> list[Note]:
    """Warn of documents that are not judged but would be if ids were compared or written otherwise.

    Parameters
    ----------
    ids, met : UnjudgedIds, Met
        Of all topics of a run.
    judged : Assessments
        All judgements.
    source : str
        The run, for messages.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        How ids are compared where the user says so: that is never questioned.

    Raises
    ------
    FormatError
        No pair is judged, but some would be under another `doc_ids`.
    """
    qrels = judged.qrels
    if not met.retrieved:
        return []
    if not len(qrels):  # topics alone, for measures that need no judgements
        return [Note("nothing is judged: only measures that need no judgements have a value")]
    if met.retrieved == met.judged or (met.judged and doc_ids is not None):
        return []
    topic = ids.topics.codes_in(qrels.topics)[ids.topic]
    remedy = None if doc_ids is not None else _remedy(topic, ids.doc, ids.docs, qrels, judged)
    if not met.judged:
        return [none_judged(source, len(ids.docs), remedy, ids.docs[0], qrels.docs)]
    notes = [close_note(remedy)] if remedy is not None else _alike_notes(ids, qrels.docs)
    if notes and ids.doc.size == MOST_IDS:
        words = "only the first {n:document} that nobody judged {n:was|were} compared by name"
        notes.append(Note(words, n=MOST_IDS))
    return notes


def _alike_notes(ids: UnjudgedIds, docs: Names) -> list[Note]:
    pairs = alike_among(docs, np.flatnonzero(~ids.judged), ids.docs)
    return alike_notes(len(pairs), *next(iter(pairs.items()), ("", "")))


def none_judged(source: str, n: int, found: Remedy | None, here: str, judged: Names) -> Note:
    """Warn of a run of which no document is judged; FormatError where some nearly are."""
    if found is None:
        words = "none of its {n:document} is judged (run: {here}.., assessments: {there}..)"
        there = "".join(judged[0] for _ in range(min(len(judged), 1)))
        return Note(words, n=n, here=here, there=there, level="warning")
    mine, other = quote(found.here), quote(found.there)
    many = plural(n, "document")
    problem = f"none of its {many} is judged, but {mine} would be {other} {REMEDIES[found.how]}"
    hint = f"Use --doc-ids {found.how} to match them so, or --doc-ids exact to go on"
    raise FormatError(source, None, problem, hint)


def no_common_topics(source: str, mine: Sequence[str], theirs: Sequence[str]) -> FormatError:
    """Return the error about a run of which no topic is judged."""
    many = f"{mine[0]}..{mine[-1]}" if len(mine) > 1 else "".join(mine)
    place = f"(run: {many}, qrels: {''.join(theirs[:1])}..)"
    problem = f"none of its {plural(len(mine), 'topic')} is in the qrels {place}"
    return FormatError(source, None, problem)


def linked(view: View) -> dict[str, tuple[int, Ints]]:
    """Return the files of links that models read, how many they hold and which concern us."""
    if not view.models:
        return {}
    from partwise.users.links import LINKS

    files: dict[str, tuple[int, Ints]] = view.models(LINKS, dict)
    return files


def link_notes(links: Mapping[str, tuple[int, Ints]]) -> list[Note]:
    """Say how many links of each file concern a run or its assessments."""
    words = "{file}: {m} of {n:link} {m:concerns|concern} a result or an assessed unit"
    return [Note(words, file=f, m=matched.size, n=n) for f, (n, matched) in links.items()]


def close_note(found: Remedy) -> Note:
    """Warn of documents that another comparison of names would match."""
    return Note(
        "{n:document} would be judged under {how} ({here} in the run, {there} in the assessments)",
        level="warning",
        n=found.documents,
        how=spelt(f"--doc-ids {found.how}"),
        here=quote(found.here),
        there=quote(found.there),
    )


def alike_among(docs: Names, lost: Ints, mine: Names) -> dict[str, str]:
    """Find the judged documents of which a run has only others named alike."""
    if not lost.size:
        return {}
    wanted = set(_plain(docs.take(lost)))
    shared = {key for some in mine.slices(_AT_ONCE) for key in wanted.intersection(_plain(some))}
    keys: dict[str, list[str]] = {}
    for name in _among(docs, shared):
        keys.setdefault(_letters(name), []).append(name)
    missed = set(_among(docs.take(lost), shared))
    pairs: dict[str, str] = {}
    for name in _among(mine, shared):
        one = keys.get(_letters(name), [])
        if len(one) == 1 and one[0] in missed:
            pairs.setdefault(one[0], name)
    return pairs


def alike_notes(n: int, there: str, here: str) -> list[Note]:
    """Warn of judged documents that the run names a little otherwise."""
    if not n:
        return []
    words = (
        "{n:judged document} {n:is|are} never retrieved, and the run has {n:one|some} named "
        "alike: {there} / {here}. Name them alike, or use {exact} if they differ"
    )
    exact = spelt("--doc-ids exact")
    said = {"there": quote(there), "here": quote(here), "exact": exact, "n": n}
    return [Note(words, level="warning").with_facts(said)]


def _among(names: Names, shared: set[bytes]) -> list[str]:
    """Return the few names that are worth a closer look."""
    slices = names.slices(_AT_ONCE) if shared else ()
    pairs = (pair for some in slices for pair in zip(some, _plain(some), strict=True))
    return [name for name, key in pairs if key in shared]


def _plain(names: Names) -> list[bytes]:
    """Letters and digits of ASCII in small letters, of millions of names at once."""
    from partwise.kernels.text.alike import letters_and_digits

    return Names.from_blob(*letters_and_digits(names.blob(), np.cumsum(names.lengths))).bytes()


def _letters(name: str) -> str:
    """Letters and digits of a name; numbers stay apart, as in doc-1-12 and doc-11-2."""
    # case folding leaves no capital, so that N is in no name
    return _GAP.sub("", _DIGITS.sub("N", name.casefold())) or name


def _remedy(
    topic: Ints, doc: Ints, names: Names, qrels: Qrels, judged: Assessments
) -> Remedy | None:
    """Find the first way of comparing that makes a pair judged and no two judged ones one."""
    used = distinct_codes(doc, len(names))
    own, code_of = names.take(used), np.empty(len(names), np.int64)
    for how in remedies((own, qrels.docs)):
        reduced = Reduced(qrels.docs, how)
        if reduced.twins() is not None:
            continue
        code_of[used] = codes_under(own, how, reduced.names)
        code = code_of[doc]
        rows = np.flatnonzero(judged.judged_documents.find(topic, code) >= 0)
        if rows.size:
            docs, first = np.unique(doc[rows], return_index=True)
            there = qrels.docs[int(code[rows[first[0]]])]
            return Remedy(how, docs.size, names[int(docs[0])], there)
    return None
