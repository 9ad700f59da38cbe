"""Events of stages from which so many have left that the next stage cannot begin (R-STG-27)."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import pair, played_out
from tests.tournaments.services.stages import GROUPS, KNOCKOUT, close, event_of, play_rounds
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import to_pair
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db
MITCHELL = {"kind": "mitchell", "rounds": 2}


def leave(event: Tournament, gone: Iterable[int]) -> None:
    act: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "reason": "Sta male"}
    for key in gone:
        participation.withdraw_entry(**act, entry_id=key)


def ends(event: Tournament, code: str = "too_few_for_stage", words: str = "Too few entries are left for the") -> str:
    """The next stage can only be refused, in one voice; return what the organiser reads."""
    last = event.rounds.order_by("-number")[0]
    assert to_pair(event, last) == 0
    with pytest.raises(RefusedError, match=code):
        pair(event)
    desk = Desk(event)
    assert words in text(desk.get("organise_pairing"))
    assert "Close the event" in text(desk.get("organise_closing"))
    said = text(desk.get("organise"))
    assert "The next stage cannot begin: close the event" in said
    return said


def group_of(event: Tournament, number: int) -> list[int]:
    return [row.entry for row in all_standings(event) if row.stage and row.stage.group == number]


def test_with_nobody_who_could_go_on_the_standings_are_the_places() -> None:
    event = event_of(MITCHELL, {"kind": "danish", "rounds": 2, "from": {"best": 4}}, entries=8)
    play_rounds(event, 1, 2)
    order = [row.entry for row in all_standings(event)]
    leave(event, order)
    assert "Nobody is left who could go on" in ends(event)
    assert [row.entry for row in all_standings(event)] == order
    assert close(event) == dict(zip(order, range(1, 9), strict=True))


def test_who_alone_would_go_on_wins() -> None:
    """The winner of one group has left with all others of it, and would stand first."""
    event = event_of(GROUPS, {**KNOCKOUT, "from": {"first": 1}}, entries=8)
    play_rounds(event, 1, 2, 3)
    order = [row.entry for row in all_standings(event)]
    number = next(row.stage.group for row in all_standings(event) if row.stage)
    leave(event, group_of(event, number))
    said = ends(event)
    rows = all_standings(event)
    winner = group_of(event, 3 - number)[0]
    assert f"{rows[0].name} alone would go on, and so wins." in said
    assert [(row.place, row.is_certain) for row in rows] == [(place, True) for place in range(1, 9)]
    assert [row.entry for row in rows] == [winner, *(key for key in order if key != winner)]
    assert {row.stage.in_group.place for row in rows if row.stage and row.entry == winner} == {1}
    assert close(event)[winner] == 1


def test_who_alone_is_left_of_a_danish_wins_though_rounds_of_it_are_missing() -> None:
    """R-STG-09."""
    event = event_of({"kind": "danish", "rounds": 3}, KNOCKOUT, entries=8)
    play_rounds(event, 1)
    *gone, winner = [row.entry for row in all_standings(event)]
    leave(event, gone)
    assert "alone would go on, and so wins." in text(Desk(event).get("organise"))
    rows = all_standings(event)
    assert [row.entry for row in rows] == [winner, *gone]
    assert [row.stage.in_group.place for row in rows if row.stage] == list(range(1, 9))
    assert close(event)[winner] == 1


def test_fewer_than_the_format_takes_end_the_event_too() -> None:
    event = event_of(MITCHELL, {"kind": "groups", "from": {}}, KNOCKOUT, entries=8)
    play_rounds(event, 1, 2)
    order = [row.entry for row in all_standings(event)]
    leave(event, order[:6])
    assert "Only 2 entries could go on" in ends(event)
    assert [row.entry for row in all_standings(event)] == order
    assert sorted(place or 0 for place in close(event).values()) == list(range(1, 9))


def test_one_group_alone_has_no_finals_by_place() -> None:
    """R-GRP-17."""
    event = event_of({"kind": "groups", "size": 3}, {**KNOCKOUT, "from": {"first": 3, "apart": True}}, entries=6)
    play_rounds(event, 1, 2, 3)
    leave(event, group_of(event, 2))
    said = ends(event, "too_few_for_finals", "Only one group is left")
    assert "Only one group is left, too few for finals by place" in said
    assert "Only 3 entries" not in said


def test_who_comes_back_brings_the_next_stage_back() -> None:
    event = event_of(MITCHELL, KNOCKOUT, entries=4)
    play_rounds(event, 1, 2)
    order = [row.entry for row in all_standings(event)]
    leave(event, order[1:])
    act: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "reason": "Sta meglio"}
    participation.reinstate_entry(**act, entry_id=order[3])
    event = pair(event)
    assert sorted(event.tables.get(round__number=3, section="main").lines.values_list("entry", flat=True)) == sorted(
        [order[0], order[3]]
    )


def test_a_last_stage_that_is_played_out_says_nothing_of_a_next_one() -> None:
    event = played_out(event_of(MITCHELL, {"kind": "danish", "rounds": 1}, entries=4), 3)
    assert "Everything is played: close the event" in text(Desk(event).get("organise"))
