"""The people of a club: added, renamed, merged."""
