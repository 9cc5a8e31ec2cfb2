"""What a program may not say; the checkers must refuse every line that is marked."""

from __future__ import annotations

import partwise as pw

pw.CharR(bugdet=3)  # refused
pw.CharR(0.5)  # refused
pw.CharR(cutoff=5)  # refused
pw.CharR(written="map")  # refused
pw.CharR(unit="words")  # refused
pw.CharR(budget="3")  # refused
pw.CharR @ "5"  # refused
pw.CharR() @ None  # refused
pw.F @ 5  # refused
pw.AgP(pw.F(beta="x"))  # refused
pw.AgP(pw.T2I(300))  # refused
pw.AgP(pw.T2I)  # refused
pw.AgPw(pw.F, "final")  # refused
pw.T2I()  # refused
pw.T2I(300, "lines")  # refused
pw.T2I(n="300")  # refused
pw.Edges(kind="step")  # refused
pw.Steady()  # refused
pw.Steady(pw.T2I(300))  # refused
pw.Depth(native="step")  # refused
pw.GR(nav=3)  # refused
pw.GR(nav=None)  # refused
print(pw.CharX)  # refused
print(pw.CharR().bugdet)  # refused
pw.evaluate(3, {})  # refused
pw.evaluate({}, {}, 5)  # refused
pw.evaluate({}, {}, lengths=[1, 2])  # refused
pw.evaluate({}, {}, structure={})  # refused
pw.read_run("x", reading={"missing": "skip"})  # refused
pw.Reading(missing="none")  # refused
