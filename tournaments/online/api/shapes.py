"""Online matches as programs are shown them: what ``competition.live.viewing`` lets their viewers see."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, cast

from django.conf import settings
from rest_framework import serializers

from tournaments.competition.live.viewing import SHOWN, Viewer
from tournaments.frame.api.bodies import Shape
from tournaments.games.contract import Json, Seat
from tournaments.models import Match, Table
from tournaments.online.reads import live_matches
from tournaments.timing.reads import ms_of

NOW: Final = 1_795_465_800_000
COMMITMENT: Final = "5d9cf2a0" * 8
DEAL: Final[dict[str, Any]] = {
    "number": 1,
    "game": 0,
    "tiebreak": 0,
    "dealer": 0,
    "seats": [0, 1],
    "commitment": COMMITMENT,
    "ready": [0, 1],
    "is_waiting": False,
    "opened": [],
    "is_void": False,
}
CARDS: Final[dict[str, Any]] = {
    "seats": 2,
    "seat": 0,
    "lines": [0, 1],
    "piles": [0, 1],
    "dealer": 0,
    "turn": 0,
    "cycle": 1,
    "cycles": 6,
    "over": False,
    "table_cards": ["2s", "6b", "Rc"],
    "hand": ["7d", "4c", "Rs"],
    "held": [3, 2],
    "stock": 30,
    "taken": [0, 2],
    "taken_cards": None,
    "sweeps": [0, 0],
    "last_capture": 1,
    "recent": [{"seat": 1, "play": "3dx3b"}],
    "seen": None,
    "open_hands": {},
    "actions": ["7d", "4c", "RsxRc"],
}
MATCH: Final[dict[str, Any]] = {
    "id": 41,
    "game": settings.GAMES[0],
    "event": "gara-di-natale",
    "table": 5,
    "status": "open",
    "rules": {"target": 11, "carte_viste": False},
    "move_ms": 60_000,
    "bank_ms": None,
    "now": NOW,
    "view": {
        "sequence": 5,
        "you": 0,
        "seed": "07ab" * 8,
        "seats": [0, 1],
        "is_over": False,
        "is_paused": False,
        "fault": None,
        "lost": [],
        "replaced": [],
        "orders": [],
        "deal": DEAL,
        "dealt": [0, 1],
        "clock": {"turn": 0, "is_running": True, "move_ms": [57_300, 60_000], "bank_ms": [None, None]},
        "score": [],
        "time": None,
        "cards": CARDS,
    },
}
EVENTS: Final[dict[str, Any]] = {
    "sequence": 5,
    "events": [
        {"sequence": 4, "kind": "dealt", "seat": None, "at": NOW - 9_000, "attempt": 0, "turn": 1},
        {
            "sequence": 5,
            "kind": "played",
            "seat": 1,
            "at": NOW - 2_700,
            "play": "3dx3b",
            "elapsed": 6_300,
            "turn": 0,
            "told": [{"event": "captured", "seat": 1, "card": "3d", "play": "3dx3b"}],
        },
    ],
    "more": False,
}
REPLAY: Final[dict[str, Any]] = {
    "deal": DEAL,
    "deals": [1],
    "plays": ["3dx3b", "RsxRc", "Ac"],
    "turns": [1, 0, 1],
    "shown": 1,
    "cards": {
        "all": {**CARDS, "seat": None, "hand": [], "actions": []},
        "0": CARDS,
        "1": {**CARDS, "seat": 1, "hand": ["Ac", "5b"], "actions": []},
    },
    "reveal": {
        "format": "settebello-shuffle-1",
        "commitment": COMMITMENT,
        "server_seed": "1f" * 32,
        "client_seeds": ["00" * 16, ""],
        "match": 41,
        "deal": 1,
        "pack": ["Ad", "2d"],
        "decks": [["2d", "Ad"]],
    },
}
LOBBY_MATCH: Final[dict[str, Any]] = {
    "id": 41,
    "table": 5,
    "hall_number": 5,
    "round": 2,
    "status": "open",
    "sequence": 5,
    "you": 0,
    "opened_at": "2026-11-23T20:30:00+01:00",
    "lines": [
        {"line": 0, "entry": 812, "name": "Gino Vana", "seats": [0]},
        {"line": 1, "entry": 815, "name": "Rita Perotti", "seats": [1]},
    ],
}
COURTESY: Final[dict[str, Any]] = {"seat": 1, "code": "good_game"}
RECEIPT: Final[dict[str, Any]] = {"sequence": 42, "repeated": False}


def _several(**more: Any) -> serializers.Field[Any, Any, Any, Any]:
    return serializers.ListField(child=serializers.IntegerField(), **more)


# The fields that events have beyond those of all; one that is not named here is of any kind.
OF_EVENTS: Final[Mapping[str, Callable[..., Any]]] = {
    **dict.fromkeys(
        ("game", "tiebreak", "dealer", "attempt", "elapsed", "ms", "line", "to", "deal"), serializers.IntegerField
    ),
    **dict.fromkeys(("commitment", "play", "reason", "cause", "note"), serializers.CharField),
    "seats": _several,
}


class LiveEventShape(Shape):
    """One row of the log, as everybody sees it; what stands in it beyond “at” belongs to its kind."""

    sequence = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=list(SHOWN))
    seat = serializers.IntegerField(allow_null=True, help_text="null: the referee or the server")
    at = serializers.IntegerField(help_text="When it was decided, in milliseconds since 1970")

    def get_fields(self) -> dict[str, Any]:
        more: dict[str, Any] = {}
        for name in sorted({name for names in SHOWN.values() for name in names}):
            kinds = ", ".join(kind for kind, names in SHOWN.items() if name in names)
            more[name] = OF_EVENTS.get(name, serializers.JSONField)(required=False, help_text=f"Of {kinds}")
        # Null where the seeds of the deal draw one: “dealt” has the seat.
        more["dealer"] = serializers.IntegerField(required=False, allow_null=True, help_text="Of dealt, prepared")
        # Nobody's turn: the deal is over.
        more["turn"] = serializers.IntegerField(required=False, allow_null=True, help_text="Of dealt, played")
        return {**super().get_fields(), **more}


class LiveEventsShape(Shape):
    """What happened after the event “since”, in order and without a gap; “more” says that it is not all of it."""

    sequence = serializers.IntegerField(help_text="The number of the newest event of the match")
    events = LiveEventShape(many=True)
    more = serializers.BooleanField(help_text="Ask again with the number of the last one")


class LiveFaultShape(Shape):
    """How a line ended the match, or its part in it."""

    line = serializers.IntegerField()
    cause = serializers.CharField()


class LiveDealShape(Shape):
    """The deal in hand, or the one that was replayed."""

    number = serializers.IntegerField(help_text="From 1 through the whole match")
    game = serializers.IntegerField(help_text="From 0")
    tiebreak = serializers.IntegerField()
    dealer = serializers.IntegerField(allow_null=True, help_text="A seat; null until the seeds of the deal draw it")
    seats = _several(help_text="Those that play this deal")
    commitment = serializers.CharField(help_text="To the seed of the shuffle, before any seat has added its own")
    ready = _several(help_text="The seats that have said that they are ready")
    is_waiting = serializers.BooleanField(help_text="No cards yet: the seats are asked whether they are ready")
    opened = _several(help_text="The seats whose hands the referee has opened to themselves")
    is_void = serializers.BooleanField(help_text="It counts for nothing")


class LiveClockShape(Shape):
    """The clocks at the moment “now”, by seat; null where there is no limit."""

    turn = serializers.IntegerField(allow_null=True, help_text="The seat that plays next")
    is_running = serializers.BooleanField()
    move_ms = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    bank_ms = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class LiveAwardShape(Shape):
    """One reason for points."""

    code = serializers.CharField()
    points = _several()
    values = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class LiveScoredShape(Shape):
    """A closed deal: what each line got, and why."""

    points = _several()
    tiebreak = serializers.IntegerField()
    awards = LiveAwardShape(many=True)


class LiveGameShape(Shape):
    """A game of the match."""

    totals = _several(help_text="By line")
    is_over = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True, help_text="A line")
    through = _several(help_text="The lines that go on from a game that is over")
    tie = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="The lines that are level")
    won = _several(help_text="Games won, by line")
    deals = LiveScoredShape(many=True)


class LiveTimeShape(Shape):
    """Time was called."""

    deal = serializers.IntegerField(help_text="The deal that was in hand")
    plays = serializers.IntegerField(help_text="After how many of its plays")
    is_last = serializers.BooleanField(help_text="A regular deal is played to its end as the last one")
    is_tiebreak = serializers.BooleanField(help_text="It came during the tie-breaks, which go on")


class LiveViewShape(Shape):
    """The match as one viewer sees it; “cards” is what the game shows them of the deal."""

    sequence = serializers.IntegerField()
    you = serializers.IntegerField(allow_null=True, help_text="Your seat; null where you only watch")
    seed = serializers.CharField(help_text="What your seat added to the shuffle; empty before, and to watchers")
    seats = _several(help_text="The line of every seat, in playing order")
    is_over = serializers.BooleanField()
    is_paused = serializers.BooleanField()
    fault = LiveFaultShape(allow_null=True)
    lost = _several(help_text="The lines that have lost the match by a ruling")
    replaced = _several(help_text="The seats that robots play to the end of the deal: their lines were at fault")
    orders = LiveEventShape(many=True, help_text="The newest of the referee's, with their reasons")
    deal = LiveDealShape()
    dealt = _several(allow_null=True, help_text="The seats of the deal that “cards” shows, in its order")
    clock = LiveClockShape()
    score = LiveGameShape(many=True)
    time = LiveTimeShape(allow_null=True, help_text="null: time was not called")
    cards = serializers.JSONField(allow_null=True, help_text="Of the game; “actions” are what you may play now")
    hands = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="For the referee alone: the hands that are open, by seat",
    )


class LiveMatchShape(Shape):
    """A match at an online table."""

    id = serializers.IntegerField()
    game = serializers.CharField()
    event = serializers.CharField(allow_null=True, help_text="null: for practice")
    table = serializers.IntegerField(allow_null=True, help_text="The number of the table in its event")
    status = serializers.ChoiceField(choices=Match.Status.values)
    rules = serializers.JSONField()
    move_ms = serializers.IntegerField(allow_null=True, help_text="The limit for each play")
    bank_ms = serializers.IntegerField(allow_null=True, help_text="The limit for all the plays of a player")
    now = serializers.IntegerField(help_text="The server's time, in milliseconds since 1970")
    view = LiveViewShape()


class ReplayShape(Shape):
    """A deal that is over, after some of its plays, with every hand; “reveal” is what it was shuffled from."""

    deal = LiveDealShape()
    deals = _several(help_text="The deals that can be replayed")
    plays = serializers.ListField(child=serializers.CharField(), help_text="All of the deal")
    turns = _several(help_text="The seat that made each play")
    shown = serializers.IntegerField(help_text="After how many of them the cards are shown")
    cards = serializers.DictField(
        child=serializers.JSONField(), help_text="What the game shows to each seat, and under “all” to everybody"
    )
    reveal = serializers.JSONField(help_text="For docs/verify_shuffle.py")


class LobbyLineShape(Shape):
    """A line of a match."""

    line = serializers.IntegerField()
    entry = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    seats = _several()


class LobbyMatchShape(Shape):
    """A match of the event, in a list."""

    id = serializers.IntegerField()
    table = serializers.IntegerField(help_text="The number of the table in the event")
    hall_number = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Match.Status.values)
    sequence = serializers.IntegerField()
    you = serializers.IntegerField(allow_null=True, help_text="Your seat; null where you have none")
    opened_at = serializers.DateTimeField()
    lines = LobbyLineShape(many=True)


class CourtesyShape(Shape):
    """A courtesy that everybody at the table has heard."""

    seat = serializers.IntegerField()
    code = serializers.CharField()


class ReceiptShape(Shape):
    """What was asked is on record."""

    sequence = serializers.IntegerField(help_text="The number of its event")
    repeated = serializers.BooleanField(help_text="It had been answered before, and was not done again")


def match_shape(row: Match, viewer: Viewer, now: datetime) -> dict[str, Json]:
    table = row.table
    return {
        "id": row.pk,
        "game": row.game,
        "event": table.tournament.slug if table else None,
        "table": table.number if table else None,
        "status": row.status,
        "rules": row.rules,
        "move_ms": row.move_ms,
        "bank_ms": row.bank_ms,
        "now": ms_of(now),
        "view": live_matches.view(row, viewer, now),
    }


def lobby_shape(row: Match, names: Mapping[int, str], seats: Mapping[int, Seat]) -> dict[str, Json]:
    table, entries = cast(Table, row.table), row.chairs["entries"]
    return {
        "id": row.pk,
        "table": table.number,
        "hall_number": table.hall_number,
        "round": table.round.number,
        "status": row.status,
        "sequence": row.sequence,
        "you": seats.get(row.pk),
        "opened_at": row.opened_at,
        "lines": [
            {
                "line": line,
                "entry": entry,
                "name": names.get(entry, ""),
                "seats": [seat for seat, own in enumerate(row.seats) if own == line],
            }
            for line, entry in enumerate(entries)
        ],
    }
