"""A copy of an event: every setting, nobody and no result, and a name and a day that make sense."""

from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.tournaments import factories as make
from tournaments.draw.writes import draws
from tournaments.events.writes import copying, tournaments
from tournaments.models import Circuit, CircuitOwner, Club, ClubMembership, Tournament

pytestmark = pytest.mark.django_db

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ROME)


def test_every_field_of_an_event_is_copied_or_named_as_not_copied():
    fields = [field.name for field in Tournament._meta.get_fields()]
    assert sorted([*copying.COPIED, *copying.OWNED, *copying.NOT_COPIED]) == sorted(fields)


def test_a_copy_has_every_setting_and_nobody():
    boss = make.user(name="Renata")
    club, circuit = Club.objects.create(name="Traves"), Circuit.objects.create(slug="inverno", name="Inverno")
    ClubMembership.objects.create(club=club, user=boss)
    CircuitOwner.objects.create(circuit=circuit, user=boss)
    source = make.knockout(
        make.organiser(boss),
        name="Coppa 2026",
        club=club,
        circuit=circuit,
        venue="Salone",
        description="Gara",
        prizes="Salame",
        fee_cents=1000,
        fee_kind="person",
        capacity=64,
        public_sign_up=False,
        review_sign_ups=False,
        round_minutes=45,
        rules={"target": 11},
        format={"third_place": True, "best_of": {"final": 3}},
        discipline="grace20",
        scale="21pt",
        terms={"bye_vp": 12},
    )
    source = make.drawn(source)
    actor = make.boss_of(source)

    made = make.fresh(copying.copy_tournament(actor=actor, source=source, name="Coppa 2027", starts_at=NOW))

    assert {name: getattr(made, name) for name in copying.COPIED} == copying.settings_of(source)
    assert (made.club, made.circuit) == (club, circuit)
    assert (made.name, made.starts_at, made.status, made.slug) == ("Coppa 2027", NOW, "draft", "coppa-2027")
    assert (made.entries.count(), made.rounds.count(), made.memberships.get().user) == (0, 0, boss)
    assert made.audit_entries.get().after["rules"]["target"] == 11
    # The copy is an event like any other: it can be played.
    make.with_entries(make.fresh(tournaments.open_entries(actor=actor, tournament_id=made.pk)), 4)
    tournaments.close_entries(actor=actor, tournament_id=made.pk)
    sealed = draws.prepare_draw(actor=actor, tournament_id=made.pk)
    assert draws.draw_round(actor=actor, tournament_id=made.pk, draw_id=sealed.pk, hall="7").pk == sealed.pk


def test_a_copy_with_more_entries_has_no_round_that_nobody_chose():
    """R-KO-10: every round of five, and the match for the third place alone is one game."""
    lengths = {"every": 5, "third": 1}
    source = make.drawn(entries=4, format={"third_place": True, "best_of": lengths})
    made = copying.copy_tournament(actor=make.boss_of(source), source=source, name="Coppa 2027", starts_at=NOW)
    opened = tournaments.open_entries(actor=make.boss_of(source), tournament_id=made.pk)
    make.with_entries(make.with_boss(opened, source), 16)
    copy = make.drawn(make.closed(make.with_boss(opened, source)))
    assert Counter(copy.tables.values_list("section", "best_of")) == {("main", 5): 15, ("third", 1): 1}


def test_club_and_circuit_stay_behind_where_the_person_may_not_put_an_event_there():
    club, circuit = Club.objects.create(name="Traves"), Circuit.objects.create(slug="inverno", name="Inverno")
    source = make.event(club=club, circuit=circuit)
    ClubMembership.objects.create(club=club, user=make.user())
    actor = make.boss_of(source)

    made = copying.copy_tournament(actor=actor, source=source, name="Gara", starts_at=NOW)

    assert (made.club, made.circuit) == (None, None)


@pytest.mark.parametrize(
    ("name", "start", "expected_name", "expected_start"),
    [
        # A club's Friday evening: the next Friday that is still to come, at the same hour, also when clocks change.
        ("Serata del venerdì", datetime(2026, 10, 23, 20, 30, tzinfo=ROME), "Serata del venerdì", "27.11.2026 20:30"),
        ("Serata 12", datetime(2026, 11, 20, 21, 0, tzinfo=ROME), "Serata 13", "27.11.2026 21:00"),
        # An event that is still to come is a week later.
        ("Serata", datetime(2026, 12, 4, 21, 0, tzinfo=ROME), "Serata", "11.12.2026 21:00"),
        # Once a year, on the same day of the week.
        ("Coppa 2026", datetime(2026, 11, 20, 20, 30, tzinfo=ROME), "Coppa 2027", "19.11.2027 20:30"),
        ("Gara 2024 di Natale", datetime(2024, 12, 20, 20, 30, tzinfo=ROME), "Gara 2026 di Natale", "18.12.2026 20:30"),
        ("Gara 2026", datetime(2026, 1, 2, 20, 30, tzinfo=ROME), "Gara 2027", "01.01.2027 20:30"),
    ],
)
def test_a_name_and_a_day_are_proposed(name, start, expected_name, expected_start):
    event = Tournament(name=name, starts_at=start)
    proposed, when = copying.proposal(event, NOW)
    assert (proposed, when.astimezone(ROME).strftime("%d.%m.%Y %H:%M")) == (expected_name, expected_start)
