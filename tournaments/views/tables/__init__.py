"""Pages of a live table, for players, officials and spectators."""
