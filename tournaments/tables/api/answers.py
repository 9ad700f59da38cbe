"""What the endpoints of a table answer, described: the values are built by ``shapes``."""

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from tournaments.frame.api.bodies import Shape
from tournaments.games.contract import Json
from tournaments.models import Scoresheet, Table
from tournaments.tables.api.table_shapes import BEST_OF, GROUP, ROOM


class WholeList(serializers.ListField):
    """Whole numbers, one for each line."""

    child = serializers.IntegerField()


class PlaceList(serializers.ListField):
    """Whole numbers or nothing, one for each line."""

    child = serializers.IntegerField(allow_null=True)


class SheetLineShape(Shape):
    """A line of a table."""

    index = serializers.IntegerField(help_text="0 is A, 1 is B …")
    letter = serializers.CharField()
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    name = serializers.CharField()
    state = serializers.CharField(help_text="playing, through, out, level, left or absent")
    total = serializers.IntegerField(help_text="Points so far")
    deals = serializers.IntegerField(help_text="Regular deals that it took part in")
    points = serializers.IntegerField(allow_null=True, help_text="Of the result")
    games_won = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    vp = serializers.IntegerField(allow_null=True)
    mp = serializers.IntegerField(allow_null=True)
    is_absent = serializers.BooleanField()
    is_nobody = serializers.BooleanField()
    missing_since = serializers.DateTimeField(allow_null=True)
    arrived_at = serializers.DateTimeField(allow_null=True)
    clock_left_ms = serializers.IntegerField(allow_null=True, help_text="Of its own clock, where it has one")
    clock_runs = serializers.BooleanField()


class SheetAwardShape(Shape):
    """A reason for points in a deal."""

    code = serializers.CharField()
    text = serializers.CharField()
    points = WholeList()
    values = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class DealLeftShape(Shape):
    """A line that left the match in a deal."""

    line = serializers.IntegerField()
    cause = serializers.CharField()


class SheetDealShape(Shape):
    """A deal that is written, with its reasons and the values that write it again."""

    game = serializers.IntegerField(source="spot.game")
    deal = serializers.IntegerField(source="spot.deal")
    tiebreak = serializers.IntegerField(
        source="score.tiebreak", help_text="0 for a regular deal, else which tie-break it is"
    )
    points = WholeList(source="score.points")
    awards = SheetAwardShape(many=True)
    left = DealLeftShape(many=True)
    values = serializers.DictField(child=serializers.CharField(allow_blank=True))


class SheetGameShape(Shape):
    """A game (partita) of the match."""

    game = serializers.IntegerField(source="index")
    totals = WholeList(source="told.state.totals")
    over = serializers.BooleanField(source="told.state.is_over")
    winner = serializers.IntegerField(source="told.state.winner", allow_null=True)
    time_called = serializers.BooleanField(source="told.state.time_called")
    total_only = serializers.BooleanField()
    deals = SheetDealShape(many=True)


class SheetOutcomeShape(Shape):
    """What the rules make of what is written."""

    over = serializers.BooleanField()
    points = WholeList()
    games_won = WholeList()
    places = PlaceList()
    vp = PlaceList()
    mp = PlaceList()
    ending = serializers.CharField(allow_blank=True)


class DealSpotShape(Shape):
    """The game and the deal in which a deal is written."""

    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    tiebreak = serializers.IntegerField()


class SheetTieShape(Shape):
    """A tie that has to be broken before the match can end."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField()
    lines = WholeList()
    places = WholeList(help_text="From the first to the last of those at stake")


class TableClockShape(Shape):
    """The clock that a table goes by."""

    state = serializers.ChoiceField(choices=["none", "waiting", "running", "paused", "over"])
    left_ms = serializers.IntegerField()
    length_ms = serializers.IntegerField()
    added_ms = serializers.IntegerField()
    ends_at = serializers.DateTimeField(allow_null=True)
    time_called = serializers.BooleanField()
    is_own = serializers.BooleanField(help_text="It does not go by the clock of its round")
    has_own_time = serializers.BooleanField()


class SheetVersionShape(Shape):
    """A version of the sheet; who wrote it is told to officials."""

    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Scoresheet.Status.values)
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    over = serializers.BooleanField()
    entered_by_line = serializers.IntegerField(allow_null=True)
    entered_by = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField(source="created_at")


class WholeSheetVersionShape(SheetVersionShape):
    """A version of the sheet with its deals."""

    games = SheetGameShape(many=True)
    forfeit = serializers.DictField(allow_null=True, help_text="The fault by which it ended, as the game keeps it")


class TableRulingShape(Shape):
    """A ruling at this table; its reason is told to officials."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.CharField()
    status = serializers.CharField()
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    value = serializers.IntegerField(allow_null=True)
    cause = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    made_by = serializers.CharField(allow_null=True)
    made_at = serializers.DateTimeField()


class TableYouShape(Shape):
    """What the caller is at this table."""

    role = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField(allow_null=True)


class TableMayShape(Shape):
    """What the caller may do at this table now."""

    enter = serializers.BooleanField()
    confirm = serializers.BooleanField()
    dispute = serializers.BooleanField()
    call = serializers.BooleanField()
    total = serializers.BooleanField()
    undo = serializers.BooleanField()
    correct = serializers.BooleanField()
    forfeit = serializers.BooleanField()
    punish = serializers.BooleanField()
    rule = serializers.BooleanField()


class TableState(Shape):
    """Everything about one table for anybody who works there."""

    event = serializers.CharField()
    number = serializers.IntegerField()
    hall_number = serializers.IntegerField(allow_null=True)
    room = serializers.CharField(allow_blank=True, help_text=ROOM)
    round = serializers.IntegerField(source="round.number")
    section = serializers.CharField()
    group = serializers.IntegerField(help_text=GROUP)
    status = serializers.ChoiceField(choices=Table.Status.values)
    version = serializers.IntegerField(help_text="To be sent back as `seen`")
    sheet_version = serializers.IntegerField()
    best_of = serializers.IntegerField(help_text=BEST_OF)
    through = serializers.IntegerField(help_text="How many lines go on from here")
    ending = serializers.CharField(allow_blank=True)
    referee_called = serializers.BooleanField()
    called_at = serializers.DateTimeField(allow_null=True)
    lines = SheetLineShape(many=True)
    games = SheetGameShape(many=True)
    outcome = SheetOutcomeShape(allow_null=True)
    contradicted = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    forfeit = serializers.DictField(allow_null=True, help_text="The fault by which it ended, as the game keeps it")
    next = DealSpotShape(allow_null=True)
    tie = SheetTieShape(allow_null=True)
    clock = TableClockShape()
    versions = SheetVersionShape(many=True)
    rulings = TableRulingShape(many=True)
    you = TableYouShape()
    may = TableMayShape()


class SheetFieldShape(Shape):
    """A field of the game's form."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["whole", "choice", "flag", "text"])
    label = serializers.CharField()  # type: ignore[assignment]
    needed = serializers.BooleanField()
    depths = serializers.ListField(
        child=serializers.CharField(), help_text="Values of `depth` that ask for it; none: all"
    )
    least = serializers.IntegerField(required=False)
    most = serializers.IntegerField(required=False, help_text="The highest number; of a text its length")
    choices = serializers.ListField(child=serializers.CharField(), required=False)


class DealFormShape(Shape):
    """The form of a deal."""

    game = serializers.IntegerField()
    deal = serializers.IntegerField()
    tiebreak = serializers.IntegerField()
    playing = WholeList(help_text="The lines that take part in it")
    fields = SheetFieldShape(many=True)  # type: ignore[assignment]
    values = serializers.DictField(child=serializers.CharField(allow_blank=True), help_text="What is written there")


class DealPreviewShape(Shape):
    """What a deal would give, and how the match would stand after it."""

    deal = SheetDealShape()
    totals = WholeList()
    outcome = SheetOutcomeShape()
    tie = SheetTieShape(allow_null=True)


LINE_A: Json = {
    "index": 0,
    "letter": "A",
    "entry": 812,
    "name": "Vana – Cargnino",
    "state": "playing",
    "total": 8,
    "deals": 2,
    "points": 8,
    "games_won": 0,
    "place": None,
    "vp": None,
    "mp": None,
    "is_absent": False,
    "is_nobody": False,
    "missing_since": None,
    "arrived_at": None,
    "clock_left_ms": None,
    "clock_runs": False,
}
DEAL: Json = {
    "game": 0,
    "deal": 0,
    "tiebreak": 0,
    "points": [3, 1],
    "awards": [],
    "left": [],
    "values": {"depth": "points", "tiebreak": "0", "last_capture": "", "points_a": "3", "points_b": "1"},
}
VERSION: Json = {
    "version": 1,
    "status": "running",
    "points": [3, 1],
    "over": False,
    "entered_by_line": None,
    "entered_by": "Ada Arbitra",
    "reason": "",
    "at": "2026-11-20T21:04:10+01:00",
}
OUTCOME: Json = {
    "over": False,
    "points": [3, 1],
    "games_won": [0, 0],
    "places": [None, None],
    "vp": [None, None],
    "mp": [None, None],
    "ending": "",
}
REFEREE_MAY: Json = {
    "enter": True,
    "confirm": False,
    "dispute": False,
    "call": False,
    "total": True,
    "undo": True,
    "correct": False,
    "forfeit": True,
    "punish": True,
    "rule": True,
}
TABLE_EXAMPLE: Json = {
    "event": "torneo-di-primavera",
    "number": 7,
    "hall_number": 7,
    "room": "",
    "round": 1,
    "section": "main",
    "group": 0,
    "status": "playing",
    "version": 3,
    "sheet_version": 1,
    "best_of": 1,
    "through": 1,
    "ending": "",
    "referee_called": False,
    "called_at": "2026-11-20T20:40:00+01:00",
    "lines": [LINE_A, LINE_A | {"index": 1, "letter": "B", "entry": 813, "name": "Teppa – Solero", "total": 1}],
    "games": [
        {
            "game": 0,
            "totals": [3, 1],
            "over": False,
            "winner": None,
            "time_called": False,
            "total_only": False,
            "deals": [DEAL],
        },
    ],
    "outcome": OUTCOME,
    "contradicted": None,
    "forfeit": None,
    "next": {"game": 0, "deal": 1, "tiebreak": 0},
    "tie": None,
    "clock": {
        "state": "running",
        "left_ms": 2400000,
        "length_ms": 3600000,
        "added_ms": 0,
        "ends_at": "2026-11-20T21:40:00+01:00",
        "time_called": False,
        "is_own": False,
        "has_own_time": False,
    },
    "versions": [VERSION],
    "rulings": [],
    "you": {"role": "referee", "line": None},
    "may": REFEREE_MAY,
}
STATE = OpenApiExample("A table of two", TABLE_EXAMPLE, response_only=True)
