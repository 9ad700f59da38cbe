"""A draft of a draw for the organiser, and the public record of an event's draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import GroupsFormat, InRounds
from tournaments.competition.pairing.positions import Positions, Swap, swap_positions
from tournaments.competition.rooms import room_of, rooms_of
from tournaments.competition.stages.facts import NO_GROUP
from tournaments.competition.stages.grouping import groups_of
from tournaments.competition.types import Plan
from tournaments.draw.reads.halls import halls_of, sitters_of
from tournaments.frame.round_names import Rounds, round_name
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Draw, Entry, Tournament

THROWN_AWAY = ("draw_discarded", "draw_withdrawn")


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """All draws of an event by round and attempt; why some were discarded, by reference; names of entries by key."""

    draws: Sequence[Draw]
    reasons: Mapping[str, str]
    names: Mapping[int, str]


def draw_record(event: Tournament) -> DrawRecord:
    """Return the whole record of an event's draws, in three queries."""
    draws = list(Draw.objects.filter(tournament=event).order_by("round_number", "attempt"))
    references = [draw.reference for draw in draws]
    audit = AuditEntry.objects.filter(tournament=event, verb__in=THROWN_AWAY, target__in=references).order_by("pk")
    return DrawRecord(
        draws=draws,
        reasons=dict(audit.values_list("target", "reason")),
        names=dict(Entry.objects.filter(tournament=event).values_list("pk", "label")),
    )


def draw_named(event: Tournament, draw_id: int) -> Draw | None:
    """Return one draw of the event."""
    return Draw.objects.filter(tournament=event, pk=draw_id).first()


@dataclass(frozen=True, slots=True)
class PlacedEntrant:
    """The entrant at a position of the draft, counted from 1; empty where ``name`` is empty."""

    position: int
    name: str = ""
    club: str = ""
    seed: int | None = None
    sets: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class DrawnMeeting:
    """The positions that meet at one table; ``is_bye`` when there are too few to play.

    ``hall_number`` is the table in the hall where they will sit, ``room`` the name of its room; None and empty for a
    bye. ``group`` is the table's, from 1.
    """

    number: int
    places: Sequence[PlacedEntrant]
    is_bye: bool
    hall_number: int | None = None
    group: int = NO_GROUP
    room: str = ""

    @property
    def people(self) -> Sequence[PlacedEntrant]:
        return [place for place in self.places if place.name]

    @property
    def same_club(self) -> bool:
        """Whether two of them are of one club."""
        clubs = [place.club for place in self.people if place.club]
        return len(set(clubs)) < len(clubs)

    @property
    def should_not_meet(self) -> bool:
        """Whether two of them should not meet."""
        return any(one.sets & other.sets for one, other in combinations(self.people, 2))


@dataclass(frozen=True, slots=True)
class MovedEntrant:
    """An entrant moved from its drawn position, with the values of the reason's phrase."""

    reason_code: str
    params: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two entrants that the organiser swapped, by their keys at that moment (None: empty), and the reason."""

    a: int | None
    b: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole draft; ``rounds`` are those that the event needs from this one on, itself included.

    ``groups`` has the groups of an event that has some, by their numbers. ``is_in_rounds``: everybody plays in each.
    """

    draw: Draw
    event_format: Format
    meetings: Sequence[DrawnMeeting]
    moves: Sequence[MovedEntrant]
    rounds: int
    names: Mapping[int, str]
    exchanges: Sequence[Exchange]
    groups: Sequence[DrawnMeeting] = ()
    is_in_rounds: bool = False

    @property
    def all_rounds(self) -> Rounds:
        """Return the rounds of the event, as their names need it."""
        return _all_rounds(self.draw.round_number - 1 + self.rounds, is_in_rounds=self.is_in_rounds)

    def at(self, position: int) -> PlacedEntrant | None:
        """Return the entrant at a position, counted from 1."""
        places = (place for meeting in self.meetings for place in meeting.places)
        return next((place for place in places if place.position == position), None)

    @property
    def byes(self) -> Sequence[DrawnMeeting]:
        return [meeting for meeting in self.meetings if meeting.is_bye]

    @property
    def same_club(self) -> Sequence[DrawnMeeting]:
        return [meeting for meeting in self.meetings if meeting.same_club]

    @property
    def should_not_meet(self) -> Sequence[DrawnMeeting]:
        """Return the groups, or the tables where there are none, of two who should not meet."""
        return [meeting for meeting in self.groups or self.meetings if meeting.should_not_meet]

    @property
    def has_sets(self) -> bool:
        return any(place.sets for meeting in self.meetings for place in meeting.places)


def drawing(draw: Draw) -> Drawing:
    """Return the draft with its swaps; reads only the document of the draw, no query."""
    document = draw.document or {"entrants": [], "options": {}}
    placed = {each["key"]: each for each in document["entrants"]}
    event_format = format_of(document["options"])
    # The positions of the document after the organiser's swaps.
    positions: Positions = ()
    if draw.document:
        positions = tuple(draw.document["positions"])
        for swap in draw.swaps:
            positions = swap_positions(positions, Swap(swap["a"], swap["b"], swap["reason"]))
    places = []
    for position, key in enumerate(positions, start=1):
        entrant = placed.get(key or 0)
        if entrant is None:
            places.append(PlacedEntrant(position))
        else:
            club = next(iter(entrant["groups"]), "") or ""
            sets = frozenset([number for number, _rounds in entrant.get("apart", ())])
            places.append(PlacedEntrant(position, entrant["name"], club, entrant["seed"], sets))
    plan = event_format.plan(positions) if positions else Plan((), 0)
    is_in_rounds = isinstance(event_format, InRounds)
    # Before this draw some of all rounds were played; the names of its own follow from both.
    before = draw.round_number - 1
    all_rounds = _all_rounds(before + plan.rounds, is_in_rounds=is_in_rounds)
    moves = []
    for move in draw.moves:
        because = placed.get(move["because_of_key"])
        values = {
            "name": placed[move["key"]]["name"],
            "because": because["name"] if because else "",
            "from_position": move["from_position"] + 1,
            "to_position": move["to_position"] + 1,
            "round": round_name(before + move["round"], all_rounds),
        }
        moves.append(MovedEntrant(move["reason_code"], values))
    groups = []
    if positions and isinstance(event_format, GroupsFormat):
        place_of = dict(zip(positions, places, strict=True))
        for number, keys in enumerate(groups_of(positions, event_format.options), start=1):
            groups.append(DrawnMeeting(number, [place_of[key] for key in keys], is_bye=False, group=number))
    return Drawing(
        draw=draw,
        event_format=event_format,
        meetings=_meetings(draw.tournament, event_format, positions, places, plan),
        moves=moves,
        rounds=plan.rounds,
        names={key: each["name"] for key, each in placed.items()},
        exchanges=exchanges(document["positions"], draw.swaps) if draw.document else (),
        groups=groups,
        is_in_rounds=is_in_rounds,
    )


def _meetings(
    event: Tournament,
    event_format: Format | InRounds,
    positions: Positions,
    places: Sequence[PlacedEntrant],
    plan: Plan,
) -> list[DrawnMeeting]:
    """Return the tables of the first round with their numbers in the hall, as the announcement makes them.

    A bye is a table where fewer meet than the format plays with.
    """
    tables = [[places[index] for index in table] for table in event_format.meetings(positions)] if positions else []
    groups = [NO_GROUP] * len(tables)
    if positions and isinstance(event_format, InRounds):
        groups = [meeting.group for meeting in event_format.schedule(positions) if meeting.round == 1] or groups
    rooms, numbers = rooms_of(event.rooms), halls_of(event, plan, 1)
    halls = {key: numbers.get(each.number) for each in plan.tables if each.round == 1 for key in sitters_of(each)}
    meetings = []
    for number, (table, group) in enumerate(zip(tables, groups, strict=True), start=1):
        is_bye = sum(bool(place.name) for place in table) < event_format.needs_lines[0]
        hall = None if is_bye else next(halls[key] for place in table if (key := positions[place.position - 1]))
        meetings.append(DrawnMeeting(number, table, is_bye, hall, group, room_of(rooms, hall)))
    return meetings


def _all_rounds(rounds: int, *, is_in_rounds: bool) -> Rounds:
    return Rounds(rounds, numbered=rounds if is_in_rounds else 0)


def exchanges(positions: Sequence[int | None], swaps: Sequence[Json]) -> Sequence[Exchange]:
    """Return the entrants of each swap; the positions are those before the first."""
    at, found = list(positions), []
    for swap in swaps:
        a, b = swap["a"], swap["b"]
        found.append(Exchange(at[a], at[b], swap["reason"]))
        at[a], at[b] = at[b], at[a]
    return found


def seal(commitment: str) -> str:
    """Return the first letters of a commitment, short enough to read from a screen and note down."""
    return " ".join(commitment[at : at + 4] for at in range(0, 12, 4))


def past_draws(tournament: Tournament) -> list[Draw]:
    """Return every draw of the event, the newest first, without the long documents."""
    rows = Draw.objects.filter(tournament=tournament).defer("document", "moves", "swaps")
    return list(rows.order_by("-round_number", "-attempt")[:50])


def draws_made(tournament: Tournament) -> int:
    """Return the number of draws of the event, discarded ones included."""
    return Draw.objects.filter(tournament=tournament).count()


def current_draw(tournament: Tournament) -> Draw | None:
    """Return the newest draw that was not discarded: in force, or being made."""
    rows = Draw.objects.filter(tournament=tournament).exclude(status=Draw.Status.DISCARDED)
    return rows.order_by("-round_number", "-attempt").first()
