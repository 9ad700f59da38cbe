"""An address with a version is the same for everybody and keeps its word; a stranger's page is for strangers only."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.events.writes import tournaments
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NAMES = ("event", "event_bracket", "event_tables", "event_standings", "event_entries", "event_draw", "screen")


def asked(event: Tournament, name: str, version: int, client: Client | None = None, language: str = "it") -> object:
    return (client or make.client_of()).get(reverse(name, args=(event.slug,)), {"v": version, "l": language})


@pytest.mark.parametrize("name", NAMES)
def test_a_version_may_be_kept_by_any_cache(name: str) -> None:
    event = make.fresh(make.called(make.drawn(entries=4)))
    answer = asked(event, name, event.version)
    assert answer["Cache-Control"] == "public, max-age=60, immutable"
    assert answer["Vary"] == "Accept-Encoding"
    assert not answer.cookies
    assert f'data-version="{event.version}"' in answer.content.decode()
    assert "topbar" not in answer.content.decode()


@pytest.mark.parametrize("name", NAMES)
def test_everybody_gets_the_same_bytes_at_an_address_with_a_version(name: str) -> None:
    event = make.fresh(make.called(make.drawn(entries=4)))
    official = make.client_of(make.boss_of(event))
    english = make.client_of()
    english.cookies["django_language"] = "en"
    large = make.client_of()
    large.cookies["text_size"] = "large"
    answers = [asked(event, name, event.version, client) for client in (make.client_of(), official, english, large)]
    assert len({answer.content for answer in answers}) == 1


def test_the_language_of_the_address_is_the_language_of_the_answer() -> None:
    event = make.fresh(make.called(make.drawn(entries=4)))
    italian, english = (asked(event, "event_standings", event.version, None, each).content for each in ("it", "en"))
    assert b"Classifica" in italian and b"Standings" not in italian
    assert b"Standings" in english and b"Classifica" not in english


def test_what_is_shown_now_is_never_kept_under_a_version_that_was_not_reached() -> None:
    event = make.fresh(make.called(make.drawn(entries=4)))
    early = asked(event, "event_tables", event.version + 1)
    assert early["Cache-Control"] == "no-store"
    assert f'data-version="{event.version}"' in early.content.decode()
    make.play(make.tables_of(event)[0])
    now = asked(event, "event_tables", make.fresh(event).version)
    assert now["Cache-Control"] == "public, max-age=60, immutable"
    assert b"match--done" in now.content


def test_an_old_version_is_answered_with_the_new_one_and_kept_for_no_more_than_a_second() -> None:
    event = make.fresh(make.called(make.drawn(entries=4)))
    old = event.version
    asked(event, "event_tables", old)
    make.play(make.tables_of(event)[0])
    late = asked(event, "event_tables", old)
    assert late["Cache-Control"] == "public, max-age=1"
    assert b"match--done" in late.content
    assert f'data-version="{make.fresh(event).version}"' in late.content.decode()


def test_who_polls_with_an_etag_gets_304_until_something_changes() -> None:
    event = make.called(make.drawn(entries=4))
    address, client = reverse("event_tables", args=(event.slug,)), make.client_of()
    first = client.get(address, {"v": 0, "l": "it"})
    known = {"if-none-match": first["ETag"]}
    assert client.get(address, {"v": 0, "l": "it"}, headers=known).status_code == 304
    make.play(make.tables_of(event)[0])
    assert client.get(address, {"v": 0, "l": "it"}, headers=known).status_code == 200


@pytest.mark.parametrize("typed", ["-1", "1e9", "٣", "9" * 30, "x"])
def test_a_version_that_is_no_number_is_no_version(typed: str) -> None:
    event = make.called(make.drawn(entries=2))
    answer = make.client_of().get(reverse("event_tables", args=(event.slug,)), {"v": typed, "l": "it"})
    assert answer.status_code == 200
    assert b"topbar" in answer.content


@pytest.mark.parametrize("name", NAMES)
def test_the_second_stranger_gets_the_page_of_the_first_for_one_query(name: str) -> None:
    event = make.called(make.drawn(entries=4))
    address = reverse(name, args=(event.slug,))
    first = make.client_of().get(address)
    with CaptureQueriesContext(connection) as captured:
        second = make.client_of().get(address)
    own = {"Server-Timing", "X-Request-ID"}
    assert second.content == first.content
    assert {name: value for name, value in second.items() if name not in own} == {
        name: value for name, value in first.items() if name not in own
    }
    assert len(captured) == 1


@pytest.mark.parametrize("name", NAMES)
def test_who_is_logged_in_never_gets_a_strangers_page_nor_gives_one(name: str) -> None:
    event = make.called(make.drawn(entries=4))
    address = reverse(name, args=(event.slug,))
    boss = make.client_of(make.boss_of(event))
    own = boss.get(address)
    stranger = make.client_of().get(address)
    again = boss.get(address)
    assert own["Cache-Control"] == again["Cache-Control"] == "private, no-cache"
    assert stranger["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert own.content != stranger.content
    assert b"/esci/" not in stranger.content


def test_a_stranger_gets_the_page_of_their_own_language_size_and_host() -> None:
    event = make.called(make.drawn(entries=4))
    address = reverse("event", args=(event.slug,))
    large = make.client_of()
    large.cookies["text_size"] = "large"
    pages = {
        make.client_of().get(address).content,
        make.client_of().get(address, headers={"accept-language": "en"}).content,
        large.get(address).content,
        make.client_of().get(address, headers={"accept-encoding": "gzip"}).content,
    }
    assert len(pages) == 4


def test_a_change_is_seen_by_the_next_stranger_and_a_hidden_event_by_none() -> None:
    event = make.called(make.drawn(entries=4))
    address = reverse("event_tables", args=(event.slug,))
    assert b"match--done" not in make.client_of().get(address).content
    make.play(make.tables_of(event)[0])
    assert b"match--done" in make.client_of().get(address).content
    opened = make.knockout(entries=1)
    shown = reverse("event", args=(opened.slug,))
    assert make.client_of().get(shown).status_code == 200
    tournaments.hide_tournament(actor=make.boss_of(opened), tournament_id=opened.pk)
    assert make.client_of().get(shown).status_code == 404


def test_the_marks_of_all_tables_tell_which_one_changed_and_are_kept_like_a_page() -> None:
    event = make.fresh(make.called(make.drawn(entries=8)))
    before = asked(event, "event_marks", event.version)
    assert before["Cache-Control"] == "public, max-age=60, immutable"
    assert before["Content-Type"] == "application/json"
    assert before.json()["version"] == event.version
    make.play(make.tables_of(event)[1])
    now = asked(event, "event_marks", make.fresh(event).version).json()["tables"]
    old = before.json()["tables"]
    assert [number for number in old if old[number] != now[number]] == ["2"]


def test_the_marks_cost_as_many_queries_for_forty_tables_as_for_four() -> None:
    counts = set()
    for entries in (8, 80):
        event = make.fresh(make.called(make.drawn(entries=entries)))
        with CaptureQueriesContext(connection) as captured:
            asked(event, "event_marks", event.version)
        counts.add(len(captured))
    assert counts == {4}


def test_a_sheet_carries_the_mark_that_its_table_has() -> None:
    event = make.called(make.drawn(entries=8))
    table = make.tables_of(event)[0]
    sheet = make.client_of(make.boss_of(event)).get(reverse("table_sheet", args=(event.slug, table.number)))
    told = asked(event, "event_marks", make.fresh(event).version).json()["tables"]
    assert f'data-mark="{told[str(table.number)]}"' in sheet.content.decode()
    assert f'data-live-table="{table.number}"' in sheet.content.decode()
