"""An online round opens its tables, waits for its players, and the next one follows (R-ONL-05, R-ONL-06)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.installations import another
from tests.tournaments.services.online_rounds import (
    fire,
    matches_of,
    online,
    open_more,
    opened,
    opening_of,
    play,
    table_of,
    wait_out,
)
from tests.tournaments.services.play import table as at
from tournaments.competition.draw.lots import commitment
from tournaments.deadlines import writes as deadlines
from tournaments.discipline.writes import penalties
from tournaments.draw.writes import draws, pairings
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.reads import online as selectors
from tournaments.events.reads.online import PAUSE
from tournaments.events.writes import rounds, tournaments
from tournaments.games import registry
from tournaments.games.commands import levels
from tournaments.models import (
    AuditEntry,
    Deadline,
    Entry,
    Match,
    MatchDeadline,
    OutboxMessage,
    Round,
    Ruling,
    Table,
    TableLine,
    Tournament,
)
from tournaments.online.reads import live_matches
from tournaments.online.writes import firing as matches
from tournaments.tables.writes import corrections, scoresheets
from tournaments.timing.writes import downtime
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def announce(event: Tournament, number: int) -> None:
    rounds.announce_round(actor=make.boss_of(event), tournament_id=event.pk, number=number)
    while open_more(event):
        pass


def test_the_first_round_opens_at_the_hour_of_the_event():
    hour = timezone.now() + HOUR
    event = online(starts_at=hour)
    assert (opening_of(event).due_at, Round.objects.get(tournament=event, number=1).opens_at) == (hour, hour)
    assert not firing.fire_deadline(deadline_id=opening_of(event).pk, now=hour - timedelta(seconds=1))
    assert fire(event)
    assert [table.status for table in make.tables_of(event)] == ["playing", "playing"]
    found = matches_of(event)
    assert [(match.move_ms, match.bank_ms, match.seats, match.status) for match in found] == [
        (30_000, 900_000, [0, 1], "open")
    ] * 2
    waits = MatchDeadline.objects.filter(kind="no_show").order_by("match")
    assert [due.due_at for due in waits] == [match.opened_at + timedelta(minutes=10) for match in found]


def test_after_its_hour_a_round_opens_by_itself_in_two_minutes_or_on_a_word():
    before = timezone.now()
    event = online()
    assert before + PAUSE <= opening_of(event).due_at <= timezone.now() + PAUSE
    waiting = online(online={"opens": "word", "move_seconds": None, "bank_minutes": 5, "grace_minutes": 3})
    assert not Deadline.objects.filter(tournament=waiting).exists()
    announce(waiting, 1)
    assert [(match.move_ms, match.bank_ms) for match in matches_of(waiting)] == [(None, 300_000)] * 2


def test_players_are_told_of_their_tables_and_the_log_says_who_opened_them():
    event = online()
    Entry.objects.filter(tournament=event).update(contact="a@example.org")
    fire(event)
    assert OutboxMessage.objects.filter(kind="table_called").count() == 4
    rows = AuditEntry.objects.filter(tournament=event, verb__in=("round_announced", "match_opened"))
    assert {row.actor_label for row in rows} == {"Settebello"}
    assert rows.count() == 3


def test_a_player_absent_after_the_grace_loses_the_match_once():
    _event, (match, other) = opened()
    at.ask(match, "ready", 1)
    due = MatchDeadline.objects.get(match=match, kind="no_show")
    assert not matches.fire(deadline_id=due.pk, now=due.due_at - timedelta(seconds=1))
    assert wait_out(match)
    assert not matches.fire(deadline_id=due.pk, now=due.due_at)
    table = table_of(match)
    assert (table.status, table.ending) == ("done", "forfeit")
    assert [line.place for line in table.lines.order_by("index")] == [2, 1]
    ruling = Ruling.objects.get(kind="no_show")
    assert (ruling.status, ruling.entry) == ("in_force", table.lines.get(index=0).entry)
    assert live_matches.match(match.pk).status == "over"
    assert table_of(other).status == "playing"


def test_where_nobody_comes_both_lose_and_the_bracket_goes_on():
    event, (first, second) = opened()
    assert wait_out(first)
    assert Ruling.objects.filter(kind="no_show", status="in_force").count() == 2
    assert [line.place for line in table_of(first).lines.all()] == [None, None]
    at.deal(second)
    play(second)
    final = Table.objects.get(tournament=event, round__number=2, section="main")
    assert final.is_over


def test_nobody_waits_for_players_who_are_ready():
    _event, (match, _other) = opened()
    at.deal(match)
    assert not MatchDeadline.objects.filter(match=match, kind="no_show").exists()
    play(match)
    assert not Ruling.objects.exists()


def test_a_table_that_the_referee_has_stopped_waits_on():
    _event, (match, _other) = opened()
    at.ask(match, "pause")
    assert wait_out(match)
    again = MatchDeadline.objects.get(match=match, kind="no_show")
    assert again.due_at > timezone.now()
    at.ask(match, "resume")
    assert wait_out(match)
    assert table_of(match).status == "done"


def test_after_a_pause_absent_players_have_the_whole_grace_again():
    _event, (match, other) = opened(online={"grace_minutes": 7})
    due = MatchDeadline.objects.get(match=other, kind="no_show").due_at
    later = timezone.now() + timedelta(minutes=6, seconds=50)
    at.ask(match, "pause", now=later)
    at.ask(match, "resume", now=later + HOUR)
    waits = MatchDeadline.objects.get(match=match, kind="no_show")
    assert abs(waits.due_at - (later + HOUR + timedelta(minutes=7))) < timedelta(seconds=1)
    assert not matches.fire(deadline_id=waits.pk, now=later + HOUR + timedelta(minutes=6))
    assert table_of(match).status == "playing"
    assert MatchDeadline.objects.get(match=other, kind="no_show").due_at == due
    at.deal(match)
    at.ask(match, "pause")
    at.ask(match, "resume")
    assert not MatchDeadline.objects.filter(match=match, kind="no_show").exists()


def test_a_robot_plays_for_an_absent_player_where_the_organiser_says_so():
    _event, (match, empty) = opened(online={"robots": True})
    at.ask(match, "ready", 1)
    assert wait_out(match)
    found = at.live(match)
    assert (found.state.deal.is_open, found.setup.robots) == (True, {0: levels(registry.playable("scopa"))[-1]})
    assert not Ruling.objects.exists()
    wait_out(empty)
    assert table_of(empty).status == "done"


def test_who_was_absent_and_is_forgiven_has_a_new_match():
    event, (match, _other) = opened()
    at.ask(match, "ready", 0)
    wait_out(match)
    assert table_of(match).is_over
    ruling = Ruling.objects.get(tournament=event)
    boss = make.boss_of(event)
    penalties.cancel_penalty(actor=boss, tournament_id=event.pk, ruling_id=ruling.pk, reason="Era qui")
    assert table_of(match).status == "called"
    while open_more(event):
        pass
    first, again = Match.objects.filter(table=match.table_id).order_by("pk")
    assert (first.status, again.status, table_of(match).status) == ("over", "open", "playing")
    play(again)


def open_matches_of(event: Tournament) -> list[Match]:
    return list(Match.objects.filter(table__tournament=event).exclude(status="over").order_by("pk"))


def test_who_left_before_the_match_and_comes_back_has_one():
    event = online()
    rounds.announce_round(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    table, other = make.tables_of(event)
    who = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": table.lines.get(index=0).entry_id}
    participation.withdraw_entry(**who, reason="Malata")
    assert open_more(event)
    assert [match.table_id for match in open_matches_of(event)] == [other.pk]

    participation.reinstate_entry(**who, reason="Guarita")

    assert open_more(event)
    assert [match.table_id for match in open_matches_of(event)] == [other.pk, table.pk]


def test_who_comes_late_to_the_table_of_a_bye_has_a_match():
    event, matches = opened(entries=3)
    assert len(matches) == 1

    entry = participation.enter_late(actor=make.boss_of(event), tournament_id=event.pk, new=make.names(90, 1))

    assert open_more(event)
    assert entry.pk in [line for each in open_matches_of(event) for line in each.chairs["entries"]]


def test_whom_a_correction_brings_to_a_table_has_another_match():
    event, matches = opened()
    for match in matches:
        play(match)
    announce(event, 2)
    before = matches_of(event, 2)
    table = table_of(matches[0])
    loser = TableLine.objects.get(table=table, place=2)

    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        seen=table.version,
        reason="Scambiati",
        content=make.content_for(table, loser.index),
        accepted=[table_of(each).number for each in before],
    )

    assert open_more(event)
    again = open_matches_of(event)
    assert {each.table_id for each in again} == {each.table_id for each in before}
    assert not {each.pk for each in again} & {each.pk for each in before}
    assert loser.entry_id in next(each for each in again if table_of(each).section == "main").chairs["entries"]


def test_who_comes_back_to_a_round_that_was_announced_meanwhile_has_a_match():
    event = online(entries=8)
    assert fire(event)
    for match in matches_of(event):
        play(match)
    first, second = make.tables_of(event, 2)
    who = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": first.lines.get(index=0).entry_id}
    participation.withdraw_entry(**who, reason="Malata")
    announce(event, 2)
    assert [match.table_id for match in open_matches_of(event)] == [second.pk]

    participation.reinstate_entry(**who, reason="Guarita")

    assert open_more(event)
    assert [match.table_id for match in open_matches_of(event)] == [second.pk, first.pk]


def test_a_table_whose_people_are_known_again_after_a_correction_is_called_and_opened():
    event = online(entries=8)
    assert fire(event)
    for match in matches_of(event):
        play(match)
    announce(event, 2)
    for match in matches_of(event, 2):
        play(match)
    announce(event, 3)
    table = make.tables_of(event)[0]
    loser = TableLine.objects.get(table=table, place=2)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "table_id": table.pk, "seen": table.version}
    content = make.content_for(table, loser.index)
    found = corrections.preview_correction(tournament=event, table_id=table.pk, content=content)
    corrections.correct_score(**where, content=content, reason="Scambiati", accepted=found.numbers)
    assert open_more(event)

    (again,) = [match for match in open_matches_of(event) if table_of(match).round.number == 2]
    play(again)

    while open_more(event):
        pass
    assert [table_of(match).round.number for match in open_matches_of(event)] == [3, 3]


def test_a_result_that_the_referee_undoes_leaves_another_match():
    event, (match, other) = opened()
    at.ask(match, "abandon", 0)
    at.fire_reports(match)
    table = table_of(match)
    assert table.status == "done"

    boss = make.boss_of(event)
    scoresheets.undo_result(
        actor=boss, tournament_id=event.pk, table_id=table.pk, seen=table.version, reason="Era caduta la linea"
    )

    assert open_more(event)
    assert sorted(each.table_id for each in open_matches_of(event)) == sorted([table.pk, other.table_id])


def test_at_a_table_called_ahead_another_match_opens_and_its_round_keeps_its_hour():
    event, found = opened()
    boss, hour = make.boss_of(event), timezone.now() + HOUR
    rounds.plan_round(actor=boss, tournament_id=event.pk, number=2, opens_at=hour)
    for number, match in enumerate(found):
        play(match, number)
    table = make.tables_of(event, 2)[0]
    rounds.call_table(actor=boss, tournament_id=event.pk, table_id=table.pk)
    (match,) = matches_of(event, 2)
    at.ask(match, "ready", 0)
    wait_out(match)
    assert table_of(match).is_over
    ruling = Ruling.objects.get(tournament=event)
    penalties.cancel_penalty(actor=boss, tournament_id=event.pk, ruling_id=ruling.pk, reason="Era qui")
    assert [each.status for each in matches_of(event, 2)] == ["over", "open"]
    assert (opening_of(event).due_at, table_of(match).status) == (hour, "playing")


def test_a_player_whose_seat_a_robot_has_taken_neither_plays_nor_leaves():
    _event, (match, _other) = opened(online={"robots": True})
    at.ask(match, "ready", 1)
    wait_out(match)
    for kind, text in (("play", "1d"), ("abandon", "")):
        assert refused(lambda kind=kind, text=text: at.ask(match, kind, 0, text)) == "seat_has_robot"
    assert not at.live(match).state.is_over
    assert at.ask(match, "abandon", 1)


def test_the_next_round_opens_when_the_last_match_before_it_is_over():
    event, (first, second) = opened()
    play(first)
    assert not Deadline.objects.filter(tournament=event, fired_at=None).exists()
    play(second, 2)
    assert opening_of(event).round.number == 2
    fire(event)
    assert [match.status for match in matches_of(event, 2)] == ["open"] * 2
    (final, third) = matches_of(event, 2)
    play(final, 3)
    play(third, 4)
    assert not Deadline.objects.filter(tournament=event, fired_at=None).exists()


def redrawn(opens: str = "itself") -> Tournament:
    """An event that is drawn anew each round, after its first round."""
    event, found = opened(format={"redraw": True})
    tournaments.update_tournament(actor=make.boss_of(event), tournament_id=event.pk, online={"opens": opens})
    for number, match in enumerate(found):
        play(match, number)
    return event


def text_of_organiser(event: Tournament) -> str:
    return make.client_of(make.boss_of(event)).get(f"/organizza/{event.slug}/").content.decode()


def test_a_round_that_is_drawn_anew_is_promised_drawn_and_opened_by_itself():
    event = redrawn()
    assert "Il sorteggio si fa da solo" in text_of_organiser(event)
    assert firing.fire_deadline(deadline_id=opening_of(event).pk)
    draw, due = draws.current_draw(event), opening_of(event)
    assert (draw.round_number, draw.status, draw.document) == (2, "committed", None)
    assert "Il sorteggio si fa da solo" in text_of_organiser(event)
    # Anybody has the time to note the commitment.
    assert not firing.fire_deadline(deadline_id=due.pk)
    assert firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
    drawn = draws.current_draw(event)
    assert (drawn.pk, drawn.status, drawn.commitment) == (draw.pk, "announced", draw.commitment)
    assert commitment(drawn.reference, drawn.seed, drawn.format, drawn.list_digest) == draw.commitment
    fire(event)
    (final,) = matches_of(event, 2)
    play(final, 3)
    assert not Deadline.objects.filter(tournament=event, fired_at=None).exists()


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_a_draw_that_is_due_is_due_where_the_event_is_taken(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    event = redrawn()
    copy = archives.brought(archives.bring(archives.archive_of(event)))
    assert opening_of(copy).key == f"draws:{copy.rounds.get().pk}"


def test_a_promise_that_a_corrected_result_has_overtaken_is_given_anew():
    event = redrawn()
    assert firing.fire_deadline(deadline_id=opening_of(event).pk)
    promised = draws.current_draw(event)
    table = make.tables_of(event, 1)[0]
    winner = table.lines.get(place=1).index
    scoresheets.undo_result(
        actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk, seen=table.version, reason="Era l'altro"
    )
    while open_more(event):
        pass
    (match,) = open_matches_of(event)
    at.ask(match, "abandon", match.seats.index(winner))
    at.fire_reports(match)
    for _step in range(2):
        due = opening_of(event)
        assert firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
    promised.refresh_from_db()
    drawn = draws.current_draw(event)
    assert (drawn.pk != promised.pk, drawn.status) == (True, "announced")
    assert promised.status == "discarded"
    assert event.rounds.count() == 2


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_a_draw_that_was_promised_is_promised_anew_where_the_event_is_taken(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    event = redrawn()
    firing.fire_deadline(deadline_id=opening_of(event).pk)
    assert draws.current_draw(event).status == "committed"
    copy = archives.brought(archives.bring(archives.archive_of(event)))
    assert draws.current_draw(copy, 2) is None
    for status in ("committed", "announced"):
        due = opening_of(copy)
        assert firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
        assert draws.current_draw(copy, 2).status == status


def test_the_draw_of_a_round_waits_for_the_word_where_rounds_do():
    event = redrawn(opens="word")
    assert not Deadline.objects.filter(tournament=event, fired_at=None).exists()
    text = text_of_organiser(event)
    assert "Sorteggia il turno successivo" in text
    assert "Il sorteggio si fa da solo" not in text


def test_a_draw_that_the_organiser_has_in_hand_is_left_to_them():
    event = redrawn()
    boss = make.boss_of(event)
    assert firing.fire_deadline(deadline_id=opening_of(event).pk)
    draw, due = draws.current_draw(event), opening_of(event)
    draws.draw_round(actor=boss, tournament_id=event.pk, draw_id=draw.pk)
    assert "Il sorteggio si fa da solo" not in text_of_organiser(event)
    assert firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
    assert draws.current_draw(event).status == "draft"
    draws.announce_draw(actor=boss, tournament_id=event.pk, draw_id=draw.pk)
    assert opening_of(event).round.number == 2


def nothing_is_due(event: Tournament) -> bool:
    """Whether nothing is to come, whatever the organiser changes of the event."""
    tournaments.update_tournament(actor=make.boss_of(event), tournament_id=event.pk, online={"opens": "itself"})
    return not Deadline.objects.filter(tournament=event, fired_at=None).exists()


def test_after_a_draw_that_the_organiser_discards_nothing_is_drawn_by_itself():
    event = redrawn()
    boss = make.boss_of(event)
    assert firing.fire_deadline(deadline_id=opening_of(event).pk)
    draws.discard_draw(actor=boss, tournament_id=event.pk, draw_id=draws.current_draw(event, 2).pk, reason="Errore")
    assert not Deadline.objects.filter(tournament=event, fired_at=None).exists()
    assert "Il sorteggio si fa da solo" not in text_of_organiser(event)
    assert nothing_is_due(event)
    again = draws.prepare_draw(actor=boss, tournament_id=event.pk)
    assert nothing_is_due(event)
    assert draws.current_draw(event).pk == again.pk


def test_after_a_draw_that_the_organiser_withdraws_nothing_is_drawn_by_itself():
    event = redrawn()
    assert firing.fire_deadline(deadline_id=opening_of(event).pk)
    due = opening_of(event)
    assert firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
    draws.withdraw_draw(actor=make.boss_of(event), tournament_id=event.pk, reason="Errore")
    assert nothing_is_due(event)


def test_a_round_that_cannot_be_drawn_by_itself_says_so_until_the_organiser_draws(monkeypatch: pytest.MonkeyPatch):
    event = redrawn()
    boss = make.boss_of(event)

    def refuse(**_given):
        raise RefusedError("too_few_entries", found=1, least=2)

    with monkeypatch.context() as patched:
        patched.setattr(draws, "prepare_draw", refuse)
        assert firing.fire_deadline(deadline_id=opening_of(event).pk)
    (told,) = selectors.not_opened(event)
    assert (told.round, told.is_draw, told.table) == (2, True, None)
    page = text_of_organiser(event)
    assert "non si è fatto da solo" in page
    assert f'href="/organizza/{event.slug}/sorteggio/"' in page
    draws.prepare_draw(actor=boss, tournament_id=event.pk)
    assert selectors.not_opened(event) == []


def test_an_event_that_is_changed_is_drawn_no_later():
    event = redrawn()
    first = opening_of(event).due_at
    assert selectors.next_draw_time(event) == first + PAUSE
    assert firing.fire_deadline(deadline_id=opening_of(event).pk)
    due = opening_of(event)
    assert selectors.next_draw_time(event) == due.due_at
    assert not nothing_is_due(event)
    assert (opening_of(event).due_at, opening_of(event).step) == (due.due_at, 1)


def test_the_next_round_waits_for_the_word_or_for_its_hour():
    event, found = opened(online={"opens": "itself"})
    tournaments.update_tournament(actor=make.boss_of(event), tournament_id=event.pk, online={"opens": "word"})
    for number, match in enumerate(found):
        play(match, number)
    assert not Deadline.objects.filter(tournament=event, fired_at=None).exists()
    hour = timezone.now() + HOUR
    rounds.plan_round(actor=make.boss_of(event), tournament_id=event.pk, number=2, opens_at=hour)
    assert opening_of(event).due_at == hour
    rounds.plan_round(actor=make.boss_of(event), tournament_id=event.pk, number=2)
    assert not Deadline.objects.filter(tournament=event, fired_at=None).exists()
    announce(event, 2)
    assert len(matches_of(event, 2)) == 2


def test_an_hour_that_comes_while_somebody_still_plays_opens_nothing():
    event, (first, second) = opened()
    hour = timezone.now() + HOUR
    rounds.plan_round(actor=make.boss_of(event), tournament_id=event.pk, number=2, opens_at=hour)
    play(first)
    play(second)
    due = opening_of(event)
    assert due.due_at == hour
    penalties.give_penalty(
        actor=make.boss_of(event), tournament_id=event.pk, kind="warning", entry_id=event.entries.first().pk, reason="x"
    )
    Table.objects.filter(pk=second.table_id).update(status="playing")
    assert firing.fire_deadline(deadline_id=due.pk, now=hour)
    assert not matches_of(event, 2)


def test_a_round_that_cannot_open_by_itself_says_so_in_the_log():
    event = online()
    boss, due = make.boss_of(event), opening_of(event)
    for table in make.tables_of(event):
        rounds.call_table(actor=boss, tournament_id=event.pk, table_id=table.pk)
    assert firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
    row = AuditEntry.objects.get(tournament=event, verb="round_not_opened")
    assert (row.target, row.actor_label) == ("R1", "Settebello")
    assert row.after["refusal"]["code"] == "no_table_left"
    (told,) = selectors.not_opened(event)
    assert (told.round, told.table) == (1, None)
    Round.objects.filter(tournament=event, number=1).update(status="announced")
    assert selectors.not_opened(event) == []


def test_after_a_round_whose_tables_were_called_one_by_one_the_next_one_opens():
    event = online(online={"opens": "itself"})
    for table in make.tables_of(event):
        rounds.call_table(actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk)
    for match in matches_of(event):
        play(match)
    assert opening_of(event).round.number == 2
    assert fire(event)
    assert [match.status for match in matches_of(event, 2)] == ["open", "open"]


def test_after_a_round_that_ended_by_itself_the_one_behind_it_opens():
    event = online(entries=4, format={"kind": "groups", "size": 4}, online={"opens": "itself"})
    assert fire(event)
    for match in matches_of(event):
        play(match)
    last = make.tables_of(event, 3)[0]
    for entry_id in last.lines.values_list("entry", flat=True):
        participation.withdraw_entry(
            actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry_id, reason="Malata"
        )
    assert {table.status for table in make.tables_of(event, 2)} == {"done"}

    assert opening_of(event).round.number == 3
    assert fire(event)
    assert [match.status for match in matches_of(event, 3)] == ["open"]


def test_after_a_round_whose_tables_were_called_one_by_one_the_next_one_is_paired():
    event = online(entries=4, format={"kind": "danish", "rounds": 3}, online={"opens": "itself"})
    for table in make.tables_of(event):
        rounds.call_table(actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk)
    for match in matches_of(event):
        play(match)
    assert fire(event)
    assert [table.round.number for table in make.tables_of(event, 2)] == [2, 2]


def test_a_table_that_cannot_open_keeps_no_other_from_it_until_the_organiser_tries_again():
    event = online(entries=24)
    assert firing.fire_deadline(deadline_id=opening_of(event).pk, now=opening_of(event).due_at)
    first, *others = [table for table in make.tables_of(event, 1) if table.status == "called"]
    line = first.lines.get(index=1)
    TableLine.objects.filter(pk=line.pk).update(entry=None, is_nobody=True)
    while open_more(event):
        pass
    assert [match.table_id for match in matches_of(event)] == [table.pk for table in others]
    (told,) = selectors.not_opened(event)
    assert (told.round, told.table) == (1, first)
    TableLine.objects.filter(pk=line.pk).update(entry=line.entry, is_nobody=False)
    announce(event, 1)
    assert matches_of(event)[0].table_id == first.pk
    assert selectors.not_opened(event) == []


def test_an_event_that_is_both_is_played_in_the_hall_but_for_the_rounds_that_are_planned_online():
    event = online(mode="both")
    boss = make.boss_of(event)
    assert not Deadline.objects.filter(tournament=event).exists()
    called = make.called(event)
    assert [table.status for table in make.tables_of(called)] == ["called", "called"]
    assert not Match.objects.exists()
    rounds.plan_round(actor=boss, tournament_id=event.pk, number=2, is_online=True)
    assert not Deadline.objects.filter(tournament=event).exists()
    for table in make.tables_of(called):
        make.play(table)
    fire(event)
    assert len(matches_of(event, 2)) == 2


def test_a_round_in_the_hall_and_one_that_is_open_are_not_planned():
    hall = make.drawn(entries=4)
    event, _found = opened()
    for each, code in ((hall, "round_in_hall"), (event, "round_open_already")):
        step = lambda each=each: rounds.plan_round(actor=make.boss_of(each), tournament_id=each.pk, number=1)  # noqa: E731
        assert refused(step) == code
    assert refused(lambda: rounds.plan_round(actor=make.boss_of(event), tournament_id=event.pk, number=9)) == (
        "round_missing"
    )


def test_a_table_whose_no_show_is_cancelled_is_opened_again_on_a_word():
    event, (match, _other) = opened()
    at.ask(match, "ready", 1)
    wait_out(match)
    ruling = Ruling.objects.get(kind="no_show")
    penalties.cancel_penalty(actor=make.boss_of(event), tournament_id=event.pk, ruling_id=ruling.pk, reason="arrivato")
    assert table_of(match).status == "called"
    announce(event, 1)
    first, again, _other = matches_of(event)
    assert (first.status, again.status, again.table_id) == ("over", "open", match.table_id)
    code = refused(lambda: rounds.announce_round(actor=make.boss_of(event), tournament_id=event.pk, number=1))
    assert code == "no_table_left"


def test_at_a_table_of_several_the_others_begin_anew_without_the_absent_player():
    event = make.drawn(entries=8, preset="several_004", mode="online", format={"kind": "tables", "max_table": 4})
    fire(event)
    match = matches_of(event)[0]
    for seat in (0, 1, 3):
        at.ask(match, "ready", seat)
    wait_out(match)
    ruling = Ruling.objects.get(kind="no_show")
    again = Match.objects.get(table=match.table_id, status="open")
    assert again.chairs["absent"] == [2]
    assert (again.seats, ruling.entry_id) == ([0, 1, 3], match.chairs["entries"][2])
    assert at.live(again).state.deal.is_open
    assert not MatchDeadline.objects.filter(match=again, kind="no_show").exists()
    for client in (Client(), make.client_of(make.boss_of(event))):
        html = client.get(f"/tavolo/{match.pk}/").content.decode()
        assert f'href="/tavolo/{again.pk}/" data-onward' in html
    assert "data-onward" not in Client().get(f"/tavolo/{again.pk}/").content.decode()


def test_a_gap_in_service_does_not_count_as_absence():
    _event, (match, _other) = opened()
    before = MatchDeadline.objects.get(match=match, kind="no_show").due_at
    downtime.close_gap()
    downtime.close_gap(timezone.now() + timedelta(minutes=5))
    assert MatchDeadline.objects.get(match=match, kind="no_show").due_at >= before + timedelta(minutes=4)


@pytest.mark.django_db(transaction=True)
def test_an_archive_takes_the_hour_of_a_round_along(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    hour = timezone.now() + HOUR
    data = archives.archive_of(online(starts_at=hour))
    another()
    event = archives.brought(archives.bring(data))
    found = Round.objects.get(tournament=event, number=1)
    assert (found.opens_at, opening_of(event).key, opening_of(event).due_at) == (hour, f"opens:{found.pk}", hour)


@pytest.mark.parametrize("mode", ["hall", "both"])
def test_a_round_of_which_a_table_is_played_in_the_hall_does_not_go_online(mode):
    event = make.called(online(mode=mode))
    boss, (first, second) = make.boss_of(event), make.tables_of(event)
    go_online = lambda: tournaments.update_tournament(actor=boss, tournament_id=event.pk, mode="online")  # noqa: E731
    make.play(first)
    assert refused(go_online) == "table_in_hall"
    assert make.fresh(event).mode == mode
    rounds.take_call_back(actor=boss, tournament_id=event.pk, table_id=second.pk)
    go_online()
    announce(event, 1)
    assert [match.table_id for match in matches_of(event)] == [second.pk]


def test_a_round_of_which_a_table_was_called_ahead_in_the_hall_is_not_planned_online():
    event = online(mode="both")
    boss, (first, _second) = make.boss_of(event), make.tables_of(event)
    rounds.call_table(actor=boss, tournament_id=event.pk, table_id=first.pk)
    plan = lambda: rounds.plan_round(  # noqa: E731
        actor=boss, tournament_id=event.pk, number=1, is_online=True
    )
    assert refused(plan) == "table_in_hall"
    assert not Round.objects.get(tournament=event, number=1).is_online
    rounds.take_call_back(actor=boss, tournament_id=event.pk, table_id=first.pk)
    assert plan().is_online


@pytest.mark.parametrize("money", [{"fee_cents": 1000}, {"prize_kind": "cash"}])
def test_an_event_that_was_played_online_has_no_money_in_the_hall(money):
    event, (match, _other) = opened()
    change = lambda **fields: tournaments.update_tournament(  # noqa: E731
        actor=make.boss_of(event), tournament_id=event.pk, **fields
    )
    assert refused(lambda: change(mode="hall", **money)) == "played_online"
    change(mode="hall")
    play(match)
    assert refused(lambda: change(**money)) == "played_online"
    found = make.fresh(event)
    assert (found.mode, found.fee_cents, found.prize_kind) == ("hall", 0, "goods")


def test_nobody_waits_for_a_player_who_left():
    event, (match, _other) = opened()
    line = TableLine.objects.get(table=match.table_id, index=0)
    penalties.give_penalty(
        actor=make.boss_of(event), tournament_id=event.pk, kind="disqualification", entry_id=line.entry_id, reason="x"
    )
    assert table_of(match).is_over
    assert not MatchDeadline.objects.filter(match=match).exists()


def test_a_round_by_the_standings_is_paired_and_opened_by_itself():
    """R-STG-10: after the last result the next round is paired at once, and opens after the pause."""
    event = online(entries=4, format={"kind": "danish", "rounds": 2}, online={"opens": "itself"})
    fire(event)
    assert {match.chairs["must_decide"] for match in matches_of(event)} == {False}
    for match in matches_of(event):
        play(match)
    assert fire(event)
    assert event.rounds.get(number=2).status == "planned"
    assert opening_of(event).due_at > timezone.now()
    assert fire(event)
    assert len(matches_of(event, 2)) == 2
    for match in matches_of(event, 2):
        play(match)
    assert not Deadline.objects.filter(tournament=event, kind="round_opens", fired_at=None).exists()


def test_a_pairing_that_was_taken_back_is_left_to_the_organiser():
    event = online(entries=4, format={"kind": "danish", "rounds": 2}, online={"opens": "itself"})
    fire(event)
    for match in matches_of(event):
        play(match)
    fire(event)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    pairings.unpair_round(reason="Un risultato era sbagliato", **where)
    deadlines.keep_next(make.fresh(event))
    assert not Deadline.objects.filter(tournament=event, kind="round_opens", fired_at=None).exists()
    pairings.pair_round(**where)
    assert opening_of(event).round == event.rounds.get(number=2)


@pytest.mark.full
@pytest.mark.parametrize("preset", ["scopone_scientifico", "scopone_classico"])
def test_a_knockout_of_pairs_at_scopone_runs_by_itself(preset):
    """R-SCO-72, R-ONL-05: four seats at each table, ten or nine cards in each hand, and the next round opens."""
    event = online(preset=preset, entry_size=2, online={"robots": True})
    assert fire(event)
    for match in matches_of(event):
        assert match.seats == [0, 1, 0, 1]
        play(match)
    assert fire(event)
    winners = {line.entry_id for line in TableLine.objects.filter(table__round__number=1, place=1)}
    final = next(each for each in matches_of(event, 2) if set(each.chairs["entries"]) == winners)
    play(final)
    assert final.rules["cards_each"] == (10 if preset == "scopone_scientifico" else 9)
    assert {line.place for line in TableLine.objects.filter(table=final.table_id)} == {1, 2}
