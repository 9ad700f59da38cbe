"""Pages are made once per version, cost the same for three rows as for one, and are not sent twice to who has them."""

import gzip
import re
import threading
import time

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import fresh_queries, queries
from tournaments.events.pages import lists
from tournaments.frame.serving import kept
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db

NAMES = (
    "event",
    "event_bracket",
    "event_tables",
    "event_standings",
    "event_entries",
    "event_draw",
    "event_find",
    "screen",
)


@pytest.mark.parametrize("name", NAMES)
def test_an_event_of_forty_costs_as_many_queries_as_one_of_three(name: str) -> None:
    small, large = make.called(make.drawn(entries=3)), make.called(make.drawn(entries=40))
    assert fresh_queries(reverse(name, args=(small.slug,))) == fresh_queries(reverse(name, args=(large.slug,)))


@pytest.mark.parametrize("name", ["event_entries", "event"])
def test_a_list_of_three_entries_costs_as_many_queries_as_one_entry(name: str) -> None:
    one, three = make.knockout(entries=1), make.knockout(entries=3)
    assert fresh_queries(reverse(name, args=(one.slug,))) == fresh_queries(reverse(name, args=(three.slug,)))


def test_the_home_page_costs_the_same_for_three_events_as_for_one() -> None:
    make.finished(make.drawn(entries=2))
    make.drawn(entries=2)
    make.knockout(entries=1)
    few = queries(make.client_of(), reverse("home"))
    for _ in range(2):
        make.finished(make.drawn(entries=2))
        make.drawn(entries=2)
        make.knockout(entries=1)
    assert queries(make.client_of(), reverse("home")) == few <= 3


def test_a_player_with_three_matches_costs_as_many_queries_as_one_with_one() -> None:
    short, long = make.finished(make.drawn(entries=2)), make.finished(make.drawn(entries=8))
    people = [event.entries.get(final_place=1).members.first().person_id for event in (short, long)]
    assert len({queries(make.client_of(), reverse("player", args=(key,))) for key in people}) == 1


def test_the_standings_are_rebuilt_in_four_queries_and_one_for_the_closing() -> None:
    running = make.called(make.drawn(entries=12))
    final = make.finished(make.drawn(entries=12))
    for event, most in ((running, 4), (final, 5)):
        all_standings(event)  # The lots of a draw are read once.
        assert fresh_queries(reverse("event_standings", args=(event.slug,))) <= most


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_page_costs_one_query_and_is_the_same(name: str) -> None:
    address = reverse(name, args=(make.called(make.drawn(entries=4)).slug,))
    first = make.client_of().get(address)
    with CaptureQueriesContext(connection) as captured:
        again = make.client_of().get(address)
    assert len(captured) == 1
    assert again.content == first.content


def test_who_has_the_version_gets_304_for_one_query_and_a_new_page_after_a_result() -> None:
    event = make.called(make.drawn(entries=4))
    address, client = reverse("event_bracket", args=(event.slug,)), make.client_of()
    etag = client.get(address)["ETag"]
    with CaptureQueriesContext(connection) as captured:
        unchanged = client.get(address, headers={"if-none-match": etag})
    assert (unchanged.status_code, unchanged.content, len(captured)) == (304, b"", 1)
    make.play(make.tables_of(event)[0])
    changed = client.get(address, headers={"if-none-match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag
    assert b"match--done" in changed.content


def test_language_text_size_and_region_have_an_etag_of_their_own() -> None:
    address, client = reverse("event", args=(make.drawn(entries=2).slug,)), make.client_of()
    plain = client.get(address)
    english = client.get(address, headers={"accept-language": "en"})
    part = client.get(address, {"v": 0, "l": "it"})
    client.cookies["text_size"] = "large"
    large = client.get(address)
    assert len({answer["ETag"] for answer in (plain, english, part, large)}) == 4
    assert b'data-text="large"' in large.content
    assert b"topbar" not in part.content
    assert {each.strip() for each in plain["Vary"].split(",")} == {"Cookie", "Accept-Language", "Accept-Encoding"}
    assert plain["Cache-Control"] == "public, max-age=0, must-revalidate"


def test_a_kept_page_holds_nothing_of_one_reader_and_sets_no_cookie() -> None:
    address = reverse("event", args=(make.drawn(entries=2).slug,))
    answer = make.client_of().get(address)
    assert b"csrfmiddlewaretoken" not in answer.content
    assert not answer.cookies


def test_a_reader_with_an_account_gets_the_same_main_part_in_a_frame_of_their_own() -> None:
    event = make.drawn(entries=4)
    address = reverse("event_standings", args=(event.slug,))
    part = make.client_of().get(address, {"v": 0, "l": "it"}).content.decode()
    main = part[part.index("<div") :]
    own = make.client_of(make.user()).get(address)
    assert main in own.content.decode()
    assert own["Cache-Control"] == "private, no-cache"
    assert "ETag" not in own
    assert reverse("logout") in own.content.decode()


def test_the_live_region_of_a_draft_is_for_nobody() -> None:
    event = make.knockout(entries=1, open_=False)
    address = reverse("event", args=(event.slug,))
    asked = {"v": event.version, "l": "it"}
    assert make.client_of(make.boss_of(event)).get(address, asked).status_code == 404
    assert make.client_of().get(address, asked).status_code == 404


def test_what_somebody_types_is_not_kept() -> None:
    event = make.drawn(make.knockout(entries=70))
    address, client = reverse("event_bracket", args=(event.slug,)), make.client_of()
    answer = client.get(address, {"q": "<script>"})
    assert b"<script>\xe2" not in answer.content
    assert b"&lt;script&gt;" in answer.content
    assert "ETag" not in answer
    assert b"&lt;script&gt;" not in client.get(address).content


def test_the_compressed_page_is_the_same_page() -> None:
    address = reverse("event", args=(make.drawn(entries=2).slug,))
    plain = make.client_of().get(address)
    packed = make.client_of().get(address, headers={"accept-encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content).split() == plain.content.split()


def test_two_hundred_rows_stay_a_light_page() -> None:
    event = make.called(make.drawn(make.knockout(entries=200, name="Carnevale")))
    address = reverse("event_standings", args=(event.slug,))
    # The numbers in addresses are longer the more events a run has made.
    page = re.sub(rb"(/dove)/\d+/", rb"\1/1/", make.client_of().get(address).content)
    assert page.count(b"/dove/1/") >= 200
    assert len(page) <= 35_000
    assert len(gzip.compress(page)) <= 8_000


def test_many_readers_of_one_version_cost_one_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make.drawn(entries=4)
    made: list[int] = []

    def slow(shown: Tournament, page: int, _stage: int) -> str:
        made.append(page)
        return f"<div>{shown.pk}</div>"

    monkeypatch.setattr(lists, "_standings", slow)
    for _ in range(12):
        assert make.client_of().get(reverse("event_standings", args=(event.slug,))).status_code == 200
    assert made == [1]


def test_readers_who_ask_at_the_same_moment_wait_for_the_one_who_computes() -> None:
    made, results, start = [], [], threading.Barrier(16)

    def make_slowly() -> str:
        made.append(threading.get_ident())
        time.sleep(0.05)
        return "text"

    def reader() -> None:
        start.wait()
        results.append(kept.text_once("one-key", make_slowly))

    threads = [threading.Thread(target=reader) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["text"] * 16
    assert len(made) == 1


def test_a_page_put_together_from_kept_texts_never_waits_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_locks", (threading.Lock(),))
    answer = kept.answer_once("whole", lambda: kept.text_once("part", lambda: "part") + "!")
    assert gzip.decompress(answer) == b"part!"


def test_a_whole_page_is_kept_packed_only() -> None:
    before = caches["pages"].held
    answer = kept.answer_once("long", lambda: "x" * 100_000)
    assert gzip.decompress(answer) == b"x" * 100_000
    assert caches["pages"].held - before < 2_000
