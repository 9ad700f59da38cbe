"""What the desk says of late entries once the draw is out, by the format of the event."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.draw.writes import pairings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("knockout", "a late entry takes the place of a bye"),
        ("groups", "a late entry takes the rests of an uneven group"),
        ("danish", "a late entry plays against who rests in the first round"),
        ("king", "a late entry plays against who rests in the first round"),
        ("mitchell", "where the number is odd, a late entry takes the rests"),
    ],
)
def test_the_desk_says_how_somebody_who_comes_late_gets_a_table(kind, said):
    assert said in text(Desk(make.called(entries=7, format={"kind": kind})).get("organise_entries"))


def test_of_a_danish_in_groups_and_in_the_last_round_it_says_what_is_so():
    event = make.called(entries=8, format={"kind": "danish", "rounds": 2, "groups": 2})
    assert "a late entry is paired from the next round on" in text(Desk(event).get("organise_entries"))
    for table in make.tables_of(event):
        make.play(table)
    pairings.pair_round(actor=make.boss_of(event), tournament_id=event.pk)
    assert "against who rests" not in text(Desk(event).get("organise_entries"))
    assert "from the next round on" not in text(Desk(event).get("organise_entries"))


def test_with_rotating_partners_a_late_entry_waits_for_the_next_pairing():
    event = make.called(entries=8, entry_size=1, format={"kind": "partners"})
    assert "a late entry is paired from the next round on" in text(Desk(event).get("organise_entries"))


@pytest.mark.parametrize(("kind", "said"), [("tables", "a free chair at a table"), ("heats", "nobody can enter")])
def test_at_tables_of_several_too(penalty, kind, said):
    event = make.tables(penalty, entries=8, format={"kind": kind})
    assert said in text(Desk(event).get("organise_entries"))
