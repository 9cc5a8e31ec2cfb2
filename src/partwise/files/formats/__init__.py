"""One format, one module or folder: reader and writer."""
