"""Who takes part and how they stand, with clubs and players of teams: for lists, standings and state of an event."""

from typing import Any

from rest_framework import serializers

from tournaments.competition.stages.outlook import FATES
from tournaments.entries.reads.entries import EntryRow
from tournaments.frame.api.bodies import Shape
from tournaments.games.contract import Json
from tournaments.models import Entry
from tournaments.standings.reads.standings import StandingRow


class PersonShape(Shape):
    """Somebody who plays."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class EntryShape(Shape):
    """An entry as the public sees it."""

    id = serializers.IntegerField(source="pk", help_text="What tables and standings call it")
    number = serializers.IntegerField()
    name = serializers.CharField(source="label")
    club = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)
    status = serializers.ChoiceField(choices=Entry.Status.values)
    people = PersonShape(many=True)


class DeductionShape(Shape):
    """What penalties deduct from the totals of an entry."""

    points = serializers.IntegerField()
    vp = serializers.IntegerField()
    mp = serializers.IntegerField()


class StageRowShape(Shape):
    """How an entry stands where everybody plays in each round."""

    group = serializers.IntegerField(help_text="From 1; 0 where there are no groups")
    group_place = serializers.IntegerField(source="in_group.place", help_text="Without groups the place itself")
    lot = serializers.IntegerField(source="tally.lot", help_text="1 is first; those who came late follow by number")
    table_points = serializers.CharField(source="tally.points", help_text="A whole number, or a fraction such as 13/2")
    deduction = DeductionShape(help_text="Deducted already from the totals")
    played = serializers.IntegerField(source="tally.played", help_text="Tables at which it met somebody")
    draws = serializers.IntegerField(source="tally.draws")
    losses = serializers.IntegerField(source="tally.losses")
    rests = serializers.IntegerField(source="tally.rests")
    absences = serializers.IntegerField(source="tally.absences", help_text="Rounds that it missed, and came back")
    scored = serializers.IntegerField(source="tally.scored", help_text="Points of the game")
    conceded = serializers.IntegerField(source="tally.conceded")
    difference = serializers.IntegerField(source="tally.difference")


class OutlookShape(Shape):
    """What is still open for an entry in the stage that is played; nobody else leaves, nothing is corrected."""

    best = serializers.IntegerField(help_text="The best place it can still have, in its group if there are groups")
    worst = serializers.IntegerField(help_text="The worst one")
    fate = serializers.ChoiceField(
        choices=FATES, allow_null=True, help_text="Whether it goes on to the next stage; null where nobody is cut"
    )


class StandingShape(Shape):
    """How an entry stands."""

    place = serializers.IntegerField(allow_null=True, help_text="null while it is still in")
    is_withdrawn = serializers.BooleanField(help_text="It has left the event, wherever it had come to")
    is_shared = serializers.BooleanField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    vp = serializers.IntegerField()
    mp = serializers.IntegerField()
    wins = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The last one it came to")
    section = serializers.CharField()
    bracket = serializers.IntegerField(help_text="That of its last table in a knockout by place, from 2; 0 elsewhere")
    table = serializers.IntegerField(allow_null=True, help_text="Hall number where it plays now")
    points = serializers.IntegerField(help_text="At its last table")
    deals = serializers.IntegerField(help_text="At its last table")
    table_place = serializers.IntegerField(allow_null=True)
    stage = StageRowShape(allow_null=True, help_text="null in an elimination")
    outlook = OutlookShape(allow_null=True, help_text="null in an elimination and once the last stage is over")


class ClubEntryShape(Shape):
    """An entry of a club, and what it has."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    amount = serializers.CharField(help_text="VP or table points; a whole number, or a fraction such as 13/2")
    counts = serializers.BooleanField()


class ClubRowShape(Shape):
    """A club, and what its entries have together."""

    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    club = serializers.IntegerField(source="key")
    name = serializers.CharField()
    total = serializers.CharField(help_text="Of the entries that count")
    entries = ClubEntryShape(many=True)


class PlayerRowShape(Shape):
    """A player of a team, and what was made at the boards."""

    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    person = serializers.IntegerField()
    name = serializers.CharField()
    entry = serializers.IntegerField(help_text="The team")
    team = serializers.CharField()
    played = serializers.IntegerField(help_text="Boards, without those lost by forfeit")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.IntegerField(help_text="What these boards gave to the matches")
    difference = serializers.IntegerField(help_text="Of the points written at these boards")


class StandingsShape(Shape):
    """A page of the standings."""

    total = serializers.IntegerField()
    still_in = serializers.IntegerField(help_text="Entries without a place yet")
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = StandingShape(many=True)
    clubs = ClubRowShape(many=True, allow_null=True, help_text="null where the event does not rank clubs")
    players = PlayerRowShape(many=True, allow_null=True, help_text="null where the entries are not teams")


# A large event shows thousands of these at once.
_read_entry = EntryShape.reader("people")
_read_standing = StandingShape.reader("stage", "outlook")


def entry_shape(row: EntryRow) -> dict[str, Json]:
    return _read_entry(row, people=[{"id": pk, "name": name} for pk, name in row.people])


def standing_shape(row: StandingRow) -> dict[str, Json]:
    return _read_standing(
        row,
        stage=row.stage and StageRowShape.of(row.stage, deduction=DeductionShape.of(row.deduction)),
        outlook=row.outlook and OutlookShape.of(row.outlook, fate=row.outlook.fate or None),
    )


ENTRY_EXAMPLE: dict[str, Any] = {
    "id": 812,
    "number": 1,
    "name": "Vana – Cargnino",
    "club": "Circolo di Traves",
    "seed": 1,
    "status": "confirmed",
    "people": [{"id": 1501, "name": "Gino Vana"}, {"id": 1502, "name": "Pia Cargnino"}],
}
STANDING_EXAMPLE: dict[str, Any] = {
    "place": 1,
    "is_withdrawn": False,
    "is_shared": False,
    "entry": 812,
    "name": "Vana – Cargnino",
    "vp": 18,
    "mp": 12,
    "wins": 2,
    "round": 2,
    "section": "main",
    "bracket": 0,
    "table": None,
    "points": 21,
    "deals": 4,
    "table_place": 1,
    "stage": None,
    "outlook": None,
}
