"""Head-counts: the evening for a number of entrants."""
