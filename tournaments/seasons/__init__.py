"""Circuits: the season table over several events."""
