"""Recall and precision that count overlapping text once: Gövert et al. (2003)."""
