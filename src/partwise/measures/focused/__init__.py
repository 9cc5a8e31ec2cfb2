"""Measures of the focused task: a ranked list of parts, counted by characters."""
