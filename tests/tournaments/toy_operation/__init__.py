"""An operation that no event has, declared once."""
