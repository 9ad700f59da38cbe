"""Deadlines: rows with a time, absent lines, the opening of rounds, and the clocks of a table that ends."""
