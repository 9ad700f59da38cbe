"""Matches at online tables: opened, played, timed, and reported to their event as sheets."""
