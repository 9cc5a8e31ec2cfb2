"""X-Rai assessments of INEX: XML files, one per pool, read and written."""
