"""What an evening holds for a number of entrants."""
