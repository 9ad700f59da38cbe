"""Printed pages: slips, lists, blank sheets, standings, certificates."""
