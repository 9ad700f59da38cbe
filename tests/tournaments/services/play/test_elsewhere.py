"""What happens at a table beside its online match: corrections, rulings, paper, withdrawals, other people."""

import random
from datetime import timedelta

import pytest
from django.utils.translation import gettext

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.services.play.event_tables import close_deal, opened, where
from tournaments.competition.live.log import Event
from tournaments.discipline.writes import penalties
from tournaments.draw.writes import draws
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.writes import rounds
from tournaments.frame.policies import Actor
from tournaments.live_log.writes.log import decide, lock_match
from tournaments.live_log.writes.settling import end_matches
from tournaments.models import Match, MatchDeadline, Ruling, Scoresheet, Table, TableLine
from tournaments.online.reads import live_matches
from tournaments.online.writes import firing
from tournaments.tables.writes import corrections, scoresheets
from tournaments.timing.writes import lateness

pytestmark = pytest.mark.django_db


def is_settled(match: Match) -> bool:
    last = live_matches.events_for(live_matches.match(match.pk), 0)[-1]["kind"]
    return (last, live_matches.match(match.pk).status) == ("settled", Match.Status.OVER)


def test_a_correction_that_brings_other_people_to_a_table_ends_its_match():
    tournament = make.called(entries=4)
    first, second = make.tables_of(tournament)
    for each in (first, second):
        make.play(each)
    final = make.tables_of(make.called(tournament, round=2), 2)[0]
    match = opened(tournament, final)
    at.deal(match)

    first.refresh_from_db()
    corrections.correct_score(
        **where(first),
        content=make.content_for(first, 1),
        seen=first.version,
        reason="Referto scambiato",
        accepted=[final.number],
    )

    assert is_settled(match)
    assert not MatchDeadline.objects.filter(match=match).exists()
    assert Table.objects.get(pk=final.pk).status == Table.Status.CALLED
    assert opened(tournament, final).chairs["entries"] != match.chairs["entries"]


def test_a_match_writes_nothing_for_other_people_than_its_own(table, match):
    at.deal(match)
    at.ask(match, "abandon", 0)
    other = make.tables_of(table.tournament)[1].lines.get(index=0).entry
    TableLine.objects.filter(table=table, index=0).update(entry=other)

    assert at.fire_reports(match) == 1
    assert not Scoresheet.objects.filter(table=table).exists()
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("is_undone", [False, True])
def test_a_running_sheet_that_a_referee_corrected_is_not_overwritten(table, match, is_undone):
    lots = random.Random(5)
    assert close_deal(match, lots) == 1
    if is_undone:
        seen = Table.objects.get(pk=table.pk).version
        scoresheets.undo_result(**where(table), seen=seen, reason="Da rivedere")
        assert Table.objects.get(pk=table.pk).status == Table.Status.PLAYING
    else:
        # One deal more than the match has reported: it cannot take that over.
        deals = [make.points_sheet((1, 3)), make.points_sheet((2, 2))]
        make.enter(table, {"games": [{"deals": deals, "time_called": False}], "forfeit": None})
    written = list(Scoresheet.objects.filter(table=table).values("version", "status", "content"))

    assert close_deal(match, lots) == 1

    assert list(Scoresheet.objects.filter(table=table).values("version", "status", "content")) == written
    assert Table.objects.get(pk=table.pk).referee_called


def test_a_result_on_paper_ends_the_match(table, match):
    at.deal(match)
    make.play(table)
    assert is_settled(match)
    with pytest.raises(RefusedError, match="match_is_over_online"):
        at.ask(match, "play", at.live(match).state.turn, "7d")


def test_a_ruling_ends_the_match(table, match):
    entry = table.lines.get(index=1).entry_id
    penalties.give_penalty(**where(table), kind="loss", entry_id=entry, reason="Offese")
    assert is_settled(match)


def test_the_result_of_an_official_stands_against_a_report_that_comes_later(table, match):
    at.deal(match)
    at.ask(match, "abandon", 0)
    make.play(table, 0)
    assert at.fire_reports(match) == 1
    table.refresh_from_db()
    assert (table.ending, table.referee_called, table.lines.get(place=1).index) == ("", False, 0)
    assert not Ruling.objects.exists()


def test_a_table_that_plays_online_has_begun(table):
    boss = make.boss_of(table.tournament)
    lateness.report_missing(**where(table), line=0)
    match = opened(table.tournament, table)

    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert table.lines.get(index=0).arrived_at is not None
    entry = table.lines.get(index=0).entry_id
    with pytest.raises(RefusedError, match="match_running"):
        participation.withdraw_entry(actor=boss, tournament_id=table.tournament_id, entry_id=entry, reason="Influenza")
    with pytest.raises(RefusedError, match="not_only_called"):
        rounds.take_call_back(**where(table))
    with pytest.raises(RefusedError, match="match_begun"):
        lateness.report_missing(**where(table), line=0)
    with pytest.raises(RefusedError, match="match_open_already"):
        make.play(table, actor=Actor(line=0, label="1A"))
    assert at.live(match).state.is_over is False


def test_a_draw_is_not_withdrawn_under_a_match_that_is_on_record(table, match):
    end_matches([table])
    Table.objects.filter(tournament=table.tournament).update(status=Table.Status.PLANNED)
    with pytest.raises(RefusedError, match="tables_called"):
        draws.withdraw_draw(actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, reason="Doppione")


def test_a_call_is_taken_back_after_the_match_has_ended(table, match):
    end_matches([table])
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CALLED)
    assert rounds.take_call_back(**where(table)).status == Table.Status.PLANNED


def test_a_tie_that_needs_a_card_calls_the_referee(toy):
    tournament = make.called(make.tables(toy, entries=8, preset="four"))
    table = make.tables_of(tournament)[0]
    match = opened(tournament, table)
    told: list[tuple[str, dict[str, object]]] = []
    for number, points in enumerate((110, 40, 40)):
        told.append(("closed", {"sheet": {"points": [points] * 4, "tiebreak": number}}))
        again = {"game": 0, "tiebreak": number + 1, "dealer": 0, "seats": [0, 1, 2, 3], "commitment": ""}
        told.append(("prepared", again) if number < 2 else ("ended", {}))
    with lock_match(match.pk) as row:
        decide(
            row,
            lambda live, moment: [
                Event(live.state.sequence + 1 + place, kind, moment.now, None, data)
                for place, (kind, data) in enumerate(told)
            ],
        )

    assert at.fire_reports(match) == 1
    table.refresh_from_db()
    assert (table.status, table.referee_called) == (Table.Status.PLAYING, True)


def test_a_report_that_is_not_due_moves_no_version(table, match):
    at.deal(match)
    at.ask(match, "abandon", 0)
    pending, version = MatchDeadline.objects.get(match=match), make.fresh(table.tournament).version
    early = pending.due_at - timedelta(seconds=1)
    assert firing.fire(deadline_id=pending.pk, now=early) is False
    assert make.fresh(table.tournament).version == version


def test_a_ruling_says_in_words_why_the_match_is_lost():
    tournament = make.called(entries=4)
    match = opened(tournament, make.tables_of(tournament)[0])
    at.deal(match)
    at.ask(match, "abandon", 0)
    assert at.fire_reports(match) == 1
    assert Ruling.objects.get().reason == gettext("Left the match")
