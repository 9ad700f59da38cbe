"""A second game with an online table, for tests alone: the toy with robots, practice, pictures and texts."""
