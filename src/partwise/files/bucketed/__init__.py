"""Folders of buckets: tables split by topic into Parquet files that any scheduler can carry."""
