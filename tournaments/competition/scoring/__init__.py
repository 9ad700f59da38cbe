"""The scores of a match: VP and MP of each line."""
