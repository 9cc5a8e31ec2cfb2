"""Kernels: arithmetic on arrays, NumPy only."""
