"""What a referee orders at a table that plays online, and what reaches the event of it."""

import random

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.services.play.event_tables import OTHER_DEAL, close_deal, opened, order, where
from tournaments.competition.live.course import content
from tournaments.discipline.writes import penalties
from tournaments.errors import ForbiddenError, RefusedError, StaleVersionError
from tournaments.frame.policies import Actor, Right
from tournaments.models import Match, MatchEvent, Membership, Person, Ruling, Scoresheet, Table, Tournament
from tournaments.online.reads import live_matches
from tournaments.online.writes import commands, refereeing
from tournaments.tables.writes import corrections, live_opening

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(toy) -> Tournament:
    return make.called(make.tables(toy, entries=8, preset="four"))


def last(match: Match) -> MatchEvent:
    return MatchEvent.objects.filter(match=match).latest("sequence")


def test_an_order_is_in_the_log_with_its_reason_and_who_gave_it(match):
    boss = make.boss_of(match.table.tournament)
    order(match, "pause", text="  Un bicchiere \n rovesciato ")
    event = last(match)
    assert (event.kind, event.seat, event.data["note"], event.data["by"]) == (
        "paused",
        None,
        "Un bicchiere rovesciato",
        boss.user.pk,
    )
    assert live_matches.match(match.pk).status == Match.Status.PAUSED
    order(match, "resume", text="")
    assert live_matches.match(match.pk).status == Match.Status.OPEN


@pytest.mark.parametrize("kind", ["pause", "loss", "void", "time", "hand"])
def test_every_order_that_costs_somebody_something_needs_a_reason(match, kind):
    with pytest.raises(RefusedError, match="reason_missing"):
        order(match, kind, text=" ", to=0, ms=1_000)
    with pytest.raises(RefusedError, match="reason_too_long"):
        order(match, kind, text="x" * 201, to=0, ms=1_000)


@pytest.mark.parametrize("kind", ["play", "ready", "abandon", "shout"])
def test_a_command_of_a_player_is_no_order(match, kind):
    with pytest.raises(RefusedError, match="command_unknown"):
        order(match, kind)


def test_every_order_needs_its_right(match):
    assert set(refereeing.RIGHTS) == set(commands.ORDERS)
    scorer = Actor(role=Membership.Role.SCORER, hall_tables=(match.table.hall_number,), label="Segnapunti")
    order(match, "pause", actor=scorer)
    for kind, right in refereeing.RIGHTS.items():
        for actor in (Actor(line=0, label="1A"), Actor(), *([scorer] if right == Right.DIRECT else [])):
            with pytest.raises(ForbiddenError):
                order(match, kind, actor=actor, to=0, ms=1_000)


def test_the_same_order_sent_twice_is_one(match):
    paused = order(match, "pause", client_id="tap", expected=1)
    again = order(match, "pause", client_id="tap", expected=1)
    assert (again.sequence, again.repeated) == (paused.sequence, True)
    with pytest.raises(RefusedError, match="idempotency_conflict"):
        order(match, "pause", client_id="tap", expected=1, text="Altro")


@pytest.mark.parametrize("kind", ["void", "hand"])
def test_an_order_about_a_deal_is_about_the_deal_that_was_seen(match, kind):
    at.deal(match)
    before = live_matches.match(match.pk).sequence
    close_deal(match, random.Random(1))
    at.deal(match)
    with pytest.raises(StaleVersionError):
        order(match, kind, to=0, expected=before)


def test_a_loss_that_the_referee_rules_reaches_the_table_with_its_reason(table, match):
    close_deal(match, random.Random(2))
    at.deal(match)
    order(match, "loss", to=1, text="Offese gravi")
    assert at.fire_reports(match) == 1
    table.refresh_from_db()
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.reason, ruling.entry, ruling.made_by) == (
        "loss",
        "Offese gravi",
        table.lines.get(index=1).entry,
        make.boss_of(table.tournament).user,
    )
    assert (table.is_over, table.lines.get(place=1).index) == (True, 0)
    written = Scoresheet.objects.filter(table=table).order_by("version")
    assert [len(sheet.content["games"][0]["deals"]) for sheet in written] == [1, 1]
    assert live_matches.match(match.pk).status == Match.Status.OVER


def test_at_a_table_of_several_the_others_play_on_online_and_on_the_sheet(four):
    table = make.tables_of(four)[0]
    match = opened(four, table)
    close_deal(match, random.Random(3))
    at.deal(match)
    order(match, "loss", to=2, text="Carte cambiate")
    # The sheet of the ruling comes late: the next deal has been closed without the line by then.
    before = len(at.live(match).state.closed)
    assert any(len(live.state.closed) > before for live in at.steps(match, random.Random(4)))
    assert at.fire_reports(match) == 1
    table.refresh_from_db()
    assert Ruling.objects.get().entry == table.lines.get(index=2).entry
    sheet = Scoresheet.objects.filter(table=table).exclude(status="undone").latest("version")
    assert [deal["points"][2] is None for deal in sheet.content["games"][0]["deals"]] == [False, True]
    assert sheet.content["ruled"] == {"2": {"cause": "loss", "deals": 1}}

    assert 2 in [*at.steps(match, random.Random(5)), at.live(match)][-1].state.lost
    at.fire_reports(match)
    assert Ruling.objects.count() == 1
    table.refresh_from_db()
    assert table.is_over or table.referee_called


def test_a_penalty_from_the_desk_takes_the_line_out_of_the_match(four):
    table = make.tables_of(four)[0]
    match = opened(four, table)
    at.deal(match)
    entry = table.lines.get(index=1).entry_id
    penalties.give_penalty(**where(table), kind="loss", entry_id=entry, reason="Offese")
    state = at.live(match).state
    # The reason stays with the officials.
    assert (state.deal.seats, state.lost[1].note) == ((0, 2, 3), "")
    close_deal(match, random.Random(6))
    assert Ruling.objects.count() == 1
    assert Table.objects.get(pk=table.pk).deals_played == 1
    assert not Table.objects.get(pk=table.pk).referee_called


def test_who_watches_reads_no_reason_that_was_not_written_for_everybody(four):
    table = make.tables_of(four)[0]
    match = opened(four, table)
    at.deal(match)
    order(match, "pause", text="Segreto della pausa")
    order(match, "resume", text="Segreto della ripresa")
    order(match, "loss", to=2, text="Segreto della sconfitta")
    at.fire_reports(match)
    give = {**where(table), "kind": "loss", "reason": "Segreto del banco"}
    penalties.give_penalty(**give, entry_id=table.lines.get(index=3).entry_id, public_reason="Ha lasciato la sala")
    # The line that is brought back finds the loss of the other one told anew.
    cancel_of(table, 2)
    row = live_matches.match(match.pk)
    watched = str([live_matches.events_for(row, 0), live_matches.view(row, None, at.NOW)])
    assert "Segreto" not in watched and "Ha lasciato la sala" in watched
    seated = str([live_matches.events_for(row, 0, viewer=0)])
    assert "Segreto della pausa" in seated and "Segreto del banco" not in seated


def cancel(table: Table) -> None:
    ruling = Ruling.objects.get(table=table, status="in_force")
    boss = make.boss_of(table.tournament)
    penalties.cancel_penalty(actor=boss, tournament_id=table.tournament_id, ruling_id=ruling.pk, reason="Un errore")


def test_a_line_whose_loss_is_cancelled_plays_on_in_its_match(table, match):
    close_deal(match, random.Random(2))
    at.deal(match)
    order(match, "loss", to=1, text="Offese gravi")
    at.fire_reports(match)
    assert Table.objects.get(pk=table.pk).is_over
    cancel(table)
    state = at.live(match).state
    assert [deal.is_void for deal in state.deals] == [False, True, False]
    assert (state.is_over, state.lost, state.deal.seats) == (False, {}, (0, 1, 2, 3))
    assert live_matches.match(match.pk).status == Match.Status.OPEN
    assert Table.objects.get(pk=table.pk).status == Table.Status.PLAYING
    close_deal(match, random.Random(3))
    assert len(Scoresheet.objects.filter(table=table).latest("version").content["games"][0]["deals"]) == 2
    # Lost once more it is lost once more.
    at.deal(match)
    order(match, "loss", to=1, text="Di nuovo")
    at.fire_reports(match)
    assert Table.objects.get(pk=table.pk).is_over
    assert [ruling.status for ruling in Ruling.objects.order_by("pk")] == ["cancelled", "in_force"]


def test_a_match_that_both_have_lost_stays_over_while_one_loss_stands(table, match):
    close_deal(match, random.Random(2))
    give = {**where(table), "kind": "loss", "reason": "Offese"}
    for index in (0, 1):
        penalties.give_penalty(**give, entry_id=table.lines.get(index=index).entry_id)
    first = Ruling.objects.earliest("pk")
    penalties.cancel_penalty(
        actor=where(table)["actor"], tournament_id=table.tournament_id, ruling_id=first.pk, reason="Un errore"
    )
    assert at.live(match).state.is_over
    cancel(table)
    assert not at.live(match).state.is_over


def lose_at_desk(table: Table, *lines: int) -> None:
    for line in lines:
        entry = table.lines.get(index=line).entry_id
        penalties.give_penalty(**where(table), kind="loss", entry_id=entry, reason="Offese")


def cancel_of(table: Table, line: int) -> None:
    ruling = Ruling.objects.get(table=table, status="in_force", entry=table.lines.get(index=line).entry_id)
    boss = make.boss_of(table.tournament)
    penalties.cancel_penalty(actor=boss, tournament_id=table.tournament_id, ruling_id=ruling.pk, reason="Un errore")


def test_two_losses_that_are_cancelled_one_after_the_other_leave_nobody_out(table, match):
    close_deal(match, random.Random(2))
    order(match, "loss", to=0, text="Offese gravi")
    at.fire_reports(match)
    lose_at_desk(table, 1)
    cancel_of(table, 0)
    assert at.live(match).state.is_over
    cancel_of(table, 1)
    state = at.live(match).state
    assert (state.is_over, state.lost, state.deal.seats) == (False, {}, (0, 1, 2, 3))
    close_deal(match, random.Random(3))
    assert not Ruling.objects.filter(status="in_force").exists()
    assert Table.objects.get(pk=table.pk).deals_played == 2


def test_a_new_loss_online_is_not_cancelled_by_an_old_cancellation(table, match):
    close_deal(match, random.Random(2))
    order(match, "loss", to=1, text="Offese gravi")
    at.fire_reports(match)
    cancel_of(table, 1)
    at.deal(match)
    order(match, "loss", to=1, text="Di nuovo")
    # The desk is quicker than the sheet of the match.
    lose_at_desk(table, 0)
    at.fire_reports(match)
    cancel_of(table, 0)
    state = at.live(match).state
    assert (state.is_over, set(state.lost)) == (True, {1})
    assert Table.objects.get(pk=table.pk).referee_called


def test_the_referee_is_called_where_the_match_has_deals_that_the_sheet_has_not(table, match):
    close_deal(match, random.Random(2))
    before = len(at.live(match).state.closed)
    assert any(len(live.state.closed) > before for live in at.steps(match, random.Random(3)))
    lose_at_desk(table, 1)
    at.fire_reports(match)
    cancel_of(table, 1)
    table.refresh_from_db()
    assert (table.status, at.live(match).state.is_over) == ("playing", True)
    assert table.referee_called


def test_a_match_goes_on_without_a_line_whose_loss_had_ended_the_table(four):
    table = make.tables_of(four)[0]
    match = opened(four, table)
    close_deal(match, random.Random(3))
    order(match, "loss", to=2, text="Carte cambiate")
    at.fire_reports(match)
    lose_at_desk(table, 3)
    assert Table.objects.get(pk=table.pk).is_over
    cancel_of(table, 2)
    state = at.live(match).state
    assert (state.is_over, set(state.lost), state.deal.seats) == (False, {3}, (0, 1, 2))
    close_deal(match, random.Random(4))
    assert not Table.objects.get(pk=table.pk).referee_called


def test_a_table_that_another_loss_still_decides_has_no_open_match(four):
    table = make.tables_of(four)[0]
    match = opened(four, table)
    close_deal(match, random.Random(3))
    lose_at_desk(table, 1, 2, 3)
    cancel_of(table, 1)
    assert Table.objects.get(pk=table.pk).is_over
    assert live_matches.match(match.pk).status == Match.Status.OVER


def test_at_a_table_of_several_a_line_comes_back_before_a_deal_without_it(four):
    table = make.tables_of(four)[0]
    match = opened(four, table)
    close_deal(match, random.Random(3))
    at.deal(match)
    penalties.give_penalty(**where(table), kind="loss", entry_id=table.lines.get(index=2).entry_id, reason="Offese")
    at.deal(match)
    assert at.live(match).state.deal.seats == (0, 1, 3)
    cancel(table)
    state = at.live(match).state
    assert (state.lost, state.deal.seats, last(match).kind) == ({}, (0, 1, 2, 3), "prepared")
    back = MatchEvent.objects.get(match=match, kind="reinstated")
    assert (back.data["line"], back.data["note"]) == (2, "Un errore")
    close_deal(match, random.Random(4))
    sheet = Scoresheet.objects.filter(table=table).exclude(status="undone").latest("version")
    assert [deal["points"][2] is None for deal in sheet.content["games"][0]["deals"]] == [False, False]
    assert not Table.objects.get(pk=table.pk).referee_called


def test_nobody_comes_back_to_a_match_that_was_played_on_without_them(four):
    table = make.tables_of(four)[0]
    match = opened(four, table)
    at.deal(match)
    penalties.give_penalty(**where(table), kind="loss", entry_id=table.lines.get(index=2).entry_id, reason="Offese")
    at.deal(match)
    before = len(at.live(match).state.closed)
    # The sheet of the deal has not reached the table yet.
    assert any(len(live.state.closed) > before for live in at.steps(match, random.Random(4)))
    with pytest.raises(RefusedError, match="played_without"):
        cancel(table)
    assert 2 in at.live(match).state.lost


def test_a_line_that_was_forgiven_is_ruled_out_by_itself(four):
    table = make.tables_of(four)[0]
    match = opened(four, table)
    at.deal(match)
    at.ask(match, "abandon", 3)
    order(match, "resume", text="Torna a giocare")
    at.fire_reports(match)
    at.ask(match, "abandon", 3)
    assert live_matches.match(match.pk).status == Match.Status.OPEN
    assert at.fire_reports(match) == 1
    assert Ruling.objects.get().entry == table.lines.get(index=3).entry


def test_a_void_deal_is_on_no_sheet(table, match):
    at.deal(match)
    order(match, "void")
    assert at.live(match).state.deal.number == 2
    close_deal(match, random.Random(7))
    sheet = Scoresheet.objects.get(table=table)
    assert sheet.content["games"] == content(at.live(match).setup, at.live(match).state)["games"]
    assert len(sheet.content["games"][0]["deals"]) == 1


def test_time_that_is_given_moves_the_time_out(table):
    match = live_opening.open_table(**where(table), move_ms=20_000)
    at.deal(match)
    turn = at.live(match).state.turn
    before = match.deadlines.get(kind="turn").due_at
    order(match, "time", to=turn, ms=60_000)
    assert (match.deadlines.get(kind="turn").due_at - before).total_seconds() == 60


def test_a_correction_of_the_running_sheet_is_taken_over_and_the_match_goes_on(table, match):
    lots = random.Random(5)
    assert close_deal(match, lots) == 1
    make.enter(table, OTHER_DEAL)
    assert last(match).kind == "corrected"
    assert content(at.live(match).setup, at.live(match).state)["games"] == OTHER_DEAL["games"]

    assert close_deal(match, lots) == 1
    table.refresh_from_db()
    sheet = Scoresheet.objects.filter(table=table).latest("version")
    assert sheet.content["games"][0]["deals"][0] == OTHER_DEAL["games"][0]["deals"][0]
    assert (len(sheet.content["games"][0]["deals"]), table.referee_called) == (2, False)


def test_a_correction_after_the_end_leaves_the_match_as_it_is(table, match):
    at.deal(match)
    at.ask(match, "abandon", 0)
    at.fire_reports(match)
    before = last(match).sequence
    table.refresh_from_db()
    corrections.correct_score(
        **where(table),
        content=make.content_for(table, 0),
        seen=table.version,
        reason="Scambio",
        accepted=[],
    )
    assert last(match).sequence == before


def test_a_referee_who_plays_in_the_event_opens_no_hand(table, match):
    at.deal(match)
    boss = make.boss_of(table.tournament)
    person = Person.objects.filter(memberships__entry__lines__table=make.tables_of(table.tournament)[1]).first()
    Person.objects.filter(pk=person.pk).update(user=boss.user)
    with pytest.raises(RefusedError, match="referee_plays_here"):
        order(match, "hand", to=0)
    with pytest.raises(ForbiddenError):
        order(match, "hand", actor=Actor(role=Membership.Role.ORGANISER, label="Gettone"), to=0)
    assert last(match).kind == "dealt"
    order(match, "pause")


def test_a_referee_who_plays_the_match_orders_nothing_in_it(table, match):
    at.deal(match)
    before = last(match).sequence
    account = make.boss_of(table.tournament).user
    person = Person.objects.filter(memberships__entry=table.lines.get(index=1).entry_id).first()
    Person.objects.filter(pk=person.pk).update(user=account)
    for kind in refereeing.RIGHTS:
        with pytest.raises(RefusedError, match="referee_sits_here"):
            order(match, kind, to=0, ms=1_000)
    assert last(match).sequence == before
    other = Actor(user=make.with_role(table.tournament, "referee"), role="referee")
    order(match, "pause", actor=other)
    assert last(match).data["by"] == other.user.pk
