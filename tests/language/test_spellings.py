"""Names of other tools, words that are no measure, lists and ranges."""

from __future__ import annotations

import pytest

from partwise.errors import MeasureSyntaxError, PartwiseError, UnknownNameError
from partwise.evaluation.plan import parse, resolve
from partwise.kernels.text.near import near


@pytest.mark.parametrize(  # findings 7.2
    ("theirs", "printed"),
    [
        ("map", "AP"),
        ("Map", "AP"),
        ("map_cut_10", "AP@10"),
        ("map_cut.10", "AP@10"),
        ("map@100", "AP@100"),
        ("recip_rank", "RR"),
        ("mrr@10", "RR@10"),
        ("MRR@10", "RR@10"),
        ("P_10", "P@10"),
        ("P.10", "P@10"),
        ("precision@5", "P@5"),
        ("Precision@5", "P@5"),
        ("recall@5", "R@5"),
        ("Recall@5", "R@5"),
        ("recall_100", "R@100"),
        ("ndcg", "nDCG"),
        ("NDCG@10", "nDCG@10"),
        ("ndcg_cut_10", "nDCG@10"),
        ("ndcg_cut.10", "nDCG@10"),
        ("r-precision", "Rprec"),
        ("iprec_at_recall_0.10", "IPrec@0.1"),
        ("HitRate@5", "Hit@5"),
        ("Success@5", "Hit@5"),
        ("hit@5", "Hit@5"),
        ("hit_rate@5", "Hit@5"),
        ("success_5", "Hit@5"),
        ("nXCG@5", "nxCG@5"),
        ("gm_map", "GM(AP)"),
        ("bpref", "Bpref"),
        ("set_P", "P"),
        ("set_recall", "R"),
        ("set_F", "SetF"),
        ("num_ret", "NumRet"),
        ("num_rel", "NumRel"),
        ("num_rel_ret", "NumRelRet"),
        ("AP(rel=2)@100", "AP(rel=2)@100"),
        ("RR(rel=2)@10", "RR(rel=2)@10"),
        ("Success(rel=2)@5", "Hit(rel=2)@5"),
        ("SetP", "P"),
        ("SetR", "R"),
        ("SetF(beta=2)", "SetF(beta=2)"),
        ("Judged@10", "Judged@10"),
        ("NumRet(rel=1)", "NumRelRet"),
        ("NumRet(rel=2)", "NumRelRet(rel=2)"),
        ("nDCG(dcg='exp-log2')@10", "nDCG(gains=exp)@10"),
        ("nDCG(dcg=exp-log2)@10", "nDCG(gains=exp)@10"),
        ("nDCG(dcg='log2')@10", "nDCG@10"),
        ("nDCG(gains={1: 3, 2: 10})", "nDCG(gains={1: 3, 2: 10})"),
        ("nDCG(gains=linear)@10", "nDCG@10"),
        ("RBP(p=0.8, rel=1)", "RBP(rel=1)"),
        ("ERR@20", "ERR@20"),
        ("f1", "SetF"),
        ("f1@5", "SetF@5"),
        ("F(beta=2)@10", "SetF(beta=2)@10"),
        ("hits@5", "NumRelRet@5"),
        ("ndcg_burges@10", "nDCG(gains=exp)@10"),
        ("hits@10-l2", "NumRelRet(rel=2)@10"),
        ("hits-l2", "NumRelRet(rel=2)"),
        ("map@100-l2", "AP(rel=2)@100"),
        ("r-precision-l3", "Rprec(rel=3)"),
        ("GM(map_cut_10)", "GM(AP@10)"),
        ("charr@5", "CharR@5"),
    ],
)
def test_spellings_of_others_are_printed_as_ours(theirs, printed):
    assert [repr(measure) for measure in resolve([theirs])] == [printed]


@pytest.mark.parametrize(  # findings 7.3, ruling 18
    ("text", "names"),
    [
        ("P@[5,10]", ["P@5", "P@10"]),
        ("P@[ 5, 10..12 ]", ["P@5", "P@10", "P@11", "P@12"]),
        ("P.5,10", ["P@5", "P@10"]),
        ("ndcg_cut.5,10", ["nDCG@5", "nDCG@10"]),
        ("F(beta=[0.25,1])@10", ["SetF(beta=0.25)@10", "SetF@10"]),
        ("P@[5,10]-l2", ["P(rel=2)@5", "P(rel=2)@10"]),
        ("CharR@1..3", ["CharR@1", "CharR@2", "CharR@3"]),
        ("iP@0.0..1.0", [f"iP@{i / 10}" for i in range(11)]),
        ("iP@0.00..1.00", [f"iP@{i / 100}" for i in range(101)]),
        ("gP(F(beta=[0.25,1]))@10", ["gP(F(beta=0.25))@10", "gP@10"]),
        ("AgP([Rel, F(beta=[2, 3])])", ["AgP(Rel)", "AgP(F(beta=2))", "AgP(F(beta=3))"]),
        ("nxCG(norm=[bounded, none])@[1,2]",
         ["nxCG@1", "nxCG@2", "nxCG(norm=none)@1", "nxCG(norm=none)@2"]),
        ("nxCG(quant=[sog, gen])@1", ["nxCG(quant=sog)@1", "nxCG(quant=gen)@1"]),
    ],
)  # fmt: skip
def test_lists_and_ranges_stand_for_several_measures(text, names):
    assert [repr(measure) for measure in resolve([text])] == names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("P@1..1001", "this stands for 1,001 measures; at most 1,000 are allowed"),
        ("gP(F(beta=[1,2]))@1..501", "this stands for 1,002 measures; at most 1,000 are allowed"),
        ("P@1.." + "9" * 5000, '999..." is not a number'),
        ("P@0." + "0" * 5000 + "1..1.0", '000..." is not a number'),
        ("P@5..1", "the range 5..1 runs backwards"),
        ("P@[]", "expected a rank such as 10"),
        ("P@[5", '"]" is missing'),
        ("P@0..2", "cutoff must be a rank"),
        ("gP(F(beta=[]))@10", "beta is an empty list"),
    ],
)
def test_bad_ranges_are_refused(text, words):
    with pytest.raises(MeasureSyntaxError) as caught:
        resolve([text])
    assert words in str(caught.value)


def test_parse_reads_one_measure():
    with pytest.raises(MeasureSyntaxError, match="one measure is expected, and this is 2"):
        parse("P@[5,10]")


def test_all_together_are_not_too_many():
    with pytest.raises(PartwiseError, match="1,200 measures; at most 1,000"):
        resolve(["P@1..600", "R@1..600"])


@pytest.mark.parametrize(  # findings 7.2
    ("text", "words"),
    [
        ("iR@3", 'there is no measure "iR"; use CharR@3'),
        ("iP@3", "iP@3: use CharP@3 (iP takes a recall level)"),
        ("HiXEval",
         'there is no measure "HiXEval"; a family: CharP, CharR, iP, AiP; preset inex2007-focused'),
        ("CG@5", 'there is no measure "CG"; use EHits@5'),
        ("E[Hits]@5", 'there is no measure "E[Hits]"; use EHits@5'),
        ("E[Near-misses]@5", 'there is no measure "E[Near-misses]"; use ENearMisses@5'),
        ("Q-measure", 'there is no measure "Q-measure"; use Q'),
        ("gR'@10", 'there is no measure "gR\'"; use gRw@10'),
        ("T2If(300)",
         'there is no measure "T2If"; use T2IF inside a measure: AgP(T2IF(n=300))'),
        ("MASRP", 'there is no measure "MASRP"; use ASRP'),
        ("infAP", "partwise has no infAP. Nearest: AP, Bpref"),
        ("rbp.80", "partwise has no rbp.80: ranx weighs by the grade. Nearest: RBP(p=0.8)"),
        ("11pt_avg", "partwise has no 11pt_avg. Nearest: IPrec@0.0..1.0, AP"),
        ("AP(rel=2)-l2", "rel is given twice"),
        ("CharR@5-l2", 'CharR has no parameter "rel" (it has: tolerance, budget, unit)'),
        ("nDCG(dcg=ln)", 'nDCG has no parameter "dcg" (it has: gain, gains)'),
        ("AP(rel=0)", "AP: rel must be a number above 0, not 0"),
        ("nDCG(gain=binary, gains=exp)", "gains=exp maps grades, and gain=binary replaces them"),
        ("CharRR", 'there is no measure "CharRR". Did you mean CharR?'),
        ("Zzzzzz", 'there is no measure "Zzzzzz"'),
        ("PRUM", "PRUM needs a recall level or a recall value: PRUM@0.5 or PRUM(r=1)"),
        ("PRUM@5", "PRUM needs a recall level or a recall value: PRUM@0.5 or PRUM(r=1)"),
        ("nxCG", "nxCG needs a rank: nxCG@10"),
        ("iP", "iP needs a recall level: iP@0.1"),
        ("Rprec@5", "Rprec has no cutoff"),
        ("CharR(budget=3)@5",
         "CharR(budget=3) has no cutoff: the budget decides where reading ends"),
        ("GR(nav=Edges)@5", "Edges needs a file: Edges('edges.tsv')"),
        ("GR(nav=T2I)@5", "T2I needs n: T2I(300)"),
        ("AgP(LE)", "LE is an effort; AgP takes a document score: "
         "Rel, DocP, DocR, F, BEP, aveChP, ChP, T2IP, T2IR, T2IF"),
        ("ANCE(F)@10", "F is a document score; ANCE takes an effort: LE"),
        ("AgP([LE, F])", "LE is an effort; AgP takes a document score"),
        ("BEP", "BEP is a document score; use it inside a measure: AgP(BEP), gP(BEP)@10"),
        ("GR(nav=AP)@5", "AP is a measure; GR takes a user model: Depth"),
        ("nDCG@10,AP", 'one measure a text. Use ["nDCG@10", "AP"]'),
    ],
)  # fmt: skip
def test_refusals_say_what_to_do(text, words):  # findings 5.20-5.24 and 7.2
    with pytest.raises((UnknownNameError, MeasureSyntaxError)) as caught:
        resolve([text])
    first = str(caught.value).splitlines()[0]
    assert first.startswith(words) if words.endswith(("Depth", "score")) else first == words


def test_near_names_differ_by_two_letters_at_most():  # findings 7.2
    known = ["Precall", "APrecall", "ERecallBase", "Rprec", "P", "R"]

    assert near("recall", known) == ["Precall"]
    assert near("Rpecr", known) == ["Rprec"]
    assert near("precision", known) == []
    assert near("XY", known) == []


def test_names_in_python_are_the_words_of_the_family():  # findings 12.45
    import partwise as pw

    for build, noun in (
        (lambda: pw.AgP(pw.LE()), "a document score"),
        (lambda: pw.ANCE(pw.F()), "an effort"),
        (lambda: pw.GR(nav=pw.F()), "a user model"),
    ):
        with pytest.raises(pw.ParameterError, match=f"must be {noun}, not"):
            build()


@pytest.mark.parametrize(
    "name",
    ["utility", "set_map", "relative_P", "alpha_nDCG", "INST", "BPM", "SDCG", "Compat", "Accuracy"],
)
def test_what_has_no_counterpart_names_the_nearest(name):
    with pytest.raises(UnknownNameError) as caught:
        resolve([f"{name}@5"])
    said, _, nearest = str(caught.value).splitlines()[0].partition(". Nearest: ")
    assert said == f"partwise has no {name}"
    assert all(resolve([measure]) for measure in nearest.split(", "))


def test_document_measures_offer_those_of_parts_on_spans():
    import partwise as pw

    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[7], end=[9], rank=[1])
    words = ["recall@5", "precision@5", "mrr@10", "map", "R@6", "hit_rate@5", "HitRate@6"]
    found = pw.evaluate(qrels, run, words)
    assert found.table[0, :, 0].tolist() == [1, 1 / 5, 1, 1, 1, 0, 0]
    offers = [str(note) for note in found.notes if "counts documents" in str(note)]
    assert offers == [
        "recall is read as R@5, which counts documents; for spans use CharR@5",
        "precision is read as P@5, which counts documents; for spans use CharP@5",
        "mrr is read as RR@10, which counts documents; for spans use PartRR@10",
        "map is read as AP, which counts documents; for spans use CharAP",
    ]
