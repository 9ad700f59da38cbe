"""Pages of a live table: for who plays there, who runs it and who watches."""
