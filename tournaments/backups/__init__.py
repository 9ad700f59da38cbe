"""Backups: the whole installation or one event in one file, and the checks of all records."""
