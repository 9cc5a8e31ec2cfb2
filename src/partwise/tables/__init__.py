"""Frozen columns without logic: Run, Qrels, Structure, Results."""
