"""Paired tests, intervals and what they can show."""
