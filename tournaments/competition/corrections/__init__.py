"""The effects of a corrected result."""
