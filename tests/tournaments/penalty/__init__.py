"""A game for tests of the platform alone: two to six lines collect penalties, and are out at 101."""
