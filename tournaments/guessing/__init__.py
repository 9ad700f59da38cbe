"""Guess the meaning of a list of entries from its text: its columns, and the names in its cells. Pure."""
