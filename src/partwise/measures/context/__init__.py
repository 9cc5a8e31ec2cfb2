"""Measures of retrieval in context: documents ranked by their first part, scored by their parts."""
