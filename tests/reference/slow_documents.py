"""Document measures of one topic, document by document, from their definitions.

A ranking is a list of names, judgements are ``{name: grade}``; nothing here is shared with the
package. None is undefined.
"""

from __future__ import annotations

import math


def ranked(scores: dict[str, float]) -> list[str]:
    """Order by score descending, ties by name descending."""
    return sorted(sorted(scores, reverse=True), key=lambda doc: -scores[doc])


def relevant(judged, rel=None):
    return {doc for doc, grade in judged.items() if (grade > 0 if rel is None else grade >= rel)}


def counted(docs, judged, rel):
    return sum(doc in relevant(judged, rel) for doc in docs)


def precision(docs, judged, rel=None, k=None):
    if not relevant(judged, rel):
        return None
    read = len(docs) if k is None else k
    return counted(docs[:k], judged, rel) / read if read else 0.0


def recall(docs, judged, rel=None, k=None):
    wanted = relevant(judged, rel)
    return counted(docs[:k], judged, rel) / len(wanted) if wanted else None


def set_f(docs, judged, rel=None, k=None, beta=1.0):
    p, r = precision(docs, judged, rel, k), recall(docs, judged, rel, k)
    if p is None or r is None:
        return None
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p and r else 0.0


def average_precision(docs, judged, rel=None, k=None):
    wanted = relevant(judged, rel)
    if not wanted:
        return None
    at = [i for i, doc in enumerate(docs[:k]) if doc in wanted]
    return sum((n + 1) / (i + 1) for n, i in enumerate(at)) / len(wanted)


def reciprocal_rank(docs, judged, rel=None, k=None):
    wanted = relevant(judged, rel)
    if not wanted:
        return None
    return next((1 / (i + 1) for i, doc in enumerate(docs[:k]) if doc in wanted), 0.0)


def r_precision(docs, judged, rel=None):
    wanted = relevant(judged, rel)
    return counted(docs[: len(wanted)], judged, rel) / len(wanted) if wanted else None


def hit(docs, judged, rel=None, k=None):
    return None if not relevant(judged, rel) else float(counted(docs[:k], judged, rel) > 0)


def ndcg(docs, judged, gain, k=None):
    gains = {doc: gain(grade) for doc, grade in judged.items()}

    def total(values):
        return sum(value / math.log2(i + 2) for i, value in enumerate(values))

    best = total(sorted(gains.values(), reverse=True)[:k])
    return total([gains.get(doc, 0.0) for doc in docs[:k]]) / best if best else None


def judged_share(docs, judged, k=None):
    read = docs[:k]
    return sum(doc in judged for doc in read) / len(read) if read else 0.0


def bpref(docs, judged, rel=None):
    wanted = relevant(judged, rel)
    refused = {doc for doc, grade in judged.items() if grade >= 0} - wanted
    if not wanted:
        return None
    total = 0.0
    for i, doc in enumerate(docs):
        if doc in wanted:
            above = sum(other in refused for other in docs[:i])
            least = min(len(wanted), len(refused))
            total += 1 - min(above, len(wanted)) / least if above else 1
    return total / len(wanted)


def rbp(docs, judged, p=0.8, rel=None, k=None):
    wanted = relevant(judged, rel)
    if not wanted:
        return None
    return (1 - p) * sum(p**i for i, doc in enumerate(docs[:k]) if doc in wanted)


def err(docs, judged, top=4, k=None):
    if not relevant(judged):
        return None
    total, goes_on = 0.0, 1.0
    for i, doc in enumerate(docs[:k]):
        satisfied = (2 ** max(judged.get(doc, 0), 0) - 1) / 2**top
        total += goes_on * satisfied / (i + 1)
        goes_on *= 1 - satisfied
    return total


def interpolated(docs, judged, needed, rel=None):
    """Greatest precision from where `needed` of the relevant documents are found."""
    wanted = relevant(judged, rel)
    if not wanted:
        return None
    found, best = 0, 0.0
    for i, doc in enumerate(docs):
        found += doc in wanted
        if found >= needed(len(wanted)):
            best = max(best, found / (i + 1))
    return best
