"""The register of penalties: given with a reason, cancelled with a reason, followed by the standings at once."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services.rulings import cancelled, given, results, row_of, seated
from tournaments.backups.verifying.events import violations_of
from tournaments.competition.discipline import KINDS, Deduction
from tournaments.discipline import reads as penalties
from tournaments.entries.writes import participation
from tournaments.events.writes import closing
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, Entry, Ruling, Table, TableLine, Tournament
from tournaments.standings.reads.standings import standings
from tournaments.tables.writes import corrections, scoresheets

pytestmark = pytest.mark.django_db


def first_of(event: Tournament) -> TableLine:
    """The first line of the first table."""
    return seated(make.tables_of(event)[0])[0]


# What is given


# R-PEN-05
def test_a_penalty_is_on_record_with_its_reason_and_moves_the_event_on():
    event = make.called(entries=4)
    line, before = first_of(event), event.version

    ruling = given(event, "mp", line.entry, value=2, table_id=line.table_id)

    row = AuditEntry.objects.get(verb="penalty_given")
    assert (ruling.status, ruling.value, ruling.reason, ruling.table) == ("in_force", 2, "Visto da tutti", line.table)
    assert (row.target, row.reason, row.after) == (
        str(line.entry),
        "Visto da tutti",
        {"kind": "mp", "value": 2, "table": line.table.number},
    )
    assert make.fresh(event).version > before


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [
        ("warning", {"reason": " "}, "reason_missing"),
        ("prison", {}, "unknown_penalty"),
        ("points", {}, "penalty_value"),
        ("warning", {"value": 3}, "penalty_without_value"),
        ("loss", {}, "penalty_needs_table"),
        ("no_show", {}, "penalty_needs_table"),
        ("warning", {"table_id": 10**6}, "table_missing"),
    ],
)
def test_what_makes_no_penalty_is_refused_and_leaves_nothing(kind: str, more: dict[str, Any], code: str):
    event = make.called(entries=4)

    assert refused(given, event, kind, first_of(event).entry, **more) == code
    assert not Ruling.objects.exists()


def test_a_game_without_vp_takes_none_away(penalty: str):
    event = make.tables(penalty, entries=8)

    assert refused(given, event, "vp", first_of(event).entry, value=2) == "penalty_needs_vp"


def test_an_entry_of_another_event_or_of_another_table_is_not_touched():
    event, other = make.called(entries=4), make.called(entries=2)
    here, there = make.tables_of(event)

    assert refused(given, event, "warning", first_of(other).entry) == "entry_missing"
    assert refused(given, event, "warning", seated(here)[0].entry, table_id=there.pk) == "not_at_table"


def test_a_penalty_is_cancelled_once_with_a_reason():
    event = make.called(entries=2)
    ruling = given(event, "warning", first_of(event).entry)

    found = [refused(cancelled, ruling, " ")]
    cancelled(ruling)
    found.append(refused(cancelled, ruling, "Di nuovo"))

    ruling.refresh_from_db()
    assert found == ["reason_missing", "ruling_missing"]
    assert (ruling.status, ruling.cancel_reason) == ("cancelled", "Malinteso")
    assert AuditEntry.objects.get(verb="penalty_cancelled").reason == "Malinteso"


def test_rulings_that_are_no_penalty_are_not_cancelled_here():
    event = make.drawn(entries=4)
    entry = first_of(event).entry
    assert entry is not None
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry.pk, reason="Malata")

    assert refused(cancelled, Ruling.objects.get(kind="withdrawal")) == "ruling_missing"


# R-PEN-15
def test_when_the_event_is_finished_the_closing_has_to_be_taken_back_first():
    event = make.called(entries=2)
    ruling = given(event, "warning", first_of(event).entry)
    make.finished(event)

    assert refused(given, event, "warning", first_of(event).entry) == "event_finished"
    assert refused(cancelled, ruling) == "event_finished"
    closing.reopen_tournament(actor=make.boss_of(event), tournament_id=event.pk, reason="Ricorso")
    assert cancelled(ruling).status == "cancelled"


# The standings


# R-PEN-06
def test_a_penalty_is_taken_from_the_total_and_from_no_match():
    event = make.called(entries=4)
    table = make.play(make.tables_of(event)[0])
    line, before = seated(table)[0], results(table)
    clean = row_of(event, line.entry_id)

    for kind, value in (("vp", 3), ("mp", 5), ("vp", 1)):
        given(event, kind, line.entry, value=value)

    row = row_of(event, line.entry_id)
    assert (row.vp, row.mp) == (clean.vp - 4, clean.mp - 5)
    assert (row.deduction.vp, row.deduction.mp) == (4, 5)
    assert results(table) == before


# R-PEN-06
def test_penalties_decide_between_those_who_came_equally_far_and_a_cancelled_one_does_not():
    event = make.called(entries=8)
    for table in make.tables_of(event):
        make.play(table)
    beaten = [row for row in standings(make.fresh(event)).rows if row.place is not None]

    ruling = given(event, "vp", beaten[0].entry, value=1)
    after = [row.entry for row in standings(make.fresh(event)).rows if row.place is not None]
    cancelled(ruling)
    again = [row.entry for row in standings(make.fresh(event)).rows if row.place is not None]

    assert after[-1] == beaten[0].entry
    assert again == [row.entry for row in beaten]


# R-PEN-06
def test_the_final_places_are_those_that_the_running_standings_said():
    event = make.called(entries=8)
    make.play_round(event)
    beaten = [row.entry for row in standings(make.fresh(event)).rows if row.place is not None]
    given(event, "mp", beaten[0], value=1)
    given(event, "points", beaten[1], value=4)
    make.play_round(event, 2)
    make.play_round(event, 3)
    running = {row.entry: (row.vp, row.mp) for row in standings(make.fresh(event)).rows}

    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)

    final = standings(make.fresh(event)).rows
    assert {row.entry: (row.vp, row.mp) for row in final} == running
    assert final[-1].entry == beaten[0]
    assert [row.entry for row in final if row.entry in beaten][-2] == beaten[1]


# R-PEN-07
@pytest.mark.parametrize("finish", [False, True])
def test_where_fewer_points_are_better_a_penalty_adds_them(penalty: str, finish: bool):
    event = make.tables(penalty, entries=4)
    make.end_round(event)
    table = make.tables_of(event)[0]
    winner = seated(table)[0]

    given(event, "points", winner.entry, value=10)
    if finish:
        closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)

    row = row_of(event, winner.entry_id)
    assert (row.points, row.deduction.points, row.table_place) == ((winner.points or 0) + 10, 10, 1)


# R-PEN-07
def test_penalty_points_order_the_beaten_of_tables(penalty: str):
    event = make.tables(penalty, entries=8)
    make.end_round(event)
    out = [row.entry for row in standings(make.fresh(event)).rows if row.place is not None]

    given(event, "points", out[0], value=50)
    after = [row.entry for row in standings(make.fresh(event)).rows if row.place is not None]

    assert out.index(out[0]) < after.index(out[0])


def test_the_standings_ask_one_question_more_for_any_number_of_penalties(django_assert_num_queries):
    event = make.called(entries=4)
    first, second = make.tables_of(event)
    make.play(first)
    standings(event)  # The lots are read once.
    for penalties_given in range(3):
        with django_assert_num_queries(3 if penalties_given else 2):
            standings(event)
        given(event, "mp", seated(second)[0].entry, value=penalties_given + 1)
    finished = make.finished(event)
    with django_assert_num_queries(3):
        standings(finished)


# Loss of the match


# R-PEN-11
@pytest.mark.parametrize("loser", [0, 1])
def test_a_match_is_lost_by_penalty_before_its_next_deal_whatever_causes_the_ruleset_knows(loser: int):
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    make.enter(table, {"games": [{"deals": [make.points_sheet((3, 2))], "time_called": False}], "forfeit": None})

    ruling = given(event, "loss", seated(table)[loser].entry, table_id=table.pk)

    table.refresh_from_db()
    # Four points of the deal that comes and a sweep: 3-7 or 8-2 on the scale to 21.
    points, winner = ([3, 7], (1, 14, 6)) if loser == 0 else ([8, 2], (1, 14, 6))
    assert (table.status, table.ending, table.note["cause"], table.note["losers"]) == (
        "done",
        "forfeit",
        "loss",
        [loser],
    )
    assert [line.points for line in seated(table)] == points
    assert results(table)[1 - loser] == winner
    assert results(table)[loser] == (2, 0, -20)
    assert list(Ruling.objects.all()) == [ruling]
    final = seated(make.tables_of(event, 2)[0])
    assert [line.entry for line in final if line.entry] == [seated(table)[1 - loser].entry]


# R-PEN-11
def test_a_result_that_waits_to_be_confirmed_can_still_be_lost():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    make.play(table, 0, actor=Actor(line=0, label="A"))

    given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    assert results(table) == [(2, 0, -20), (1, 14, 6)]


# R-PEN-11
def test_of_a_longer_match_the_games_that_were_won_keep_their_vp():
    event = make.called(entries=2, format={"best_of": {"final": 3}})
    table = make.tables_of(event)[0]
    game = make.content_for(table)["games"][0]
    make.enter(table, {"games": [game], "forfeit": None})
    seats = seated(table)
    won = (seats[0].games_won, seats[1].games_won)

    given(event, "loss", seats[0].entry, table_id=table.pk)

    offender, victim = results(table)
    assert won == (1, 0)
    assert (offender[0], victim[0]) == (2, 1)
    # 21-7 was played, 18-2; then the fault in the first deal of the next game.
    assert (offender[1], victim[1]) == (18 + 0, 2 + 14)


# R-PEN-11, R-PEN-14, R-KO-22
def test_a_loss_ends_both_legs_and_cancelled_it_gives_back_the_first():
    event = make.called(entries=2, format={"best_of": {"final": 2}})
    table = make.tables_of(event)[0]
    make.enter(table, {"games": make.content_for(table)["games"][:1], "forfeit": None})
    ruling = given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    # 21-7 was played, 18-2; then the fault in the first deal of the second leg.
    assert [(place, vp) for place, vp, _mp in results(table)] == [(2, 18 + 0), (1, 2 + 14)]
    assert list(violations_of(event)) == []
    cancelled(ruling)

    table.refresh_from_db()
    assert (table.status, [line.points for line in seated(table)]) == ("playing", [21, 7])


# R-PEN-14
def test_a_loss_that_is_cancelled_gives_the_sheet_back_as_it_was():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    make.enter(table, {"games": [{"deals": [make.points_sheet((3, 2))], "time_called": False}], "forfeit": None})
    ruling = given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    cancelled(ruling)

    table.refresh_from_db()
    assert (table.status, table.ending, table.note, table.deals_played) == ("playing", "", {}, 1)
    assert [line.points for line in seated(table)] == [3, 2]
    assert [line.entry for line in seated(make.tables_of(event, 2)[0])] == [None, None]
    make.play(table)
    assert results(table)[0][0] == 1


# R-PEN-14
def test_a_submitted_result_is_to_be_confirmed_again():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    make.play(table, 0, actor=Actor(line=0, label="A"))
    ruling = given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    cancelled(ruling)

    table.refresh_from_db()
    assert table.status == "to_confirm"
    scoresheets.confirm_score(
        actor=Actor(line=1, label="B"), tournament_id=event.pk, table_id=table.pk, seen=table.version
    )
    assert results(table)[0][0] == 1


# R-PEN-14
def test_nothing_is_taken_back_once_the_next_table_has_been_called():
    event = make.called(entries=4)
    first, second = make.tables_of(event)
    ruling = given(event, "loss", seated(first)[0].entry, table_id=first.pk)
    make.play(second)
    make.called(event, round=2)

    assert refused(cancelled, ruling) == "next_table_called"
    ruling.refresh_from_db()
    assert ruling.status == "in_force"


def test_a_penalty_decides_a_result_that_only_the_penalty_takes_back():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    given(event, "loss", seated(table)[0].entry, table_id=table.pk)
    table.refresh_from_db()
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "table_id": table.pk, "seen": table.version}

    assert refused(scoresheets.undo_result, **where) == "ruled_here"


@pytest.mark.parametrize("kind", ["loss", "no_show"])
def test_a_match_that_is_not_going_on_is_lost_by_nobody(kind: str):
    event = make.drawn(entries=4)
    table = make.tables_of(event)[0]
    entry = seated(table)[0].entry

    found = [refused(given, event, kind, entry, table_id=table.pk)]
    make.called(event)
    make.play(table)
    found.append(refused(given, event, kind, entry, table_id=table.pk))

    assert found == ["table_not_called", "match_is_over"]
    assert not Ruling.objects.exists()


def test_the_same_match_is_lost_once():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    assert refused(given, event, "no_show", seated(table)[0].entry, table_id=table.pk) == "already_lost"


def test_a_bye_is_lost_by_nobody():
    event = make.drawn(entries=3)
    bye = Table.objects.get(tournament=event, status="bye")
    entry = next(line.entry for line in seated(bye) if line.entry)

    assert refused(given, event, "loss", entry, table_id=bye.pk) == "table_is_bye"


# R-PEN-10, R-VP-10
def test_both_lines_lose_and_nobody_goes_on():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    first = given(event, "loss", seated(table)[0].entry, table_id=table.pk)
    given(event, "loss", seated(table)[1].entry, table_id=table.pk)

    assert results(table) == [(None, 0, -20), (None, 0, -20)]
    assert [line.is_nobody for line in seated(make.tables_of(event, 2)[0])].count(True) == 1
    cancelled(first)
    assert results(table) == [(1, 14, 6), (2, 0, -20)]


def test_where_a_double_forfeit_is_played_again_the_second_loss_is_refused():
    event = make.called(entries=4, terms={"double_forfeit": "replay"})
    table = make.tables_of(event)[0]
    given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    assert refused(given, event, "loss", seated(table)[1].entry, table_id=table.pk) == "double_forfeit_is_replayed"
    assert Ruling.objects.count() == 1


# Disqualification


# R-PEN-13
def test_who_is_disqualified_loses_the_open_match_and_leaves():
    event = make.called(entries=4, format={"third_place": True})
    first, second = make.tables_of(event)
    entry = seated(first)[0].entry
    assert entry is not None

    ruling = given(event, "disqualification", entry)

    entry.refresh_from_db()
    assert (entry.status, ruling.table) == ("withdrawn", first)
    assert results(first) == [(2, 0, -20), (1, 14, 6)]
    assert Table.objects.get(pk=first.pk).note["cause"] == "disqualification"
    make.play(second)
    third = Table.objects.get(tournament=event, section="third")
    assert (third.status, third.ending) == ("done", "walkover")


# R-PEN-13
def test_a_disqualification_between_two_rounds_empties_the_chair_to_come():
    event = make.called(entries=4)
    first, second = make.tables_of(event)
    make.play(first)
    winner = seated(first)[0].entry

    given(event, "disqualification", winner)
    make.play(second)

    final = Table.objects.get(tournament=event, round__number=2)
    assert (final.ending, results(first)[0][0]) == ("walkover", 1)


# R-PEN-14
def test_a_disqualification_that_is_cancelled_brings_the_entry_back_to_its_match():
    event = make.called(entries=4, format={"third_place": True})
    first, second = make.tables_of(event)
    entry = seated(first)[0].entry
    assert entry is not None
    ruling = given(event, "disqualification", entry)
    make.play(second)

    cancelled(ruling)

    entry.refresh_from_db()
    first.refresh_from_db()
    third = Table.objects.get(tournament=event, section="third")
    assert (entry.status, first.status, third.status) == ("confirmed", "called", "planned")
    make.play(first)
    assert results(first)[0][0] == 1


def test_only_the_register_brings_back_who_was_disqualified():
    event = make.called(entries=4)
    entry = first_of(event).entry
    assert entry is not None
    given(event, "disqualification", entry)
    back = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": entry.pk, "reason": "Torna"}

    assert refused(participation.reinstate_entry, **back) == "is_disqualified"
    assert refused(given, event, "disqualification", entry) == "already_withdrawn"
    assert refused(given, event, "loss", entry, table_id=make.tables_of(event)[0].pk) == "already_lost"


def test_nobody_is_disqualified_before_the_event_runs():
    event = make.knockout(entries=4)
    entry = Entry.objects.filter(tournament=event).first()

    assert refused(given, event, "disqualification", entry) == "not_running"
    assert given(event, "warning", entry).status == "in_force"


# A correction sets the table of a penalty back


def test_a_match_lost_by_penalty_is_played_again_when_other_people_come_to_it():
    event = make.called(entries=4)
    first, second = make.tables_of(event)
    make.play(first)
    make.play(second)
    make.called(event, round=2)
    final = make.tables_of(event, 2)[0]
    ruling = given(event, "loss", seated(final)[0].entry, table_id=final.pk)
    first.refresh_from_db()

    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=first.pk,
        content=make.content_for(first, 1),
        seen=first.version,
        reason="Referto scambiato",
        accepted=[final.number],
    )

    ruling.refresh_from_db()
    final.refresh_from_db()
    assert (ruling.status, final.status) == ("cancelled", "called")


# What is read


def test_the_register_has_every_kind_and_everybody_who_had_a_hand_in_it(django_assert_num_queries):
    event = make.called(entries=8)
    tables = make.tables_of(event)
    values = {"points": 1, "vp": 1, "mp": 1}
    for number, kind in enumerate(KINDS):
        line = seated(tables[number % 4])[number // 4]
        given(event, kind, line.entry, value=values.get(kind), table_id=line.table_id)
    cancelled(Ruling.objects.get(kind="vp"))

    with django_assert_num_queries(1):
        found = penalties.register(event)
        told = [
            (one.kind, str(one.entry), one.table.round.number if one.table else 0, str(one.made_by)) for one in found
        ]

    assert [each[0] for each in told] == list(reversed(KINDS))
    taken = {Ruling.objects.get(kind=kind).entry_id: Deduction(**{kind: 1}) for kind in ("points", "mp")}
    assert penalties.deductions(event) == taken


def test_a_penalty_of_the_other_line_does_not_touch_a_match_that_was_lost_by_a_ruling():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    absent, present = table.lines.order_by("index").values_list("entry_id", flat=True)
    given(event, "no_show", absent, table_id=table.pk, reason="Assente")
    given(event, "vp", present, table_id=table.pk, value=2, reason="Segnali")
    assert list(violations_of(make.fresh(event))) == []
