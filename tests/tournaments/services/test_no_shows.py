"""No-shows: a match of two is lost, at a table of several the chair stays empty, in every ruleset."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services.rulings import apply, cancelled, given, later, report, results, row_of, seated, waiting
from tournaments.backups.verifying.events import violations_of
from tournaments.discipline import reads as penalties
from tournaments.entries.writes import participation
from tournaments.events.writes import rounds, tournaments
from tournaments.frame.policies import Actor
from tournaments.models import Ruling, Scoresheet, Table, Tournament
from tournaments.tables.writes import corrections, scoresheets, table_sheets

pytestmark = pytest.mark.django_db


def no_show(table: Table, line: int) -> Ruling:
    return given(table.tournament, "no_show", seated(table)[line].entry, table_id=table.pk, reason="Non si è visto")


# A match of two


# R-PEN-09, R-VP-09
@pytest.mark.parametrize("preset", ["valliadi_2022", "classica_001", "online_002", "wikipedia_004"])
@pytest.mark.parametrize("absent", [0, 1])
def test_a_no_show_loses_in_every_ruleset(preset: str, absent: int):
    event = make.called(entries=4, preset=preset, rules={"target": 21} if preset != "online_002" else {})
    table = make.tables_of(event)[0]
    scale = event.vp_scale["key"]

    no_show(table, absent)

    table.refresh_from_db()
    victim_mp, offender_mp = {"7pt": (4, -8), "11pt": (4, -14), "21pt": (6, -20)}[scale]
    assert results(table)[absent] == (2, 0, offender_mp)
    assert results(table)[1 - absent] == (1, 14, victim_mp)
    assert (table.ending, table.note) == ("forfeit", {"cause": "no_show", "losers": [absent], "ruled": True})
    assert [line.points for line in seated(table)] == [0, 0]


# R-VP-09
@pytest.mark.parametrize(("target", "vp", "mp"), [(7, 15, (5, -8)), (11, 15, (5, -14)), (21, 14, (6, -20))])
def test_by_choice_a_no_show_is_a_fault_in_the_first_deal(target: int, vp: int, mp: tuple[int, int]):
    event = make.called(entries=4, preset="classica_001", rules={"target": target}, terms={"no_show": "as_forfeit"})
    table = make.tables_of(event)[0]

    no_show(table, 1)

    assert results(table) == [(1, vp, mp[0]), (2, 0, mp[1])]


# R-PEN-08, R-PEN-09
def test_the_proposal_of_the_ladder_is_applied_with_one_word():
    table = waiting()
    report(table)
    later(10.1)

    apply(penalties.proposals(table.tournament)[0])

    assert results(table) == [(1, 14, 6), (2, 0, -20)]
    assert seated(make.tables_of(table.tournament, 2)[0])[0].entry == seated(table)[0].entry


# R-PEN-10, R-VP-10
@pytest.mark.parametrize(("target", "mp"), [(7, -8), (11, -14), (21, -20)])
def test_where_neither_line_comes_both_lose(target: int, mp: int):
    event = make.called(entries=4, preset="classica_001", rules={"target": target})
    table = make.tables_of(event)[0]

    no_show(table, 0)
    no_show(table, 1)

    table.refresh_from_db()
    assert results(table) == [(None, 0, mp), (None, 0, mp)]
    assert table.note["losers"] == [0, 1]
    assert [line.is_nobody for line in seated(make.tables_of(event, 2)[0])] == [True, False]


# R-PEN-14
@pytest.mark.parametrize("first", [0, 1])
def test_the_no_shows_of_both_lines_are_cancelled_in_any_order(first: int):
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    rulings = [no_show(table, 0), no_show(table, 1)]

    cancelled(rulings[first])
    one = results(table)
    cancelled(rulings[1 - first])

    table.refresh_from_db()
    assert one[first] == (1, 14, 6)
    assert one[1 - first] == (2, 0, -20)
    assert (table.status, table.ending, results(table)) == ("called", "", [(None, None, None)] * 2)
    assert not Scoresheet.objects.filter(table=table).exclude(status="undone").exists()
    assert seated(make.tables_of(event, 2)[0])[0].entry is None
    make.play(table)


# R-PEN-14
def test_a_no_show_stands_once_the_winner_has_been_called():
    event = make.called(entries=4)
    first, second = make.tables_of(event)
    ruling = no_show(first, 1)
    make.play(second)
    make.called(event, round=2)

    assert refused(cancelled, ruling) == "next_table_called"
    assert results(first) == [(1, 14, 6), (2, 0, -20)]


def test_nobody_fails_to_come_to_a_match_that_has_begun():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    make.enter(table, {"games": [{"deals": [make.points_sheet((3, 2))], "time_called": False}], "forfeit": None})

    assert refused(no_show, table, 1) == "match_begun"


def test_a_no_show_is_not_corrected_as_a_result_is():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    no_show(table, 1)
    table.refresh_from_db()
    where: dict[str, Any] = {
        "actor": make.boss_of(event),
        "tournament_id": event.pk,
        "table_id": table.pk,
        "seen": table.version,
    }

    assert (
        refused(corrections.correct_score, content=make.content_for(table), reason="Era qui", **where) == "ruled_here"
    )
    assert refused(corrections.preview_correction, tournament=event, table_id=table.pk, content={}) == "ruled_here"


def test_a_no_show_counts_in_the_standings():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]

    no_show(table, 1)

    victim, offender = (row_of(event, line.entry_id) for line in seated(table))
    assert ((victim.vp, victim.mp, victim.place), (offender.vp, offender.mp, offender.place)) == (
        (14, 6, None),
        (0, -20, 4),
    )


# Games without VP


def test_a_match_of_two_of_a_game_without_vp_is_lost_too(penalty: str):
    event = make.called(make.drawn(make.knockout(game=penalty, preset="club", entries=4, format={"kind": "knockout"})))
    table = make.tables_of(event)[0]

    ruling = no_show(table, 1)

    assert results(table) == [(1, None, None), (2, None, None)]
    cancelled(ruling)
    assert results(table) == [(None, None, None)] * 2
    make.enter(table, make.sheet(make.deal(101, 3)))
    assert [place for place, _vp, _mp in results(table)] == [2, 1]


# Tables of several


def several(penalty: str, entries: int = 8) -> tuple[Tournament, Table]:
    event = make.called(make.tables(penalty, entries=entries))
    return event, make.tables_of(event)[0]


# R-PEN-12
def test_at_a_table_of_several_the_chair_stays_empty_and_the_others_play(penalty: str):
    event, table = several(penalty)

    no_show(table, 3)

    table.refresh_from_db()
    assert (table.status, [line.is_absent for line in seated(table)]) == ("called", [False, False, False, True])
    make.enter(table, make.sheet(make.deal(0, 1, 101, None)))
    assert [line.place for line in seated(table)] == [1, 2, 3, None]
    assert seated(make.tables_of(event, 2)[0])[0].entry == seated(table)[0].entry


# R-PEN-12
def test_a_table_to_which_too_few_come_ends_by_itself(penalty: str):
    event, table = several(penalty)
    first = no_show(table, 0)
    second = no_show(table, 3)

    table.refresh_from_db()
    assert (table.status, table.ending) == ("done", "forfeit")
    assert [line.place for line in seated(table)] == [None, 1, 2, None]
    assert [line.entry for line in seated(make.tables_of(event, 2)[0])][:2] == [
        line.entry for line in seated(table)[1:3]
    ]
    cancelled(first)
    table.refresh_from_db()
    assert (table.status, [line.is_absent for line in seated(table)]) == ("called", [False, False, False, True])
    cancelled(second)
    assert [line.is_absent for line in seated(table)] == [False] * 4


# R-PEN-12
def test_nobody_comes_to_a_table(penalty: str):
    event, table = several(penalty)

    for line in range(4):
        no_show(table, line)

    assert [line.place for line in seated(table)] == [None] * 4
    assert [line.is_nobody for line in seated(make.tables_of(event, 2)[0])][:2] == [True, True]


# R-PEN-14
def test_who_was_played_without_does_not_come_back(penalty: str):
    _event, table = several(penalty)
    ruling = no_show(table, 3)
    make.enter(table, make.sheet(make.deal(0, 1, 5, None)))

    assert refused(cancelled, ruling) == "played_without"


# R-PEN-12
def test_a_withdrawal_beside_a_no_show_ends_the_table(penalty: str):
    event, table = several(penalty)
    no_show(table, 3)

    entry = seated(table)[2].entry
    assert entry is not None
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry.pk, reason="Malata")

    table.refresh_from_db()
    assert (table.status, table.ending) == ("done", "walkover")
    assert [line.place for line in seated(table)] == [1, 2, None, None]


# Losses at tables of several


# R-PEN-12
def test_who_is_ruled_out_of_a_table_that_plays_on_is_out_with_the_next_deal(penalty: str):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40)))

    given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    table.refresh_from_db()
    assert (table.status, table.note["ruled"]) == ("playing", {"0": "loss"})
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40), make.deal(None, 5, 5, 70)))
    assert [line.place for line in seated(table)] == [4, 1, 2, 3]
    assert [one.kind for one in Ruling.objects.filter(table=table)] == ["loss"]


# R-PEN-13
def test_a_table_that_somebody_is_disqualified_from_plays_on(penalty: str):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40)))

    given(event, "disqualification", seated(table)[0].entry)

    table = Table.objects.select_related("round", "tournament").get(pk=table.pk)
    allowed = table_sheets.what_may(make.boss_of(event), table_sheets.sheet_of(table))
    assert (table.status, allowed.enter, allowed.forfeit) == ("playing", True, True)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40), make.deal(None, 5, 5, 70)))
    assert [line.place for line in seated(table)] == [4, 1, 2, 3]


# R-PEN-13
@pytest.mark.parametrize("is_first", [True, False])
def test_who_has_lost_a_match_that_goes_on_is_disqualified_too(penalty: str, is_first: bool):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40)))
    entry = seated(table)[0].entry
    loss, out = given(event, "loss", entry, table_id=table.pk), given(event, "disqualification", entry)
    assert (seated(table)[0].entry.status, out.table) == ("withdrawn", table)

    first, second = (loss, out) if is_first else (out, loss)
    cancelled(first)
    table.refresh_from_db()
    assert (table.status, list(table.note["ruled"])) == ("playing", ["0"])
    cancelled(second)

    table.refresh_from_db()
    assert (table.status, "ruled" in table.note, seated(table)[0].entry.status) == ("playing", False, "confirmed")
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40), make.deal(1, 5, 75, 70)))
    assert [line.place for line in seated(table)] == [1, 2, 3, 4]
    assert list(violations_of(make.fresh(event))) == []


# R-PEN-12
def test_a_line_that_was_ruled_out_enters_nothing_any_more(penalty: str):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40)))
    given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    content = make.sheet(make.deal(10, 20, 30, 40), make.deal(None, 5, 5, 70))
    assert refused(make.enter, table, content, actor=Actor(line=0, label="A")) == "line_withdrawn"
    make.enter(table, content, actor=Actor(line=1, label="B"))


# R-PEN-12
def test_a_table_that_a_loss_leaves_too_few_at_ends_with_who_stays(penalty: str):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 101, 30, 40)))

    ruling = given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    table.refresh_from_db()
    assert (table.status, table.ending) == ("done", "forfeit")
    # Two stay and go on; who was out before comes behind them, who was ruled out last of all.
    assert [line.place for line in seated(table)] == [4, 3, 1, 2]
    cancelled(ruling)
    table.refresh_from_db()
    assert (table.status, table.note.get("ruled")) == ("playing", None)
    make.enter(table, make.sheet(make.deal(10, 101, 30, 40), make.deal(0, None, 71, 1)))
    assert [line.place for line in seated(table)] == [1, 4, 3, 2]


# R-PEN-14
def test_a_loss_that_is_cancelled_before_the_next_deal_leaves_no_mark(penalty: str):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40)))
    ruling = given(event, "loss", seated(table)[0].entry, table_id=table.pk)

    cancelled(ruling)

    table.refresh_from_db()
    assert (table.status, "ruled" in table.note) == ("playing", False)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40), make.deal(1, 5, 75, 70)))
    assert [line.place for line in seated(table)] == [1, 2, 3, 4]


# R-PEN-14
def test_who_was_ruled_out_stays_out_once_the_table_has_played_on(penalty: str):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40)))
    ruling = given(event, "loss", seated(table)[0].entry, table_id=table.pk)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40), make.deal(None, 5, 5, 7)))

    assert refused(cancelled, ruling) == "played_without"


# R-PEN-13
def test_who_is_disqualified_at_a_table_of_several_leaves_it_and_the_others_play_on(penalty: str):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40)))

    given(event, "disqualification", seated(table)[0].entry)

    make.enter(table, make.sheet(make.deal(10, 20, 30, 40), make.deal(None, 5, 5, 70)))
    assert [line.place for line in seated(table)] == [4, 1, 2, 3]


def test_the_mark_of_a_loss_is_not_undone_by_undoing_a_deal(penalty: str):
    event, table = several(penalty)
    make.enter(table, make.sheet(make.deal(10, 20, 30, 40)))
    given(event, "loss", seated(table)[0].entry, table_id=table.pk)
    table = make.enter(table, make.sheet(make.deal(10, 20, 30, 40), make.deal(None, 5, 5, 7)))
    undo: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "table_id": table.pk}

    table = scoresheets.undo_result(seen=table.version, **undo)

    assert (table.deals_played, table.note["ruled"]) == (1, {"0": "loss"})
    assert refused(scoresheets.undo_result, seen=table.version, **undo) == "ruled_here"


# R-PEN-14
def test_a_call_is_not_taken_back_while_a_no_show_at_it_is_in_force(penalty: str):
    event, table = several(penalty)
    ruling = no_show(table, 3)
    where: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "table_id": table.pk}

    assert refused(rounds.take_call_back, **where) == "not_only_called"
    cancelled(ruling)
    assert rounds.take_call_back(**where).status == "planned"


# R-PEN-12
def test_who_withdraws_and_comes_back_is_still_out_of_the_match_they_did_not_come_to(penalty: str):
    event, table = several(penalty)
    no_show(table, 3)
    entry = seated(table)[3].entry
    assert entry is not None
    where: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": entry.pk}

    participation.withdraw_entry(reason="Via", **where)
    participation.reinstate_entry(reason="Torna", **where)

    assert [line.is_absent for line in seated(table)] == [False, False, False, True]


@pytest.mark.parametrize("why", ["no-show", "withdrawn"])
def test_nobody_waits_any_longer_for_an_empty_chair(penalty: str, why: str):
    event, table = several(penalty)
    where: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk}
    report(table, 3)
    assert [line.index for line in penalties.missing(event)] == [3]

    if why == "no-show":
        no_show(table, 3)
    else:
        participation.withdraw_entry(entry_id=seated(table)[3].entry_id or 0, reason="Via", **where)
    tournaments.set_discipline(discipline={"ladder": [{"after": 0, "kind": "warning"}]}, **where)

    assert penalties.missing(event) == []
    assert penalties.proposals(event) == []


def test_who_has_left_the_event_loses_no_match_of_a_table_that_plays_without_them(penalty: str):
    event, table = several(penalty)
    entry = seated(table)[3].entry
    assert entry is not None
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry.pk, reason="Via")

    assert refused(no_show, table, 3) == "already_withdrawn"
