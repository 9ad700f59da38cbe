"""The rules of a match of two teams."""
