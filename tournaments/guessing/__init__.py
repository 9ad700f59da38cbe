"""What a list of entries means, guessed from its text: its columns, and the names in its cells. Pure."""
