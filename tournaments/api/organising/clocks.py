"""The hall clock of a round: started, paused, given more time, taken back."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Shape
from tournaments.api.organising.base import Organising
from tournaments.api.organising.examples import AS_READ, answered, sent
from tournaments.api.organising.fields import ReasonField, SeenBody
from tournaments.api.schema import documented
from tournaments.models import Round, Tournament
from tournaments.policies import Door, Right
from tournaments.selectors.clocks import clock_of_round, ends_at, ms_of
from tournaments.selectors.rounds import round_in
from tournaments.services import clocks
from tournaments.services.clocks import LONGEST, MOST_EXTRA


class StartBody(SeenBody):
    """How long the clock runs; without a word as long as the event says."""

    minutes = serializers.IntegerField(min_value=1, max_value=LONGEST, allow_null=True, required=False)


class ExtraBody(SeenBody):
    """Minutes more, or fewer with a minus, and why."""

    minutes = serializers.IntegerField(min_value=-MOST_EXTRA, max_value=MOST_EXTRA)
    reason = ReasonField()


class RoundClock(Shape):
    """The clock of a round; at zero nobody is at fault."""

    round = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    time_called_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="null while it stands still.")
    minutes = serializers.IntegerField(allow_null=True)
    added_ms = serializers.IntegerField(help_text="Extra time and pauses that are over, in milliseconds.")
    left_ms = serializers.IntegerField(help_text="What is left now, in milliseconds.")


EXAMPLE = {
    "round": 1, "started_at": "2026-12-20T20:45:00+01:00", "paused_at": None, "time_called_at": None,
    "ends_at": "2026-12-20T21:25:00+01:00", "minutes": 40, "added_ms": 0, "left_ms": 2400000,
}  # fmt: skip


def round_clock(event: Tournament, round_: Round) -> dict[str, Any]:
    """The clock of a round as it is now."""
    clock = clock_of_round(round_, event.round_minutes)
    return {
        "round": round_.number,
        "started_at": round_.clock_started_at,
        "paused_at": round_.clock_paused_at,
        "time_called_at": round_.time_called_at,
        "ends_at": ends_at(clock),
        "minutes": round_.clock_minutes or event.round_minutes,
        "added_ms": round_.clock_added_ms,
        "left_ms": clock.left(ms_of(timezone.now())),
    }


class OfTheClock(Organising):
    """A step of the clock, for referees too."""

    door = Door(writes=Right.DIRECT)

    def step(self, slug: str, number: int, service: Any, body_class: type[SeenBody], *given: str) -> Response:
        event, actor, body = self.begun(slug, body_class)
        round_in(event, number)
        more = {name: body.get(name) for name in given}
        return Response(round_clock(event, service(actor=actor, tournament_id=event.pk, number=number, **more)))


class ClockEndpoint(Organising):
    """The clock of a round."""

    door = Door(reads=Right.SEE)

    @documented(
        "round_clock_read", "The hall clock of a round as it is now.", answers=RoundClock, examples=[answered(EXAMPLE)]
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        event, _actor = self.event(slug)
        return Response(round_clock(event, round_in(event, number)))


class Start(OfTheClock):
    """The clock is started."""

    @documented(
        "round_clock_start",
        "Start the hall clock of an announced round.",
        takes=StartBody,
        answers=RoundClock,
        examples=[sent({"minutes": 40}), answered(EXAMPLE)],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(slug, number, clocks.start_clock, StartBody, "minutes")


class Pause(OfTheClock):
    """The clock stands still."""

    @documented(
        "round_clock_pause",
        "Let the hall clock stand still, and every table that goes by it.",
        takes=SeenBody,
        answers=RoundClock,
        examples=[AS_READ, answered({**EXAMPLE, "paused_at": "2026-12-20T20:50:00+01:00", "ends_at": None})],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(slug, number, clocks.pause_clock, SeenBody)


class Resume(OfTheClock):
    """The clock is resumed."""

    @documented(
        "round_clock_resume",
        "Resume the hall clock with what was left of it.",
        takes=SeenBody,
        answers=RoundClock,
        examples=[AS_READ, answered(EXAMPLE)],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(slug, number, clocks.resume_clock, SeenBody)


class Stop(OfTheClock):
    """The clock is taken back."""

    @documented(
        "round_clock_stop",
        "Take a started clock back, the extra time of its tables with it: it can be started afresh.",
        takes=SeenBody,
        answers=RoundClock,
        examples=[AS_READ, answered({**EXAMPLE, "started_at": None, "ends_at": None})],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(slug, number, clocks.stop_clock, SeenBody)


class ExtraTime(OfTheClock):
    """The clock is given more time, or less."""

    @documented(
        "round_clock_extra_time",
        "Give the round more time or less, with a reason.",
        takes=ExtraBody,
        answers=RoundClock,
        examples=[sent({"minutes": 5, "reason": "È mancata la luce"}), answered({**EXAMPLE, "added_ms": 300000})],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(slug, number, clocks.add_time, ExtraBody, "minutes", "reason")
