"""Results at tables: sheets, confirmations, corrections, rulings, and what follows of them for other tables."""
