"""Tables as programs are shown them in lists, and one with every deal of its match explained."""

from collections.abc import Sequence
from typing import Any, Final

from rest_framework import serializers

from tournaments.competition.match import contents, outcomes
from tournaments.competition.stages.alone import ALONE, alone
from tournaments.errors import RefusedError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.deal_words import award_name
from tournaments.frame.reads.formats import regulation_of
from tournaments.games.contract import DealScore, Json
from tournaments.models import Ruling, Scoresheet, Table, Tie, Tournament
from tournaments.tables.reads.cards import Card, MatchRecord

BEST_OF: Final = "Most of 1, 3 or 5 games decide; 2 are two legs, of which the sum decides, then a third game"


class SourceShape(Shape):
    """The table that a line waits for, and the place in which its entry must finish there."""

    round = serializers.IntegerField()
    position = serializers.IntegerField(help_text="In the round, from 0")
    section = serializers.CharField()
    hall_number = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField()


class LineShape(Shape):
    """A side at a table; without an entry it is nobody, or not known yet."""

    index = serializers.IntegerField(help_text="0 is line A")
    entry = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)
    is_nobody = serializers.BooleanField()
    is_absent = serializers.BooleanField()
    alone = serializers.ChoiceField(
        choices=["", *ALONE], help_text="What a line that meets nobody does in the round; empty at a table with a match"
    )
    points = serializers.IntegerField(allow_null=True)
    deals = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    vp = serializers.IntegerField(allow_null=True)
    mp = serializers.IntegerField(allow_null=True)
    waits_for = SourceShape(source="source", allow_null=True)


ROOM: Final = "The room in which the table stands; empty: the event has one room"
GROUP = "Its group, from 1; from 2 the bracket of a knockout by place; 0 elsewhere"


class TableShape(Shape):
    """A table of the plan: one match, or somebody who rests."""

    number = serializers.IntegerField(help_text="Its own in the event")
    hall_number = serializers.IntegerField(
        allow_null=True, help_text="Where it is played; the room is that of the event's `rooms` with this number"
    )
    round = serializers.IntegerField()
    section = serializers.ChoiceField(choices=Table.Section.values)
    position = serializers.IntegerField(help_text="In the round, from 0")
    best_place = serializers.IntegerField()
    worst_place = serializers.IntegerField()
    best_of = serializers.IntegerField(help_text=BEST_OF)
    lead = serializers.IntegerField(help_text="Matches of best_of that the first line has won before it begins")
    through = serializers.IntegerField(help_text="How many lines go on")
    may_draw = serializers.BooleanField(help_text="The match can end level")
    group = serializers.IntegerField(help_text=GROUP)
    status = serializers.ChoiceField(choices=Table.Status.values)
    referee_called = serializers.BooleanField()
    tiebreak_due = serializers.IntegerField()
    deals_played = serializers.IntegerField()
    ending = serializers.CharField(allow_blank=True)
    is_no_show = serializers.BooleanField(help_text="Nobody played, since somebody did not come")
    lines = LineShape(many=True)


class AwardShape(Shape):
    """One reason for points."""

    code = serializers.CharField()
    text = serializers.CharField(help_text="In the language of the reader")
    points = serializers.ListField(child=serializers.IntegerField())
    values = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class DealShape(Shape):
    """One deal: what each line got and why, and the totals after it."""

    tiebreak = serializers.IntegerField(help_text="0 for a regular deal, else the number of the tie-break")
    points = serializers.ListField(child=serializers.IntegerField())
    totals = serializers.ListField(child=serializers.IntegerField())
    awards = AwardShape(many=True)
    left = serializers.DictField(child=serializers.CharField(), help_text="Lines that left in it, with the cause")


class MatchGameShape(Shape):
    """A game of the match, deal by deal."""

    time_called = serializers.BooleanField()
    total_only = serializers.BooleanField()
    deals = DealShape(many=True)


class RulingShape(Shape):
    """A ruling in force: what, and why only where an official wrote something for the public."""

    kind = serializers.ChoiceField(choices=Ruling.Kind.values)
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    value = serializers.IntegerField(allow_null=True)
    cause = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(
        source="public_reason", allow_blank=True, help_text="What was written for the public; else empty"
    )
    at = serializers.DateTimeField(source="made_at")


class TieShape(Shape):
    """A tie of the match and what breaks it."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    status = serializers.ChoiceField(choices=Tie.Status.values)
    lines = serializers.ListField(child=serializers.IntegerField())
    places = serializers.ListField(child=serializers.IntegerField())


class MatchVersionShape(Shape):
    """A version of the sheet."""

    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Scoresheet.Status.values)
    entered_by_line = serializers.IntegerField(allow_null=True, help_text="null: an official")
    reason = serializers.CharField(allow_blank=True, help_text="Empty: a reason stays with the officials")
    at = serializers.DateTimeField(source="created_at")


class MatchShape(TableShape):
    """A table with its match: every deal with the reason of each point, ties, rulings, versions of the sheet."""

    games = MatchGameShape(many=True)
    ties = TieShape(many=True)
    rulings = RulingShape(many=True)
    versions = MatchVersionShape(many=True)


_read_table, _read_line = TableShape.reader("lines"), LineShape.reader("index", "alone")


def table_shape(card: Card) -> dict[str, Json]:
    """A table as every list shows it."""
    is_bye = card.status == Table.Status.BYE
    lines = []
    for index, side in enumerate(card.sides):
        what = alone(card.note, has_left=side.is_absent) if is_bye and side.entry is not None else ""
        lines.append(_read_line(side, index=index, alone=what))
    return _read_table(card, lines=lines)


def match_shape(event: Tournament, match: MatchRecord) -> dict[str, Json]:
    """A table with everything that was written down about its match.

    The games are those of the sheet in force; none where the rules refuse what is stored.
    """
    games: list[dict[str, Json]] = []
    if match.sheet is not None:
        written = contents.readable_content(match.sheet.content)["games"]
        try:
            found = outcomes.games_of(regulation_of(event), match.card.chairs, match.sheet.content)
        except RefusedError:
            written = found = []
        games = [
            {
                "time_called": one.time_called,
                "total_only": bool(game.get("total_only")),
                "deals": explain_deals(event.game, one.deals),
            }
            for game, one in zip(written, found, strict=True)
        ]
    return {
        **table_shape(match.card),
        "games": games,
        "ties": [TieShape.of(tie) for tie in match.ties],
        "rulings": [RulingShape.of(ruling) for ruling in match.rulings],
        "versions": [MatchVersionShape.of(sheet, reason="") for sheet in match.sheets],
    }


def explain_deals(game: str, deals: Sequence[DealScore]) -> list[dict[str, Json]]:
    """Each deal with the reasons of its points and the totals after it."""
    totals: list[int] = [0] * (len(deals[0].points) if deals else 0)
    found = []
    for deal in deals:
        if not deal.tiebreak:
            totals = [so_far + more for so_far, more in zip(totals, deal.points, strict=True)]
        found.append({**deal_shape(game, deal), "totals": totals})
    return found


def deal_shape(game: str, deal: DealScore) -> dict[str, Json]:
    """One deal without what came before it."""
    return {
        "tiebreak": deal.tiebreak,
        "points": list(deal.points),
        "totals": list(deal.points),
        "awards": [AwardShape.of(award, text=award_name(game, award)) for award in deal.awards],
        "left": {str(line): cause for line, cause in deal.left.items()},
    }


LINE_EXAMPLE: dict[str, Any] = {
    "index": 0,
    "entry": 812,
    "name": "Vana – Cargnino",
    "seed": 1,
    "is_nobody": False,
    "is_absent": False,
    "alone": "",
    "points": 21,
    "deals": 4,
    "place": 1,
    "vp": 9,
    "mp": 7,
    "waits_for": None,
}
TABLE_EXAMPLE: dict[str, Any] = {
    "number": 1,
    "hall_number": 1,
    "round": 1,
    "section": "main",
    "position": 0,
    "best_place": 1,
    "worst_place": 4,
    "best_of": 1,
    "lead": 0,
    "through": 1,
    "may_draw": False,
    "group": 0,
    "status": "done",
    "referee_called": False,
    "tiebreak_due": 0,
    "deals_played": 4,
    "ending": "",
    "is_no_show": False,
    "lines": [
        LINE_EXAMPLE,
        {
            **LINE_EXAMPLE,
            "index": 1,
            "entry": 815,
            "name": "Perotti – Grosso",
            "seed": None,
            "points": 14,
            "place": 2,
            "vp": 3,
            "mp": -7,
        },
    ],
}
MATCH_EXAMPLE: dict[str, Any] = {
    **TABLE_EXAMPLE,
    "games": [
        {
            "time_called": False,
            "total_only": False,
            "deals": [
                {
                    "tiebreak": 0,
                    "points": [21, 14],
                    "totals": [21, 14],
                    "left": {},
                    "awards": [{"code": "points", "text": "Punti", "points": [21, 14], "values": None}],
                }
            ],
        }
    ],
    "ties": [],
    "rulings": [],
    "versions": [
        {"version": 1, "status": "confirmed", "entered_by_line": None, "reason": "", "at": "2026-12-20T21:20:00+01:00"}
    ],
}
