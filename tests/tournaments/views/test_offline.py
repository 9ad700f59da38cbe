"""What the server says to browsers that keep pages: worker, manifest, whose page it is and which may be kept."""

import json

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tournaments import factories as make
from tournaments.models import Table, Tournament
from tournaments.tables.writes import codes


@pytest.fixture
def event(db: None) -> Tournament:
    return make.called(entries=4)


def at_the_table(table: Table) -> Client:
    """A phone that opened a table by its code."""
    client = Client()
    client.post(reverse("open_code", args=[table.tournament.slug, codes.link_code_of(table, 0)]))
    return client


def test_the_worker_is_asked_for_anew_and_serves_all_pages(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert answer.content.startswith(b"self.shell = {")
    told = json.loads(answer.content.partition(b"self.shell = ")[2].partition(b";\n")[0])
    assert told["logout"] == reverse("logout")
    assert set(told["offline"]) == {"it", "en"}
    again = client.get("/worker.js", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, "no-cache")
    assert client.post("/worker.js").status_code == 405


def test_the_page_without_a_network_is_the_same_for_everybody_in_both_languages(db: None, client: Client) -> None:
    client.force_login(make.user())
    pages = json.loads(client.get("/worker.js").content.partition(b"self.shell = ")[2].partition(b";\n")[0])["offline"]
    assert "<h1>Manca la connessione</h1>" in Client().get(pages["it"]).content.decode()
    assert "<h1>No connection</h1>" in Client().get(pages["en"]).content.decode()
    assert Client().get("/senza-rete/?l=xx").status_code == 200


def test_a_device_can_install_the_site(client: Client) -> None:
    answer = client.get("/settebello.webmanifest", headers={"accept-language": "it"})
    told = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["lang"], told["start_url"], told["scope"]) == ("it", "/", "/")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        name = icon["src"].partition("/static/")[2]
        with Image.open(str(finders.find(name))) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]


def test_a_maskable_icon_has_nothing_near_its_edge() -> None:
    with Image.open(str(finders.find("tournaments/img/icon-maskable-512.png"))) as file:
        image = file.convert("RGB")
    middle, radius = 256, 0.4 * 512
    far = [
        image.getpixel((x, y))
        for x in range(0, 512, 4)
        for y in range(0, 512, 4)
        if (x - middle) ** 2 + (y - middle) ** 2 > radius**2
    ]
    assert set(far) == {(15, 92, 74)}


def test_the_table_of_a_line_may_be_kept_by_its_phone_and_that_of_an_official_by_nobody(event: Tournament) -> None:
    table = make.tables_of(event)[0]
    phone, official = at_the_table(table), make.client_of(make.boss_of(event))
    for name in ("table_sheet", "table_total"):
        address = reverse(name, args=[event.slug, table.number])
        assert phone.get(address)["Cache-Control"] == "private, no-cache"
        assert official.get(address)["Cache-Control"] == "private, no-store"
        refused = phone.post(address, {"seen": "0"})
        assert "no-store" in refused["Cache-Control"]
    assert "no-store" in Client().get(reverse("table_sheet", args=[event.slug, table.number]))["Cache-Control"]


def test_a_page_names_its_session_by_a_word_that_says_nothing_of_it(event: Tournament) -> None:
    address = reverse("event", args=[event.slug])
    client = make.client_of(make.boss_of(event))
    named = client.get(address)["X-Reader"]
    assert client.get(reverse("event_tables", args=[event.slug]))["X-Reader"] == named
    assert client.session.session_key not in named
    assert "X-Reader" not in client.get("/ora/")
    assert "X-Reader" not in Client().get(address)
    other = make.client_of(make.boss_of(event))
    assert other.get(address)["X-Reader"] != named
    client.post(reverse("logout"))
    assert "X-Reader" not in client.get(address)
