"""Rounds of an online event that are played after all: somebody comes back or late, a result is undone (R-ONL-06)."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import fire, matches_of, online, open_more, opening_of, play, table_of
from tests.tournaments.services.play import table as at
from tournaments.backups.verifying.events import violations_of
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import participation
from tournaments.events.writes import rounds
from tournaments.models import Deadline, Entry, Match, Table, Tournament
from tournaments.tables.writes import scoresheets
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db

ITSELF = {"opens": "itself"}


def until_nothing_is_due(event: Tournament) -> None:
    for _ in range(20):
        due = Deadline.objects.filter(tournament=event, fired_at=None).order_by("due_at").first()
        if due is None:
            return
        firing.fire_deadline(deadline_id=due.pk, now=due.due_at)


def is_played(event: Tournament) -> bool:
    """Whether a match is open once every deadline was due."""
    until_nothing_is_due(event)
    return Match.objects.filter(table__tournament=event).exclude(status="over").exists()


def before_the_final() -> Tournament:
    event = online(online=ITSELF, format={"third_place": False})
    assert fire(event)
    for match in matches_of(event):
        play(match)
    return event


def test_a_final_to_which_somebody_comes_back_opens_by_itself():
    event = before_the_final()
    who = {
        "actor": make.boss_of(event),
        "tournament_id": event.pk,
        "entry_id": make.tables_of(event, 2)[0].lines.get(index=0).entry_id,
    }
    participation.withdraw_entry(**who, reason="Malata")
    assert not Deadline.objects.filter(tournament=event, fired_at=None)
    participation.reinstate_entry(**who, reason="Guarita")
    assert is_played(event)


def test_a_final_of_which_a_disqualification_is_cancelled_opens_by_itself():
    event = before_the_final()
    entry, boss = make.tables_of(event, 2)[0].lines.get(index=0).entry, make.boss_of(event)
    given = penalties.give_penalty(
        actor=boss, tournament_id=event.pk, kind="disqualification", entry_id=entry.pk, reason="Carte segnate"
    )
    penalties.cancel_penalty(actor=boss, tournament_id=event.pk, ruling_id=given.pk, reason="Erano di un altro")
    assert is_played(event)


def test_a_paired_round_to_which_somebody_comes_back_opens_by_itself():
    event = online(entries=4, format={"kind": "danish", "rounds": 2}, online=ITSELF)
    assert fire(event)
    for match in matches_of(event):
        play(match)
    due = opening_of(event)
    firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
    gone = [table.lines.get(index=0).entry_id for table in make.tables_of(event, 2)]
    who = {"actor": make.boss_of(event), "tournament_id": event.pk}
    for key in gone:
        participation.withdraw_entry(**who, entry_id=key, reason="Linea caduta")
    participation.reinstate_entry(**who, entry_id=gone[0], reason="Linea tornata")
    assert is_played(event)


def test_who_comes_late_to_a_round_that_was_called_one_by_one_has_a_match():
    event = online(entries=3, online=ITSELF)
    (table,) = [table for table in make.tables_of(event) if table.status == "planned"]
    rounds.call_table(actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk)
    play(matches_of(event)[0])
    participation.enter_late(actor=make.boss_of(event), tournament_id=event.pk, new=make.names(90, 1))
    assert is_played(event)


@pytest.mark.parametrize("opens", ["itself", "word"])
def test_a_result_undone_at_a_table_called_ahead_leaves_another_match(opens):
    event = online(online={"opens": opens})
    boss = make.boss_of(event)
    for table in make.tables_of(event):
        rounds.call_table(actor=boss, tournament_id=event.pk, table_id=table.pk)
    first, second = matches_of(event)
    play(second)
    at.ask(first, "abandon", 0)
    at.fire_reports(first)
    table = table_of(first)
    scoresheets.undo_result(
        actor=boss, tournament_id=event.pk, table_id=table.pk, seen=table.version, reason="Linea caduta"
    )
    assert is_played(event)
    assert table_of(first).status == "playing"


def test_a_call_that_the_organiser_takes_back_is_made_by_nobody_else():
    event = online(entries=8, online=ITSELF)
    assert fire(event)
    boss, (first, second, third, _last) = make.boss_of(event), matches_of(event)
    for match in (first, second):
        play(match)
    call = {"actor": boss, "tournament_id": event.pk}
    rounds.announce_round(**call, number=2)
    table = make.tables_of(event, 2)[0]
    rounds.take_call_back(**call, table_id=table.pk)
    while open_more(event):
        pass
    assert Table.objects.get(pk=table.pk).status == "planned"
    rounds.announce_round(**call, number=2)
    while open_more(event):
        pass
    assert Table.objects.get(pk=table.pk).status == "playing"
    assert table_of(third).status == "playing"


@pytest.mark.parametrize("order", [(0,), (1,), (0, 1), (1, 0)])
def test_who_has_lost_a_match_without_a_deal_is_disqualified_too_and_both_are_cancelled(order):
    event = make.drawn(entries=8, preset="several_004", mode="online", format={"kind": "tables", "max_table": 4})
    assert fire(event)
    match = matches_of(event)[0]
    for seat in range(4):
        at.ask(match, "ready", seat)
    entry = Entry.objects.get(pk=match.chairs["entries"][0])
    where = [{"kind": "loss", "table_id": match.table_id}, {"kind": "disqualification"}]
    call = {"actor": make.boss_of(event), "tournament_id": event.pk}
    given = {
        number: penalties.give_penalty(**call, **where[number], entry_id=entry.pk, reason="Carte segnate")
        for number in sorted(order)
    }
    assert {ruling.table_id for ruling in given.values()} == {match.table_id}
    for number in order:
        penalties.cancel_penalty(**call, ruling_id=given[number].pk, reason="Erano di un altro")
    entry.refresh_from_db()
    assert (entry.status, table_of(match).lines.get(entry=entry).is_absent) == ("confirmed", False)
    assert is_played(event)
    assert list(violations_of(make.fresh(event))) == []
