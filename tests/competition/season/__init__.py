"""Tests of the table of a season."""
