"""The referee's tools at an online table, the log in words, and how a player calls the referee."""

import html
import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.views.counted import questions
from tournaments.competition.live.log import EFFECTS
from tournaments.models import EntryMember, Match, MatchEvent, Membership, Person, Ruling, Table, User
from tournaments.online.pages.log_words import duration, log_names
from tournaments.online.pages.referee import TOOLS
from tournaments.online.reads import live_matches
from tournaments.tables.writes import live_opening

pytestmark = pytest.mark.django_db


def english(browser: Client) -> Client:
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return browser


@pytest.fixture
def boss(boss):
    return lambda match: english(boss(match))


@pytest.fixture
def player(player):
    return lambda match, seat: english(player(match, seat))


@pytest.fixture
def client(client):
    return english(client)


@pytest.fixture
def dealt(match) -> Match:
    at.deal(match)
    return match


def tools(match: Match) -> str:
    return reverse("live_referee", args=[match.pk])


def order(client, match: Match, kind: str, note: str = "Carta caduta", **more):
    sent = {"kind": kind, "note": note, "client_id": f"k{MatchEvent.objects.count()}{kind}", **more}
    return client.post(tools(match), {"expected": live_matches.match(match.pk).sequence, **sent})


def test_the_page_of_the_referee_keeps_itself_new_until_the_match_is_over(dealt, boss):
    page = boss(dealt).get(tools(dealt)).content.decode()
    assert f'id="referee-now" data-behaviour="poll" data-poll-url="{tools(dealt)}"' in page
    assert 'id="match-state" data-poll-part' in page
    at.ask(dealt, "abandon", 0)
    assert "data-poll-url" not in boss(dealt).get(tools(dealt)).content.decode()


def test_after_extra_time_the_ring_is_full_and_not_more(dealt, boss, player):
    seat = at.live(dealt).state.turn
    assert order(boss(dealt), dealt, "time", to=seat, seconds=120).status_code == 303
    page = player(dealt, seat).get(f"/tavolo/{dealt.pk}/").content.decode()
    assert 'stroke-dasharray="100 100"' in page


def test_a_stopped_clock_says_so_and_not_that_somebody_thinks(dealt, player):
    seat = at.live(dealt).state.turn
    watching = player(dealt, 1 - seat)
    assert "thinking</span>" in watching.get(f"/tavolo/{dealt.pk}/").content.decode()
    at.ask(dealt, "pause")
    page = watching.get(f"/tavolo/{dealt.pk}/").content.decode()
    assert "thinking</span>" not in page
    assert "clock stopped</span>" in page


def text(answer) -> str:
    body = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def kinds(match: Match) -> list[str]:
    return [event["kind"] for event in live_matches.events_for(live_matches.match(match.pk), 0)]


def test_the_page_offers_what_makes_sense_now(match, boss):
    client = boss(match)

    def offered() -> list[str]:
        return re.findall(r'id="order-(\w+)"', client.get(tools(match)).content.decode())

    assert offered() == ["pause", "time", "loss"]
    at.deal(match)
    assert offered() == ["pause", "time", "hand", "void", "loss"]
    order(client, match, "pause")
    assert offered() == ["resume", "time", "hand", "void", "loss"]
    at.ask(match, "abandon", 0)
    assert offered() == []


def test_an_order_is_given_once_with_its_reason(dealt, boss):
    client = boss(dealt)
    answer = order(client, dealt, "pause", note="Bicchiere rovesciato")
    assert (answer.status_code, answer["Location"]) == (303, tools(dealt))
    page = text(client.get(tools(dealt)))
    assert "The match is paused. The clocks stand still." in page
    assert "The referee pauses the match. Reason: Bicchiere rovesciato" in page
    assert order(client, dealt, "resume", note="").status_code == 303
    assert kinds(dealt)[-2:] == ["paused", "resumed"]


def test_an_order_without_a_reason_is_refused_at_its_field(dealt, boss):
    answer = order(boss(dealt), dealt, "time", note="", to=0, seconds=60)
    assert answer.status_code == 422
    assert "Reason: This field is required." in text(answer)
    assert '<details class="panel" id="order-time" open>' in answer.content.decode()
    assert kinds(dealt)[-1] == "dealt"


def test_what_the_match_refuses_is_said_on_the_form(dealt, boss):
    client = boss(dealt)
    order(client, dealt, "hand", to=0)
    again = order(client, dealt, "hand", to=0)
    assert (again.status_code, "This hand is open to you already." in text(again)) == (422, True)
    stale = order(client, dealt, "hand", to=1, expected=0)
    assert stale.status_code == 409
    assert order(client, dealt, "shout").status_code == 422


def test_time_is_given_to_a_player(dealt, boss):
    turn = at.live(dealt).state.turn
    assert order(boss(dealt), dealt, "time", to=turn, seconds=120).status_code == 303
    event = MatchEvent.objects.latest("sequence")
    assert (event.kind, event.data["to"], event.data["ms"]) == ("time_added", turn, 120_000)


@pytest.mark.parametrize("kind", ["void", "loss"])
def test_what_costs_somebody_something_is_asked_about_first(dealt, boss, kind):
    client = boss(dealt)
    question = order(client, dealt, kind, to=1)
    assert (question.status_code, str(TOOLS[kind].warning) in text(question)) == (200, True)
    assert "Reason: Carta caduta" in text(question)
    assert kinds(dealt)[-1] == "dealt"
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', question.content.decode()))
    sent.pop("csrfmiddlewaretoken", None)
    assert client.post(tools(dealt), sent).status_code == 303
    assert kinds(dealt)[-2:] == (["voided", "prepared"] if kind == "void" else ["ruled", "ended"])


def test_a_loss_reaches_the_table(dealt, boss):
    order(boss(dealt), dealt, "loss", to=1, sure=1)
    at.fire_reports(dealt)
    assert Ruling.objects.get().reason == "Carta caduta"
    assert Table.objects.get(pk=dealt.table_id).is_over


def test_an_opened_hand_is_on_the_referees_page_and_on_no_other(dealt, boss, player):
    hand = at.view(dealt, 0)["cards"]["hand"]
    client, other, stranger = boss(dealt), player(dealt, 1), english(Client())
    order(client, dealt, "hand", to=0)
    shown = client.get(tools(dealt)).content.decode()
    assert re.findall(r"#card-(\w+)", shown) == hand
    table = reverse("live_table", args=[dealt.pk])
    for reader in (other, stranger):
        body = reader.get(table).content.decode()
        assert [card for card in hand if f"#card-{card}" in body or f'data-card="{card}"' in body] == []
        assert '<div class="table-notice" role="status"><p><b>The referee sees the hand of' in body


def test_a_scorer_and_a_referee_who_plays_see_no_opened_hand(dealt, boss):
    order(boss(dealt), dealt, "hand", to=0)
    table = Table.objects.select_related("tournament").get(pk=dealt.table_id)
    people = {}
    for name, role in (("segna", "scorer"), ("gioca", "referee")):
        user = User.objects.create_user(f"{name}@example.org", name=name)
        Membership.objects.create(tournament=table.tournament, user=user, role=role, tables=[table.hall_number])
        people[name] = user
    person = Person.objects.filter(memberships__entry__lines__table__number=2).first()
    Person.objects.filter(pk=person.pk).update(user=people["gioca"])
    for user in people.values():
        client = english(make.client_of(user))
        body = client.get(tools(dealt)).content.decode()
        assert ('id="open-hands"' in body, 'id="order-pause"' in body) == (False, True)
    assert 'id="order-hand"' not in english(make.client_of(people["segna"])).get(tools(dealt)).content.decode()
    refused = order(english(make.client_of(people["gioca"])), dealt, "hand", to=1)
    assert "another referee has to open a hand." in text(refused)


def test_a_referee_who_plays_the_match_is_told_that_another_one_gives_the_orders(dealt, player, boss):
    client = player(dealt, 0)
    seated = User.objects.get(email__startswith="seat0-")
    Membership.objects.create(tournament=dealt.table.tournament, user=seated, role="referee", tables=[])
    told = "You play in this match: another referee gives the orders here."
    page = client.get(tools(dealt))
    assert (page.status_code, told in text(page), 'id="order-' in page.content.decode()) == (200, True, False)
    refused = order(client, dealt, "pause")
    assert (refused.status_code, told in text(refused), kinds(dealt)[-1]) == (422, True, "dealt")
    assert told not in text(boss(dealt).get(tools(dealt)))


def test_the_tools_and_the_log_are_for_those_who_run_the_table(dealt, player, client):
    log = reverse("live_log", args=[dealt.pk])
    seated = player(dealt, 0)
    for address in (tools(dealt), log):
        assert client.get(address).status_code == 302
        assert seated.get(address).status_code == 404
    practice = at.practice("scopa", "online_002", (0, 1))
    assert seated.get(tools(practice)).status_code == 404


def test_the_log_says_every_step_in_words_and_who_ordered_it(dealt, boss):
    client = boss(dealt)
    order(client, dealt, "time", to=0, seconds=60)
    assert any(live.state.closed for live in at.steps(dealt, random.Random(1)))
    page = text(client.get(reverse("live_log", args=[dealt.pk])))
    names = [str(member.person) for member in _members(dealt)]
    assert f"The referee gives {names[0]} 1 min more" in page
    assert str(make.boss_of(_table(dealt).tournament).user) in page
    assert f"{names[0]} against {names[1]}" in page
    assert f"{names[0]} is ready." in page
    assert "Who deals is drawn with the cards." in page
    first = names[live_matches.replay(dealt.pk, 1, 0)["deal"]["dealer"]]
    assert f"The cards are dealt. Dealer, drawn by lot: {first}." in page
    assert f"A deal is prepared: {names[1 - names.index(first)]} deals." in page
    assert re.search(r"The deal is over: \S.* \d+, \S.* \d+\.", page)


def test_the_log_page_takes_as_many_queries_for_a_long_match_as_for_a_short_one(match, boss):
    client, log = boss(match), reverse("live_log", args=[match.pk])
    client.get(log)
    short = questions(client, log)
    assert any(len(live.state.closed) > 1 for live in at.steps(match, random.Random(1)))
    assert questions(client, log) == short


def test_every_kind_of_event_has_a_sentence(dealt):
    at.close(dealt, level=False)
    sheet = at.live(dealt).state.closed[0].sheet
    told = log_names(dealt, ["Ada", "Bea"], lambda seat, play: f"{seat} plays {play}.")
    facts = dict.fromkeys(("dealer", "tiebreak", "seat", "attempt", "line", "to", "ms"), 1)
    facts |= {"play": "7d", "reason": "referee", "cause": "loss", "of": "move", "sheet": sheet, "sheets": {"1": sheet}}
    assert all(told.sentence({**facts, "kind": kind}) for kind in EFFECTS)
    with pytest.raises(KeyError):
        told.sentence({**facts, "kind": "unknown"})


def test_durations_are_said_in_minutes_and_seconds():
    assert [duration(ms) for ms in (0, 45_000, 120_000, 150_000)] == ["0 s", "45 s", "2 min", "2 min 30 s"]


def test_the_desk_leads_to_the_tables_that_play_online(dealt, boss):
    client, event = boss(dealt), _table(dealt).tournament
    desk = reverse("referee_desk", args=[event.slug])
    assert client.get(desk).content.decode().count(tools(dealt)) == 1
    before = questions(client, desk)
    second = make.tables_of(event)[1]
    other = live_opening.open_table(actor=make.boss_of(event), tournament_id=event.pk, table_id=second.pk)
    assert tools(other) in client.get(desk).content.decode()
    assert questions(client, desk) == before
    order(client, dealt, "loss", to=1, sure=1)
    at.fire_reports(dealt)
    assert tools(dealt) not in client.get(desk).content.decode()


def test_a_player_calls_the_referee_from_the_table(dealt, boss, player):
    page, table = reverse("live_table", args=[dealt.pk]), _table(dealt)
    call = reverse("table_call_referee", args=[table.tournament.slug, table.number])
    seated = player(dealt, 0)
    assert call in seated.get(page).content.decode()
    answer = seated.post(call, {"match": dealt.pk})
    assert (answer.status_code, answer["Location"]) == (303, page)
    assert _table(dealt).referee_called
    client = boss(dealt)
    assert "The referee has been called to this table." in text(client.get(tools(dealt)))
    been = client.post(call, {"match": dealt.pk, "wanted": "off"})
    assert (been["Location"], _table(dealt).referee_called) == (tools(dealt), False)


def test_both_sides_read_why_the_referee_ordered_it_and_who_watches_reads_that_it_was(dealt, boss, player, client):
    order(boss(dealt), dealt, "pause", note="Malore")
    table = reverse("live_table", args=[dealt.pk])
    for reader in (player(dealt, 0), player(dealt, 1)):
        assert "The referee pauses the match. Malore" in text(reader.get(table))
    watched = text(client.get(table))
    assert "The referee pauses the match." in watched and "Malore" not in watched


def _table(match: Match) -> Table:
    return Table.objects.select_related("tournament").get(pk=match.table_id)


def _members(match: Match):
    entries = [match.chairs["entries"][line] for line in match.seats]
    return [EntryMember.objects.select_related("person").get(entry=entry) for entry in entries]
