"""Events and circuits from their creation to their end, and their rounds."""
