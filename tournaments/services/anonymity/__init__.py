"""Takes somebody's names out of all that is kept, and leaves every result, and the chain of the log, as they are."""
