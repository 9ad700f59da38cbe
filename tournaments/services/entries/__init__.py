"""Entries: add, check in, seed, pay, withdraw, enter late."""
