"""Measures of document retrieval: they see only which documents came at which rank."""
