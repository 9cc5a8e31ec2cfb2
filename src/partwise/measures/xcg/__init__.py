"""Cumulated gain of elements: Kazai and Lalmas (2006)."""
