"""Refusals by the rules: a stable code, the field at fault and the values of its sentence."""

from gamekit import refusals
from gamekit.refusals import Faults as Faults
from gamekit.refusals import brief as brief


class RefusalError(refusals.RefusalError):
    """Any refusal by the rules of this game. ``str()`` is the sentence in English."""
