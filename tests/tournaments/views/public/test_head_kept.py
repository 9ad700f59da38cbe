"""The head of an event's pages is kept by what it says: whatever it says anew stands there at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.events.pages.event_frame import _head
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LATER = F("starts_at") + timedelta(days=40)


def page_of(event: Tournament, name: str = "event_standings", language: str = "it") -> str:
    client = Client(headers={"accept-language": language})
    return client.get(reverse(name, args=(event.slug,))).content.decode()


def head_of(page: str) -> str:
    start = page.index('<div class="event"')
    return page[start : page.index('<section class="section"', start)]


@pytest.mark.parametrize(
    "change", [{"name": "Nome <b>nuovo</b>"}, {"venue": "Altrove & qui"}, {"starts_at": LATER}, {"status": "finished"}]
)
def test_what_changes_in_the_head_is_shown_at_once(change: dict[str, Any]) -> None:
    event = make.called(entries=4)
    before = head_of(page_of(event))
    Tournament.objects.filter(pk=event.pk).update(version=F("version") + 1, **change)
    after = page_of(event)
    now = make.fresh(event)
    assert head_of(after).replace(f'data-version="{now.version}"', f'data-version="{event.version}"') != before
    _head.cache_clear()
    Tournament.objects.filter(pk=event.pk).update(version=F("version") + 1)
    anew = head_of(page_of(event)).replace(f'data-version="{now.version + 1}"', f'data-version="{now.version}"')
    assert head_of(after) == anew


def test_each_page_and_each_language_has_its_own_head() -> None:
    event = make.called(entries=4)
    heads = [
        head_of(page_of(event, name, language))
        for name in ("event_standings", "event_tables")
        for language in ("it", "en")
    ]
    assert len(set(heads)) == 4


def test_a_version_that_changes_the_part_alone_makes_no_head() -> None:
    event = make.called(entries=4)
    page_of(event)
    made = _head.cache_info().misses
    make.play(make.tables_of(event)[0])
    now = make.fresh(event)
    assert f'data-version="{now.version}"' in page_of(now)
    assert _head.cache_info().misses == made
