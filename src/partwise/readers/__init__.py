"""One format, one file: bytes -> tables."""
