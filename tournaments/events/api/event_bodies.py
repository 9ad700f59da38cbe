"""What an event says of itself, as a program writes it; the limits are those of the organiser's forms."""

from rest_framework import serializers

from tournaments.competition.rooms import LONGEST_ROOM, MOST_ROOMS, MOST_TABLE
from tournaments.events.forms.setup import MOST_ENTRIES
from tournaments.events.operations import FORMAT_HELP
from tournaments.frame.api.bodies import Body, MomentField, NameField, field_of
from tournaments.frame.api.bounds import DocumentField, FormatField, NamedDocumentField, RulesField
from tournaments.frame.operations.inputs import EVENT_SEEN, MOST_CENTS
from tournaments.games import registry
from tournaments.models import Tournament

LONGEST_TEXT = 4_000
MOST_MINUTES = 600
MOST_KEY = 2**31 - 1


class RoomBody(Body):
    """A room in which tables of an event stand, with the numbers on them."""

    name = serializers.CharField(max_length=LONGEST_ROOM)
    first = serializers.IntegerField(min_value=1, max_value=MOST_TABLE)
    last = serializers.IntegerField(min_value=1, max_value=MOST_TABLE)


class EventFields(Body):
    """What can be changed of an event at any time."""

    venue = serializers.CharField(max_length=160, allow_blank=True, required=False)
    description = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, required=False)
    prizes = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, required=False)
    prize_kind = serializers.ChoiceField(
        choices=Tournament.PrizeKind.choices, required=False, help_text="What the prizes are; online no money."
    )
    capacity = serializers.IntegerField(
        min_value=2,
        max_value=MOST_ENTRIES,
        allow_null=True,
        required=False,
        help_text="Those who come later go on the waiting list; null: no limit.",
    )
    fee_cents = serializers.IntegerField(
        min_value=0,
        max_value=MOST_CENTS,
        required=False,
        help_text="The fee of an entry, or of each person in it, in cents.",
    )
    fee_kind = serializers.ChoiceField(
        choices=Tournament.FeeKind.choices, required=False, help_text="What the fee is for."
    )
    public_sign_up = serializers.BooleanField(required=False, help_text="Players can sign up themselves.")
    review_sign_ups = serializers.BooleanField(required=False, help_text="A sign-up counts once it is accepted.")
    mode = serializers.ChoiceField(
        choices=Tournament.Mode.choices, required=False, help_text="Where its matches are played; online without a fee."
    )
    online = DocumentField(
        required=False,
        help_text="How its online matches are played, what differs from the usual: `move_seconds` and `bank_minutes` "
        "(null: no limit), `grace_minutes` before a no-show, `opens` (the next round: `itself`, or the organiser's "
        "`word`), `robots` at empty seats.",
    )
    round_minutes = serializers.IntegerField(
        min_value=1, max_value=MOST_MINUTES, allow_null=True, required=False, help_text="The hall clock of a round."
    )
    rooms = RoomBody(  # type: ignore[call-arg] # of the list
        many=True,
        max_length=MOST_ROOMS,
        required=False,
        help_text="Where its tables stand, in the order in which they are filled; none where they stand in one room.",
    )


class NewEvent(EventFields):
    """A new event: a preset, a name and a date are enough, everything else has a good default."""

    name = NameField("event", help_text="The name of the event.")
    starts_at = MomentField(help_text="Date and time with the offset from UTC.")
    game = serializers.ChoiceField(choices=registry.keys(), help_text="The key of a game.")
    preset = serializers.CharField(max_length=60, help_text="The key of one of the presets of the game.")
    entry_size = serializers.IntegerField(
        min_value=1,
        max_value=6,
        required=False,
        help_text="People of an entry: 1 plays alone, 2 in pairs, 3 in threes.",
    )
    rules = RulesField(required=False, help_text="Parameters that differ from the preset.")
    format = FormatField(required=False, help_text=FORMAT_HELP)
    terms = DocumentField(required=False, help_text="What faults, absences and byes are worth.")
    scale = serializers.CharField(
        max_length=20, allow_blank=True, required=False, help_text="A VP scale; empty: the one of the match's length."
    )
    discipline = NamedDocumentField(
        required=False, help_text="The ladder of lateness: the name of a usual one, or its steps."
    )
    club = serializers.IntegerField(
        min_value=1,
        max_value=MOST_KEY,
        required=False,
        help_text="The club that holds it: one that the caller runs, or nobody.",
    )


class EventCopy(Body):
    """The next event of the kind; what is left out is proposed."""

    name = NameField("event", required=False, help_text="Left out: the name, with the next year or number in it.")
    starts_at = MomentField(
        required=False, help_text="Left out: a week later, or a year where the name has the year; in the future."
    )
    seen = field_of(EVENT_SEEN)


class EventChange(EventFields):
    """The fields to change; what is left out stays."""

    name = NameField("event", required=False, allow_blank=False, help_text="The name of the event.")
    starts_at = MomentField(required=False, help_text="Date and time with the offset from UTC.")
    club = serializers.IntegerField(
        min_value=1,
        max_value=MOST_KEY,
        allow_null=True,
        required=False,
        help_text="The club that holds it: one that the caller runs, or the one it has; null: none.",
    )
    seen = field_of(EVENT_SEEN)
