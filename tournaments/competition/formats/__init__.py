"""How an event runs from its plan to its final places."""
