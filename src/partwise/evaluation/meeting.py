"""Whether the documents of a run are those of the assessments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints
from partwise.errors import FormatError, quote
from partwise.evaluation.lines import read_again
from partwise.geometry.assessments.judged_documents import JudgedDocuments
from partwise.kernels.ragged import owners
from partwise.messages import plural
from partwise.spelling import spelt
from partwise.tables.doc_ids import REMEDIES, DocIds, Reduced, codes_under, remedies
from partwise.tables.names import Names
from partwise.tables.ranked_run import AnyRun, RankedRun

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


_GAP = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"(?<=[0-9])[\W_]+(?=[0-9])")
_SMALL = np.frombuffer(bytes(range(256)).lower(), np.uint8)
_KEPT = np.array([byte < 128 and chr(byte).isalnum() for byte in range(256)])


@dataclass(frozen=True)
class _Remedy:
    """A way of comparing names that makes more pairs meet."""

    how: DocIds
    documents: int
    here: str
    there: str


def meeting(view: View, doc_ids: DocIds | None) -> dict[str, int]:
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
        raise _no_common_topics(run, view.assessments.qrels)
    retrieved, judged = _counts(view)
    counts = {"retrieved": retrieved, "judged": judged}
    if not retrieved:
        return counts
    distinct = isinstance(run, RankedRun) and not run.close
    if not len(view.assessments.qrels):  # topics alone, for measures that need no judgements
        view.notes.add("nothing is judged: only measures that need no judgements have a value")
        return counts
    if retrieved == judged or (judged and (doc_ids is not None or distinct)):
        return counts
    strangers = _strangers(view)
    if strangers is None:  # a pipe: what a ranked run does not keep is gone
        if not judged:
            view.notes.warn("none of its {n:document} is judged", n=retrieved)
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
    n = np.unique(doc).size
    if found is not None:
        here, there = quote(found.here), quote(found.there)
        many = plural(n, "document")
        problem = f"none of its {many} is judged, but {here} would be {there} {REMEDIES[found.how]}"
        hint = f"Use --doc-ids {found.how} to match them so, or --doc-ids exact to go on"
        raise FormatError(run.source or run.name, None, problem, hint)
    view.notes.warn(
        "none of its {n:document} is judged (run: {here}.., assessments: {there}..)",
        n=n,
        here=names[int(doc[0])],
        there="".join(qrels.docs.tolist()[:1]),
    )
    return counts


def _no_common_topics(run: AnyRun, qrels: Qrels) -> FormatError:
    mine, theirs = run.topics.tolist(), qrels.topics.tolist()
    many = f"{mine[0]}..{mine[-1]}" if len(mine) > 1 else "".join(mine)
    place = f"(run: {many}, qrels: {''.join(theirs[:1])}..)"
    problem = f"none of its {plural(len(mine), 'topic')} is in the qrels {place}"
    return FormatError(run.source or run.name, None, problem)


def linked(view: View) -> dict[str, tuple[int, int]]:
    """Return the files of links that models read, how many they hold and how many concern us."""
    if not view.models:
        return {}
    from partwise.users.graph import LINKS

    files: dict[str, tuple[int, int]] = view.models(LINKS, dict)
    for file, (read, matched) in files.items():
        view.notes.add(
            "{file}: {m} of {n:link} {m:concerns|concern} a result or an assessed unit",
            file=file,
            m=matched,
            n=read,
        )
    return files


def _warn(view: View, found: _Remedy | None, doc: Ints, names: Names) -> None:
    """Warn of names that would meet if they were compared, or written, otherwise."""
    if found is None:
        _warn_of_alike(view, doc, names)
        return
    view.notes.warn(
        "{n:document} would be judged under {how} ({here} in the run, {there} in the assessments)",
        n=found.documents,
        how=spelt(f"--doc-ids {found.how}"),
        here=quote(found.here),
        there=quote(found.there),
    )


def _warn_of_alike(view: View, doc: Ints, names: Names) -> None:
    """Warn of judged documents that are not there, while the run has others named alike."""
    docs = view.assessments.qrels.docs
    lost = np.setdiff1d(np.arange(len(docs)), names.codes_in(docs))
    mine = names.take(np.unique(doc))
    shared = set(_plain(docs.take(lost))).intersection(_plain(mine)) if lost.size else set()
    keys: dict[str, list[str]] = {}
    for name in _among(docs, shared):
        keys.setdefault(_letters(name), []).append(name)
    missed = set(_among(docs.take(lost), shared))
    pairs: dict[str, str] = {}
    for name in _among(mine, shared):
        one = keys.get(_letters(name), [])
        if len(one) == 1 and one[0] in missed:
            pairs.setdefault(one[0], name)
    there, here = next(iter(pairs.items()), ("", ""))
    view.notes.warn(
        "{n:judged document} {n:is|are} never retrieved, and the run has {n:one|some} named "
        "alike: {there} / {here}. Name them alike, or use {exact} if they differ",
        n=len(pairs),
        there=quote(there),
        here=quote(here),
        exact=spelt("--doc-ids exact"),
    )


def _among(names: Names, shared: set[bytes]) -> list[str]:
    """Return the few names that are worth a closer look."""
    if not shared:
        return []
    return [name for name, key in zip(names, _plain(names), strict=True) if key in shared]


def _plain(names: Names) -> list[bytes]:
    """Letters and digits of ASCII in small letters, of millions of names at once."""
    kept = _KEPT[names.blob]
    ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(kept)))[names.ends]
    return Names.from_blob(_SMALL[names.blob[kept]], ends).bytes()


def _letters(name: str) -> str:
    """Letters and digits of a name; numbers stay apart, as in doc-1-12 and doc-11-2."""
    # case folding leaves no capital, so that N is in no name
    return _GAP.sub("", _DIGITS.sub("N", name.casefold())) or name


def _counts(view: View) -> tuple[int, int]:
    if view.ranking.in_place:  # such a run lists a document once a topic
        return int(view.ranking.length.sum()), len(view.judged_documents)
    return view.documents.doc.size, len(view.judged_documents)


def _strangers(view: View) -> tuple[Ints, Ints, Names] | None:
    """Topics and documents of the pairs that nobody judged, and the documents' names."""
    run = view.retrieved
    if isinstance(run, RankedRun):
        whole = read_again(run)
        return (
            None
            if whole is None
            else _unjudged(whole, view.assessments.qrels, view.assessments.judged_documents)
        )
    alien = view.retrieval.pair_of_document < 0
    topic = owners(view.documents.offsets)
    return topic[alien], view.documents.doc[alien], run.docs


def _unjudged(run: Run, qrels: Qrels, pairs: JudgedDocuments) -> tuple[Ints, Ints, Names]:
    topic = run.topics.codes_in(qrels.topics)[run.topic]
    code = run.docs.codes_in(qrels.docs)[run.doc]
    alien = (topic >= 0) & (pairs.find(topic, code) < 0)
    return topic[alien], run.doc[alien].astype(np.int64), run.docs


def _remedy(
    topic: Ints, doc: Ints, names: Names, qrels: Qrels, pairs: JudgedDocuments
) -> _Remedy | None:
    """Find the first way of comparing that makes a pair judged and no two judged ones one."""
    some, doc = np.unique(doc, return_inverse=True)
    mine = names.take(some)
    for how in remedies((mine, qrels.docs)):
        there = Reduced(qrels.docs, how)
        if there.twins() is not None:
            continue
        code = codes_under(mine, how, there.names)[doc]
        at = np.flatnonzero(pairs.find(topic, code) >= 0)
        if at.size:
            n = np.unique(doc[at]).size
            return _Remedy(how, n, mine[int(doc[at[0]])], qrels.docs[int(code[at[0]])])
    return None
