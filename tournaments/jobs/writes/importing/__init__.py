"""Import of an event from another installation: a foreign archive, of which nothing is trusted."""
