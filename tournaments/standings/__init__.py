"""Standings, bracket and tree, groups, prizes, and entries that are level."""
