"""Measures of cumulated effort: what it costs to reach relevant text. Lower is better."""
