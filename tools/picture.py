"""Draw the picture of the README: what a reader gets for N characters.

python tools/picture.py
"""

from __future__ import annotations

import json
from pathlib import Path

import vl_convert

import partwise as pw

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "lighthouse"
RUNS = {"small": "200 characters", "medium": "500, every 250", "large": "1,200 characters"}
BUDGETS = [50, 100, 200, 300, 400, 600, 800, 1000, 1300, 1600, 2000, 2500, 3000, 4000]


def main() -> None:
    """Evaluate the example at many budgets and draw a line per chunking."""
    qrels = pw.read_qrels(EXAMPLE / "qrels.tsv")
    runs = [pw.read_run(EXAMPLE / f"{name}.jsonl") for name in RUNS]
    results = pw.evaluate(qrels, runs, [pw.CharR(budget=n) for n in BUDGETS])
    values = [
        {
            "chunks": RUNS[run],
            "characters": n,
            "share": round(results.mean(run, f"CharR(budget={n})"), 4),
        }
        for run in RUNS
        for n in BUDGETS
    ]
    chart = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": 560,
        "height": 260,
        "background": "white",
        "config": {
            "font": "sans-serif",
            "axis": {"labelFontSize": 12, "titleFontSize": 13, "gridColor": "#e8e8e8"},
            "legend": {"labelFontSize": 12, "titleFontSize": 13},
            "view": {"stroke": None},
        },
        "data": {"values": values},
        "mark": {
            "type": "line",
            "point": {"size": 35},
            "strokeWidth": 2.5,
        },
        "encoding": {
            "x": {
                "field": "characters",
                "type": "quantitative",
                "title": "characters read",
                "axis": {"format": ",d"},
            },
            "y": {
                "field": "share",
                "type": "quantitative",
                "scale": {"domain": [0, 1]},
                "title": "share of the judged text read",
                "axis": {"format": ".0%"},
            },
            "color": {
                "field": "chunks",
                "type": "nominal",
                "title": "chunks of",
                "sort": list(RUNS.values()),
                "scale": {"range": ["#1b6ca8", "#e07b00", "#4f8a3c"]},
            },
        },
    }
    target = ROOT / "docs" / "images" / "budget.svg"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(vl_convert.vegalite_to_svg(json.dumps(chart)), encoding="utf-8")


if __name__ == "__main__":
    main()
