"""Entries at the desk for programs: listed, taken one by one, late or as a list; two singles become a pair."""

from collections.abc import Sequence
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.phrases import PHRASES
from tournaments.competition.rooms import room_at
from tournaments.draw.api.effects import StepEffectsShape, effects_shape
from tournaments.entries import operations as of_entries
from tournaments.entries.api.desk_shapes import ENTRY_EXAMPLE, DeskEntry, TakenEntries, TakenEntry, desk_entry
from tournaments.entries.api.entry import entry_in
from tournaments.entries.api.entry_bodies import EntryBody, EntryCreateBody, EntryListBody, new_entry
from tournaments.entries.api.entry_list import EntryList
from tournaments.entries.reads import desk
from tournaments.entries.writes import entries, participation
from tournaments.errors import RefusedError
from tournaments.frame import phrases
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.problems import InvalidError
from tournaments.frame.api.schema import describe, page_of_shape
from tournaments.frame.policies import Door, Right
from tournaments.frame.serving.bodies import UPLOAD
from tournaments.models import Entry, Tournament

PERSON = {"family_name": "Vana", "given_name": "Gino"}
PARTNER = {"family_name": "Cargnino", "given_name": "Pia"}
NEW_EXAMPLE = {"people": [PERSON, PARTNER], "club": "Circolo di Traves", "circle": "Valli di Lanzo", "seed": 1}
LIST_EXAMPLE = {"entries": [NEW_EXAMPLE, {"people": [{"family_name": "Solero"}]}]}
TAKEN_EXAMPLE = {
    "entries": [
        {"id": 812, "number": 1, "label": "Vana – Cargnino", "status": "confirmed"},
        {"id": 813, "number": 2, "label": "Solero", "status": "single"},
    ]
}


class DeskFilters(django_filters.FilterSet):
    """What the desk looks for."""

    q = django_filters.CharFilter(method="look_for", max_length=100, help_text="Words of a name, a club or a contact.")
    status = django_filters.ChoiceFilter(choices=Entry.Status.choices, help_text="The status of the entry.")
    checked_in = django_filters.BooleanFilter(help_text="Whether they are here.")
    fee_paid = django_filters.BooleanFilter(help_text="Whether they have paid.")

    def look_for(self, rows: QuerySet[Entry], _name: str, value: str) -> QuerySet[Entry]:
        return desk.matching(rows, value)


class DeskEndpoint(Organising):
    """The entries as the desk sees them."""

    door = Door(reads=Right.ORGANISE)
    is_list = True
    filters = DeskFilters

    @describe(
        "desk_list",
        "The entries with their people, contacts and ticks.",
        answers=page_of_shape(DeskEntry),
        examples=[example_answered({"next": None, "previous": None, "results": [ENTRY_EXAMPLE]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return self.paginate(desk.entries_of(event), desk_entry, "number")


class Entries(Organising, EntryList):
    """One entry at the desk."""

    door = Door(reads=Right.SEE, writes=Right.ORGANISE)

    @describe(
        "entry_create",
        "Take one entry; in a running event it comes late and takes a free place.",
        takes=EntryCreateBody,
        answers=DeskEntry,
        status=201,
        examples=[example_sent(NEW_EXAMPLE), example_answered(ENTRY_EXAMPLE, status=201)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        body = self.body()
        new = new_entry(body)
        if event.status == Tournament.Status.RUNNING:
            entry = participation.enter_late(actor=actor, tournament_id=event.pk, new=new, table=body.get("table"))
        else:
            entry = entries.enter_at_desk(actor=actor, tournament_id=event.pk, new=new)
        return Response(desk_entry(entry_in(event, entry.pk)), status=201)


class LeavesShape(Shape):
    """Somebody who would play elsewhere than always."""

    code = serializers.CharField()
    detail = serializers.CharField(help_text="In the language of the reader")


class LateShape(StepEffectsShape):
    """Where somebody who comes late would sit, and everything that changes by it."""

    table = serializers.IntegerField(
        help_text="The number of the table in the event, to be sent with the entry; 0: none before the next pairing."
    )
    round = serializers.IntegerField(help_text="The first round that they play.")
    hall_number = serializers.IntegerField(allow_null=True)
    others = serializers.ListField(child=serializers.CharField(), help_text="Who else sits there.")
    had_bye = serializers.BooleanField(help_text="They would have rested, and play now.")
    room = serializers.CharField(allow_blank=True, help_text="Empty: the event has one room.")
    leaves = LeavesShape(
        many=True, help_text="Who of them leaves a fixed table or room; to send the table confirms it."
    )


LATE_EXAMPLE = {
    "table": 3,
    "round": 1,
    "hall_number": 2,
    "others": ["Perotti – Grosso"],
    "had_bye": True,
    "room": "Veranda",
    "leaves": [],
    "entries": [],
    "breaks_seal": False,
    "tables": [
        {
            "table": 3,
            "hall_number": 2,
            "round": 1,
            "before": ["Perotti – Grosso"],
            "after": ["Perotti – Grosso", "Vana – Cargnino"],
            "status": "called",
            "is_decided": False,
        },
    ],
}


class LatePreview(Organising):
    """Where a late entry would sit; nothing is written."""

    door = Door(writes=Right.ORGANISE)

    @describe(
        "entry_late_preview",
        "Where an entry that comes after the draw would sit, and who with; nothing is written.",
        takes=EntryBody,
        answers=LateShape,
        examples=[example_sent(NEW_EXAMPLE), example_answered(LATE_EXAMPLE)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        new = new_entry(self.body())
        seat = participation.preview_late(actor=actor, tournament_id=event.pk, new=new)
        at = seat.at
        before = at.before if at is not None else None
        return Response(
            {
                **effects_shape(seat.effects),
                "table": seat.table,
                "round": seat.round,
                "hall_number": at.sitting.hall_number if at is not None else None,
                "others": [] if before is None else list(before.people),
                "had_bye": before is not None and before.is_over,
                "room": "" if at is None else room_at(event.rooms, at.sitting.hall_number),
                "leaves": [{"code": each.code, "detail": _(PHRASES[each.code]) % each.params} for each in seat.leaves],
            }
        )


class EntryListEndpoint(Organising):
    """A list of entries at once."""

    door = Door(writes=Right.ORGANISE)
    body_limit = UPLOAD

    @describe(
        "entries_create",
        "Take a whole list or nothing; everything that is wrong is told by its place in the list.",
        takes=EntryListBody,
        answers=TakenEntries,
        status=201,
        examples=[example_sent(LIST_EXAMPLE), example_answered(TAKEN_EXAMPLE, status=201)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        body = self.body()
        rows = [new_entry(each, str(place)) for place, each in enumerate(body["entries"], start=1)]
        refusals = entries.refusals_of(event, rows)
        if any(not refusal.params.get("where") for refusal in refusals):
            raise refusals[0]
        if refusals:
            raise InvalidError(by_place(refusals, len(rows), event.game), request.data)
        made = entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
        return Response({"entries": [TakenEntry.of(entry) for entry in made]}, status=201)


def by_place(refusals: Sequence[RefusedError], rows: int, game: str) -> dict[str, Any]:
    """Refusals of a list as the framework tells errors of one: by the place and the field."""
    found: list[dict[str, list[ErrorDetail]]] = [{} for _row in range(rows)]
    for refusal in refusals:
        said = ErrorDetail(phrases.sentence(refusal, game), code=refusal.code)
        found[int(refusal.params["where"]) - 1].setdefault(refusal.field, []).append(said)
    return {"entries": found}


PAIR = event_endpoint(
    of_entries.PAIR, lambda event, pair: desk_entry(entry_in(event, pair.pk)), DeskEntry, ENTRY_EXAMPLE, "entries"
)
