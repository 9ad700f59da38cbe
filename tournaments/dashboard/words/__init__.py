"""Sentences and rows that pages share."""
