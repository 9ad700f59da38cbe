"""The standings while an event runs lead to those with which it closes."""

from collections.abc import Sequence

import pytest
from django.db import transaction
from django.urls import reverse

from tests.searching import short_of
from tests.tournaments import factories as make
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.writes import closing
from tournaments.models import Entry, Table, TableLine, Tournament
from tournaments.standings.reads import careers
from tournaments.standings.reads.standings import StandingRow, all_standings, standings
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db

FORMATS = [
    pytest.param({}, id="plain"),
    pytest.param({"third_place": True}, id="R-KO-08 third place"),
    pytest.param({"placement": True}, id="R-KO-09 every place"),
]


@pytest.mark.parametrize("options", FORMATS)
@pytest.mark.parametrize("entries", short_of([2, 3, 5, 8, 11], "2", "11"))
def test_when_nothing_is_left_to_play_the_places_are_the_final_ones(entries: int, options: dict[str, bool]) -> None:
    event = make.played_out(make.drawn(make.knockout(entries=entries, format=options)))
    running = {row.entry: row for row in all_standings(event)}
    event = close(event)
    final = dict(Entry.objects.filter(tournament=event).values_list("pk", "final_place"))
    assert {key: row.place for key, row in running.items()} == final


def close(event: Tournament) -> Tournament:
    return closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)


def test_the_final_standings_keep_what_everybody_earned() -> None:
    event = make.played_out(make.drawn(make.knockout(entries=6)))
    earned = {row.entry: (row.vp, row.mp, row.wins, row.round) for row in all_standings(event)}
    rows = standings(close(event)).rows
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6]
    assert {row.entry: (row.vp, row.mp, row.wins, row.round) for row in rows} == earned


def test_who_won_and_waits_for_the_next_draw_is_still_in() -> None:
    event = make.drawn(make.knockout(entries=8, format={"redraw": True}))
    make.play_round(event)
    rows = all_standings(make.fresh(event))
    assert [row.place for row in rows] == [None] * 4 + [row.place for row in rows[4:]]
    assert all(row.place is not None and row.place >= 5 for row in rows[4:])


BOTH_LOST = {"cause": "abandon", "offenders": [0, 1], "moment": "not_started", "snapshot": None, "tiebreak": 0}


def test_a_final_that_comes_a_round_early_gives_the_winner_the_first_place_on_every_page(client):
    event = make.called(entries=8, preset="online_002", format={"redraw": True})
    for table in make.tables_of(event)[:2]:
        make.enter(table, {"games": [], "forfeit": BOTH_LOST})
    make.play_round(event)
    event = make.drawn(make.fresh(event))
    make.play_round(event, 2)
    event = make.fresh(event)

    found = standings(event)
    assert (found.still_in, [row.place for row in found.rows]) == (0, [1, 2, 3, 4, 5, 6, 7, 8])
    page = client.get(reverse("event_standings", args=[event.slug]), headers={"Accept-Language": "en"}).content.decode()
    assert "Final" in page and "Semifinals" in page and "Quarterfinals" not in page
    assert closing.final_places(event) == {row.entry: row.place for row in found.rows}
    close(event)
    assert [row.entry for row in standings(make.fresh(event)).rows] == [row.entry for row in found.rows]


def test_a_closing_with_rounds_still_to_be_drawn_says_which():
    event = make.drawn(make.knockout(entries=8, format={"redraw": True}))
    make.play_round(event)
    with pytest.raises(RefusedError) as refusal:
        close(event)
    assert (refusal.value.code, refusal.value.params) == ("rounds_missing", {"planned": 1, "rounds": 3})


def test_who_has_withdrawn_is_out_and_marked_before_and_after_the_end():
    event = make.called(make.drawn(make.knockout(entries=8)))
    first = make.play(make.tables_of(event)[0])
    left = first.lines.get(place=1).entry
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=left.pk, reason="Malata")

    found = standings(make.fresh(event))
    row = next(row for row in found.rows if row.entry == left.pk)
    assert (row.is_withdrawn, row.table, found.still_in) == (True, None, 6) and row.place is not None
    event = make.played_out(make.fresh(event))
    close(event)
    assert [each.entry for each in standings(make.fresh(event)).rows if each.is_withdrawn] == [left.pk]


def test_nobody_is_first_when_both_lost_the_final() -> None:
    event = make.called(entries=2, preset="online_002")
    final = make.tables_of(event)[0]
    fault = {"cause": "abandon", "offenders": [0, 1], "moment": "not_started", "snapshot": None, "tiebreak": 0}
    scoresheets.enter_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=final.pk,
        content={"games": [], "forfeit": fault},
        seen=final.version,
    )
    assert [row.place for row in all_standings(event)] == [2, 3]
    close(event)
    assert set(Entry.objects.filter(tournament=event).values_list("final_place", flat=True)) == {2, 3}


def test_careers_kept_from_version_to_version_are_those_counted_anew() -> None:
    event = make.called(make.drawn(make.knockout(entries=11, format={"placement": True})))
    for number in range(1, 5):
        for table in make.tables_of(event, number):
            if table.status == Table.Status.CALLED:
                make.play(table, winner=table.number % 2)
                kept_and_anew(event)
        if number == 1:
            with transaction.atomic():
                left = make.tables_of(event, 2)[0].lines.all()[0].entry
                participation.withdraw_entry(
                    actor=make.boss_of(event), tournament_id=event.pk, entry_id=left.pk, reason="Malata"
                )
                undone = kept_and_anew(event)
                transaction.set_rollback(True)
            assert kept_and_anew(event) != undone
            penalties.give_penalty(
                actor=make.boss_of(event), tournament_id=event.pk, kind="vp", entry_id=left.pk, value=3, reason="Tardi"
            )
            kept_and_anew(event)
        if number < 4:
            make.called(make.fresh(event), round=number + 1)


def kept_and_anew(event: Tournament) -> Sequence[StandingRow]:
    """Read the standings by what is kept of the last reading, and again without it."""
    kept = all_standings(make.fresh(event))
    careers.forget()
    assert kept == all_standings(make.fresh(event))
    return kept


def test_a_seat_that_another_process_changed_is_counted_in_the_order_of_its_table() -> None:
    event = make.called(make.drawn(make.knockout(entries=8)))
    make.play_round(event)
    kept_and_anew(event)
    one, two = (table.lines.all()[0] for table in make.tables_of(event)[:2])
    for line, entry in ((one, two.entry), (two, one.entry)):
        TableLine.objects.filter(pk=line.pk).update(entry=entry)
    kept_and_anew(event)
    TableLine.objects.filter(pk=one.pk).update(entry=None)
    kept_and_anew(event)
    TableLine.objects.filter(pk=one.pk).update(mp=99, place=2)
    kept_and_anew(event)


def test_careers_of_the_events_that_were_read_last_are_kept_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    events = [make.called(make.drawn(make.knockout(entries=8))) for _number in range(3)]
    monkeypatch.setattr(careers, "MOST_SEATS", 20)
    for event in events:
        all_standings(event)
    assert list(careers.COUNTED) == [event.pk for event in events[1:]]
    monkeypatch.setattr(careers, "MOST_SEATS", 4)
    assert len(all_standings(events[0])) == 8 and not careers.COUNTED
    monkeypatch.setattr(careers, "MOST_ENTRIES", 4)
    in_batches = all_standings(events[1])
    monkeypatch.undo()
    assert in_batches == kept_and_anew(events[1])
