"""Verification of an installation: all records must follow from each other. Writes only what it remembers."""
