"""Evaluation: runs against judgements, by measures and presets, into Results.

Call `evaluate.evaluate` and start reading there; `run_evaluator` evaluates a run in groups.
"""
