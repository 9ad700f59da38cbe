"""The draw page, the hall and the paper of events in which everybody plays in each round."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import LEVEL
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.draw.writes import draws
from tournaments.models import Draw

pytestmark = pytest.mark.django_db


def drafted(entries: int, **options: Any) -> Desk:
    return Desk(make.draft(make.closed(entries=entries, preset="online_002", format=options))[0])


def test_a_draft_of_groups_shows_the_groups_and_swaps_between_them() -> None:
    desk = drafted(7, kind="groups", size=4)
    page = desk.get("organise_draw")
    assert [len(table.choices) for table in page.context["tables"]] == [3, 4]
    shown = text(page)
    assert "Group 1" in shown
    assert "1 rests in round 1" in shown
    assert "Nobody is in a group with their own club" in shown
    before = draws.positions_of(Draw.objects.get())
    desk.follow("organise_step", step="whole")
    desk.follow("organise_draw", a="1", b="7", reason="fratelli")
    after = draws.positions_of(Draw.objects.get())
    assert (after[0], after[6]) == (before[6], before[0])
    groups = desk.get("organise_draw").context["tables"]
    names = {entry.pk: entry.label for entry in desk.event.entries.all()}
    assert groups[1].choices[-1].place.name == names[before[0] or 0]
    assert "The tables of every round are made" in text(desk.get("organise_draw_announce"))


def test_a_draft_of_a_swiss_numbers_its_round_and_says_who_rests() -> None:
    shown = text(drafted(7, kind="swiss", rounds=3).get("organise_draw"))
    assert "Round 1" in shown
    assert "1 rests in round 1" in shown
    assert "Rest 7" in shown
    assert "bye" not in shown


def test_the_hall_and_the_paper_name_the_round_the_group_and_who_rests() -> None:
    desk = Desk(make.drawn(make.closed(entries=7, preset="online_002", format={"kind": "groups", "size": 4})))
    make.called(desk.event)
    hall = text(desk.get("organise_rounds"))
    assert "nobody" not in hall
    assert "Group 2" in hall
    for page in ("organise_print", "print_round", "print_sheets"):
        paper = text(desk.get(page))
        assert "Round 1" in paper, page
        assert "Group 1" in paper, page


def test_a_level_match_is_drawn_and_asks_for_no_tie_break() -> None:
    desk = Desk(make.drawn(make.closed(entries=4, preset="online_002", format={"kind": "danish", "rounds": 2})))
    make.called(desk.event)
    table, _other = make.tables_of(desk.event)
    make.enter(table, LEVEL)
    grid = text(desk.get("results_grid"))
    assert "drawn" in grid
    assert " wins " not in text(desk.get("table_sheet", table.number))
    for page in (grid, text(desk.get("table_sheet", table.number)), text(desk.get("referee_desk"))):
        assert "tie-break" not in page.lower()
