"""Results at tables: sheets, confirmations, corrections, rulings, and their effects on other tables."""
