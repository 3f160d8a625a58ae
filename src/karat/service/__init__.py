"""Use cases that need the store and the rooms together: what both doors call."""
