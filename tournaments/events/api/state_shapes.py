"""The whole public state of an event, and what of it has changed."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from tournaments.competition.discipline import NOTHING
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import coming_to_json
from tournaments.competition.stages.chain import GIVEN
from tournaments.competition.stages.ranking import ranking_to_json
from tournaments.entries.api.entry_shapes import (
    ENTRY_EXAMPLE,
    STANDING_EXAMPLE,
    DeductionShape,
    EntryShape,
    StandingShape,
    entry_shape,
    standing_shape,
)
from tournaments.events.api.event_shapes import EVENT_EXAMPLE, EventShape, event_shape
from tournaments.events.api.rounds import ROUND_EXAMPLE, RoundShape, round_shape
from tournaments.events.reads.public_lists import all_members, entry_of
from tournaments.events.reads.rounds import event_rounds
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.remembered import Remembered
from tournaments.frame.reads.entry_places import pairs_of
from tournaments.frame.reads.formats import format_now
from tournaments.games.contract import Json
from tournaments.games.registry import game
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.api.table_shapes import TABLE_EXAMPLE, TableShape, table_shape
from tournaments.tables.reads.cards import WholeTable, card_of, whole_tables
from tournaments.tables.reads.stages import CHANGES, decisions_in, exchanges_of, pairings_of, stages_of

# Each list of the state, and what tells its rows apart.
LISTS = {
    "rounds": "number",
    "entries": "id",
    "tables": "number",
    "standings": "entry",
    "pairings": "round",
    "stages": "number",
}


class PairShape(Shape):
    """A pair of one round, whose result goes to both of its members."""

    entry = serializers.IntegerField()
    members = serializers.ListField(child=serializers.IntegerField(), help_text="Two entries of single players")


class RecordedShape(Shape):
    """The order of entries that were level after a round, as it was recorded; it counts until another round is made."""

    by = serializers.ChoiceField(choices=GIVEN)
    round = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="The best first")


class StageShape(Shape):
    """How an event is played and ranked in which everybody plays in each round."""

    options = serializers.DictField(help_text="The movement: its kind, rounds, groups, rematches ...")
    ranking = serializers.DictField(help_text="chain: criteria in order; points: table points, if any; draws")
    low_wins = serializers.BooleanField(help_text="Fewer points of the game are better")
    no_show_is_rest = serializers.BooleanField(
        help_text="Who waits for somebody who does not come has a rest and no match won"
    )
    pairs = PairShape(many=True, help_text="With rotating partners: the entries at tables that are pairs of a round")
    recorded = RecordedShape(many=True, help_text="Orders of entries that were level, the newest first")


class ComingShape(Shape):
    """Who comes to a stage from the one before; with neither first nor best everybody."""

    first = serializers.IntegerField(help_text="So many of each group")
    best = serializers.IntegerField(help_text="So many of all others")
    carries = serializers.BooleanField(help_text="The results before count on")
    apart = serializers.BooleanField(
        required=False, help_text="Only where true: the firsts of all groups have a bracket, the seconds another ..."
    )
    crossing = serializers.CharField(
        required=False,
        help_text="Only where it was chosen which places meet first: ends, or place against place, 1-3 2-2",
    )


class StagePlaceShape(Shape):
    """How an entry stands in a stage, and what it has there."""

    entry = serializers.IntegerField(source="tally.key")
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField(source="shared")
    group = serializers.IntegerField(help_text="0 where there are no groups")
    group_place = serializers.IntegerField(source="in_group.place")
    lot = serializers.IntegerField(source="tally.lot")
    vp = serializers.IntegerField(source="tally.vp")
    mp = serializers.IntegerField(source="tally.mp")
    wins = serializers.IntegerField(source="tally.wins")
    table_points = serializers.CharField(source="tally.points", help_text="A whole number or a fraction, as 13/2")
    deduction = DeductionShape()


class OneStageShape(Shape):
    """A stage of an event of several; one that has not begun has no standings yet."""

    number = serializers.IntegerField()
    first_round = serializers.IntegerField(allow_null=True, help_text="null before it begins")
    options = serializers.DictField(help_text="The movement: its kind, rounds, groups, rematches ...")
    ranking = serializers.DictField(allow_null=True, help_text="null in a knockout")
    low_wins = serializers.BooleanField(help_text="Fewer points of the game are better")
    no_show_is_rest = serializers.BooleanField(
        help_text="Who waits for somebody who does not come has a rest and no match won"
    )
    pairs = PairShape(many=True, help_text="With rotating partners: the entries at tables that are pairs of a round")
    recorded = RecordedShape(many=True, help_text="Orders of entries that were level, the newest first")
    coming = ComingShape()
    standings = StagePlaceShape(many=True, help_text="Nobody in a knockout")


class KeptTableShape(Shape):
    """A table that stayed when the others of its round were paired anew: where it stands there, from 0."""

    at = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())


class ApartShape(Shape):
    """Entries that should not meet in a round, up to the round ``until``; 0 where they never should."""

    entries = serializers.ListField(child=serializers.IntegerField())
    until = serializers.IntegerField()


class PairingShape(Shape):
    """What a round was paired from (docs/verify.md)."""

    score_groups = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="How many of the order have each score; empty where it does not count",
    )

    round = serializers.IntegerField()
    order = serializers.ListField(
        child=serializers.IntegerField(), help_text="The entries that play, the first first; of round 1 the draw"
    )
    changed = serializers.ListField(
        child=serializers.ChoiceField(choices=CHANGES), help_text="Steps since then that may have changed the order"
    )
    kept = KeptTableShape(many=True, help_text="Tables that stayed when the others were paired anew")
    apart = ApartShape(many=True, help_text="Who was kept apart in it, without the names of the sets")


class ExchangeShape(Shape):
    """Two entries that took each other's places in a round, by the director's hand."""

    round = serializers.IntegerField()
    one = serializers.IntegerField()
    other = serializers.IntegerField()
    since = serializers.IntegerField(
        help_text="The last round that was paired when it was recorded that they had played so; 0 before they played"
    )


class GoneShape(Shape):
    """What was there at ``since`` and is no more, by number or id."""

    rounds = serializers.ListField(child=serializers.IntegerField())
    entries = serializers.ListField(child=serializers.IntegerField())
    tables = serializers.ListField(child=serializers.IntegerField())
    standings = serializers.ListField(child=serializers.IntegerField())
    pairings = serializers.ListField(child=serializers.IntegerField())
    stages = serializers.ListField(child=serializers.IntegerField())


class StateShape(Shape):
    """An event as everybody sees it, whole where ``since`` is null, else what has changed after that version."""

    version = serializers.IntegerField()
    since = serializers.IntegerField(allow_null=True)
    event = EventShape()
    rounds = RoundShape(many=True)
    entries = EntryShape(many=True)
    tables = TableShape(many=True)
    standings = StandingShape(many=True)
    order = serializers.ListField(
        child=serializers.IntegerField(), help_text="All entries of the standings as they stand, the first first"
    )
    stage = StageShape(allow_null=True, help_text="The one that is played now; null in an elimination")
    stages = OneStageShape(many=True, help_text="Of an event of several stages all; else none")
    pairings = PairingShape(many=True)
    swaps = ExchangeShape(many=True, help_text="Places that the director swapped, in the order in which it was done")
    gone = GoneShape()


def _entry(rows: Sequence[Sequence[Any]]) -> dict[str, Json]:
    return entry_shape(entry_of(rows))


def _table(whole: WholeTable) -> dict[str, Json]:
    return table_shape(card_of(whole))


# The bytes are those that tracemalloc counts for rows of an event of 4,096.
ENTRIES = Remembered(_entry, beside=1_100)
TABLES = Remembered(_table, beside=1_550)
STANDINGS = Remembered(standing_shape, beside=650)


def state_shape(event: Tournament) -> dict[str, Json]:
    """Everything public of an event; the same number of queries whatever its size."""
    tables = whole_tables(event)
    standings = all_standings(event, tables)
    shown = {
        "version": event.version,
        "since": None,
        "event": event_shape(event),
        "rounds": [round_shape(event, round_) for round_ in event_rounds(event)],
        "entries": ENTRIES.of(event.pk, ((rows[0][0], rows) for rows in all_members(event))),
        "tables": TABLES.of(event.pk, ((whole.table.pk, whole) for whole in tables)),
        "standings": STANDINGS.of(event.pk, ((row.entry, row) for row in standings)),
        "order": [row.entry for row in standings],
    }
    now, is_elimination = format_now(event), format_of(event.format).is_elimination
    # What is known of all stages alike.
    told: dict[str, Json] = {}
    if not is_elimination:
        told = {
            "low_wins": game(event.game).low_wins(event.rules),
            "no_show_is_rest": event.no_show_is_rest,
            "pairs": [{"entry": pair, "members": both} for pair, both in pairs_of(event).items()],
            "recorded": [
                {"by": by, "round": number, "entries": list(keys)} for by, keys, number in decisions_in(event)
            ],
        }
    stage: Json = None
    if isinstance(now, InRounds):
        stage = {"options": now.document_options(), "ranking": ranking_to_json(now.ranking), **told}
    stages = [
        {
            "number": each.number,
            "first_round": each.first_round or None,
            "options": {"kind": each.part.format.kind, **each.part.format.document_options()},
            "ranking": ranking_to_json(each.part.format.ranking) if isinstance(each.part.format, InRounds) else None,
            "coming": coming_to_json(each.part),
            "standings": [
                StagePlaceShape.of(row, deduction=DeductionShape.of(each.taken.get(row.tally.key, NOTHING)))
                for row in each.rows
            ],
            **told,
        }
        for each in stages_of(event)
    ]
    return {
        **shown,
        "stage": stage,
        "stages": stages,
        "pairings": [] if is_elimination else [each._asdict() for each in pairings_of(event)],
        "swaps": [each._asdict() for each in exchanges_of(event)],
        "gone": {name: [] for name in LISTS},
    }


def differences(before: Json, now: Json) -> dict[str, Json]:
    """What of ``now`` is not as it was ``before``, both whole states of one event."""
    found = {
        "since": before["version"],
        **{name: now[name] for name in ("version", "event", "order", "stage", "swaps")},
    }
    gone = {}
    for name, key in LISTS.items():
        old = {row[key]: row for row in before[name]}
        found[name] = [row for row in now[name] if old.get(row[key]) != row]
        there = {row[key] for row in now[name]}
        gone[name] = [each for each in old if each not in there]
    return {**found, "gone": gone}


STATE_EXAMPLE: dict[str, Json] = {
    "version": 345,
    "since": None,
    "event": EVENT_EXAMPLE,
    "rounds": [ROUND_EXAMPLE],
    "entries": [ENTRY_EXAMPLE],
    "tables": [TABLE_EXAMPLE],
    "standings": [STANDING_EXAMPLE],
    "order": [STANDING_EXAMPLE["entry"]],
    "stage": None,
    "stages": [],
    "pairings": [],
    "swaps": [],
    "gone": {"rounds": [], "entries": [], "tables": [], "standings": [], "pairings": [], "stages": []},
}
CHANGED_EXAMPLE: dict[str, Json] = {**STATE_EXAMPLE, "since": 344, "rounds": [], "entries": []}
