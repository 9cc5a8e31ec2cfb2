"""Statistics over Results: paired tests, intervals, effect sizes and corrections.

Call `compare.compare`.
"""
