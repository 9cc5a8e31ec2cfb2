"""Texts of documents: location of quotes, verification and migration of offsets."""
