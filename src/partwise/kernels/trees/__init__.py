"""Arithmetic of trees: forests, paths, ideals, what nodes are worth."""
