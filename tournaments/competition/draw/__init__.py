"""Draws that anybody can verify."""
