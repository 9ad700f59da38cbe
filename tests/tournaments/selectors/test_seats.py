"""Who has which seat at an online table: accounts, codes, passes, practice; and who sees it and runs it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tournaments.accounts.writes import event_passes
from tournaments.frame import access
from tournaments.frame.access import Visitor
from tournaments.frame.policies import limits_of
from tournaments.models import EntryMember, Match, Table, Tournament, User
from tournaments.online.pages.practice import keep_practice
from tournaments.online.writes import practice
from tournaments.tables.reads import seats
from tournaments.tables.reads.seats import MatchPlace
from tournaments.tables.writes import codes, live_opening

pytestmark = pytest.mark.django_db

WATCHES = MatchPlace(may_see=True)
NOBODY = AnonymousUser()


def opened(tournament: Tournament) -> Match:
    table = make.tables_of(tournament)[0]
    return live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)


@pytest.fixture
def pairs() -> Match:
    return opened(make.called(entries=4, preset="online_002"))


@pytest.fixture
def singles() -> Match:
    return opened(make.called(entries=4, preset="online_002", entry_size=1))


def account_of(match: Match, line: int, player: int) -> User:
    member = EntryMember.objects.filter(entry=match.chairs["entries"][line]).order_by("position")[player]
    member.person.user = make.user()
    member.person.save()
    return member.person.user


def seat_of(visitor: Visitor, match: Match) -> int | None:
    found = seats.place(visitor, Match.objects.get(pk=match.pk))
    assert found.may_see
    return found.seat


def test_each_player_of_a_pair_has_the_seat_of_their_place_in_it(pairs):
    found = [seat_of(Visitor(account_of(pairs, line, player)), pairs) for line in (0, 1) for player in (0, 1)]
    assert found == [0, 2, 1, 3]


def test_a_stranger_and_another_tables_player_only_watch(singles):
    other = live_opening.open_table(
        actor=make.boss_of(singles.table.tournament),
        tournament_id=singles.table.tournament_id,
        table_id=make.tables_of(singles.table.tournament)[1].pk,
    )
    for account in (NOBODY, make.user(), account_of(other, 0, 0)):
        assert seats.place(Visitor(account), singles) == WATCHES


def test_a_tables_code_gives_the_one_seat_of_its_line_until_it_is_renewed(singles):
    table = Table.objects.get(pk=singles.table_id)
    _table, opened_ = codes.open_code(codes.code_of(table, 1))
    visitor = Visitor(NOBODY, passes=(opened_,))
    assert seat_of(visitor, singles) == 1

    codes.open_code(codes.code_of(table, 1))
    assert seat_of(visitor, singles) is None


def test_a_tables_code_of_a_pair_names_neither_of_its_players(pairs):
    table = Table.objects.get(pk=pairs.table_id)
    _table, opened_ = codes.open_code(codes.code_of(table, 1))
    assert seats.place(Visitor(NOBODY, passes=(opened_,)), pairs) == WATCHES
    assert seat_of(Visitor(account_of(pairs, 1, 1), passes=(opened_,)), pairs) == 3


def test_an_event_pass_gives_the_seat_of_its_entry_until_it_is_opened_elsewhere(singles):
    tournament = singles.table.tournament
    rows = event_passes.issue_passes(actor=make.boss_of(tournament), tournament_id=tournament.pk)
    mine = next(each for each in rows if each.event_pass.entry_id == singles.chairs["entries"][1])
    _pass, held = event_passes.open_by_link(slug=tournament.slug, secret=mine.secret)
    visitor = Visitor(NOBODY, entry_passes=(held,))
    assert seat_of(visitor, singles) == 1

    event_passes.open_by_link(slug=tournament.slug, secret=mine.secret)
    assert seat_of(visitor, singles) is None


def test_an_entry_that_has_left_the_table_has_no_seat_by_its_code(singles):
    table = Table.objects.get(pk=singles.table_id)
    _table, held = codes.open_code(codes.code_of(table, 1))
    other = make.tables_of(singles.table.tournament)[1].lines.get(index=0).entry_id
    table.lines.filter(index=1).update(entry=other)
    assert seat_of(Visitor(NOBODY, passes=(held,)), singles) is None


def test_officials_run_the_table_and_are_not_seated(singles):
    tournament, number = singles.table.tournament, singles.table.hall_number
    for account in (make.with_role(tournament, "referee"), make.boss_of(tournament).user):
        assert seats.place(Visitor(account), singles) == MatchPlace(may_see=True, is_referee=True, sees_opened=True)
    here = make.with_role(tournament, "scorer", tables=(number,))
    assert seats.place(Visitor(here), singles) == MatchPlace(may_see=True, is_referee=True)
    elsewhere = make.with_role(tournament, "scorer", tables=(number + 1,))
    assert seats.place(Visitor(elsewhere), singles) == WATCHES


def test_a_referee_who_plays_is_both(singles):
    account = account_of(singles, 0, 0)
    make.with_role(singles.table.tournament, "referee", account=account)
    assert seats.place(Visitor(account), singles) == MatchPlace(may_see=True, seat=0, is_referee=True)


def test_hands_are_not_opened_to_an_official_who_has_opened_a_players_code_or_pass(singles):
    tournament = singles.table.tournament
    boss = make.boss_of(tournament).user
    other = make.tables_of(tournament)[1]
    _table, code = codes.open_code(codes.code_of(other, 0))
    rows = event_passes.issue_passes(actor=make.boss_of(tournament), tournament_id=tournament.pk)
    mine = next(each for each in rows if each.event_pass.entry_id == other.lines.get(index=1).entry_id)
    _pass, held = event_passes.open_by_link(slug=tournament.slug, secret=mine.secret)
    for visitor in (Visitor(boss, passes=(code,)), Visitor(boss, entry_passes=(held,))):
        assert seats.place(visitor, singles) == MatchPlace(may_see=True, is_referee=True)
    elsewhere = make.tables_of(make.called(entries=4, preset="online_002"))[0]
    _table, foreign = codes.open_code(codes.code_of(elsewhere, 0))
    assert seats.place(Visitor(boss, passes=(foreign,)), singles).sees_opened


def test_a_token_that_reads_sees_its_owners_seat_and_may_not_play(singles):
    account = account_of(singles, 0, 0)
    make.with_role(singles.table.tournament, "referee", account=account)
    found = seats.place(Visitor(account, limits=limits_of(["read"])), singles)
    assert found == MatchPlace(may_see=True, seat=0, is_referee=False, reads_only=True)
    found = seats.place(Visitor(account, limits=limits_of(["results"])), singles)
    assert found == MatchPlace(may_see=True, seat=0, is_referee=True, reads_only=True)
    found = seats.place(Visitor(account, limits=limits_of(["play"])), singles)
    assert found == MatchPlace(may_see=True, seat=0, is_referee=False)


def test_a_match_for_practice_is_seen_by_its_browser_alone_unless_it_is_shown():
    match = at.practice("scopa", "online_002", (0, 1))
    assert seats.place(Visitor(NOBODY, practice={match.pk: 1}), match) == MatchPlace(may_see=True, seat=1)
    assert seats.place(Visitor(NOBODY, practice={match.pk + 1: 1}), match) == MatchPlace()
    assert seats.place(Visitor(NOBODY, practice={match.pk: 2}), match) == MatchPlace()
    match.chairs["shown"] = True
    assert seats.place(Visitor(make.user()), match) == WATCHES


def test_a_browser_keeps_the_newest_of_its_matches_for_practice():
    request = RequestFactory().get("/")
    request.session, request.user = {}, NOBODY
    assert access.visitor(request).practice == {}
    for match_id in (11, 12, 13, 11, 14):
        keep_practice(request, match_id, match_id % 2)
    assert access.visitor(request).practice == {13: 1, 11: 1, 14: 0}


def test_a_browser_keeps_as_many_places_as_tables_are_kept_for_it(monkeypatch):
    monkeypatch.setattr(practice, "MOST_HELD", 2)
    request = RequestFactory().get("/")
    request.session, request.user = {}, NOBODY
    for match_id in (11, 12, 13):
        keep_practice(request, match_id, 0)
    assert access.visitor(request).practice == {12: 0, 13: 0}


def test_a_place_is_found_in_few_queries(singles, django_assert_max_num_queries):
    account = account_of(singles, 0, 0)
    with django_assert_max_num_queries(1):
        seats.place(Visitor(NOBODY), singles)
    with django_assert_max_num_queries(3):
        seats.place(Visitor(account), singles)
