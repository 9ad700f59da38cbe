"""Looks an installation over: what is on record must follow from what is on record. Writes nothing."""
