"""Measures of the text that a set of parts shows together."""
