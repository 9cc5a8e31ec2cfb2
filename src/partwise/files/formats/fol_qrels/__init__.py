"""FOL qrels of INEX: assessments as offsets and lengths, read and written."""
