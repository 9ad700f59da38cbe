"""An event of each format in rounds and in stages, played to its end."""

from collections.abc import Iterator

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import play
from tournaments.draw.writes import pairings
from tournaments.events.writes import closing
from tournaments.models import Tournament

DANISH = {"kind": "danish", "rounds": 2, "rematches": "not_in_a_row"}
CARRIED = {**DANISH, "from": {"carries": True}}
KNOCKOUT = {"kind": "knockout", "third_place": True, "from": {"first": 2}}
FORMATS = {
    "groups": ({"kind": "groups", "size": 4}, 3),
    "Danish": (DANISH, 2),
    "Swiss": ({"kind": "swiss", "rounds": 2}, 2),
    "Mitchell": ({"kind": "mitchell", "rounds": 2, "rankings": "two_lines"}, 2),
    "king of the table": ({"kind": "king", "rounds": 2}, 2),
    "rotating partners": ({"kind": "partners", "rounds": 2}, 2),
    "groups and a knockout": ({"kind": "stages", "stages": [{"kind": "groups"}, KNOCKOUT]}, 6),
    "groups and a Danish": (
        {"kind": "stages", "stages": [{"kind": "groups"}, {**DANISH, "from": {"carries": True}}]},
        5,
    ),
}


def evening(event: Tournament, rounds: int) -> Iterator[str]:
    """Play an event to its end, and say at which moment it is."""
    yield "drawn"
    for number in range(1, rounds + 1):
        if not event.rounds.filter(number=number).exists():
            pairings.pair_round(actor=make.boss_of(event), tournament_id=event.pk)
            yield f"round {number} paired"
        play(event, number)
        if number in (1, rounds - 2, rounds):
            yield f"round {number} played"
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    yield "closed"
