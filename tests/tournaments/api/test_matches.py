"""An online match over the API: the list, what each viewer is told, the log, commands, orders, replays."""

import json
import random
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import jsonschema_rs
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.api.described import strict
from tests.tournaments.api.players import SINGLES, Player, opened
from tests.tournaments.services.play import table as at
from tournaments.competition.live.viewing import SHOWN
from tournaments.models import Match, MatchEvent, Table, Tournament
from tournaments.online.reads import live_matches
from tournaments.online.writes import courtesies
from tournaments.outbox import fanout
from tournaments.outbox.mailbox import Topic
from tournaments.tables.writes import live_opening
from tournaments.tables.writes.codes import link_code_of

pytestmark = pytest.mark.django_db


def event_of(match: Match) -> Tournament:
    return Tournament.objects.get(tables=match.table_id)


@pytest.fixture
def match() -> Match:
    return opened()


def dealt(match: Match) -> list[Player]:
    players = [Player(match, seat) for seat in (0, 1)]
    for seat, player in enumerate(players):
        assert player.ask("ready", f"{seat + 1:032x}").status_code == 200
    return players


def form(name: str) -> Any:
    """What a part of the description allows, without a field that it does not name."""
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": strict()}, validate_formats=True
    )


def wrong(name: str, told: Any) -> list[str]:
    return [f"{list(error.instance_path)}: {error.message}" for error in form(name).iter_errors(told)]


@pytest.mark.full
def test_two_programs_play_a_match_to_its_end_by_the_api_alone(match: Match) -> None:
    players, lots, known = dealt(match), random.Random(5), 0
    while not (view := players[0].get().json()["view"])["is_over"]:
        if view["deal"]["is_waiting"]:
            # They are level: a tie-break deal.
            assert {player.ask("ready").status_code for player in players} == {200}
            continue
        turn = view["clock"]["turn"]
        mine = players[turn].get().json()
        assert wrong("LiveMatchShape", mine) == []
        receipt = players[turn].ask("play", lots.choice(mine["view"]["cards"]["actions"]), mine["view"]["sequence"])
        assert (receipt.status_code, wrong("ReceiptShape", receipt.json())) == (200, [])
        news = players[1 - turn].get(f"events/?since={known}").json()
        assert [event["sequence"] for event in news["events"]] == list(range(known + 1, news["sequence"] + 1))
        assert wrong("LiveEventsShape", news) == []
        known = news["sequence"]
    assert at.fire_reports(match) == 1
    assert Table.objects.get(pk=match.table_id).is_over
    assert sum(view["score"][0]["totals"]) > 0
    listed = players[0].asker.get(f"events/{event_of(match).slug}/matches/").json()["results"]
    assert [row["status"] for row in listed] == ["over"]


def test_each_seat_is_shown_its_own_hand_and_nobody_else_one(match: Match) -> None:
    players = dealt(match)
    hands = [player.get().json()["view"]["cards"]["hand"] for player in players]
    assert [len(hand) for hand in hands] == [3, 3]
    assert not set(hands[0]) & set(hands[1])
    for watcher in (Asker(), Asker(key_of(make.boss_of(event_of(match)).user))):
        told = watcher.get(f"matches/{match.pk}/")
        assert (told.json()["view"]["you"], told.json()["view"]["cards"]["hand"]) == (None, [])
        assert not any(f'"{card}"' in told.content.decode() for hand in hands for card in hand)


def test_the_same_match_is_sent_once_until_something_happens(match: Match) -> None:
    first, other = dealt(match)
    told = first.get()
    etag = told.headers["ETag"]
    assert told.headers["Cache-Control"] == "private, no-cache"
    again = first.get(if_none_match=etag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert other.get(if_none_match=etag).status_code == 200
    assert Asker().get(f"matches/{match.pk}/", if_none_match=etag).status_code == 200
    turn = told.json()["view"]["clock"]["turn"]
    player = (first, other)[turn]
    assert player.ask("play", player.get().json()["view"]["cards"]["actions"][0]).status_code == 200
    assert first.get(if_none_match=etag).status_code == 200


def test_asking_again_costs_no_look_at_the_cards(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    player = dealt(match)[0]
    etag = player.get().headers["ETag"]

    def looks(*_args: object) -> None:
        raise AssertionError("the view was made")

    monkeypatch.setattr(live_matches, "view", looks)
    assert player.get(if_none_match=etag).status_code == 304


def test_the_log_comes_in_pages_without_a_gap(match: Match) -> None:
    player, found, answers = dealt(match)[0], [], 0
    told = {"more": True}
    while told["more"]:
        told = player.get(f"events/?since={len(found)}&limit=3").json()
        found += told["events"]
        answers += 1
    assert [event["sequence"] for event in found] == [1, 2, 3, 4]
    assert (answers, told["sequence"]) == (2, 4)
    assert [event["kind"] for event in found] == ["prepared", "ready", "ready", "dealt"]
    assert MatchEvent.objects.get(match=match, sequence=2).data["seed"] not in json.dumps(found)
    assert player.get("events/?since=99").json() == {"sequence": 4, "events": [], "more": False}
    assert Asker().get(f"matches/{match.pk}/events/").json()["events"] == found
    for query, field in (("since=-1", "since"), ("since=x", "since"), ("limit=0", "limit"), ("limit=501", "limit")):
        refused = player.get(f"events/?{query}")
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, field)


def test_the_same_command_is_done_once(match: Match) -> None:
    players = dealt(match)
    view = players[0].get().json()["view"]
    player = players[view["clock"]["turn"]]
    card, other = player.get().json()["view"]["cards"]["actions"][:2]
    sent = {"client_id": "tap", "expected": view["sequence"]}
    first = player.ask("play", card, **sent)
    again = player.ask("play", card, **sent)
    assert first.json() == {"sequence": 5, "repeated": False}
    assert again.json() == {"sequence": 5, "repeated": True}
    conflict = player.ask("play", other, **sent)
    assert (conflict.status_code, conflict.json()["code"]) == (422, "idempotency_conflict")
    assert Match.objects.get(pk=match.pk).sequence == 5


def test_a_refusal_has_a_code(match: Match) -> None:
    players = dealt(match)
    view = players[0].get().json()["view"]
    turn = view["clock"]["turn"]
    late = players[turn].ask("play", "Ad", view["sequence"] - 1)
    assert (late.status_code, late.json()["code"]) == (409, "stale_sequence")
    assert late.json()["current"]["view"]["you"] == turn
    assert wrong("LiveMatchShape", late.json()["current"]) == []
    codes = {
        players[1 - turn].ask("play", "Ad").json()["code"]: "other_turn",
        players[turn].ask("play", "nonsense").json()["code"]: "malformed_play",
        players[turn].ask("ready", "").json()["code"]: "deal_begun",
    }
    assert all(found == wanted for found, wanted in codes.items()), codes
    assert players[turn].ask("play", "nonsense").status_code == 422
    assert Match.objects.get(pk=match.pk).sequence == view["sequence"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "pause"}, "kind"),
        ({"client_id": ""}, "client_id"),
        ({"client_id": "x" * 65}, "client_id"),
        ({"client_id": "a b"}, "client_id"),
        ({"client_id": "a\n"}, "client_id"),
        ({"expected": -1}, "expected"),
        ({"expected": "4"}, "expected"),
        ({"text": "x" * 401}, "text"),
        ({"seat": 1}, "seat"),
    ],
)
def test_a_malformed_field_is_named(match: Match, body: dict[str, Any], field: str) -> None:
    asker = Player(match, 0).asker
    whole = {"client_id": "a", "kind": "play", "expected": 1, "text": "Ad", **body}
    answer = asker.post(f"matches/{match.pk}/commands/", whole)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


def test_only_a_token_for_playing_plays_and_every_one_reads(match: Match) -> None:
    statuses = {
        scope: [player.get().json()["view"]["you"], player.ask("ready").status_code]
        for scope in ("read", "results", "organise", "play")
        for player in [Player(match, 0, scope)]
    }
    assert statuses == {"read": [0, 403], "results": [0, 403], "organise": [0, 403], "play": [0, 200]}


def test_a_stranger_is_not_authenticated_and_another_player_has_no_seat(match: Match) -> None:
    body = {"client_id": "a", "kind": "ready", "expected": 1}
    path = f"matches/{match.pk}/commands/"
    refused = [
        asker.post(path, body)
        for asker in (Asker(), Asker(key_of(make.user())), Asker(key_of(make.boss_of(event_of(match)).user, "play")))
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [
        (401, "not_authenticated"),
        (404, "not_found"),
        (403, "forbidden"),
    ]


def test_a_phone_that_opened_the_code_of_its_line_plays(match: Match) -> None:
    table = Table.objects.select_related("tournament").get(pk=match.table_id)
    phone = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True)
    opened = phone.post("/api/v1/codes/open/", {"code": link_code_of(table, 1)}, content_type="application/json")
    secret = opened.json()["csrf_token"]
    path = f"/api/v1/matches/{match.pk}/"
    assert phone.get(path).json()["view"]["you"] == 1
    body = {"client_id": "a", "kind": "ready", "expected": 1}
    forged = phone.post(f"{path}commands/", body, content_type="application/json")
    assert (forged.status_code, forged.json()["code"]) == (403, "csrf_failed")
    done = phone.post(f"{path}commands/", body, content_type="application/json", headers={"x-csrftoken": secret})
    assert done.json() == {"sequence": 2, "repeated": False}


def test_a_referee_stops_a_match_and_lets_it_go_on_and_a_player_does_not(match: Match) -> None:
    players = dealt(match)
    referee = Asker(key_of(make.with_role(event_of(match), "referee"), "results"))
    path, known = f"matches/{match.pk}/orders/", Match.objects.get(pk=match.pk).sequence
    assert players[0].asker.post(path, {"client_id": "p", "kind": "pause", "expected": known}).status_code == 404
    silent = referee.post(path, {"client_id": "p", "kind": "pause", "expected": known})
    assert (silent.status_code, silent.json()["code"]) == (422, "reason_missing")
    order = {"client_id": "p", "kind": "pause", "expected": known, "note": "Rete"}
    assert referee.post(path, order).json() == {"sequence": known + 1, "repeated": False}
    assert referee.post(path, order).json() == {"sequence": known + 1, "repeated": True}
    void = referee.post(path, {"client_id": "v", "kind": "void", "expected": known + 1, "note": "Rete"})
    assert (void.status_code, void.json()["code"]) == (403, "forbidden")
    assert players[0].get().json()["view"]["orders"][0]["note"] == "Rete"
    # Who watches reads that the match stands still, and not why.
    watched = Asker().get(f"matches/{match.pk}/").json()["view"]["orders"][0]
    assert (watched["kind"], "note" in watched) == ("paused", False)
    assert "Rete" not in Asker().get(f"matches/{match.pk}/events/").content.decode()
    assert "Rete" in referee.get(f"matches/{match.pk}/events/").content.decode()
    turn = players[0].get().json()["view"]["clock"]["turn"]
    stopped = players[turn].ask("play", "Ad")
    assert (stopped.status_code, stopped.json()["code"]) == (422, "match_is_paused")
    again = referee.post(path, {"client_id": "r", "kind": "resume", "expected": known + 1})
    assert again.json() == {"sequence": known + 2, "repeated": False}


def test_a_deal_is_replayed_when_it_is_over_and_checked_without_this_program(match: Match) -> None:
    players, lots = dealt(match), random.Random(2)
    assert players[0].get("replay/1/0/").status_code == 404
    at.play_out(match, lots)
    told = Asker().get(f"matches/{match.pk}/replay/1/2/").json()
    assert wrong("ReplayShape", told) == []
    assert (told["shown"], len(told["plays"]), set(told["cards"])) == (2, 36, {"all", "0", "1"})
    done = subprocess.run(
        [sys.executable, settings.BASE_DIR / "docs" / "verify_shuffle.py"],
        input=json.dumps(told["reveal"]),
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith("OK"), done.stdout + done.stderr
    beyond = [Asker().get(f"matches/{match.pk}/replay/{end}/").status_code for end in ("1/37", "99/0", "0/0")]
    assert beyond == [404] * 3


def test_the_list_costs_as_much_for_many_matches_as_for_one() -> None:
    costs = []
    for entries in (4, 16):
        event = make.called(entries=entries, **SINGLES)
        where = {"actor": make.boss_of(event), "tournament_id": event.pk}
        for table in make.tables_of(event):
            if table.status == "called":
                live_opening.open_table(**where, table_id=table.pk)
        with CaptureQueriesContext(connection) as asked:
            told = Asker().get(f"events/{event.slug}/matches/").json()
        costs.append(len(asked))
        assert len(told["results"]) == entries // 2
        assert [wrong("LobbyMatchShape", row) for row in told["results"]] == [[]] * (entries // 2)
        one = Asker().get(f"events/{event.slug}/matches/?table=1&status=open").json()["results"]
        assert [(row["table"], [line["seats"] for line in row["lines"]]) for row in one] == [(1, [[0], [1]])]
    assert costs[0] == costs[1]


def test_the_list_says_which_seat_is_yours_at_no_cost_for_each(match: Match) -> None:
    event = event_of(match)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    path = f"events/{event.slug}/matches/"

    def own(asker: Any) -> list[int | None]:
        return [row["you"] for row in asker.get(path).json()["results"]]

    player, cost = Player(match, 1).asker, []
    assert own(player) == [1]
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            found = own(player)
        cost.append(len(asked))
        if len(found) == 1:
            assert found == [1]
            live_opening.open_table(**where, table_id=make.tables_of(event)[1].pk)
    assert found == [None, 1]
    assert cost[0] == cost[1]
    assert own(Asker()) == own(Asker(key_of(make.boss_of(event).user))) == [None, None]
    table = Table.objects.select_related("tournament").get(pk=match.table_id)
    phone = Client(headers={"accept-language": "en"})
    phone.post("/api/v1/codes/open/", {"code": link_code_of(table, 0)}, content_type="application/json")
    assert [row["you"] for row in phone.get(f"/api/v1/{path}").json()["results"]] == [None, 0]


def test_a_player_says_a_courtesy_that_everybody_at_the_table_hears(
    match: Match, django_capture_on_commit_callbacks: Any
) -> None:
    said: list[Any] = []
    fanout.attach(lambda topic, key, number: said.append((topic, key, number)))
    path, player = f"matches/{match.pk}/courtesies/", Player(match, 1).asker
    try:
        with django_capture_on_commit_callbacks(execute=True):
            answers = [player.post(path, {"code": "thanks"}) for _ in range(courtesies.MOST_A_MINUTE + 1)]
    finally:
        fanout.attach(None)
    assert (answers[0].status_code, answers[0].json()) == (200, {"seat": 1, "code": "thanks"})
    assert wrong("CourtesyShape", answers[0].json()) == []
    assert (answers[-1].status_code, answers[-1].json()["code"]) == (422, "courtesies_too_many")
    numbers = [number for topic, key, number in said if (topic, key) == (Topic.COURTESY, match.pk)]
    assert [courtesies.parse_courtesy(number) for number in numbers] == [(1, "thanks")] * courtesies.MOST_A_MINUTE
    assert numbers == sorted(set(numbers))
    refused = player.post(path, {"code": "free words"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "code")
    others = (Player(match, 0, "read").asker, Asker(), Asker(key_of(make.user(), "play")))
    assert [each.post(path, {"code": "thanks"}).status_code for each in others] == [403, 401, 404]
    assert Match.objects.get(pk=match.pk).sequence == 1


def test_plays_are_counted_apart(match: Match, settings: Any) -> None:
    settings.API_PER_MINUTE = {**settings.API_PER_MINUTE, "writes": 1, "plays": 3}
    cache.clear()
    player = Player(match, 0)
    assert [player.ask("ready").status_code for _ in range(4)] == [200, 422, 422, 429]
    assert player.asker.post("me/tokens/", {}).status_code == 403


def test_every_field_of_an_event_that_is_shown_is_described() -> None:
    described: Mapping[str, Any] = strict()["schemas"]["LiveEventShape"]["properties"]
    assert {name for names in SHOWN.values() for name in names} <= set(described)
    assert set(described["kind"]["enum"]) == set(SHOWN)
