"""Chances of seeing, reaching and counting."""
