"""The page of a live table without scripts: what each reader sees, plays by buttons, leaving."""

import random
import re
from functools import partial
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tournaments.competition.live import deciding
from tournaments.live_log.writes.log import decide, lock_match
from tournaments.models import Match, MatchEvent, Tournament
from tournaments.online.pages import commands as form_views
from tournaments.online.pages.page import shown_match
from tournaments.online.reads import live_matches
from tournaments.online.writes import commands
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db

HAND = re.compile(r'<ul class="hand".*?</ul>', re.DOTALL)
CARD = re.compile(r'data-card="(\w+)"')
FIELD = re.compile(r'name="(kind|client_id|expected|text)" value="([^"]*)"')
PLAY = re.compile(r'<button class="table-play" name="text" value="([^"]+)">')


def page(client: Client, match: Match, status: int = 200) -> str:
    answer = client.get(f"/tavolo/{match.pk}/")
    assert answer.status_code == status
    return str(answer.content.decode())


def hand(html: str) -> list[str]:
    (found,) = HAND.findall(html)
    return CARD.findall(found)


def form(html: str) -> dict[str, str]:
    """The hidden fields of the form of plays, or of the one that says ready."""
    start = html.index("data-ready") if "data-ready" in html else html.index('class="table-plays__form"')
    return dict(FIELD.findall(html[start : html.index("</form>", start)]))


def send(client: Client, match: Match, fields: dict[str, str], **more: Any) -> Any:
    return client.post(f"/tavolo/{match.pk}/gioca/", fields, **more)


def kinds(match: Match) -> list[str]:
    return list(MatchEvent.objects.filter(match=match).order_by("sequence").values_list("kind", flat=True))


def test_the_number_that_a_seat_added_to_the_shuffle_is_shown_to_that_seat_alone(match, player, boss):
    at.deal(match)
    numbers = at.live(match).state.deal.seeds
    assert len(set(numbers.values())) == 2
    for reader, seen in [(player(match, 0), {0}), (player(match, 1), {1}), (Client(), set()), (boss(match), set())]:
        html = page(reader, match)
        assert {seat for seat, number in numbers.items() if number in html} == seen
        assert at.live(match).state.deal.commitment in html


def test_each_reader_sees_their_own_hand_and_watching_shows_none(match, player, boss):
    at.deal(match)
    views = [at.view(match, seat)["cards"] for seat in (0, 1)]
    for seat in (0, 1):
        html = page(player(match, seat), match)
        assert hand(html) == views[seat]["hand"]
        other = [card for card in views[1 - seat]["hand"] if f'data-card="{card}"' in html]
        assert other == []
    for watching in (Client(), boss(match)):
        html = page(watching, match)
        assert hand(html) == []
        assert set(CARD.findall(html)) == set(views[0]["table_cards"])


def test_somebody_whose_seat_a_robot_has_taken_reads_so_and_is_offered_no_play(match, player):
    at.deal(match)
    turn = at.live(match).state.turn
    said, way_out = "Un robot gioca al posto tuo.", f"/tavolo/{match.pk}/abbandona/"
    assert said not in (html := page(player(match, turn), match))
    assert PLAY.findall(html)
    assert way_out in html
    Match.objects.filter(pk=match.pk).update(chairs={**match.chairs, "robots": {str(turn): 2}})
    assert said in (html := page(player(match, turn), match))
    assert not PLAY.findall(html)
    assert way_out not in html
    assert said not in page(player(match, 1 - turn), match)


def test_a_match_nobody_may_see_looks_like_one_that_is_not_there(match):
    Tournament.objects.update(status=Tournament.Status.DRAFT)
    assert page(Client(), match, 404) == page(Client(), match, 404)
    assert Client().get("/tavolo/987654/").status_code == 404
    assert send(Client(), match, {"kind": "ready"}).status_code == 404


def test_both_say_ready_and_a_form_posted_twice_is_one_play(match, player):
    for seat in (0, 1):
        html = page(player(match, seat), match)
        assert send(player(match, seat), match, form(html)).status_code == 303
    assert kinds(match) == ["prepared", "ready", "ready", "dealt"]
    turn = at.live(match).state.turn
    html = page(player(match, turn), match)
    legal = PLAY.findall(html)
    assert legal == list(at.plays(match))
    asked = form(html) | {"text": legal[0]}
    assert [send(player(match, turn), match, asked).status_code for _twice in range(2)] == [303, 303]
    assert kinds(match)[4:] == ["played"]
    assert PLAY.findall(page(player(match, turn), match)) == []


def test_a_play_by_a_form_came_before_the_page_was_looked_up(match, player, monkeypatch):
    at.deal(match)
    turn = at.live(match).state.turn
    client = player(match, turn)
    fields = form(page(client, match)) | {"text": at.plays(match)[0]}
    looked, received = [], []

    def look_up(request, match_id):
        looked.append(timezone.now())
        return shown_match(request, match_id)

    def submit(**asked):
        received.append(asked.get("received"))
        return commands.submit(**asked)

    monkeypatch.setattr(form_views, "shown_match", look_up)
    monkeypatch.setattr(form_views, "submit", submit)
    sent = timezone.now()
    assert send(client, match, fields).status_code == 303
    assert sent <= received[0] <= looked[0]


def test_a_play_on_an_old_page_is_refused_in_words_and_plays_nothing(match, player):
    at.deal(match)
    turn = at.live(match).state.turn
    client = player(match, turn)
    html = page(client, match)
    fields = form(html)
    at.ask(match, "play", turn, at.plays(match)[0])
    refused = send(client, match, fields | {"text": PLAY.findall(html)[1]})
    assert refused.status_code == 409
    assert "table-notice--refused" in refused.content.decode()
    illegal = send(client, match, fields | {"text": "7d", "expected": "99", "client_id": "other"})
    assert (illegal.status_code, kinds(match).count("played")) == (409, 1)


def test_a_script_is_answered_in_json(match, player):
    client = player(match, 0)
    asked = {"kind": "ready", "client_id": "a", "expected": "1"}
    headers = {"accept": "application/json"}
    done = send(client, match, asked, headers=headers)
    again = send(client, match, asked, headers=headers)
    assert (done.json(), again.json()) == ({"sequence": 2, "repeated": False}, {"sequence": 2, "repeated": True})
    refused = send(client, match, asked | {"client_id": "b"}, headers=headers)
    assert refused.status_code == 422
    assert refused.json()["code"] == "ready_already"
    assert refused.json()["current"] == 2


def test_leaving_asks_first_and_says_the_score_that_would_follow(match, player):
    at.deal(match)
    client, before = player(match, 0), kinds(match)
    question = client.get(f"/tavolo/{match.pk}/abbandona/").content.decode()
    points = live_matches.if_abandoned(live_matches.match(match.pk), 0)
    assert points is not None
    assert f"Finirebbe: Tu {points[0]} – {points[1]}" in question
    assert kinds(match) == before
    fields = dict(FIELD.findall(question))
    assert send(client, match, fields).status_code == 303
    assert kinds(match)[-2:] == ["abandoned", "ended"]
    over = page(client, match)
    assert "Ha vinto " in over
    assert f"Tu {points[0]} – {points[1]}" in over
    assert client.get(f"/tavolo/{match.pk}/abbandona/").status_code == 422


def test_the_referee_has_a_page_of_orders_and_nothing_to_play_or_leave(match, boss, player):
    at.deal(match)
    client, before = boss(match), kinds(match)
    menu = page(client, match)
    assert f"/tavolo/{match.pk}/arbitro/" in menu[menu.index('class="table-menu__list"') :]
    fields = {"kind": "pause", "client_id": "p", "expected": live_matches.match(match.pk).sequence, "text": "Carta"}
    assert send(client, match, fields).status_code == 403
    assert client.get(f"/tavolo/{match.pk}/abbandona/").status_code == 403
    assert send(Client(), match, fields).status_code == 404
    assert kinds(match) == before
    at.ask(match, "pause")
    assert "La partita è ferma" in page(player(match, 0), match)


@pytest.mark.parametrize(
    ("more", "sides"),
    [
        ({}, ["across", "me"]),
        ({"entry_size": 2}, ["left", "across", "right", "me"]),
    ],
)
def test_the_next_in_turn_sits_to_the_right_and_partners_opposite(open_match, player, more, sides):
    match = open_match(**more)
    html = page(player(match, 1), match)
    found = re.findall(r'class="seat seat--(\w+)[^"]*" id="seat-(\d)"', html)
    assert [side for side, _seat in found] == sides
    seats = {side: int(seat) for side, seat in found}
    assert seats["me"] == 1
    if len(sides) == 4:
        assert (seats["right"], seats["across"], seats["left"]) == (2, 3, 0)
        assert match.seats[1] == match.seats[3]


CLOCK = re.compile(r'<p class="table-clock" id="clock"(.*?)</p>', re.DOTALL)


def test_the_clock_of_the_round_is_in_the_head_once_it_was_started(match, player):
    at.deal(match)
    event = Tournament.objects.get(pk=match.table.tournament_id)
    reader = player(match, 0)
    assert CLOCK.findall(page(reader, match)) == [" hidden>"]
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1, minutes=20)
    for client in (reader, Client()):
        ((running,),) = [CLOCK.findall(page(client, match))]
        assert 'data-state="running"' in running
        assert "data-ends-at" in running
        assert ">fino alle " in running
    clocks.pause_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    ((paused,),) = [CLOCK.findall(page(reader, match))]
    assert re.search(r">(?:20:00|19:\d\d)<", paused)
    assert "data-ends-at" not in paused
    at.play_out(match, random.Random(3))
    assert CLOCK.findall(page(reader, match)) == [" hidden>"]


TALLY = re.compile(r'data-tally="(?:counted\.)?(\w+)\.\d">')


@pytest.mark.parametrize(("is_shown", "counted"), [(False, []), (True, ["settebello", "coins"])])
def test_what_is_counted_for_players_is_what_lies_in_their_sight(open_match, player, is_shown, counted):
    match = open_match()
    match.rules = {**match.rules, "carte_viste": is_shown}
    match.save(update_fields=["rules"])
    for _number, _live in zip(range(9), at.steps(match, random.Random(4)), strict=False):
        pass
    html = page(player(match, 0), match)
    sheet = html[html.index('class="table-sheet"') : html.index('class="table-menu"')]
    shown = TALLY.findall(sheet)
    assert sorted(set(shown)) == sorted(["sweeps", "taken", *counted])
    assert len(shown) == 2 * len(set(shown))


SWEPT = re.compile(r'data-swept="(\d)">(.*?)</p>', re.DOTALL)
FACE = re.compile(r"#card-(\w+)")


def has_a_sweep(match: Match) -> bool:
    """Play until a sweep lies in a pile; the cards are those of chance, and a match may end without one."""
    steps = at.steps(match, random.Random(8))
    return any(live.state.dealt and any(at.view(match, 0)["cards"]["sweeps"]) for live in steps)


def test_the_card_of_a_sweep_lies_turned_in_its_pile(open_match):
    match = next(found for found in (open_match() for _ in range(20)) if has_a_sweep(found))
    cards = at.view(match, 0)["cards"]
    found = {int(pile): FACE.findall(inside) for pile, inside in SWEPT.findall(page(Client(), match))}
    assert found == {pile: ["back", *own] for pile, own in enumerate(cards["swept"])}
    assert any(cards["swept"])


def test_points_and_their_reasons_are_told_after_a_deal(match, player):
    lots = random.Random(5)
    for live in at.steps(match, lots):
        if live.state.closed:
            break
    html = page(player(match, 0), match)
    deal = at.view(match, 0)["score"][0]["deals"][0]
    assert [award["code"] for award in deal["awards"]]
    for word in ("Smazzata 1", "Primiera", "Settebello", "Carte"):
        assert word in html
    assert f"Tu {deal['points'][0]} – {deal['points'][1]}" in html


LAST = re.compile(r"<p data-last>([^<]*)</p>")
TOLD = re.compile(r'data-told="([^"]*)"')


@pytest.mark.parametrize(
    "more",
    [{}, {"entry_size": 2}, {"entries": 6, "preset": "several_004", "format": {"kind": "tables", "max_table": 4}}],
)
def test_the_end_of_a_deal_keeps_its_last_play_in_sight_and_is_told_whole(open_match, player, more):
    match = open_match(**more)
    before = "0"
    for live in at.steps(match, random.Random(11)):
        if live.state.closed:
            break
        if not live.state.dealt or len(at.view(match, 0)["cards"]["hand"]) > 1:
            continue
        html = page(player(match, 0), match)
        assert not TOLD.findall(html)
        before = LAST.findall(html)[0]
    html = page(player(match, 0), match)
    seen = at.view(match, 0)
    ((last,), (told,)) = LAST.findall(html), TOLD.findall(html)
    assert last != before
    assert ("Quel che resta in tavola" in last) == (seen["cards"]["ending"] is not None)
    deal = seen["score"][0]["deals"][0]
    for word in ("Smazzata 1: ", "Carte", "Denari", "Settebello", "Primiera", "Scope", "Partita: "):
        assert word in told
    assert all(f" {points}" in told for points in deal["points"])
    watching = page(Client(), match)
    assert TOLD.findall(watching)
    assert LAST.findall(watching) != [""]


def test_a_match_of_pairs_names_both_who_won(open_match, player):
    match = open_match(entry_size=2)
    at.play_out(match, random.Random(3))
    winner = at.view(match, 0)["score"][-1]["winner"]
    own, other = (match.seats.index(line) for line in (winner, 1 - winner))
    assert "Avete vinto!" in page(player(match, own), match)
    for html in (page(player(match, other), match), page(Client(), match)):
        assert re.search(r"<h2>Hanno vinto \w[^<]* e [^<]*\.</h2>", html)
        assert "Hanno vinto" in TOLD.findall(html)[0]


def test_a_match_that_is_over_says_who_has_won_and_leads_on(match, player):
    at.play_out(match, random.Random(3))
    winner = at.view(match, 0)["score"][-1]["winner"]
    assert "Hai vinto!" in page(player(match, match.seats.index(winner)), match)
    loser = page(player(match, match.seats.index(1 - winner)), match)
    assert "Hai vinto!" not in loser
    assert "Torna al torneo" in loser


def test_a_page_costs_as_many_queries_late_in_a_match_as_early(match, player, django_assert_max_num_queries):
    at.deal(match)
    client = player(match, 0)
    page(client, match)
    lots = random.Random(1)
    for _number, _live in zip(range(60), at.steps(match, lots), strict=False):
        pass
    with django_assert_max_num_queries(16):
        page(client, match)


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_page_speaks_the_readers_language(match, language):
    at.deal(match)
    html = page(Client(headers={"accept-language": language}), match)
    assert ("Carte in tavola" in html, "Cards on the table" in html) == (language == "it", language == "en")


def test_cards_are_shown_in_the_readers_deck(match):
    at.deal(match)
    client = make.client_of()
    assert "decks/napoletane" in page(client, match)
    client.cookies[f"deck_{match.game}"] = "francesi"
    html = page(client, match)
    assert "decks/francesi" in html
    assert "decks/napoletane" not in html


def heed(match: Match, *, is_called: bool) -> None:
    """Let the match hear that time was called, or that the call is taken back."""
    with lock_match(match.pk) as held:
        decide(held, partial(deciding.keep_time, is_called=is_called))


CALLED = re.compile(r'id="table-notices" data-told="([^"]*)"')


def test_the_call_of_time_is_said_to_all_and_read_out_once(match, player, boss):
    at.deal(match)
    assert not CALLED.search(page(Client(), match))
    heed(match, is_called=True)
    for reader in (player(match, 0), player(match, 1), Client(), boss(match)):
        html = unescape(page(reader, match))
        (told,) = CALLED.findall(html)
        assert told.startswith("Il tempo è scaduto. ")
        assert html.count(told.removeprefix("Il tempo è scaduto. ")) == 2
    assert "Il tempo è scaduto." in boss(match).get(f"/tavolo/{match.pk}/arbitro/").content.decode()
    assert "Il tempo è scaduto." in boss(match).get(f"/tavolo/{match.pk}/registro/").content.decode()
    english = Client(headers={"accept-language": "en"})
    assert "<b>Time is called.</b> The deal in progress is finished" in page(english, match)
    heed(match, is_called=False)
    html = unescape(page(player(match, 0), match))
    assert not CALLED.search(html)
    assert "C'è altro tempo: la partita continua." in html


def test_a_level_match_reads_that_it_goes_on_by_tie_breaks(match):
    at.deal(match)
    (said,) = CALLED.findall(page(Client(), _called(match)))
    at.close(match, level=True)
    html = page(Client(), match)
    assert CALLED.findall(html) == [said]
    assert "Spareggio 1" in html
    assert "<b>Il tempo è scaduto.</b> </p>" in html


def _called(match: Match) -> Match:
    heed(match, is_called=True)
    return match


def test_what_time_has_ended_says_so_at_the_table_in_the_replay_and_in_the_text(match):
    at.deal(match)
    at.ask(match, "play", at.live(match).state.turn, at.plays(match)[0])
    at.close(_called(match), level=False)
    html = page(Client(), match)
    assert not CALLED.search(html)
    assert "<p>Il tempo è scaduto.</p>" in html
    assert "Il tempo è scaduto." in re.findall(r'data-told="([^"]*)"', html)[0]
    when = "Il tempo è scaduto nella smazzata 1, dopo 1 giocata."
    assert when in Client().get(f"/tavolo/{match.pk}/smazzate/1/0/", headers={"accept-language": "it"}).content.decode()
    text = Client().get(f"/tavolo/{match.pk}/testo/", headers={"accept-language": "it"}).content.decode()
    assert f"# {when}\n" in text


# By the rule: what is read by the one who left, and by the others.
LEFT = {
    "robot": (
        "Un robot gioca al posto tuo. Gioca fino alla fine di questa smazzata; poi sei fuori.",
        "Al posto di {short} gioca un robot. Gioca fino alla fine di questa smazzata.",
    ),
    "referee": (
        "Tu: abbandono. L'arbitro decide come va avanti la partita.",
        "{short}: abbandono. L'arbitro decide come va avanti la partita.",
    ),
    "void": (
        "Questa smazzata non la giochi. Gli altri vanno avanti. {name}: partita persa (abbandono).",
        "{name}: partita persa (abbandono).",
    ),
}


def said_above(client: Client, match: Match) -> str:
    html = page(client, match)
    notices = html[html.index('id="table-notices"') :].partition(">")[2].partition('class="last-play')[0]
    return " ".join(unescape(re.sub(r"<[^>]*>?", " ", notices)).split())


@pytest.mark.parametrize("rule", LEFT)
def test_at_a_table_of_several_everybody_reads_who_left_and_what_follows(open_match, player, boss, rule):
    """R-LIV-01, R-LIV-09"""
    match = open_match(game="scala40", preset="torneo_003", rules={"fault_online": rule})
    at.deal(match)
    left = (at.live(match).state.turn + 1) % 4
    at.ask(match, "abandon", left)
    name = str(match.table.lines.get(index=left).entry.label)
    for seat, words in zip((left, (left + 1) % 4), LEFT[rule], strict=True):
        assert said_above(player(match, seat), match) == words.format(name=name, short=name.split()[-1])
    if rule == "referee":
        tools = boss(match).get(reverse("live_referee", args=[match.pk])).content.decode()
        assert f"<strong>{name.split()[-1]}: abbandono. La partita è ferma." in unescape(tools)
