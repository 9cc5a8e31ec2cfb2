"""Intervals, paired tests, effect sizes and corrections over Results."""
