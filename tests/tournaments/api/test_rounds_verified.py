"""The public state of events in rounds, checked by the script in docs/ as anybody does."""

import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.tournaments import factories as make
from tests.tournaments.services import test_level as level
from tests.tournaments.services.test_events_in_rounds import drawn, pair, play, played_out
from tests.tournaments.services.test_late_in_rounds import late
from tournaments.models import Tournament
from tournaments.selectors.level import undecided
from tournaments.services.discipline import penalties
from tournaments.services.draw import pairings
from tournaments.services.entries import participation
from tournaments.services.tables import corrections

pytestmark = pytest.mark.django_db


def state(event: Tournament) -> Any:
    return Client().get(f"/api/v1/events/{event.slug}/state/")


def verdict(event: Tournament) -> str:
    script = settings.BASE_DIR / "docs" / "verify_rounds.py"
    run = subprocess.run(
        [sys.executable, "-I", str(script)], input=state(event).content, capture_output=True, check=False
    )
    return (run.stdout + run.stderr).decode()


@pytest.mark.parametrize(
    ("options", "entries"),
    [
        ({"kind": "danish", "rounds": 3, "rematches": "not_in_a_row"}, 9),
        ({"kind": "swiss", "rounds": 3}, 5),
        ({"kind": "king", "rounds": 3}, 7),
        ({"kind": "groups", "size": 4}, 7),
        ({"kind": "mitchell", "rounds": 3}, 9),
    ],
)
def test_the_script_confirms_an_event_from_its_public_state(options: dict[str, Any], entries: int) -> None:
    event = drawn(options.pop("kind"), entries=entries, **options)
    assert verdict(event) == "OK\n"
    assert verdict(played_out(event, 3)) == "OK\n"


def test_the_script_confirms_an_order_that_was_recorded_by_hand() -> None:
    event = level.evening()
    for each in undecided(event):
        level.record(event, *reversed(each.keys))
    assert verdict(event) == "OK\n"
    assert [row["by"] for row in state(event).json()["stage"]["recorded"]] == ["highest_card"] * 2


def test_the_script_confirms_heats_of_a_game_in_which_fewer_points_win(penalty: str) -> None:
    event = make.tables(penalty, entries=8, format={"kind": "heats", "rounds": 2})
    for number in (1, 2):
        make.called(event, round=number)
        for table in make.tables_of(event, number):
            make.enter(table, make.ended(table))
    assert verdict(make.fresh(event)) == "OK\n"


def test_corrections_penalties_and_withdrawals_after_a_pairing_are_said_and_not_taken_for_an_error() -> None:
    event = drawn("danish", entries=6, rounds=3)
    boss = make.boss_of(event)
    play(event, 1)
    event = pair(event)
    table = make.tables_of(event)[0]
    corrections.correct_score(
        actor=boss, tournament_id=event.pk, table_id=table.pk, seen=table.version, reason="Scritto al contrario",
        content=make.content_for(table, table.lines.get(place=2).index),
    )  # fmt: skip
    first, *_, gone = event.entries.order_by("pk")
    penalties.give_penalty(actor=boss, tournament_id=event.pk, entry_id=first.pk, kind="vp", value=30, reason="Ritardo")
    play(event, 2)
    participation.withdraw_entry(actor=boss, tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    event = pair(event)
    found = state(event).json()
    assert [row["round"] for row in found["pairings"]] == [1, 2, 3]
    assert found["pairings"][1]["changed"] == ["score_corrected", "penalty_given", "entry_withdrawn"]
    assert found["pairings"][2] == {
        "round": 3,
        "order": [row["entry"] for row in found["standings"] if row["entry"] != gone.pk],
        "changed": [],
    }
    charged = next(row for row in found["standings"] if row["entry"] == first.pk)
    assert charged["stage"]["deduction"] == {"points": 0, "vp": 30, "mp": 0}
    said = verdict(event)
    assert said.endswith("OK\n")
    assert said.startswith("Note: round 2 was paired by another order, before these steps: score_corrected")


def test_a_pairing_that_was_taken_back_is_not_published() -> None:
    event = drawn("swiss", entries=8, rounds=3)
    play(event, 1)
    pair(event)
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Un risultato era sbagliato")
    assert [row["round"] for row in state(event).json()["pairings"]] == [1]


def test_an_elimination_has_no_pairings() -> None:
    found = state(make.drawn()).json()
    assert (found["stage"], found["pairings"], found["standings"][0]["stage"]) == (None, [], None)


def test_who_comes_late_or_leaves_is_paired_as_the_script_says() -> None:
    event = make.called(drawn("danish", entries=5, rounds=4))
    late(event)
    event = make.fresh(event)
    assert verdict(event) == "OK\n"
    play_called(event)
    late(event, 91, table=0)
    event = pair(event)
    assert verdict(event) == "OK\n"
    play(event, 2)
    gone = event.entries.order_by("pk")[2]
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    event = pair(event)
    assert verdict(event).endswith("OK\n")


def test_a_late_entry_of_a_group_and_the_rests_of_who_left_are_counted_by_the_script() -> None:
    event = make.called(drawn("groups", entries=10, size=4))
    late(event, table=late_table(event))
    gone = event.entries.order_by("pk")[0]
    event = make.fresh(event)
    play_called(event)
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    event = make.fresh(event)
    assert verdict(event) == "OK\n"
    for number in (2, 3):
        play_called(make.called(event, round=number), number)
        event = make.fresh(event)
        assert verdict(event) == "OK\n"


def play_called(event: Tournament, number: int = 1) -> None:
    for table in make.tables_of(event, number):
        if not table.is_over:
            make.play(table)


def late_table(event: Tournament) -> int:
    """The table at which a late entry would begin."""
    return participation.preview_late(actor=make.boss_of(event), tournament_id=event.pk, new=make.names(90)).table
