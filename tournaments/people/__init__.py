"""The people of a club: added, corrected, merged, and their public pages."""
