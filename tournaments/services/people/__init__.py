"""The people of a club: added, renamed, put together."""
