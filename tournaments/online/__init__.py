"""Online tables: opened, played, timed, shown, and reported to their event as sheets."""
