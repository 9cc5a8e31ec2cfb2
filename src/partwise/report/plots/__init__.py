"""Plots: from assessments and runs to a chart of a named kind."""
