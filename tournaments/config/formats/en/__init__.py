"""English as it is read in Europe: the day before the month, twenty-four hours."""
