"""The whole public state of an event in one call, and what has changed since a version that was read."""

import gzip

import orjson
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.events.api.state_shapes import CHANGED_EXAMPLE, STATE_EXAMPLE, StateShape, differences, state_shape
from tournaments.frame.api.bodies import Body
from tournaments.frame.api.kept import KeptEndpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.policies import Door, Right
from tournaments.frame.serving.kept import cached_gzip
from tournaments.games.contract import Json

STATE = "state"


class StateQuery(Body):
    """Which version the caller has."""

    since = serializers.IntegerField(
        min_value=0, max_value=2**53 - 1, required=False, help_text="The version that was read last"
    )


class StateEndpoint(KeptEndpoint):
    """The public state of an event."""

    door = Door(reads=Right.SEE)
    parameters = StateQuery
    group = "events"

    @describe(
        "event_state",
        "The whole public state of an event. With “since” only the rows that have changed after that version, where "
        "the server still knows it (some minutes), else all of it again with “since” null. Send the ETag back as "
        "If-None-Match: 304 while nothing has changed.",
        answers=StateShape,
        not_modified=True,
        examples=[
            OpenApiExample("All of it", STATE_EXAMPLE, response_only=True, status_codes=["200"]),
            OpenApiExample("What has changed", CHANGED_EXAMPLE, response_only=True, status_codes=["200"]),
        ],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event, _actor = self.event(slug)
        # The state that the caller has, if it is one that was given out here not long ago.
        since = self.query.get("since")
        before = None
        if since is not None and since <= event.version:
            before = cached_gzip(self.key(event.pk, since, STATE))
        if before is None:
            return self.conditional_response(event, STATE, lambda: state_shape(event))
        # Before the answer is made, for what is made under a lock may ask for nothing else that is kept.
        now = self.gzipped_json(event, self.key(event.pk, event.version, STATE), lambda: state_shape(event))
        return self.conditional_response(
            event, STATE, lambda: differences(_unpack_state(before), _unpack_state(now)), since
        )


def _unpack_state(packed: bytes) -> Json:
    return orjson.loads(gzip.decompress(packed))
