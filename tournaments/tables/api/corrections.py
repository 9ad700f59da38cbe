"""A finished result is corrected: what that touches is shown first, then it is saved with its reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.match import contents
from tournaments.competition.stages.correction import Placed
from tournaments.competition.stages.elimination_reach import Permitted
from tournaments.competition.stages.facts import Meeting
from tournaments.frame.api.bodies import Shape, field_of
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.inputs import MOST_NUMBER, REASON, SEEN
from tournaments.frame.policies import Actor, Door, Right
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Table
from tournaments.tables.api import bodies
from tournaments.tables.api.answers import STATE, SheetOutcomeShape, TableState
from tournaments.tables.api.base import GROUP, AtTable
from tournaments.tables.api.bodies import ContentBody, ValuesField
from tournaments.tables.reads.game_course import line_name
from tournaments.tables.reads.stages import labels_of
from tournaments.tables.writes import corrections
from tournaments.tables.writes.corrections import Consequences
from tournaments.tables.writes.table_sheets import Sheet

MOST_TABLES = 1200


class CorrectionBody(ContentBody):
    """The match as it should have been written."""

    forfeit = ValuesField(
        required=False,
        allow_null=True,
        help_text="The fault by which it ended: GET …/forfeit/ says which fields there are; null takes it away; "
        "where nothing is said it stays as it is.",
    )


class SavedCorrectionBody(CorrectionBody):
    """The correction, its reason, and the later tables that the preview has shown."""

    reason = field_of(REASON)
    accepted = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_NUMBER),
        required=False,
        max_length=MOST_TABLES,
        help_text="Numbers of the tables that the preview showed: where more would be touched by now, it is refused.",
    )
    seen = field_of(SEEN)


class TouchedTable(Shape):
    """A later table that a correction touches."""

    number = serializers.IntegerField()
    hall_number = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    is_replayed = serializers.BooleanField(help_text="It was played by the wrong people: its result is set back")
    is_called = serializers.BooleanField()


class TouchedEntry(Shape):
    """Somebody that a correction touches."""

    id = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]


class PlacedShape(Shape):
    """An entry in the standings; without a place it is still in."""

    place = serializers.IntegerField(allow_null=True)
    group = serializers.IntegerField(help_text="0 where there are no groups")
    group_place = serializers.IntegerField(allow_null=True)
    vp = serializers.IntegerField()


class MoveShape(Shape):
    """An entry whose place a correction changes."""

    stage = serializers.IntegerField(help_text="The stage of these standings; 0 for those of the event")
    id = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    before = PlacedShape()
    after = PlacedShape()
    steps = serializers.IntegerField(help_text="Places up, negative where it falls; 0 where one is not known")


class ReroutedShape(Shape):
    """An entry that goes on to the next stage by the new result and did not, or the other way round."""

    stage = serializers.IntegerField(help_text="The stage that it leaves; 0 for the one that is played now")
    id = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    goes_on = serializers.BooleanField()


class MeetingShape(serializers.ListField):
    """The entries of a table, line by line."""

    child = serializers.ListField(child=serializers.IntegerField())


class StalePairingShape(Shape):
    """A round that was paired on the old result, and would be paired in another way now."""

    round = serializers.IntegerField()
    stage = serializers.IntegerField(help_text="The stage that began with it, or 0")
    called = serializers.IntegerField(
        help_text="Tables of it that were called: with none the pairing can be taken back"
    )
    played = serializers.IntegerField(help_text="Tables of it where something was written")
    made = serializers.ListField(child=MeetingShape())
    wanted = serializers.ListField(child=MeetingShape(), help_text="By the new result")


class DisplacedShape(Shape):
    """A free place that was given on the old order of those who were beaten at the table."""

    table = serializers.IntegerField(help_text="Number of the table with the place")
    id = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    before = serializers.IntegerField(help_text="Its rank among the beaten, from 1")
    after = serializers.IntegerField()


class CorrectionShape(Shape):
    """What a correction would change: the difference of the event before and after it."""

    permitted = serializers.ChoiceField(choices=[each.value for each in Permitted])
    code = serializers.CharField(allow_blank=True)
    outcome = SheetOutcomeShape()
    accepted = serializers.ListField(child=serializers.IntegerField(), help_text="To be sent back when it is saved")
    tables = TouchedTable(many=True)
    entries = TouchedEntry(many=True)
    winners_before = serializers.ListField(child=serializers.IntegerField(), help_text="Entries in first place")
    winners_after = serializers.ListField(child=serializers.IntegerField())
    moves = MoveShape(many=True)
    rerouted = ReroutedShape(many=True)
    pairings = StalePairingShape(many=True)
    given = DisplacedShape(many=True)


CORRECTION: Json = {
    "games": [{"deals": [{"depth": "points", "points_a": 12, "points_b": 9}]}],
    "reason": "Scambiate le linee",
    "accepted": [],
    "seen": 6,
}
DRAFT: Json = {"games": CORRECTION["games"]}


TOUCHED: Json = {
    "permitted": "free",
    "code": "only_points_change",
    "outcome": {
        "over": True,
        "points": [12, 9],
        "games_won": [1, 0],
        "places": [1, 2],
        "vp": [13, 7],
        "mp": [3, -3],
        "ending": "",
    },
    "accepted": [],
    "tables": [],
    "entries": [],
    "winners_before": [3],
    "winners_after": [3],
    "moves": [],
    "rerouted": [],
    "pairings": [],
    "given": [],
}


class CorrectionPreview(AtTable):
    """What a correction would touch; nothing is written."""

    door = Door(writes=Right.DIRECT)

    @describe(
        "table_correction_preview",
        "What a corrected result would touch; nothing is written.",
        takes=CorrectionBody,
        answers=CorrectionShape,
        group=GROUP,
        examples=[
            OpenApiExample("Another score", DRAFT, request_only=True),
            OpenApiExample("Nobody else is touched", TOUCHED, response_only=True),
        ],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.body()
        sheet, _actor = self.sheet(slug, number)
        content = _content(sheet, body)
        found = corrections.preview_correction(tournament=sheet.event, table_id=sheet.table.pk, content=content)
        return Response(_consequences(found, labels_of(sheet.event)))


class Correction(AtTable):
    """Correct the result of a table."""

    door = Door(writes=Right.DIRECT)

    @describe(
        "table_correct",
        "Replace the confirmed result of a table, with a reason.",
        takes=SavedCorrectionBody,
        answers=TableState,
        group=GROUP,
        examples=[OpenApiExample("Another score", CORRECTION, request_only=True), STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.body()
        seen = self.seen_version(body)

        def correct(sheet: Sheet, actor: Actor) -> None:
            corrections.correct_score(
                actor=actor,
                tournament_id=sheet.event.pk,
                table_id=sheet.table.pk,
                content=_content(sheet, body),
                seen=seen,
                reason=body["reason"],
                accepted=body.get("accepted", ()),
            )

        return self.step(slug, number, correct, seen=seen)


def _content(sheet: Sheet, body: Mapping[str, Any]) -> Json:
    content = bodies.with_games(sheet, body["games"])
    if "forfeit" not in body:
        return content
    return contents.with_forfeit(content, read_forfeit(sheet, body["forfeit"]) if body["forfeit"] else None)


def read_forfeit(sheet: Sheet, values: bodies.Values) -> Json:
    """The fault that the game's own form says."""
    form = bodies.fill_in(sheet, values, sheet.tiebreak_at(sheet.next_spot))
    return registry.game(sheet.event.game).read_forfeit(sheet.event.rules, form)


def _consequences(found: Consequences, labels: Mapping[int, str]) -> dict[str, Json]:
    told = found.difference
    numbers = dict(Table.objects.filter(pk__in=[each.table for each in told.given]).values_list("pk", "number"))
    replayed = {one.table.pk for one in found.replayed}
    return {
        "permitted": found.permitted.value,
        "code": found.code,
        "outcome": SheetOutcomeShape.of(found.outcome),
        "accepted": list(found.numbers),
        "tables": [
            {
                "number": one.table.number,
                "hall_number": one.table.hall_number,
                "round": one.table.round.number,
                "names": [line_name(line) for line in one.lines],
                "is_replayed": one.table.pk in replayed,
                "is_called": one.table.called_at is not None,
            }
            for one in found.tables
        ],
        "entries": [{"id": entry.pk, "label": entry.label} for entry in found.entries],
        "winners_before": list(told.winners[0]),
        "winners_after": list(told.winners[1]),
        "moves": [
            {
                **_entry_named(each.standings, each.entry, labels),
                "before": _placed_shape(each.before),
                "after": _placed_shape(each.after),
                "steps": each.steps,
            }
            for each in told.moves
        ],
        "rerouted": [
            {**_entry_named(each.standings, each.entry, labels), "goes_on": each.goes_on} for each in told.rerouted
        ],
        "pairings": [
            {
                "round": each.round,
                "stage": each.stage,
                "called": each.called,
                "played": each.played,
                "made": _lines(each.made),
                "wanted": _lines(each.wanted),
            }
            for each in told.pairings
        ],
        "given": [
            {
                "table": numbers[each.table],
                "id": each.entry,
                "label": labels[each.entry],
                "before": each.before,
                "after": each.after,
            }
            for each in told.given
        ],
    }


def _entry_named(stage: int, entry: int, labels: Mapping[int, str]) -> dict[str, Json]:
    return {"stage": stage, "id": entry, "label": labels[entry]}


def _placed_shape(placed: Placed) -> dict[str, Json]:
    return {"place": placed.place, "group": placed.group, "group_place": placed.group_place, "vp": placed.vp}


def _lines(meetings: Sequence[Meeting]) -> list[Json]:
    return [[list(line) for line in meeting.lines] for meeting in meetings]
