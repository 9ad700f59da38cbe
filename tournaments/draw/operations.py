"""The steps of a draw until it is announced; and by the director's hand: swaps, absences, fixed tables, kept apart."""

from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.competition.draw.lots import LONGEST_HALL
from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.competition.rooms import LONGEST_ROOM, MOST_TABLE
from tournaments.draw.writes import apart, draws, hand, pairings
from tournaments.frame.operations.inputs import (
    EVENT_SEEN,
    EVENT_VERSION,
    EVENT_WHY,
    MOST_ID,
    MOST_NUMBER,
    REASON,
    Choice,
    Input,
    Number,
    Rows,
    Text,
    Tick,
)
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.models import Draw

HALL: Final = Text(
    "hall",
    _("The hall's number"),
    LONGEST_HALL,
    required=False,
    help=_("For example the card that somebody cuts: 7, or 7 di denari. Everybody can read it afterwards."),
    hint="What somebody in the hall named after the commitment; empty only for an online event.",
)
PACE: Final = Choice(
    "pace",
    _("Pace on the big screen"),
    (
        ("slow", _("Slow: 5 seconds a place")),
        ("normal", _("Normal: 3 seconds a place")),
        ("quick", _("Quick: a second and a half a place")),
    ),
    draws.PACE,
    required=False,
    hint="How fast the big screen shows it, place by place.",
)
NAMED: Final = Input("HallBody", "What the hall named.", (EVENT_SEEN, HALL, PACE))
PUBLISHED: Final = replace(REASON, help=_("It is published with the draw."), hint="It is published with the draw.")
PLACES: Final = Input(
    "SwapBody",
    "Two positions of the draft, counted from 1.",
    (
        EVENT_SEEN,
        Number("a", _("Position"), 1, MOST_ENTRANTS),
        Number("b", _("With position"), 1, MOST_ENTRANTS),
        PUBLISHED,
    ),
)


def _swap(*, a: int, b: int, **given: Any) -> Draw:
    """Swap by positions that count from 1."""
    return draws.swap_places(a=a - 1, b=b - 1, **given)


SEAL: Final = Operation(
    name="draw_commit",
    address="draws/",
    summary="Choose the secret seed of the next draw and publish its commitment.",
    right=Right.ORGANISE,
    service=draws.prepare_draw,
    takes=EVENT_VERSION,
)
DRAW: Final = Operation(
    name="draw_draw",
    address="draw/",
    summary="Draw: a draft that follows from the committed seed, the hall's number and the entries as they stand.",
    right=Right.ORGANISE,
    service=draws.draw_round,
    takes=NAMED,
    example=("Sent", {"hall": "7 di denari"}),
)
SHOW: Final = Operation(
    name="draw_show",
    address="show/",
    summary="Show the whole draft now, where the big screen still shows it place by place.",
    right=Right.ORGANISE,
    service=draws.show_whole,
    takes=EVENT_VERSION,
)
SWAP: Final = Operation(
    name="draw_swap",
    address="swap/",
    summary="Exchange two positions of the draft; the reason is published with the draw.",
    right=Right.ORGANISE,
    service=_swap,
    takes=PLACES,
    example=("Sent", {"a": 1, "b": 5, "reason": "Marito e moglie"}),
)
DISCARD: Final = Operation(
    name="draw_discard",
    address="discard/",
    summary="Throw a commitment or a draft away; it stays on the public record with the reason.",
    right=Right.ORGANISE,
    service=draws.discard_draw,
    takes=EVENT_WHY,
    example=("Sent", {"reason": "Mancava una coppia"}),
)
ANNOUNCE: Final = Operation(
    name="draw_announce",
    address="announce/",
    summary="Publish the draw and its seed, and make the tables: the event runs from here.",
    right=Right.ORGANISE,
    service=draws.announce_draw,
    takes=EVENT_VERSION,
)
WITHDRAW: Final = Operation(
    name="draw_withdraw",
    address="draws/withdraw/",
    summary="Take the last announced draw back while none of its tables has been called.",
    right=Right.ORGANISE,
    service=draws.withdraw_draw,
    takes=EVENT_WHY,
    example=("Sent", {"reason": "Una coppia era iscritta due volte"}),
)
WHY_BY_HAND: Final = replace(
    REASON,
    label=_("Why"),
    help=_("Only referees and organisers read it."),
    hint="It stays on record, with the officials.",
)
MOST_CONFIRMED: Final = 2000
MOST_KEPT: Final = 200
SWAP_SEATS: Final = Operation(
    name="round_swap",
    address="swap/",
    summary="Let two entries of a round take each other's places, before their tables have a result.",
    right=Right.ORGANISE,
    service=hand.swap_seats,
    takes=Input(
        "SeatsBody",
        "Two entries of the round, and what was confirmed.",
        (
            EVENT_SEEN,
            Number("one", _("Entry"), 1, MOST_ID, hint="The id of an entry that sits or rests in the round."),
            Number("other", _("With entry"), 1, MOST_ID, hint="The id of the other one."),
            Text(
                "accepted",
                _("Confirmed"),
                MOST_CONFIRMED,
                required=False,
                hint="The names of the doubts of the preview, with blanks between them; all of them must be confirmed.",
            ),
            WHY_BY_HAND,
        ),
    ),
    example=("Sent", {"one": 12, "other": 15, "accepted": "met_before-12-7", "reason": "Chiesto da tutt'e due"}),
)
AS_SEATED: Final = Operation(
    name="round_as_seated",
    address="as-seated/",
    summary="Record that two entries have played in each other's places: points stay at their seats, people move.",
    right=Right.ORGANISE,
    service=hand.record_as_seated,
    takes=Input(
        "AsSeatedBody",
        "Two entries of the round who sat in each other's places.",
        (
            EVENT_SEEN,
            Number("one", _("Entry"), 1, MOST_ID, hint="The id of an entry that played in the round."),
            Number("other", _("With entry"), 1, MOST_ID, hint="The id of the other one."),
            Tick("confirmed", hint="Whether everybody who sat at the two tables confirms it; refused where not."),
            WHY_BY_HAND,
        ),
    ),
    example=("Sent", {"one": 12, "other": 15, "confirmed": True, "reason": "Tavoli scambiati entrando in sala"}),
)
MOST_VP: Final = 40
OF_AN_ENTRY: Final = Number("entry", _("Entry"), 1, MOST_ID, hint="The id of an entry of the round.")
SKIP: Final = Operation(
    name="round_skip",
    address="skip/",
    summary="Let an entry be absent for the round that was paired last, and pair the others; it comes back by itself.",
    right=Right.ORGANISE,
    service=pairings.skip_round,
    takes=Input(
        "SkipBody",
        "An entry that is absent for a round, and what it has for it.",
        (
            EVENT_SEEN,
            OF_AN_ENTRY,
            Number(
                "vp",
                _("Victory points for the round"),
                0,
                MOST_VP,
                required=False,
                initial=0,
                help=_("As your code has it: no more than a rest gives."),
                hint="No more than a rest gives; 0 where the game has none.",
            ),
            WHY_BY_HAND,
        ),
    ),
    example=("Sent", {"entry": 12, "vp": 8, "reason": "Un impegno di lavoro"}),
)
END_SKIP: Final = Operation(
    name="round_skip_end",
    address="skip/end/",
    summary="Take an entry that was to be absent back into the round, and pair the others anew.",
    right=Right.ORGANISE,
    service=pairings.end_skip,
    takes=Input("EndSkipBody", "The entry that plays after all.", (EVENT_SEEN, OF_AN_ENTRY)),
    example=("Sent", {"entry": 12}),
)
FIX_TABLE: Final = Operation(
    name="entry_table_fix",
    address="fixed-tables/",
    summary="Let an entry always play at one table, or in one room; the table that had the number takes the other one.",
    right=Right.ORGANISE,
    service=hand.fix_table,
    takes=Input(
        "FixedTableBody",
        "An entry, and its table in the hall or its room.",
        (
            EVENT_SEEN,
            OF_AN_ENTRY,
            Number(
                "table",
                _("Table in the hall"),
                1,
                MOST_TABLE,
                required=False,
                hint="The number that stands on the table; left out where a room is sent.",
            ),
            Text("room", _("Room"), LONGEST_ROOM, required=False, hint="The name of a room, in place of a table."),
            WHY_BY_HAND,
        ),
    ),
    example=("Sent", {"entry": 12, "table": 4, "reason": "Non fa le scale"}),
)
UNFIX_TABLE: Final = Operation(
    name="entry_table_unfix",
    address="fixed-tables/end/",
    summary="Let an entry play at any table again, also in the rounds that are not called yet.",
    right=Right.ORGANISE,
    service=hand.unfix_table,
    takes=Input("EndFixedTableBody", "The entry that may play anywhere.", (EVENT_SEEN, OF_AN_ENTRY)),
    example=("Sent", {"entry": 12}),
)
LONGEST_SET: Final = 60
MOST_UNTIL: Final = 99
KEEP_APART: Final = Operation(
    name="entries_keep_apart",
    address="apart/",
    summary="Write who should not meet: a family, a club, guests of a sponsor; or change such a set.",
    right=Right.ORGANISE,
    service=apart.keep_apart,
    takes=Input(
        "ApartBody",
        "Entries that should not meet, and up to which round.",
        (
            EVENT_SEEN,
            Text("name", _("Name"), LONGEST_SET, help=_("Only organisers read it."), hint="For the organisers only."),
            Number(
                "until",
                _("Up to round"),
                0,
                MOST_UNTIL,
                required=False,
                initial=0,
                help=_("Empty or 0: to the end."),
                hint="The last round in which they should not meet; 0 where they never should.",
            ),
            Rows("entries", apart.MOST_IN_A_SET, least=2, highest=MOST_ID, hint="Their ids."),
            Number(
                "number",
                _("Set"),
                0,
                MOST_NUMBER,
                required=False,
                initial=0,
                hint="The number of the set that is changed; 0 writes a new one.",
            ),
        ),
    ),
    example=("Sent", {"name": "Famiglia Rossi", "until": 0, "entries": [12, 15]}),
)
LET_MEET: Final = Operation(
    name="entries_let_meet",
    address="apart/end/",
    summary="Let the entries of a set meet again, from the next round that is paired on.",
    right=Right.ORGANISE,
    service=apart.let_meet,
    takes=Input(
        "EndApartBody",
        "The set whose entries may meet again.",
        (EVENT_SEEN, Number("number", _("Set"), 1, MOST_NUMBER, hint="The number of the set.")),
    ),
    example=("Sent", {"number": 1}),
)
PAIR_OTHERS: Final = Operation(
    name="round_pair_others",
    address="pair-others/",
    summary="Keep the tables of these entries in the round that was paired last, and pair all others anew.",
    right=Right.ORGANISE,
    service=pairings.pair_others,
    takes=Input(
        "KeptBody",
        "The entries whose tables stay.",
        (EVENT_SEEN, Rows("entries", MOST_KEPT, highest=MOST_ID, hint="Their ids."), WHY_BY_HAND),
    ),
    example=("Sent", {"entries": [12], "reason": "Giocano nella saletta"}),
)

# Those of one draw; the other two are of the event.
STEPS: Final = (DRAW, SHOW, SWAP, DISCARD, ANNOUNCE)
