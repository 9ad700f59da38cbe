"""The page on which the organiser writes who should not meet."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn, pair, played_out
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.draw.reads.apart import MOST_SHOWN, apart_sets
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_a_set_is_written_changed_and_taken_away() -> None:
    desk = Desk(drawn("swiss", entries=6, rounds=3))
    first, second, third, *_ = desk.event.entries.order_by("number")
    page = desk.get("organise_apart")
    assert "Keep others apart" in text(page)
    done = desk.follow("organise_apart", name="Famiglia Rossi", until="0", entries=[first.pk, second.pk])
    assert "“Famiglia Rossi”: kept apart from the next pairing on." in done
    assert f"{first.label}, {second.label}" in done
    page = desk.get("organise_apart", set=1)
    assert [box.entry for box in page.context["boxes"] if box.is_ticked] == [first.pk, second.pk]
    assert 'value="Famiglia Rossi"' in page.content.decode()
    done = desk.follow("organise_apart", number="1", name="Fratelli", until="2", entries=[first.pk, third.pk])
    assert f"Fratelli {first.label}, {third.label} · up to round 2" in done
    assert len(apart_sets(desk.event)) == 1
    assert "They may meet again, from the next pairing on." in desk.follow("organise_let_meet", number="1")
    assert apart_sets(desk.event) == []


def test_what_is_wrong_is_said_and_what_was_typed_stays() -> None:
    desk = Desk(drawn("swiss", entries=6, rounds=3))
    (first, *_others) = desk.event.entries.order_by("number")
    page = desk.post("organise_apart", name="Uno", until="", entries=[first.pk])
    assert page.status_code == 422
    assert "Choose from 2 to 40 entries." in text(page)
    assert [box.entry for box in page.context["boxes"] if box.is_ticked] == [first.pk]
    page = desk.post("organise_apart", name="", until="100", entries=["x"])
    assert page.status_code == 422
    refused = desk.post("organise_let_meet", number="x")
    assert (refused.status_code, "look at the list again" in text(refused)) == (422, True)


def test_without_entries_the_page_leads_to_them() -> None:
    desk = Desk(make.event())
    page = desk.get("organise_apart")
    assert "chosen among the entries: enter them first" in text(page)
    assert reverse("organise_entries", args=[desk.event.slug]) in page.content.decode()
    assert '<form class="panel panel--pad form"' not in page.content.decode()
    assert "Nobody has this name or this club." in text(Desk(make.closed(entries=4)).get("organise_apart", q="Zeta"))


@pytest.mark.parametrize(
    ("options", "drawn_too", "expected"),
    [
        ({"kind": "groups", "size": 4}, False, True),
        ({"kind": "groups", "size": 4}, True, False),
        ({"kind": "king", "rounds": 3}, False, False),
        ({"kind": "danish", "rounds": 3}, True, True),
    ],
    ids=str,
)
def test_the_page_says_where_nothing_to_come_keeps_them_apart(
    options: dict[str, object], drawn_too: bool, expected: bool
) -> None:
    """R-HND-11, R-HND-12"""
    closed = make.closed(entries=8, preset="online_002", format=options)
    desk = Desk(make.drawn(closed) if drawn_too else closed)
    one, other, *_ = desk.event.entries.order_by("number")
    assert ("no draw or pairing to come keeps them apart" in text(desk.get("organise_apart"))) is not expected
    done = desk.follow("organise_apart", name="Fratelli", until="0", entries=[one.pk, other.pk])
    assert ("“Fratelli”: kept apart from the next pairing on." in done) is expected


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kind": "groups", "size": 4}, "who is in one group meets all of it"),
        ({"kind": "mitchell", "rounds": 3}, "those of one side never meet"),
        ({"kind": "swiss", "rounds": 3}, ""),
    ],
    ids=lambda value: value.get("kind") if isinstance(value, dict) else "",
)
def test_the_page_says_where_a_last_round_changes_nothing(options: dict[str, object], said: str) -> None:
    """R-HND-11, R-HND-12"""
    desk = Desk(make.closed(entries=8, preset="online_002", format=options))
    assert desk.get("organise_apart").context["reach"] == "" if not said else said in text(desk.get("organise_apart"))
    if said:
        drawn_desk = Desk(make.drawn(desk.event))
        assert said not in text(drawn_desk.get("organise_apart"))


def test_heats_of_their_own_keep_apart_to_the_end_of_the_stage() -> None:
    """R-HND-11, R-HND-12"""
    options = {"kind": "heats", "rounds": 2, "max_table": 4, "heat": 6}
    desk = Desk(make.closed(make.knockout(entries=12, game="punti", preset="machiavelli", format=options)))
    assert "nobody changes heat" in text(desk.get("organise_apart"))


def test_in_a_large_field_a_search_finds_who_is_not_shown() -> None:
    desk = Desk(make.closed(entries=4))
    last = desk.event.entries.latest("number")
    Entry.objects.bulk_create(
        Entry(tournament=desk.event, number=number, label=f"Coppia {number}", status=Entry.Status.CONFIRMED)
        for number in range(last.number + 1, last.number + MOST_SHOWN)
    )
    page = desk.get("organise_apart")
    assert len(page.context["boxes"]) == MOST_SHOWN
    assert "3 more entries: search for them." in text(page)
    found = desk.get("organise_apart", q="coppia 303")
    assert [box.name for box in found.context["boxes"]] == ["Coppia 303"]
    first = desk.event.entries.earliest("number")
    desk.follow("organise_apart", name="Due", until="0", entries=[first.pk, last.pk])
    # Who is ticked stays, whatever is searched for.
    assert len(desk.get("organise_apart", q="coppia 303", set=1).context["boxes"]) == 3


def test_three_sets_ask_no_more_than_one() -> None:
    desk = Desk(drawn("swiss", entries=8, rounds=3))
    keys = list(desk.event.entries.values_list("pk", flat=True))
    desk.follow("organise_apart", name="Uno", until="0", entries=keys[:2])
    one = questions(desk.client, desk.url("organise_apart"))
    for at, name in enumerate(("Due", "Tre")):
        desk.follow("organise_apart", name=name, until="0", entries=keys[at + 1 : at + 4])
    assert questions(desk.client, desk.url("organise_apart")) == one


def test_after_the_end_there_is_nothing_to_write() -> None:
    desk = Desk(make.finished())
    assert "The event is over: nothing is paired any more." in text(desk.get("organise_apart"))


def test_the_pairing_says_who_was_kept_apart() -> None:
    desk = Desk(played_out(drawn("danish", entries=6, rounds=3, rematches="allowed"), 1))
    page = desk.get("organise_pairing")
    names = page.context["tables"][0].names
    keys = list(desk.event.entries.filter(label__in=names).values_list("pk", flat=True))
    desk.follow("organise_apart", name="Famiglia Rossi", until="0", entries=keys)
    assert "rank 2, who is nearer, is kept apart by the organiser." in text(desk.get("organise_pairing"))
    pair(desk.fresh())
    assert "rank 2, who is nearer, is kept apart by the organiser." in text(desk.get("organise_pairing"))


def test_the_page_of_the_draw_says_how_many_should_not_meet() -> None:
    event = make.closed(entries=8)
    desk = Desk(event)
    keys = list(event.entries.values_list("pk", flat=True))
    desk.follow("organise_apart", name="Tutti meno due", until="0", entries=keys[:6])
    make.draft(desk.fresh())
    assert "2 tables of two who should not meet" in text(desk.get("organise_draw"))
    desk = Desk(make.closed(entries=8))
    keys = list(desk.event.entries.values_list("pk", flat=True))
    desk.follow("organise_apart", name="Fratelli", until="0", entries=keys[:2])
    make.draft(desk.fresh())
    assert "Nobody meets who should not" in text(desk.get("organise_draw"))
