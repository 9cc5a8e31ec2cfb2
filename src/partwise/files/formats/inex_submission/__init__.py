"""INEX submissions: runs in XML, read and written."""
