"""Clocks of the hall, of tables and of lines; lateness, and time given back."""
