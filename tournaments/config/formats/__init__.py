"""How dates are written, where the language alone would not say it as people here read it."""
