"""How an event stands after a step, or when a program came too late: what it needs for its next step."""

from typing import Any

from rest_framework import serializers

from tournaments.frame.api.bodies import Shape
from tournaments.models import Tournament


class Stand(Shape):
    """The event, its status and its version, which the next write may state as ``seen``."""

    slug = serializers.SlugField()
    status = serializers.ChoiceField(choices=Tournament.Status.values)
    version = serializers.IntegerField()


def stand(event: Tournament) -> dict[str, Any]:
    return {"slug": event.slug, "status": event.status, "version": event.version}


EXAMPLE = {"slug": "gara-di-natale", "status": "open", "version": 4}
