"""Gold passages one by one, as the TREC Genomics track counted them."""
