"""Who enters late where everybody plays in each round, and who leaves and comes back."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn, late, pair, play
from tournaments.backups.verifying.events import violations_of
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.writes import closing
from tournaments.jobs.reads.event_tables import results
from tournaments.models import Entry, Table, TableLine, Tournament
from tournaments.standings.reads.standings import StandingRow, all_standings
from tournaments.tables.writes import corrections

pytestmark = pytest.mark.django_db


def tables_of(entry: Entry) -> list[tuple[int, str, str]]:
    rows = Table.objects.filter(lines__entry=entry).order_by("number")
    return list(rows.values_list("round__number", "status", "ending"))


def row_of(entry: Entry) -> StandingRow:
    return next(row for row in all_standings(make.fresh(entry.tournament)) if row.entry == entry.pk)


def test_in_groups_a_late_entry_takes_every_rest_of_an_uneven_group() -> None:
    """R-STG-11."""
    event = make.called(drawn("groups", entries=7, size=4))
    found = participation.preview_late(new=make.names(90), **make.where(event))
    assert (found.round, len(found.effects.tables)) == (1, 3)
    entry = late(event, table=found.table)
    assert tables_of(entry) == [(1, "called", ""), (2, "planned", ""), (3, "planned", "")]
    assert not event.tables.filter(status="bye").exists()
    met = TableLine.objects.filter(table__lines__entry=entry).values_list("table__group", "entry")
    assert len({group for group, _key in met}) == 1
    assert len({key for _group, key in met}) == 4
    with pytest.raises(RefusedError, match="groups_are_even"):
        late(event, 91)


def test_groups_that_are_even_or_have_begun_take_nobody() -> None:
    """R-STG-11."""
    event = drawn("groups", entries=7, size=4)
    play(event, 1)
    make.called(event, round=2)
    with pytest.raises(RefusedError, match="groups_have_begun"):
        late(event)
    with pytest.raises(RefusedError, match="groups_are_even"):
        late(drawn("groups", entries=8, size=4))


def test_by_the_standings_a_late_entry_sits_opposite_who_rests_or_waits_for_the_next_pairing() -> None:
    """R-STG-12."""
    event = make.called(drawn("danish", entries=5, rounds=3))
    assert tables_of(late(event)) == [(1, "called", "")]
    for table in make.tables_of(event):
        make.play(table)
    found = participation.preview_late(new=make.names(91), **make.where(event))
    assert (found.table, found.round, found.at) == (0, 2, None)
    second = late(event, 91, table=0)
    assert row_of(second).vp == 0
    pair(event)
    assert [number for number, _status, _ending in tables_of(second)] == [2]


def test_a_late_entry_sits_only_where_it_was_shown() -> None:
    event = make.called(drawn("danish", entries=5, rounds=3))
    found = participation.preview_late(new=make.names(90), **make.where(event))
    late(event, 91)
    with pytest.raises(RefusedError, match="late_place_gone"):
        late(event, table=found.table)
    other = make.called(drawn("swiss", entries=5, rounds=3))
    with pytest.raises(RefusedError, match="late_place_moved"):
        late(other, table=0)


def test_when_all_rounds_are_paired_nobody_enters() -> None:
    """R-STG-12."""
    event = drawn("swiss", entries=4, rounds=2)
    play(event, 1)
    pair(event)
    with pytest.raises(RefusedError, match="no_late_round"):
        late(event)


def test_in_a_mitchell_a_late_entry_is_the_line_that_was_missing() -> None:
    """R-MIT-07."""
    event = make.called(drawn("mitchell", entries=7, rounds=3))
    entry = late(event)
    assert tables_of(entry) == [(1, "called", ""), (2, "planned", ""), (3, "planned", "")]
    assert Table.objects.filter(tournament=event, status="bye").count() == 0
    with pytest.raises(RefusedError, match="mitchell_takes_nobody"):
        late(event, 91)
    begun = drawn("mitchell", entries=7, rounds=3)
    play(begun, 1)
    make.called(begun, round=2)
    with pytest.raises(RefusedError, match="mitchell_takes_nobody"):
        late(begun)


def test_at_the_king_of_the_table_a_late_entry_waits_for_the_next_round() -> None:
    """R-KNG-05."""
    event = drawn("king", entries=6, rounds=3)
    entry = late(event)
    assert tables_of(entry) == []
    play(event, 1)
    pair(event)
    assert [number for number, _status, _ending in tables_of(entry)] == [2]


def test_in_heats_nobody_enters_late(penalty: str) -> None:
    """R-HEA-06."""
    event = make.tables(penalty, entries=7, format={"kind": "heats", "rounds": 2})
    with pytest.raises(RefusedError, match="heats_take_nobody"):
        late(event)


def test_who_left_before_the_first_pairing_comes_back_to_the_next_one() -> None:
    event = drawn("danish", entries=4, rounds=3)
    play(event, 1)
    entry = late(event)
    participation.withdraw_entry(entry_id=entry.pk, reason="Sta male", **make.where(event))
    participation.reinstate_entry(entry_id=entry.pk, reason="Sta meglio", **make.where(event))
    pair(event)
    assert [number for number, _status, _ending in tables_of(entry)] == [2]


def test_in_groups_who_leaves_loses_every_later_table_and_comes_back_to_all_that_are_not_called() -> None:
    """R-STG-05."""
    event = drawn("groups", entries=5, size=5)
    play(event, 1)
    entry = make.tables_of(event, 2)[0].lines.order_by("index")[0].entry
    assert entry is not None
    before = tables_of(entry)
    participation.withdraw_entry(entry_id=entry.pk, reason="Sta male", **make.where(event))
    assert {ending for number, _status, ending in tables_of(entry) if number > 1} == {"walkover", "bye"}
    participation.reinstate_entry(entry_id=entry.pk, reason="Sta meglio", **make.where(event))
    assert tables_of(entry) == before


def leave(entry: Entry) -> None:
    participation.withdraw_entry(entry_id=entry.pk, reason="Sta male", **make.where(entry.tournament))


def come_back(entry: Entry) -> None:
    participation.reinstate_entry(entry_id=entry.pk, reason="Sta meglio", **make.where(entry.tournament))
    assert list(violations_of(make.fresh(entry.tournament))) == []


def play_all(event: Tournament, number: int) -> None:
    """Play the tables of a round that are played at all."""
    if event.tables.filter(round__number=number, status="planned").exists():
        make.called(event, round=number)
    for table in event.tables.filter(round__number=number, status="called"):
        make.play(table)


def test_nobody_comes_back_who_has_entered_once_more_meanwhile() -> None:
    event = drawn("danish", entries=4, rounds=3)
    play(event, 1)
    entry = late(event)
    leave(entry)
    again = late(event)
    with pytest.raises(RefusedError, match="person_twice"):
        come_back(entry)
    leave(again)
    come_back(entry)


def test_who_comes_back_plays_what_has_not_been_called_and_what_was_announced_stays() -> None:
    """R-STG-28: in groups; the one who rested and the one who won without a match keep what they read."""
    event = drawn("groups", entries=4, size=4)
    play(event, 1)
    entry = event.entries.order_by("pk")[0]
    leave(entry)
    play_all(event, 2)
    before = {row.entry: (row.place, row.vp) for row in all_standings(make.fresh(event))}
    come_back(entry)
    assert [(status, ending) for _number, status, ending in tables_of(entry)] == [
        ("done", ""),
        ("done", "walkover"),
        ("planned", ""),
    ]
    assert {row.entry: (row.place, row.vp) for row in all_standings(make.fresh(event))} == before
    table = event.tables.get(round__number=2, lines__entry=entry)
    with pytest.raises(RefusedError) as refusal:
        corrections.preview_correction(tournament=event, table_id=table.pk, content=make.content_for(table))
    assert (refusal.value.code, refusal.value.params) == ("line_withdrawn", {"name": entry.label})
    play(event, 3)
    closing.finish_tournament(**make.where(event))
    assert list(violations_of(make.fresh(event))) == []


def test_a_withdrawal_is_taken_back_while_its_round_is_the_last_that_was_called() -> None:
    """R-STG-28."""
    event = drawn("groups", entries=4, size=4)
    play(event, 1)
    make.called(event, round=2)
    entry = event.entries.order_by("pk")[0]
    before = tables_of(entry)
    leave(entry)
    come_back(entry)
    assert tables_of(entry) == before
    leave(entry)
    make.called(event, round=3)
    come_back(entry)
    assert [(status, ending) for _number, status, ending in tables_of(entry)] == [
        ("done", ""),
        ("done", "walkover"),
        ("done", "walkover"),
    ]


def test_who_comes_back_after_the_next_pairing_was_called_is_in_the_one_after() -> None:
    """R-STG-28."""
    event = drawn("danish", entries=6, rounds=3)
    make.called(event)
    entry = event.entries.order_by("pk")[0]
    leave(entry)
    play_all(event, 1)
    pair(event)
    make.called(event, round=2)
    come_back(entry)
    assert [ending for _number, _status, ending in tables_of(entry)] == ["walkover"]
    play_all(event, 2)
    pair(event)
    assert [number for number, _status, _ending in tables_of(entry)] == [1, 3]


def test_a_heat_that_was_played_without_them_stays(penalty: str) -> None:
    """R-STG-28."""
    event = make.tables(penalty, entries=8, format={"kind": "heats", "rounds": 2})
    make.called(event)
    table, other = make.tables_of(event)
    entry = table.lines.get(index=3).entry
    assert entry is not None
    leave(entry)
    make.enter(table, make.ended(table, [0, 1, 2]))
    come_back(entry)
    assert table.lines.get(index=3).is_absent
    make.enter(other, make.ended(other))
    make.called(event, round=2)
    for each in make.tables_of(event, 2):
        assert not each.lines.filter(is_absent=True).exists()
        make.enter(each, make.ended(each))
    closing.finish_tournament(**make.where(event))
    assert list(violations_of(make.fresh(event))) == []


def test_the_rests_to_come_of_who_has_left_give_nothing() -> None:
    """R-STG-13."""
    event = drawn("groups", entries=5, size=5)
    play(event, 1)
    gone = make.tables_of(event, 2)[0].round.tables.get(status="bye").lines.get(entry__isnull=False).entry
    assert gone is not None
    vp = row_of(gone).vp
    rest = TableLine.objects.filter(table__round__number=2, table__status="bye", entry=gone)
    worth = {(14, 4)}
    assert set(rest.values_list("vp", "mp")) == worth
    participation.withdraw_entry(entry_id=gone.pk, reason="Sta male", **make.where(event))
    # What the table itself says is what counts, in every output.
    assert set(rest.values_list("vp", "mp")) == {(0, 0)}
    assert 14 not in [value for row in results(make.fresh(event)) if gone in row for value in row]
    assert list(violations_of(make.fresh(event))) == []
    participation.reinstate_entry(entry_id=gone.pk, reason="Sta bene", **make.where(event))
    assert set(rest.values_list("vp", "mp")) == worth
    participation.withdraw_entry(entry_id=gone.pk, reason="Sta male", **make.where(event))
    play(event, 2)
    assert row_of(gone).vp == vp
    assert row_of(gone).stage.tally.tables == 1  # type: ignore[union-attr]
    assert list(violations_of(make.fresh(event))) == []
