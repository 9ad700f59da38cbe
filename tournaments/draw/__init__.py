"""The draw and its tables, seeds, and the evenings that a number of entries allows."""
