"""The order of rows by merit."""
