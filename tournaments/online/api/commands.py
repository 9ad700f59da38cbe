"""Commands of a match: what players and referees ask of it, each done once."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.core.validators import RegexValidator
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.live.orders import MOST_GIVEN
from tournaments.competition.live.viewing import Viewer
from tournaments.errors import ForbiddenError, MissingError, StaleVersionError
from tournaments.frame.api.bodies import Body
from tournaments.frame.api.bounds import LONGEST_TEXT
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.schema import describe
from tournaments.frame.policies import Actor, Door, Right
from tournaments.games.contract import Json, Seat
from tournaments.models import Match, Table
from tournaments.online.api.shapes import COURTESY, RECEIPT, CourtesyShape, ReceiptShape, match_shape
from tournaments.online.reads import live_matches
from tournaments.online.writes.commands import LONGEST_ID, SEATED, CommandReceipt, MatchCommand, submit
from tournaments.online.writes.courtesies import COURTESIES, say
from tournaments.online.writes.refereeing import LONGEST_NOTE, RIGHTS, give_order
from tournaments.tables.reads import seats
from tournaments.tables.reads.seats import MatchPlace

GROUP = "matches"


class OfMatch(Endpoint):
    """An endpoint of one match."""

    group = GROUP

    def match(self, match_id: int) -> tuple[Match, MatchPlace]:
        """The match and the caller's place at it; a match that they may not see looks like none."""
        row = live_matches.with_table(match_id)
        place = seats.place(self.visitor, row)
        if not place.may_see:
            raise MissingError
        self.game = row.game
        return row, place

    def seat(self, row: Match, place: MatchPlace) -> Seat:
        """The caller's seat; without one they are refused as at any table where they have no part."""
        if place.seat is None:
            self.table_of(row)
            # The code of a line with several seats names no seat.
            raise ForbiddenError
        return place.seat

    def table_of(self, row: Match) -> tuple[Table, Actor]:
        """The table of the match and the caller as an actor there; refused if they lack the right."""
        if row.table is not None:
            return self.table(row.table.tournament.slug, row.table.number)
        if not self.caller.is_known:
            raise NotAuthenticated
        raise ForbiddenError

    def match_now(self, match_id: int, viewer: Viewer) -> Json:
        """The match as it is now, for that viewer."""
        return match_shape(live_matches.match(match_id), viewer, timezone.now())


HIGHEST = 2**31 - 1


class _Asked(Body):
    """What every command says."""

    client_id = serializers.CharField(
        max_length=LONGEST_ID,
        trim_whitespace=False,
        validators=[RegexValidator(r"^[!-~]+\Z")],
        help_text="Your own name for this command: sent twice, it is one command",
    )
    expected = serializers.IntegerField(
        min_value=0, max_value=HIGHEST, help_text="The number of the newest event that you know"
    )


class CommandBody(_Asked):
    """A command of a player."""

    kind = serializers.ChoiceField(choices=list(SEATED))
    text = serializers.CharField(
        max_length=LONGEST_TEXT,
        required=False,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        help_text="Of play one of “actions”; of ready your seed for the shuffle, 32 hexadecimal digits or nothing",
    )


class OrderBody(_Asked):
    """An order of the referee."""

    kind = serializers.ChoiceField(choices=list(RIGHTS))
    note = serializers.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        default="",
        allow_blank=True,
        help_text="The reason, which both sides see; only to let a match go on needs none",
    )
    to = serializers.IntegerField(
        min_value=0, max_value=HIGHEST, required=False, help_text="The seat of time and hand, the line of loss"
    )
    ms = serializers.IntegerField(
        min_value=0, max_value=MOST_GIVEN, required=False, default=0, help_text="The time that is given"
    )


class OfCommands(OfMatch):
    """An endpoint that carries out a command, in a transaction of its own."""

    # The body has the idempotency key of the command.
    own_transactions = True
    counted_as = "plays"
    _received: datetime

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        self._received = timezone.now()
        super().initial(request, *args, **kwargs)

    def carry_out(self, row: Match, place: MatchPlace, ask: Callable[[], CommandReceipt]) -> Response:
        """The receipt of a command; if the caller did not know the newest event, the match as it is now."""
        try:
            receipt = ask()
        except StaleVersionError as refusal:
            raise self.stale(refusal, partial(self.match_now, row.pk, place.viewer)) from refusal
        return Response({"sequence": receipt.sequence, "repeated": receipt.repeated})


class Commands(OfCommands):
    """A player's command in a match."""

    door = Door(writes=Right.PLAY)

    @describe(
        "match_command",
        "Play, say that you are ready for the next deal, or abandon the match for good. The receipt says that it is "
        "on record; the same command with the same client_id is answered the same, and done once. 409 with the match "
        "as it is now says that something had happened that you did not know.",
        takes=CommandBody,
        answers=ReceiptShape,
        examples=[
            example_sent({"client_id": "k3v9-17", "kind": "play", "expected": 41, "text": "7dx3c+4b"}, "A play"),
            example_sent(
                {"client_id": "k3v9-2", "kind": "ready", "expected": 1, "text": "00" * 16}, "Ready, with a seed"
            ),
            example_answered(RECEIPT, "On record"),
        ],
    )
    def post(self, request: Request, match_id: int) -> Response:
        row, place = self.match(match_id)
        command = MatchCommand(seat=self.seat(row, place), **self.body())
        return self.carry_out(row, place, lambda: submit(match_id=row.pk, command=command, received=self._received))


class CourtesyBody(Body):
    """Something kind to say."""

    code = serializers.ChoiceField(choices=list(COURTESIES))


class Courtesies(OfCommands):
    """A player's courtesy in a match."""

    door = Door(writes=Right.PLAY)

    @describe(
        "match_courtesy",
        "Say one of a few courtesies to everybody at the table now. It is in no log; a seat says six a minute.",
        takes=CourtesyBody,
        answers=CourtesyShape,
        examples=[example_sent({"code": "good_game"}, "Said"), example_answered(COURTESY, "Heard")],
    )
    def post(self, request: Request, match_id: int) -> Response:
        row, place = self.match(match_id)
        seat, code = self.seat(row, place), self.body()["code"]
        say(row.pk, seat, code)
        return Response({"seat": seat, "code": code})


class Orders(OfCommands):
    """A referee's order in a match."""

    door = Door(writes=Right.RUN_TABLE)

    @describe(
        "match_order",
        "Stop the match, let it go on, give time, void the deal, rule the loss of a line, open a hand to the referee: "
        "each is an event that both sides see, with its reason.",
        takes=OrderBody,
        answers=ReceiptShape,
        examples=[
            example_sent({"client_id": "r-1", "kind": "pause", "expected": 41, "note": "Una rete che cade"}, "Stop it"),
            example_sent({"client_id": "r-2", "kind": "resume", "expected": 42}, "Let it go on"),
            example_sent(
                {"client_id": "r-3", "kind": "time", "expected": 43, "note": "Rete", "to": 0, "ms": 60_000}, "A minute"
            ),
            example_answered(RECEIPT, "On record"),
        ],
    )
    def post(self, request: Request, match_id: int) -> Response:
        row, place = self.match(match_id)
        table, _actor = self.table_of(row)
        body = self.body()
        command = MatchCommand(text=body.pop("note"), **body)
        return self.carry_out(
            row, place, lambda: give_order(place=place, table=table, match_id=row.pk, command=command)
        )
