"""Long work: lists of entries, archives, tables as files, papers."""
