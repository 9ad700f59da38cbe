"""Timing: the hall clock, clocks of tables and lines, lateness, and time given back."""
