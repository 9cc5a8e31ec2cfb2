"""Snippets of articles, as BioASQ counts them."""
