"""Read, count and split corpora."""
