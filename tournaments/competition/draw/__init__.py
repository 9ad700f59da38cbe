"""Lots that anybody can check."""
