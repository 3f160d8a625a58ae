"""Read runs, score them, compare them."""
