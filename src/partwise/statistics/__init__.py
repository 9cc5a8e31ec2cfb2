"""Means, intervals, paired tests and corrections over Results."""
