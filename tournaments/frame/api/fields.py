"""The body of a step that needs no words; others begin with it."""

from tournaments.frame.api.bodies import Body, field_of
from tournaments.frame.operations.inputs import EVENT_SEEN


class SeenBody(Body):
    """Nothing but the version that was read."""

    seen = field_of(EVENT_SEEN)
