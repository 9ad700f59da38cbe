"""Pages of clubs and circuits: public ones, and those of their administrators and owners."""
