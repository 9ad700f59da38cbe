"""Whole matches by random legal plays, with two, three and four seats, and the toy game beside those of the site."""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import takewhile
from typing import Any

import pytest

from tests.games.conformance import PLAYED
from tests.searching import TIMES, short_of
from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.toy.game import REDEAL, Toy
from tournaments.competition.live import viewing
from tournaments.competition.live.course import content, games
from tournaments.competition.live.log import fold
from tournaments.competition.live.position import Dealt, first_attempt
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.games import registry
from tournaments.games.commands import Sealed
from tournaments.games.contract import PlayableGame
from tournaments.models import Match, MatchDeadline, MatchEvent, Scoresheet, Table, TableLine
from tournaments.online.reads import live_matches
from tournaments.tables.writes import live_opening

pytestmark = pytest.mark.django_db

SEATS = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 0, 1)}


def playable_presets() -> list[tuple[str, str, tuple[int, ...]]]:
    """Every game of the site with every preset, and one number of seats after the other."""
    found = []
    for key in PLAYED:
        game = registry.playable(key)
        for preset, rules in game.presets.items():
            for number in game.seats(rules):
                fewest, most = game.lines(rules)
                seats = SEATS[4] if number == 4 and max(game.line_sizes(rules)) > 1 else tuple(range(number))
                if fewest <= max(seats) + 1 <= most:
                    found.append((key, preset, seats))
    return found


CASES = playable_presets()


def some() -> list[Any]:
    """Each game with each number of seats once; with ``SEARCH`` every preset."""
    if TIMES > 1:
        return CASES
    found = list({(key, seats): (key, preset, seats) for key, preset, seats in CASES}.values())
    # With more seats it goes the same way, for longer. An evening of Scala 40 is played in test_scala40_online.
    return short_of(found, *(str(each) for each in found if each[0] == "scopa" and len(each[2]) == 2))


@pytest.mark.parametrize("case", some(), ids=str)
def test_a_match_is_played_to_its_end_and_its_sheets_are_those_of_paper(case):
    key, preset, seats = case
    match = at.practice(key, preset, seats)
    last = at.play_out(match, random.Random(str(case)))

    game: PlayableGame = registry.playable(key)
    for deal in last.state.closed:
        cards = viewing.deal_input(last.setup, deal, last.seeds[deal.number])
        assert Counter(cards.deck(cards.attempt)) == Counter(game.pack(last.setup.rules))
        scored = game.score_sheet(last.setup.rules, deal.sheet)
        position = viewing.position(cards, deal.plays).unseal()
        if last.setup.is_duel:
            assert scored.points == game.score(position).points
    assert [event.sequence for event in live_matches.events_of(live_matches.match(match.pk))] == [
        *range(1, last.state.sequence + 1)
    ]


@pytest.mark.parametrize("seats", [(0, 1), (0, 1, 2), (0, 1, 2, 3)])
def test_a_second_game_is_played_by_the_same_service(toy, seats):
    last = at.play_out(at.practice(toy, "club", seats), random.Random(1))
    game = registry.playable(toy)
    scores = [game.score_sheet(last.setup.rules, deal.sheet) for deal in last.state.closed]
    assert (
        game.match(last.setup.rules, scores, last.setup.circumstances).is_over
        or game.match(last.setup.rules, scores, last.setup.circumstances).tie
    )
    whole = [*takewhile(lambda deal: len(deal.seats) == len(seats), last.state.deals)]
    assert [deal.dealer for deal in whole] == [(whole[0].dealer + turn) % len(seats) for turn in range(len(whole))]


def test_the_state_is_the_fold_of_the_log_at_every_number(toy):
    match = at.practice(toy, "club", (0, 1, 2))
    for live in at.steps(match, random.Random(2)):
        rows = live_matches.events_of(live_matches.match(match.pk))
        assert fold(rows) == live.state
        half = len(rows) // 2
        assert fold(rows[half:], fold(rows[:half])) == live.state


def test_a_deal_that_the_rules_want_dealt_again_has_the_next_attempt():
    game, rules = Toy(), {"out_at": 101, "most": 6}
    cards = Dealt(game, json.dumps(rules), Sealed("00" * 32), ("", ""), 0, 0, 0)
    again = next(each for each in (replace(cards, number=deal) for deal in range(999)) if each.deck(0)[0] == REDEAL)
    assert first_attempt(again) == 1
    assert first_attempt(replace(again, number=again.number + 1)) == 0
    assert len({again.deck(attempt) for attempt in range(9)}) == 9


def test_a_match_at_a_table_ends_as_the_same_deals_written_on_paper():
    tournament = make.called(entries=4)
    online, paper = make.tables_of(tournament)
    match = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=online.pk)

    last = at.play_out(match, random.Random(7))
    assert at.fire_reports(match) == 1
    make.enter(paper, content(last.setup, last.state))

    online.refresh_from_db()
    paper.refresh_from_db()
    assert online.status == paper.status == Table.Status.DONE
    told = ["index", "points", "vp", "mp", "place", "deals", "games_won"]
    assert list(online.lines.values(*told)) == list(paper.lines.values(*told))
    sheets = [Scoresheet.objects.get(table=table, status="confirmed") for table in (online, paper)]
    assert sheets[0].content == sheets[1].content
    final = Table.objects.get(tournament=tournament, round__number=2, section="main")
    assert {line.entry for line in final.lines.all()} == {table.lines.get(place=1).entry for table in (online, paper)}


def test_four_lines_at_a_table_play_online_with_two_going_on(toy):
    tournament = make.called(make.tables(toy, entries=8, preset="four"))
    table = make.tables_of(tournament)[0]
    match = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    last = at.play_out(match, random.Random(8))
    assert at.fire_reports(match) == 1
    table.refresh_from_db()
    is_for_lots = bool(games(last.setup, last.state)[-1].tie)
    assert (table.status == Table.Status.DONE) == (not is_for_lots)
    assert table.deals_played == len(last.state.closed)


def test_the_deal_goes_on_round_when_the_same_players_meet_again():
    tournament = make.called(entries=4, preset="online_002")
    first, other = make.tables_of(tournament)
    where = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk}
    before = live_opening.open_table(**where, table_id=first.pk)
    assert any(live.state.closed for live in at.steps(before, random.Random(6)))
    # The second deal has been prepared, and not dealt.
    at.ask(before, "abandon", 0)
    pairs = list(zip(first.lines.order_by("index"), other.lines.order_by("-index"), strict=True))
    for line, again in pairs:
        TableLine.objects.filter(pk=again.pk).update(entry=line.entry)
    after = live_opening.open_table(**where, table_id=other.pk)
    # The lines have changed sides: every seat of one match faces the seat of its player in the other.
    moved = {0: 1, 1: 0, 2: 3, 3: 2}
    assert after.dealer == (moved[at.live(before).state.deals[0].dealer] + 1) % len(after.seats)


def test_a_table_of_fewer_does_not_go_on_with_the_deal_of_more(toy):
    tournament = make.called(make.tables(toy, entries=8, preset="four"))
    first, other = make.tables_of(tournament)
    where = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk}
    before = live_opening.open_table(**where, table_id=first.pk)
    at.deal(before)
    own = list(first.lines.order_by("index"))
    own.pop(before.seats[at.live(before).state.last_dealer])
    other.lines.filter(index=3).delete()
    for line, again in zip(own, other.lines.order_by("index"), strict=True):
        TableLine.objects.filter(pk=again.pk).update(entry=line.entry)
    assert len(live_opening.open_table(**where, table_id=other.pk).seats) == 3


def test_a_sheet_is_written_deal_after_deal_and_each_once():
    tournament = make.called(entries=4, preset="online_002")
    table = make.tables_of(tournament)[0]
    match = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    closed = 0
    for live in at.steps(match, random.Random(3)):
        if len(live.state.closed) > closed:
            closed += 1
            assert (at.fire_reports(match), at.fire_reports(match)) == (1, 0)
            assert Scoresheet.objects.filter(table=table).count() == closed
    assert Table.objects.get(pk=table.pk).is_over
    assert not MatchDeadline.objects.exists()


def test_a_table_that_was_not_called_or_has_a_match_opens_none():
    tournament = make.drawn(entries=4)
    boss, table = make.boss_of(tournament), make.tables_of(tournament)[0]
    where = {"actor": boss, "tournament_id": tournament.pk, "table_id": table.pk}
    with pytest.raises(RefusedError, match="table_not_called"):
        live_opening.open_table(**where)
    make.called(tournament)
    live_opening.open_table(**where)
    with pytest.raises(RefusedError, match="match_open_already"):
        live_opening.open_table(**where)
    assert Match.objects.count() == 1


def test_a_play_needs_the_newest_number_and_a_seed_the_commitment(toy):
    match = at.practice(toy, "club", (0, 1))
    with pytest.raises(StaleVersionError, match="stale_sequence"):
        at.ask(match, "ready", 0, "", expected=0)
    at.deal(match)
    live = at.live(match)
    card = at.plays(match)[0]
    for expected in (live.state.sequence - 1, live.state.sequence + 1):
        with pytest.raises(StaleVersionError, match="stale_sequence") as stale:
            at.ask(match, "play", live.state.turn, card, expected=expected)
        assert stale.value.current == live.state.sequence
    assert at.live(match).state == live.state


def test_the_same_command_again_has_the_same_answer_and_another_under_its_name_is_refused(toy):
    match = at.practice(toy, "club", (0, 1))
    at.deal(match)
    turn, cards = at.live(match).state.turn, at.plays(match)
    first = at.ask(match, "play", turn, cards[0], client_id="tap", expected=at.live(match).state.sequence)
    rows = MatchEvent.objects.count()

    again = at.ask(match, "play", turn, cards[0], client_id="tap", expected=first.sequence - 1)
    assert (again.sequence, again.repeated, first.repeated) == (first.sequence, True, False)
    with pytest.raises(RefusedError, match="idempotency_conflict"):
        at.ask(match, "play", turn, cards[1], client_id="tap", expected=first.sequence - 1)
    assert MatchEvent.objects.count() == rows


def test_only_the_seat_whose_turn_it_is_plays_and_only_what_it_holds(toy):
    match = at.practice(toy, "club", (0, 1))
    at.deal(match)
    turn = at.live(match).state.turn
    for seat, card, code in ((1 - turn, "k1", "other_turn"), (turn, "k0", "not_held"), (7, "k1", "seat_missing")):
        with pytest.raises(RefusedError, match=code):
            at.ask(match, "play", seat, card)
    with pytest.raises(RefusedError, match="deal_begun"):
        at.ask(match, "ready", turn, "")


def test_a_play_is_read_as_people_type_it():
    match = at.practice("scopa", "online_002", (0, 1))
    at.deal(match)
    turn = at.live(match).state.turn
    play = at.live(match).setup.game.legal_actions(at.live(match).position().unseal(), turn)[0]
    at.ask(match, "play", turn, f" {' '.join(play.upper())} ")
    assert at.live(match).state.deal.plays == (play,)


@pytest.mark.parametrize(
    ("kind", "seat", "text", "code"),
    [
        ("pause", 0, "", "command_unknown"),
        ("play", None, "", "command_unknown"),
        ("shout", 0, "", "command_unknown"),
        ("ready", 0, "zz", "bad_seat_seed"),
        ("ready", 0, "AB" * 16, "bad_seat_seed"),
        ("ready", 0, "ab" * 15, "bad_seat_seed"),
        ("play", 0, "k1", "other_turn"),
        ("play", 0, " Ultima ", "word_is_no_play"),
        ("play", 0, "  ", "nothing_typed"),
        ("play", 0, "7d\0", "text_unreadable"),
        ("play", 0, "\ud83c", "text_unreadable"),
        ("pause", None, "Una carta \ud83c", "text_unreadable"),
        ("resume", None, "", "match_not_paused"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused(toy, kind, seat, text, code):
    match = at.practice(toy, "club", (0, 1))
    with pytest.raises(RefusedError, match=code):
        at.ask(match, kind, seat, text)
    with pytest.raises(RefusedError, match="command_unknown"):
        at.ask(match, "ready", 0, "", client_id="x" * 65)
    with pytest.raises(RefusedError, match="text_unreadable"):
        at.ask(match, "ready", 0, "", client_id="\ud83c")


def test_a_paused_match_waits_for_the_referee(toy):
    match = at.practice(toy, "club", (0, 1))
    at.deal(match)
    at.ask(match, "pause")
    with pytest.raises(RefusedError, match="match_is_paused"):
        at.ask(match, "play", at.live(match).state.turn, "k1")
    with pytest.raises(RefusedError, match="match_is_paused"):
        at.ask(match, "pause")
    at.ask(match, "resume")
    assert at.play_out(match, random.Random(4)).state.is_over
    for kind, seat in (("pause", None), ("resume", None), ("ready", 0), ("abandon", 0)):
        with pytest.raises(RefusedError, match="match_is_over_online"):
            at.ask(match, kind, seat)


def test_an_online_table_with_seats_that_its_rules_do_not_know_is_not_opened(toy):
    with pytest.raises(RefusedError, match="seats_not_allowed_here"):
        at.practice(toy, "club", (0, 1, 2, 3, 4))
