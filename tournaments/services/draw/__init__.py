"""The public draw, and the tables made from it."""
