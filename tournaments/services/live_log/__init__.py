"""The log of a live match: read under its lock, appended to, settled."""
