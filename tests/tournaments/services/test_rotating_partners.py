"""An evening with rotating partners: everybody enters singly, pairs are made for each round, results go to both."""

from collections import Counter
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.partners import evening, singles
from tests.tournaments.services.passes import by_link, line_at_table
from tests.tournaments.services.rounds import pair, rests
from tournaments.accounts.reads.my_data import my_data
from tournaments.accounts.writes import event_passes, privacy
from tournaments.backups.verifying.events import violations_of
from tournaments.discipline import reads as charged
from tournaments.discipline import reads as punishable
from tournaments.discipline.writes import penalties
from tournaments.discipline.writes.penalty_effects import effects_of
from tournaments.draw.writes import pairings
from tournaments.entries.reads.desk import entries_of
from tournaments.entries.reads.entries import entry_lists
from tournaments.entries.reads.finding import way
from tournaments.entries.writes import participation
from tournaments.entries.writes.entries import NewEntry, PersonName, rename_entry
from tournaments.errors import RefusedError
from tournaments.events.writes import closing, tournaments
from tournaments.frame.reads.entry_places import members_of
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament
from tournaments.outbox import messages
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db


def play(event: Tournament, number: int) -> Tournament:
    """The pair with the first player of the event wins every table of the round, or else the first one."""
    make.called(event, round=number)
    for table in make.tables_of(event, number):
        if not table.is_over:
            make.play(table, number % 2)
    return make.fresh(event)


def played_out(event: Tournament, rounds: int = 3, first: int = 1) -> Tournament:
    for number in range(first, rounds + 1):
        if not event.rounds.filter(number=number).exists():
            pair(event)
        event = play(event, number)
    return event


def pairs(event: Tournament) -> list[tuple[int, ...]]:
    seated = TableLine.objects.filter(table__tournament=event, entry__status="pair").values_list("entry", flat=True)
    return [tuple(sorted(both)) for both in members_of(set(seated)).values()]


def late(event: Tournament) -> Entry:
    return participation.enter_late(actor=make.boss_of(event), tournament_id=event.pk, new=make.names(90, 1))


def test_an_evening_is_played_to_its_end_and_each_gets_what_the_pair_makes() -> None:
    """R-ROT-01, R-ROT-03"""
    event = evening()
    assert event.entry_size == 1
    event = played_out(event)
    assert max(Counter(pairs(event)).values()) == 1
    assert sum(rests(event).values()) == 3
    assert max(rests(event).values()) == 1
    got: Counter[int] = Counter()
    for line in TableLine.objects.filter(table__tournament=event, entry__isnull=False):
        for key in members_of([line.entry_id or 0]).get(line.entry_id or 0, [line.entry_id or 0]):
            got[key] += line.vp or 0
    rows = all_standings(event)
    assert {row.entry: row.vp for row in rows} == dict(got)
    assert {row.entry for row in rows} == {entry.pk for entry in singles(event)}
    assert all(row.is_certain for row in rows)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
    assert event.entries.filter(status="pair", final_place__isnull=False).count() == 0


def test_the_pairs_of_a_round_are_in_no_list_and_each_player_finds_the_tables() -> None:
    event = evening()
    first = singles(event)[0]
    assert entry_lists(event).total == entries_of(event).count() == 9
    found = way(event, first.pk)
    assert len(found.tables) == 1
    table = TableLine.objects.filter(entry__members__of=first).first()
    if table is not None:
        assert found.tables[0].pk == table.table_id
        assert way(event, table.entry_id or 0).entry.label == str(table.entry)


def test_a_pairing_that_is_taken_back_leaves_no_pairs() -> None:
    event = play(evening(), 1)
    before = event.entries.count()
    pair(event)
    assert event.entries.count() == before + 4
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Uno sta male")
    assert event.entries.count() == before
    assert list(violations_of(make.fresh(event))) == []


def test_who_leaves_is_paired_no_more_and_who_comes_late_is_from_the_next_round_on() -> None:
    """R-ROT-05"""
    event = evening(players=8)
    gone = singles(event)[0]
    leave: dict[str, Any] = {
        "actor": make.boss_of(event),
        "tournament_id": event.pk,
        "entry_id": gone.pk,
        "reason": "Sta male",
    }
    with pytest.raises(RefusedError, match="sits_in_a_pair"):
        participation.withdraw_entry(**leave)
    event = play(event, 1)
    participation.withdraw_entry(**leave)
    comes = late(event)
    event = played_out(event, first=2)
    seated = Counter(key for both in pairs(event) for key in both)
    assert (seated[gone.pk], seated[comes.pk] + rests(event)[comes.pk]) == (1, 2)
    with pytest.raises(RefusedError, match="no_late_round"):
        late(event)


# R-STG-09
def test_with_fewer_than_four_left_the_evening_is_over() -> None:
    event = play(evening(players=5), 1)
    for gone in singles(event)[:2]:
        participation.withdraw_entry(
            actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male"
        )
    event = make.fresh(event)
    with pytest.raises(RefusedError):
        pair(event)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []


def test_a_penalty_of_a_pair_stays_when_its_round_is_taken_back() -> None:
    event = play(evening(players=8), 1)
    pair(event)
    line = make.tables_of(event, 2)[0].lines.get(index=0)
    penalties.give_penalty(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        entry_id=line.entry_id or 0,
        table_id=line.table_id,
        reason="Ritardo",
        kind="vp",
        value=2,
    )
    [both] = members_of([line.entry_id or 0]).values()
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Uno sta male")
    assert {key: each.vp for key, each in charged.deductions(event).items()} == dict.fromkeys(both, 2)
    assert list(violations_of(make.fresh(event))) == []


def test_the_pair_of_an_open_table_can_be_chosen_for_a_penalty() -> None:
    event = make.called(evening(players=8))
    line = make.tables_of(event)[0].lines.select_related("entry").get(index=0)
    assert line.entry is not None
    assert (line.entry.pk, line.entry.label) in punishable.punishable_entries(event)
    make.play_round(event, 1)
    # Each of them once, at however many tables they have sat.
    assert sorted(key for key, _label in punishable.punishable_entries(event)) == sorted(
        each.pk for each in singles(event)
    )
    knockout = make.finished(entries=4)
    assert len(punishable.punishable_entries(knockout)) == 4


def test_a_penalty_of_a_pair_is_one_of_both_and_a_pair_is_not_excluded() -> None:
    event = make.called(evening(players=8))
    line = make.tables_of(event)[0].lines.get(index=0)
    give: dict[str, Any] = {
        "actor": make.boss_of(event),
        "tournament_id": event.pk,
        "entry_id": line.entry_id,
        "table_id": line.table_id,
        "reason": "Ritardo",
    }
    [both] = members_of([line.entry_id or 0]).values()
    wanted = {"entry_id": line.entry_id, "table_id": line.table_id, "kind": "vp", "value": 2, "reason": "Ritardo"}
    previewed = effects_of(actor=give["actor"], event=event, wanted=[wanted])
    assert sorted(key for key, _before, _after in previewed.moves) == sorted(both)
    penalties.give_penalty(kind="vp", value=2, **give)
    taken = charged.deductions(event)
    assert {key: each.vp for key, each in taken.items()} == dict.fromkeys(both, 2)
    with pytest.raises(RefusedError, match="pair_not_excluded"):
        penalties.give_penalty(kind="disqualification", value=None, **give)
    with pytest.raises(RefusedError, match="sits_in_a_pair"):
        penalties.give_penalty(kind="disqualification", value=None, **{**give, "entry_id": both[0], "table_id": None})
    assert Ruling.objects.count() == 1


def test_a_corrected_name_is_that_of_the_pairs_too() -> None:
    event = evening(players=8)
    entry = singles(event)[0]
    rename_entry(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        entry_id=entry.pk,
        new=NewEntry((PersonName("Rossi", "Anna"),)),
    )
    mate = Entry.objects.get(members__of=entry)
    assert "Anna Rossi" in mate.label
    assert mate.members.get(of=entry).person == entry.members.get().person


def test_both_of_a_pair_are_told_of_the_call() -> None:
    event = evening(players=8)
    Entry.objects.filter(tournament=event, status="confirmed").update(contact="uno@example.org")
    tables = [(table, list(table.lines.select_related("entry"))) for table in make.tables_of(event)]
    assert len(messages._entries_with_mail(tables)) == 8


def test_an_account_has_its_tables() -> None:
    event = evening(players=8)
    account = make.user(name="Ugo")
    person = singles(event)[0].members.get().person
    person.user = account
    person.save()
    [entry] = my_data(account)["entries"]
    assert len(entry["tables"]) == 1


def test_the_format_is_for_pairs_in_the_hall_who_enter_singly() -> None:
    """R-ROT-06"""
    wanted = {"kind": "partners"}
    with pytest.raises(RefusedError, match="partners_need_pairs"):
        make.event(format=wanted, rules={"sides": "singles"})
    with pytest.raises(RefusedError, match="partners_in_hall"):
        make.event(format=wanted, mode="online")
    event = make.with_entries(entered := make.knockout(entries=0), 4) and entered
    with pytest.raises(RefusedError, match="partners_enter_singly"):
        tournaments.change_rules(actor=make.boss_of(event), tournament_id=event.pk, format=wanted)
    empty = make.event()
    tournaments.change_rules(actor=make.boss_of(empty), tournament_id=empty.pk, format=wanted)
    assert make.fresh(empty).entry_size == 1
    tournaments.change_rules(actor=make.boss_of(empty), tournament_id=empty.pk, format={"kind": "knockout"})
    assert make.fresh(empty).entry_size == 2
    with pytest.raises(RefusedError, match="no_stage"):
        make.event(format={"kind": "stages", "stages": [{"kind": "groups"}, wanted]})
    with pytest.raises(RefusedError, match="too_few_for_partners"):
        evening(players=3)


@pytest.mark.django_db(transaction=True)
def test_an_archive_brings_the_pairs() -> None:
    event = played_out(evening(players=6, rounds=2), 2)
    other = archives.brought(archives.bring(archives.archive_of(event)))
    assert [(row.name, row.vp) for row in all_standings(other)] == [(row.name, row.vp) for row in all_standings(event)]
    assert list(violations_of(other, is_ours=False)) == []
    assert Table.objects.filter(tournament=other).count() == Table.objects.filter(tournament=event).count()


def test_a_pass_opens_the_table_at_which_its_player_sits_in_a_pair() -> None:
    event = make.called(evening(players=8))
    issued = event_passes.issue_passes(actor=make.boss_of(event), tournament_id=event.pk)
    assert len(issued) == 8
    both = members_of([make.tables_of(event)[0].lines.get(index=1).entry_id or 0])
    lines = [line_at_table(by_link(one), event) for one in issued]
    assert (lines.count(0), lines.count(1)) == (2, 2)
    second = [one for one, line in zip(issued, lines, strict=True) if line == 1]
    assert [sorted(one.event_pass.entry_id for one in second)] == [sorted(each) for each in both.values()]


def test_a_player_who_is_made_anonymous_leaves_the_pairs_too() -> None:
    event = played_out(evening(players=4, rounds=1), 1)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    account = make.user(name="Ugo")
    person = singles(event)[0].members.get().person
    name, person.user = person.family_name, account
    person.save()
    privacy.close_account(account_id=account.pk)
    assert not Entry.objects.filter(label__contains=name).exists()
