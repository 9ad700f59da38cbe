"""Bounds of the minutes of a clock, for the input of an operation and for its write."""

LONGEST = 600
MOST_EXTRA = 60
