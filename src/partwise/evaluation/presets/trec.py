"""``trec``: documents against graded documents, as trec_eval prints them."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Entry, Preset

ENTRIES = (
    Entry("map", "AP"),
    Entry("Rprec", "Rprec"),
    Entry("recip_rank", "RR"),
    Entry("P_5", "P@5"),
    Entry("P_10", "P@10"),
    Entry("P_100", "P@100"),
    Entry("recall_100", "R@100"),
    Entry("recall_1000", "R@1000"),
    Entry("ndcg_cut_10", "nDCG@10"),
    Entry("ndcg", "nDCG"),
)

PRESET = Preset(
    "trec",
    "documents against graded documents; the default for them; undefined topics count 0",
    tool="trec_eval 9 and 10",
    own=lambda _: ENTRIES,
    settings=lambda _: {"undefined": "zero"},
)
