"""Precision at recall levels over the full recall-base, overlap included: inex_eval."""
