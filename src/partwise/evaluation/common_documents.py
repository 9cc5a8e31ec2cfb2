"""Whether the documents of a run are those of the assessments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._record import record
from partwise._typing import Ints
from partwise.errors import FormatError, quote
from partwise.evaluation.lines import read_again
from partwise.geometry.assessments.judged_documents import JudgedDocuments
from partwise.kernels.distinct import distinct_codes
from partwise.kernels.ragged import owners
from partwise.messages import Note, plural
from partwise.spelling import spelt
from partwise.tables.chunk_run import ChunkRun
from partwise.tables.doc_ids import REMEDIES, DocIds, Reduced, codes_under, remedies
from partwise.tables.names import Names
from partwise.tables.ranked_run import RankedRun

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


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
        if isinstance(run := view.retrieved, ChunkRun):
            return cls(run.counts.pairs, len(view.judged_documents))
        if view.ranking.in_place:  # such a run lists a document once a topic
            return cls(int(view.ranking.length.sum()), len(view.judged_documents))
        return cls(view.documents.doc.size, len(view.judged_documents))

    @classmethod
    def joined(cls, several: Iterable[Met]) -> Met:
        """Add the counts of topics that were looked at apart."""
        retrieved, judged = map(sum, zip(*several, strict=True))
        return cls(retrieved, judged)


def meeting(view: View, doc_ids: DocIds | None) -> Met:
    """Count pairs of judged topics and documents that the run returns: all, and the judged ones.

    Names that would meet if they were compared otherwise are warned of.

    Raises
    ------
    FormatError
        No topic is judged (E23). No pair is judged, but some would be under another
        `doc_ids` (E27); an option that was given is never questioned.
    """
    run = view.retrieved
    if not view.present.any() and len(run.topics):
        topics = run.topics.tolist(), view.assessments.topics.tolist()
        raise no_common_topics(run.source or run.name, *topics)
    counts = retrieved, judged = Met.of(view)
    if not retrieved:
        return counts
    apart = isinstance(run, RankedRun) and not run.close
    if not len(view.assessments.qrels):  # topics alone, for measures that need no judgements
        view.notes.add("nothing is judged: only measures that need no judgements have a value")
        return counts
    if retrieved == judged or (judged and (doc_ids is not None or apart)):
        return counts
    strangers = _strangers(view)
    if strangers is None:
        _warn_without_names(view, counts)
        return counts
    qrels = view.assessments.qrels
    found = (
        None
        if doc_ids is not None
        else _remedy(*strangers, qrels, view.assessments.judged_documents)
    )
    if judged:
        _warn(view, found, *strangers[1:])
        return counts
    _, doc, names = strangers
    n, source = distinct_codes(doc, len(names)).size, run.source or run.name
    view.notes.extend([none_judged(source, n, found, names[int(doc.min())], qrels.docs)])
    return counts


def _warn_without_names(view: View, counts: Met) -> None:
    """Warn of what is known of a run that kept only some names."""
    run = view.retrieved
    if isinstance(run, ChunkRun):
        view.notes.extend(names_alike(run, view.assessments.qrels, counts))
    elif not counts.judged:  # a pipe: what a ranked run does not keep is gone
        view.notes.warn("none of its {n:document} is judged", n=counts.retrieved)


def names_alike(
    run: ChunkRun, qrels: Qrels, counts: Met, doc_ids: DocIds | None = None
) -> list[Note]:
    """Warn of judged documents that a run names otherwise; `counts` are those of all its topics."""
    if counts.retrieved == counts.judged or doc_ids is not None:
        return []
    found = alike_among(qrels.docs, np.flatnonzero(~run.present), run.alike)
    return alike_notes(len(found), *next(iter(found.items()), ("", "")))


def none_judged(source: str, n: int, found: Remedy | None, here: str, judged: Names) -> Note:
    """Warn of a run of which no document is judged; FormatError where some nearly are (E27)."""
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
    """Return the error about a run of which no topic is judged (E23)."""
    many = f"{mine[0]}..{mine[-1]}" if len(mine) > 1 else "".join(mine)
    place = f"(run: {many}, qrels: {''.join(theirs[:1])}..)"
    problem = f"none of its {plural(len(mine), 'topic')} is in the qrels {place}"
    return FormatError(source, None, problem)


def linked(view: View) -> dict[str, tuple[int, Ints]]:
    """Return the files of links that models read, how many they hold and which concern us."""
    if not view.models:
        return {}
    from partwise.users.listed import LINKS

    files: dict[str, tuple[int, Ints]] = view.models(LINKS, dict)
    return files


def link_notes(links: Mapping[str, tuple[int, Ints]]) -> list[Note]:
    """Say how many links of each file concern a run or its assessments."""
    words = "{file}: {m} of {n:link} {m:concerns|concern} a result or an assessed unit"
    return [Note(words, file=f, m=matched.size, n=n) for f, (n, matched) in links.items()]


def _warn(view: View, found: Remedy | None, doc: Ints, names: Names) -> None:
    """Warn of names that would meet if they were compared, or written, otherwise."""
    if found is None:
        pairs = alike(view.assessments.qrels.docs, doc, names)
        view.notes.extend(alike_notes(len(pairs), *next(iter(pairs.items()), ("", ""))))
    else:
        view.notes.extend([close_note(found)])


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


def alike(docs: Names, doc: Ints, names: Names) -> dict[str, str]:
    """Find judged documents that are not there, while the run has others named alike."""
    met = np.zeros(len(docs) + 1, np.bool_)
    met[names.codes_in(docs)] = True  # the last one stands for names that are not judged
    return alike_among(docs, np.flatnonzero(~met[:-1]), names.take(distinct_codes(doc, len(names))))


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

    return Names.from_blob(*letters_and_digits(names.blob, names.ends)).bytes()


def _letters(name: str) -> str:
    """Letters and digits of a name; numbers stay apart, as in doc-1-12 and doc-11-2."""
    # case folding leaves no capital, so that N is in no name
    return _GAP.sub("", _DIGITS.sub("N", name.casefold())) or name


def _strangers(view: View) -> tuple[Ints, Ints, Names] | None:
    """Topics and documents of the pairs that nobody judged, and the documents' names."""
    run = view.retrieved
    if isinstance(run, RankedRun):
        whole = read_again(run)
        return (
            None
            if whole is None
            else unjudged(whole, view.assessments.qrels, view.assessments.judged_documents)
        )
    if isinstance(run, ChunkRun):
        return None
    alien = view.retrieval.pair_of_document < 0
    topic = owners(view.documents.offsets)
    return topic[alien], view.documents.doc[alien], run.docs


def unjudged(run: Run, qrels: Qrels, pairs: JudgedDocuments) -> tuple[Ints, Ints, Names]:
    """Topics and documents of a run's pairs that nobody judged, and the documents' names."""
    topic = run.topics.codes_in(qrels.topics)[run.topic]
    code = run.docs.codes_in(qrels.docs)[run.doc]
    alien = (topic >= 0) & (pairs.find(topic, code) < 0)
    return topic[alien], run.doc[alien].astype(np.int64), run.docs


def _remedy(
    topic: Ints, doc: Ints, names: Names, qrels: Qrels, pairs: JudgedDocuments
) -> Remedy | None:
    """Find the first way of comparing that makes a pair judged and no two judged ones one."""
    for how, found in remedied(topic, doc, names, qrels, pairs):
        here, there = found[0]
        return Remedy(how, len(found), here, there)
    return None


def remedied(
    topic: Ints, doc: Ints, names: Names, qrels: Qrels, pairs: JudgedDocuments
) -> Iterator[tuple[DocIds, list[tuple[str, str]]]]:
    """Yield ways of comparing that make pairs judged, with the names here and there."""
    some = distinct_codes(doc, len(names))
    mine, code_of = names.take(some), np.empty(len(names), np.int64)
    for how in remedies((mine, qrels.docs)):
        there = Reduced(qrels.docs, how)
        if there.twins() is not None:
            continue
        code_of[some] = codes_under(mine, how, there.names)
        code = code_of[doc]
        at = np.flatnonzero(pairs.find(topic, code) >= 0)
        if at.size:
            once, first = np.unique(doc[at], return_index=True)
            both = zip(once.tolist(), code[at[first]].tolist(), strict=True)
            yield how, [(names[here], qrels.docs[there]) for here, there in both]
