"""Precision and recall of readers who navigate: PRUM, EPRUM, GR."""
