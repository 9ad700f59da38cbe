"""What a link shows where it is sent: tags in the head of the page, and a picture made once per version."""

import re
from io import BytesIO
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image, ImageFont

from tests.tournaments import factories as make
from tournaments.accounts.writes.privacy import anonymise_person
from tournaments.events.pages import sharing
from tournaments.frame.serving import pictures
from tournaments.frame.serving.pictures import HEIGHT, WIDTH, PictureRow, Sign, draw
from tournaments.models import Club, Person, Tournament

pytestmark = pytest.mark.django_db


def tags(address: str, client: Client | None = None) -> dict[str, str]:
    """The tags of a page by their name."""
    page = (client or make.client_of()).get(address).content.decode()
    return dict(re.findall(r'<meta (?:property|name)="([a-z:]+)" content="([^"]*)">', page))


def address_of(event: Tournament, name: str = "event", *args: int) -> str:
    return reverse(name, args=(event.slug, *args))


def picture(address: str) -> HttpResponse:
    assert address.startswith(settings.SITE_URL)
    answer: HttpResponse = make.client_of().get(address.removeprefix(settings.SITE_URL).replace("&amp;", "&"))
    return answer


def is_picture(answer: HttpResponse) -> bool:
    with Image.open(BytesIO(answer.content)) as image:
        return answer["Content-Type"] == "image/png" and image.size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("name", ["event", "event_bracket", "event_tables", "event_standings", "event_entries"])
def test_each_page_of_an_event_says_what_a_link_to_it_shows(name: str) -> None:
    event = make.fresh(make.called(make.drawn(entries=4)))
    found = tags(address_of(event, name))
    assert event.name in found["og:title"]
    assert found["og:url"] == f"{settings.SITE_URL}{address_of(event, name)}"
    assert found["twitter:card"] == "summary_large_image"
    assert found["og:description"]
    assert is_picture(picture(found["og:image"]))


def test_the_link_to_a_match_says_who_plays_and_the_points_as_they_are_now() -> None:
    event = make.called(make.drawn(entries=4))
    table = make.tables_of(event)[0]
    address = address_of(event, "match", table.number)
    before = tags(address)
    make.play(table)
    after = tags(address)
    lines = table.lines.order_by("index").all()
    assert ", ".join(line.entry.label for line in lines) in before["og:description"]
    assert ", ".join(f"{line.entry.label} {line.points}" for line in lines) in after["og:description"]
    assert before["og:image"] != after["og:image"]
    assert is_picture(picture(after["og:image"]))


def test_the_link_to_an_event_that_is_over_says_who_won() -> None:
    event = make.finished(make.drawn(entries=4))
    winner = event.entries.get(final_place=1)
    assert f"1. {winner.label}" in tags(address_of(event))["og:description"]
    sign = sharing.of_event(make.fresh(event)).sign
    assert [row.name for row in sign.rows if row.is_first] == [winner.label]


def test_an_account_reads_the_same_tags() -> None:
    event = make.called(make.drawn(entries=4))
    official = make.client_of(make.boss_of(event))
    assert tags(address_of(event), official) == tags(address_of(event))


def test_the_language_of_the_page_is_that_of_its_picture() -> None:
    event = make.called(make.drawn(entries=2))
    english = tags(address_of(event), Client(headers={"accept-language": "en"}))
    assert english["og:locale"] == "en_GB" and "l=en" in english["og:image"]
    assert tags(address_of(event))["og:locale"] == "it_IT"


def test_who_asked_to_be_forgotten_is_in_no_link_and_no_picture() -> None:
    event = make.finished(make.drawn(entries=2))
    club = Club.objects.create(name="Circolo di Viù")
    person = event.entries.get(final_place=1).members.first().person
    Person.objects.filter(pk=person.pk).update(club=club)
    assert person.family_name in tags(address_of(event))["og:description"]
    anonymise_person(actor=make.organiser(), club_id=club.pk, person_id=person.pk)
    event = make.fresh(event)
    number = make.tables_of(event)[0].number
    told = [tags(address_of(event)), tags(address_of(event, "match", number))]
    drawn = [sharing.of_event(event).sign, sharing.of_match(event, number).sign]
    assert person.family_name not in f"{told} {drawn}"


def test_a_page_that_is_not_public_has_no_tags_and_no_picture_for_strangers() -> None:
    event = make.event()
    boss = make.client_of(make.boss_of(event))
    assert "og:image" not in tags(address_of(event), boss)
    assert make.client_of().get(address_of(event, "event_picture")).status_code == 404
    assert boss.get(address_of(event, "event_picture"))["Cache-Control"] == "private, no-cache"


def test_a_picture_is_drawn_once_per_version_and_costs_as_many_queries_for_40_as_for_3() -> None:
    counts = []
    for entries in (3, 40):
        event = make.fresh(make.called(make.drawn(entries=entries)))
        address = f"{address_of(event, 'event_picture')}?v={event.version}&l=it"
        with patch.object(pictures, "draw", wraps=draw) as drawn, CaptureQueriesContext(connection) as captured:
            first = make.client_of().get(address)
            counts.append(len(captured))
            again = make.client_of().get(address)
        assert drawn.call_count == 1 and first.content == again.content
        assert first["Cache-Control"] == again["Cache-Control"] == "public, max-age=60, immutable"
    assert counts[0] == counts[1]


def test_while_others_are_drawn_the_picture_of_the_site_stands_in() -> None:
    event = make.called(make.drawn(entries=2))
    with patch.object(pictures, "PATIENCE_SECONDS", 0.01), pictures._drawing:
        answer = make.client_of().get(address_of(event, "event_picture"))
    assert answer.status_code == 302 and "icon-512" in answer["Location"]
    assert answer["Cache-Control"] == "no-store"
    assert is_picture(make.client_of().get(address_of(event, "event_picture")))


def test_pictures_never_hold_more_than_their_share_of_the_memory() -> None:
    options = settings.CACHES["pictures"]["OPTIONS"]
    largest = draw(Sign("W" * 200, "W w " * 60, tuple(PictureRow("W w " * 30, "999") for _ in range(6)), "W" * 200))
    assert len(largest) < options["MAX_BYTES"] // 20
    assert caches["pictures"].held <= options["MAX_BYTES"] == 3_000_000


@pytest.mark.parametrize("name", ["", "Ž", "🎉", "中文", "a" * 500, "Dvořák Żubrówka – Noè", "\u202e\x00"])
def test_any_name_can_be_drawn(name: str) -> None:
    draw(Sign(name, name, (PictureRow(name, name, name, is_first=True),) * 2, name))
    draw(Sign(name, name))


def test_a_name_of_two_scripts_costs_hardly_more_than_another() -> None:
    """Each letter is of the other font than the one before it: fonts are loaded once, and texts cut before."""
    pictures._font.cache_clear()
    name = "aă" * 2_000
    with patch.object(ImageFont, "truetype", wraps=ImageFont.truetype) as loaded:
        for _turn in range(2):
            draw(Sign(name, name, tuple(PictureRow(name, "999", "1") for _ in range(6)), name))
    assert loaded.call_count < 30


def test_a_name_stays_whole_as_long_as_it_fits_in_small_letters() -> None:
    name = "Giovanni Battista Vallero-Martinetto"
    words = pictures._Words.fitting(name, "sans", 56, 34, 750)
    assert words.text == name and 700 < words.length <= 750
    cut = pictures._Words.fitting(name, "sans", 56, 34, 300)
    assert cut.text.endswith("…") and 250 < cut.length <= 300
