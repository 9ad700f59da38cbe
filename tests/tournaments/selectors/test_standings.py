"""The standings while an event runs lead to those with which it closes."""

import pytest

from tests.tournaments import factories as make
from tournaments.models import Entry, Tournament
from tournaments.selectors.standings import standings, standings_now
from tournaments.services import closing, scoresheets

pytestmark = pytest.mark.django_db

FORMATS = [
    pytest.param({}, id="plain"),
    pytest.param({"third_place": True}, id="R-KO-08 third place"),
    pytest.param({"placement": True}, id="R-KO-09 every place"),
]


@pytest.mark.parametrize("options", FORMATS)
@pytest.mark.parametrize("entries", [2, 3, 5, 8, 11])
def test_when_nothing_is_left_to_play_the_places_are_the_final_ones(entries: int, options: dict[str, bool]) -> None:
    event = make.played_out(make.drawn(make.knockout(entries=entries, format=options)))
    running = {row.entry: row for row in standings_now(event)}
    event = close(event)
    final = dict(Entry.objects.filter(tournament=event).values_list("pk", "final_place"))
    for key, row in running.items():
        assert row.place is not None
        ties = [other for other in running.values() if other.place == row.place]
        # Where nothing else decides, the lots do when the event closes.
        assert row.place <= final[key] < row.place + len(ties)


def close(event: Tournament) -> Tournament:
    return closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)


def test_the_final_standings_keep_what_everybody_earned() -> None:
    event = make.played_out(make.drawn(make.knockout(entries=6)))
    earned = {row.entry: (row.vp, row.mp, row.wins, row.round) for row in standings_now(event)}
    rows = standings(close(event)).rows
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6]
    assert {row.entry: (row.vp, row.mp, row.wins, row.round) for row in rows} == earned


def test_who_won_and_waits_for_the_next_draw_is_still_in() -> None:
    event = make.drawn(make.knockout(entries=8, format={"redraw": True}))
    make.play_round(event)
    rows = standings_now(make.fresh(event))
    assert [row.place for row in rows] == [None] * 4 + [row.place for row in rows[4:]]
    assert all(row.place is not None and row.place >= 5 for row in rows[4:])


def test_nobody_is_first_when_both_lost_the_final() -> None:
    event = make.called(entries=2, preset="online_002")
    final = make.tables_of(event)[0]
    fault = {"cause": "abandon", "offenders": [0, 1], "moment": "not_started", "snapshot": None, "tiebreak": 0}
    scoresheets.enter_score(
        actor=make.boss_of(event), tournament_id=event.pk, table_id=final.pk,
        content={"games": [], "forfeit": fault}, seen=final.version,
    )  # fmt: skip
    assert [row.place for row in standings_now(event)] == [2, 2]
    close(event)
    assert set(Entry.objects.filter(tournament=event).values_list("final_place", flat=True)) == {2, 3}
