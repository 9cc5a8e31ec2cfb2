"""Geometry: runs joined with judgements as views of spans, elements and documents.

Measures see a `view.View`. Start reading there.
"""
