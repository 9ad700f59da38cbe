"""What the rules refuse: a stable code, the field it is about and the values that its sentence needs."""

from gamekit import refusals
from gamekit.refusals import Faults as Faults
from gamekit.refusals import brief as brief


class RefusalError(refusals.RefusalError):
    """Anything that the rules of this game refuse. ``str()`` is the sentence in English."""


class MalformedPlayError(RefusalError):
    """What was typed is not the notation of any play."""


class IllegalPlayError(RefusalError):
    """The play can be read, but the rules do not allow it here."""


class AmbiguousPlayError(RefusalError):
    """The notation fits more than one play; ``params['options']`` names them."""
