"""One format: reader and writer."""
