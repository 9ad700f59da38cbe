"""Time at the tables, purely: clocks that stand still and are given more, and gaps in which nobody was served."""
