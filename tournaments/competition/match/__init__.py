"""Matches: the content of a scoresheet, and the outcome that the rules of the event make of it."""
