"""English as used in Europe: the day before the month, twenty-four hours."""
