"""The hall clock, the clocks of tables and lines, lateness, and time that is given back."""
