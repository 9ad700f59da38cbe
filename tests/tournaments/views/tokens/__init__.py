"""Tests of the pages of tokens."""
