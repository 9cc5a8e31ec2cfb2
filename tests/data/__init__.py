"""Checksums of the real collections, which are not bundled."""
