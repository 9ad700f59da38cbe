"""What is done with circuits and their events, and how these make the table of a season."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.competition.season.options import (
    MOST_EVENINGS,
    MOST_PLACES,
    MOST_POINTS,
    PLACES,
    VP,
)
from tournaments.frame.operations.inputs import MOST_NUMBER, Choice, Input, Number, Rows, Slugs, Text, Tick
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.seasons import writes as circuits

CIRCUIT_NAME: Final = Text("name", _("Name of the circuit"), 120, kind="club")
DESCRIPTION: Final = Text("description", _("Description"), 4000, required=False, rows=4)
CIRCUIT: Final = Input(
    "CircuitBody",
    "What a circuit is called, and the club that it is of: one that the caller runs.",
    (CIRCUIT_NAME, DESCRIPTION, Number("club", _("Club"), 1, MOST_NUMBER, required=False, nullable=True)),
)
CIRCUIT_SENT: Final = ("Sent", {"name": "Valli di Lanzo", "description": "", "club": 4})

MAKE_CIRCUIT: Final = Operation(
    name="circuit_make",
    address="circuits/",
    summary="Make a circuit.",
    right=Right.FOUND_CLUB,
    service=circuits.create_circuit,
    takes=CIRCUIT,
    example=CIRCUIT_SENT,
)
CHANGE_CIRCUIT: Final = Operation(
    name="circuit_change",
    address="",
    method="put",
    summary="Rename a circuit; its address stays.",
    right=Right.MANAGE_CIRCUIT,
    service=circuits.change_circuit,
    takes=CIRCUIT,
    example=CIRCUIT_SENT,
)
ADD_EVENT: Final = Operation(
    name="circuit_event_add",
    address="events/",
    summary="Add an event that the caller organises.",
    right=Right.MANAGE_CIRCUIT,
    service=circuits.add_event,
    takes=Input("EventBody", "An event that the caller organises.", (Text("event", _("Event"), 80, kind="slug"),)),
    example=("Sent", {"event": "gara-di-natale"}),
)
REMOVE_EVENT: Final = Operation(
    name="circuit_event_remove",
    address="events/<slug:event>/",
    method="delete",
    summary="Take an event out.",
    right=Right.MANAGE_CIRCUIT,
    service=circuits.remove_event,
)
LEAVE: Final = Operation(
    name="event_leave_circuit",
    address="circuit/",
    method="delete",
    summary="Remove the event from the circuit that it is in.",
    right=Right.ORGANISE,
    service=circuits.remove_event,
)

SCORING: Final = Choice(
    "scoring",
    _("What an evening gives"),
    ((circuits.NO_TABLE, _("No table")), (PLACES, _("Points by final place")), (VP, _("The VP of the evening"))),
    PLACES,
)
TAKING_PART: Final = Number(
    "taking_part",
    _("Points for taking part"),
    0,
    MOST_POINTS,
    required=False,
    initial=1,
    help=_("For every place behind those of the list."),
    hint="For every place behind those of `points`.",
)
BEST: Final = Number(
    "best",
    _("Evenings that count"),
    0,
    MOST_EVENINGS,
    required=False,
    initial=0,
    help=_("The best so many results of each person; 0: all."),
    hint="The best so many results; 0: all.",
)
MINIMUM: Final = Number(
    "minimum",
    _("Fewest evenings"),
    0,
    MOST_EVENINGS,
    required=False,
    initial=0,
    help=_("Who has played fewer has no place yet."),
    hint="Who has played fewer has no place.",
)
CHANGE_SEASON: Final = Operation(
    name="circuit_season_change",
    address="season/",
    method="put",
    summary="Say how the evenings of the circuit make a table of persons, or that it has none.",
    right=Right.MANAGE_CIRCUIT,
    service=circuits.change_season,
    takes=Input(
        "SeasonBody",
        "How evenings count in the table of a circuit.",
        (
            SCORING,
            Rows("points", MOST_PLACES, 0, MOST_POINTS, required=False, hint="By final place, the first one first."),
            TAKING_PART,
            BEST,
            MINIMUM,
            Slugs("twice", MOST_EVENINGS, hint="Events of the circuit that count double."),
            Slugs("three_times", MOST_EVENINGS, hint="Events of the circuit that count three times."),
            Tick(
                "lots",
                required=False,
                initial=False,
                hint="A lot decides between persons who are level in everything; without it they share the place.",
            ),
        ),
    ),
    example=(
        "Sent",
        {
            "scoring": "places",
            "points": [10, 8, 6, 5, 4, 3, 2, 1],
            "taking_part": 1,
            "best": 7,
            "minimum": 3,
            "twice": ["gara-di-natale"],
        },
    ),
)
