"""Who meets who: where the entrants stand, and the tables that follow from it."""
