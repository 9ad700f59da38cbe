"""Rows in the order of their merits."""
