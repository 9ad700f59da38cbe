"""The event's own copy of its ruleset is changed a part at a time."""

import pytest

from tests.tournaments import factories as make
from tournaments.events.writes import tournaments

pytestmark = pytest.mark.django_db


def test_what_is_left_out_of_a_change_of_the_rules_stays():
    event = make.event(scale="11pt", terms={"bye_vp": 12}, format={"third_place": True})
    changed = tournaments.change_rules(
        actor=make.boss_of(event), tournament_id=event.pk, rules={**event.rules, "target": 11}
    )
    assert changed.rules == {**event.rules, "target": 11}
    assert (changed.vp_scale, changed.terms, changed.format) == (event.vp_scale, event.terms, event.format)


def test_no_scale_named_keeps_it_and_an_empty_one_is_that_of_the_length():
    event = make.event(scale="11pt")
    kept = tournaments.change_rules(actor=make.boss_of(event), tournament_id=event.pk, terms={"bye_vp": 12})
    chosen = tournaments.change_rules(actor=make.boss_of(event), tournament_id=event.pk, scale="")
    assert (kept.vp_scale["key"], kept.terms["bye_vp"]) == ("11pt", 12)
    assert (chosen.vp_scale["key"], chosen.terms["bye_vp"]) == ("21pt", 12)
