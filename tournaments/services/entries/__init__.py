"""Entries: on the list, at the desk, seeded, paid, leaving and coming late."""
