"""The draw on the big screen: what the hall reads before, while and after it is drawn."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tournaments.draw.writes import draws
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def screen(event: Tournament) -> str:
    client = Client(headers={"accept-language": "en"})
    return client.get(reverse("screen", args=(event.slug,))).content.decode()


def test_the_seal_stands_there_before_the_hall_names_a_number() -> None:
    event = make.closed(entries=4)
    draw = draws.prepare_draw(actor=make.boss_of(event), tournament_id=event.pk)
    shown = screen(event)
    assert f"{draw.commitment[:4]} {draw.commitment[4:8]} {draw.commitment[8:12]}" in shown
    assert "Now the hall names a number" in shown


def test_every_place_of_a_draft_is_shown_with_its_table_and_the_number_of_the_hall() -> None:
    event, draw = make.draft(entries=5)
    shown = screen(event)
    assert shown.count("data-draw-place") == 5
    assert "the hall named «7 di denari»" in shown
    assert f'data-from="{int(draw.drawn_at.timestamp() * 1000)}"' in shown
    draws.announce_draw(actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk)
    assert "data-draw-place" not in screen(event)


def test_a_discarded_attempt_is_named_with_its_reason_and_a_swap_is_counted() -> None:
    event, draw = make.draft(entries=4)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    draws.discard_draw(draw_id=draw.pk, reason="Mancava una coppia", **where)
    again = draws.prepare_draw(**where)
    assert "Discarded before: Mancava una coppia" in screen(event)
    draws.draw_round(draw_id=again.pk, hall="7", **where)
    draws.show_whole(draw_id=again.pk, **where)
    draws.swap_places(draw_id=again.pk, a=0, b=2, reason="Fratelli", **where)
    assert "1 swap by the organiser." in screen(event)


def test_an_online_draft_is_not_shown() -> None:
    event, _draw = make.draft(entries=4, mode="online")
    shown = screen(event)
    assert "The draw is sealed" in shown
    assert "data-draw-place" not in shown


def test_the_draw_takes_the_same_queries_at_one_table_and_at_three() -> None:
    found = []
    for entries in (2, 6):
        event, _draw = make.draft(entries=entries)
        found.append(questions(Client(), reverse("screen", args=(event.slug,))))
    assert found[0] == found[1]
