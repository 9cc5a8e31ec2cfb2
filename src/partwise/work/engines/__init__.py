"""Engines map a function over tasks, and try the task of a worker that died again."""
