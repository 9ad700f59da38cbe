"""The whole installation, or one event of it, as one file: made while the site is in use, and checked row by row."""
