"""Distributed evaluation: shares of run files, buckets of topics, part files and their merge.

A task is a run and a share of its whole topics: a range of bytes (`shares`) or a bucket of a folder
(`buckets`). Every task is evaluated by `partwise.evaluation.run_evaluator.RunEvaluator`, and what
tasks give is put together as the groups of a plain evaluation are. Start reading at `api`.
"""
