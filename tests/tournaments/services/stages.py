"""Events of stages: drawn, played and closed."""

from typing import Any

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import play
from tournaments.backups.verifying.events import violations_of
from tournaments.events.writes import closing
from tournaments.models import Tournament

GROUPS = {"kind": "groups", "size": 4}
DANISH = {"kind": "danish", "rounds": 1, "rematches": "allowed", "from": {"carries": True}}
KNOCKOUT = {"kind": "knockout", "third_place": True, "from": {"first": 2}}


def event_of(*parts: dict[str, Any], entries: int = 12) -> Tournament:
    closed = make.closed(entries=entries, preset="online_002", format={"kind": "stages", "stages": list(parts)})
    return make.drawn(closed)


def play_rounds(event: Tournament, *numbers: int) -> None:
    for number in numbers:
        play(event, number)


def close(event: Tournament) -> dict[int, int | None]:
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
    return dict(event.entries.values_list("pk", "final_place"))
