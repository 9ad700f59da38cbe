"""Backups: the whole installation or one event in one file, made while the site runs and checked row by row."""
