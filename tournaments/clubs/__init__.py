"""Clubs, their logos, the people who run them, and their presets."""
