"""Matches: the content of a scoresheet, and its outcome by the rules of the event."""
