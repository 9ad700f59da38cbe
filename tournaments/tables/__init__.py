"""Results at tables: sheets, confirmations, corrections, rulings, and who goes on."""
