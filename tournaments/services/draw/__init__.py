"""The public draw, and the tables that it makes."""
