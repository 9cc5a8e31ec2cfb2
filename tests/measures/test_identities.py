"""Identities between measures (characters.md, sections 4.2, 4.3 and 6)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.characters_collections import collections

import partwise as pw

LEVELS = st.sampled_from([0.0, 0.1, 0.3, 0.5, 1.0])
RANKS = st.integers(1, 6)
GAINS = st.sampled_from(["Rel", "DocP", "F", "BEP(n=20)", "aveChP", "T2IF(n=4)"])


def both(collection, one, other, atol=1e-12):
    view = collection.view()
    a, b = pw.parse(one).values(view), pw.parse(other).values(view)
    np.testing.assert_allclose(a, b, rtol=0, atol=atol)


def views(collection):
    """Views of a run of parts, and of the documents in which they lie."""
    qrels, run, lengths = collection.qrels(), collection.table(), collection.length_table()
    return [pw.View.of(qrels, r, lengths=lengths) for r in (run, run.whole_documents())]


@given(collections(), RANKS, LEVELS)
def test_relevance_alone_gives_document_retrieval(collection, k, x):
    both(collection, "AgP(Rel)", "AP", atol=0)
    both(collection, f"AgP(Rel)@{k}", f"AP@{k}", atol=0)
    both(collection, f"gP(Rel)@{k}", f"P@{k}", atol=0)
    both(collection, f"igP(Rel)@{x}", f"IPrec@{x}", atol=0)
    both(collection, f"gR@{k}", f"R@{k}", atol=0)
    both(collection, "gR", "R", atol=0)


@given(collections(), GAINS)
def test_final_equals_average_when_all_relevant_documents_are_found(collection, gain):
    view = collection.view()
    found = pw.parse("R").values(view) == 1
    final = pw.parse(f"AgPw({gain}, variant=final)").values(view)
    average = pw.parse(f"AgP({gain})").values(view)
    np.testing.assert_allclose(final[found], average[found], atol=1e-12)


@given(collections(), RANKS, st.sampled_from([0.5, 1.0, 2.0]))
def test_copies_charged_make_f_of_precision_and_recall(collection, k, beta):
    view = collection.view()
    p, r = pw.parse(f"CharP@{k}").values(view), pw.parse(f"CharR@{k}").values(view)
    with np.errstate(invalid="ignore", divide="ignore"):
        f = np.where(p + r > 0, (1 + beta**2) * p * r / (beta**2 * p + r), p + r)
    found = pw.parse(f"CharF(beta={beta}, multiset=True)@{k}").values(view)
    np.testing.assert_allclose(found, f, atol=1e-12)


@given(collections(), RANKS)
def test_union_over_intersection_follows_from_f(collection, k):
    view = collection.view()
    f = pw.parse(f"CharF@{k}").values(view)
    np.testing.assert_allclose(pw.parse(f"CharIoU@{k}").values(view), f / (2 - f), atol=1e-12)


@given(
    collections(), st.sampled_from(["aveChP", "ChP(n=7)", "T2IP(n=3)", "T2IR(n=3)", "T2IF(n=3)"])
)
def test_whole_documents_are_read_in_document_order(collection, gain):
    parts, whole = views(collection)
    name, _, inner = gain.rstrip(")").partition("(")
    ordered = f"{name}({inner + ', ' if inner else ''}order=document)"
    for measure in ("AgP({})", "gP({})@3"):
        a = pw.parse(measure.format(gain)).values(whole)
        b = pw.parse(measure.format(ordered)).values(parts)
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-12)
    a = pw.parse("ANCE(LE(screen=3))@5").values(whole)
    b = pw.parse("ANCE(LE(screen=3, order=document))@5").values(parts)
    np.testing.assert_allclose(a, b, rtol=0, atol=1e-12)


@given(collections())
def test_document_measures_see_the_ranking_of_documents_only(collection):
    parts, whole = views(collection)
    for text in ("gR@2", "gRw", "AP", "RR", "P@3", "Rprec", "IPrec@0.5", "nDCG(gain=binary)"):
        a = pw.parse(text).values(parts)
        b = pw.parse(text).values(whole)
        assert a.tobytes() == b.tobytes()


@given(collections(), st.sampled_from([0.0, 0.3, 1.0]))
def test_aip_is_the_mean_of_ip(collection, tolerance):
    view = collection.view()
    levels = [pw.parse(f"iP(tolerance={tolerance})@{i / 10}").values(view) for i in range(11)]
    found = pw.parse(f"AiP(tolerance={tolerance}, points=11)").values(view)
    np.testing.assert_allclose(found, np.mean(levels, axis=0), atol=1e-12)


def test_whole_documents_of_a_run():
    run = pw.Run.from_columns(
        topic=["t", "t", "t"],
        doc=["a", "b", "a"],
        start=[0, 5, 9],
        end=[5, 9, 12],
        score=[1.0, 2.0, 3.0],
        tokens=[1, 2, 3],
        colour=["red", "green", "blue"],
    )
    whole = run.whole_documents()

    assert whole.doc.tolist() == [1, 0]
    assert whole.score.tolist() == [2.0, 3.0]
    assert (whole.start == -1).all()
    assert whole.tokens is None
    assert whole.extra["colour"].tolist() == ["green", "blue"]
    assert run.whole_documents("file").score.tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="no ranks"):
        run.whole_documents("rank")
