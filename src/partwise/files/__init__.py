"""Bytes to tables and back."""
