"""What a program may say; type checkers accept every line."""

from __future__ import annotations

from typing import Literal, assert_type

import numpy as np
from numpy.typing import NDArray

import partwise as pw

# measures: parameters by name, a cutoff behind @
assert_type(pw.CharR, type[pw.CharR])
assert_type(pw.CharR(), pw.CharR)
assert_type(pw.CharR @ 5, pw.CharR)
assert_type(pw.CharR(tolerance=0.5) @ 5, pw.CharR)
assert_type(pw.iP @ 0.01, pw.iP)
assert_type(pw.CharR(budget=3, unit="tokens").budget, int | None)
assert_type(pw.CharR().unit, Literal["characters", "tokens"])
assert_type((pw.CharR @ 5).cutoff, int | float | str | None)
assert_type((pw.CharR @ 5).replace(tolerance=1.0), pw.CharR)

# components: by position or by name, as an instance or as a class
pw.AgP()
pw.AgP(pw.F)
pw.AgP(pw.F(0.25)) @ 10
pw.AgP(gain=pw.F(beta=2))
pw.AgPw(pw.DocP, variant="final")
pw.CE(pw.LE(screen=200))
pw.GR(nav=pw.T2I(300))
pw.GR(nav=pw.NoNav)
pw.Steady(pw.Depth(spread=True), restart=0.1)
pw.Edges("edges.tsv", kind="step")
assert_type(pw.AgP(pw.F).gain, pw.DocumentGain)
assert_type(pw.Steady(pw.Depth).restart, float)


# classes of one's own
@pw.register()
class Siblings(pw.Navigation):
    """Readers who look at what stands beside."""

    p: float = pw.param(0.5, low=0, high=1, about="Probability of looking there.")


@pw.register()
class Share(pw.Measure):
    """A measure of one's own."""

    gain: pw.DocumentGain = pw.slot(default=pw.F, kw_only=False, about="What a document earns.")
    points: int = pw.param(11, low=2, about="Levels.")

    bounds = (0.0, 1.0)
    question = "How much?"

    def values(self, view: pw.View) -> NDArray[np.float64]:
        """One value per topic."""
        return np.full(self.points, self.depth or 1.0)


assert_type(Siblings(0.3), Siblings)
assert_type(Share(pw.F(), points=3) @ 5, Share)

# evaluation
qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[30])
run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[0], end=[20], score=[1.0])
assert_type(pw.evaluate(qrels, run, [pw.CharR, pw.AgP(pw.Rel), "CharP@1"]), pw.Results)
pw.evaluate({"q": {"d": 1}}, {"q": {"d": 0.5}}, "AP", lengths={"d": 9}, texts={"d": "text"})
pw.evaluate("qrels.tsv", ["a.tsv", run], inventory={"a": "chunks.tsv"})
pw.evaluate([{"topic": "q", "doc": "d", "grade": 1}], run, reading=pw.Reading(doc_ids="stem"))
