"""Pages of clubs and circuits: what everybody sees, and what their administrators and owners look after."""
