"""What the rules refuse: a stable code, the field it is about and the values that its sentence needs."""

from tournaments.games.guards import brief as brief
from tournaments.games.refusals import Faults as Faults
from tournaments.games.refusals import RefusalError as RefusalError


class MalformedPlayError(RefusalError):
    """What was typed is not the notation of any play."""


class IllegalPlayError(RefusalError):
    """The play can be read, but the rules do not allow it here."""


class AmbiguousPlayError(RefusalError):
    """The notation fits more than one play; ``params['options']`` names them."""
