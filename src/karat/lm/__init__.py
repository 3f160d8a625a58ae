"""n-gram language models and perplexity: this room is empty until they move in."""
