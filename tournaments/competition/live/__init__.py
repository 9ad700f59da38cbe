"""The pure rules of an online match: its log, the state, what a command adds to it, who may see what."""
