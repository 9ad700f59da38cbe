"""The log of an online match: read under its lock, appended to, settled."""
