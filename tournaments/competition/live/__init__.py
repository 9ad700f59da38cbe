"""A match at an online table, purely: its log, what follows from it, what a command adds to it, who may see what."""
