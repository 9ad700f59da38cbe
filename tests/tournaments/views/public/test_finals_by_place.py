"""A knockout by place on the pages: each bracket is named by whose it is (R-GRP-16)."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.services.rounds import pair
from tests.tournaments.services.stages import close, event_of, play_rounds
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.public.reading import english, where
from tournaments.discipline.writes import penalties
from tournaments.draw.writes.pairings import pairing_of
from tournaments.entries.writes import participation
from tournaments.frame.round_names import bracket_name, of_bracket
from tournaments.hall import reads as screens
from tournaments.jobs.reads import event_tables
from tournaments.models import Table, Tournament
from tournaments.standings.pages import bracket
from tournaments.standings.reads import brackets
from tournaments.standings.reads.pairings import Pairing
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db
GROUPS = {"kind": "groups", "size": 3}
BY_PLACE = {"kind": "knockout", "third_place": True, "from": {"first": 3, "apart": True}}


@pytest.fixture
def event() -> Tournament:
    """Four groups of three, after the semifinals of firsts, seconds and thirds."""
    made = event_of(GROUPS, BY_PLACE)
    play_rounds(made, 1, 2, 3)
    pair(made)
    play_rounds(made, 4)
    return make.fresh(made)


def table(event: Tournament, group: int, section: str = "main") -> Table:
    return event.tables.get(round__number=5, group=group, section=section)


def seen(event: Tournament, name: str, *args: object, **query: str) -> str:
    return english().get(reverse(name, args=[event.slug, *args]), query).content.decode()


def test_the_page_has_a_bracket_for_each_place(event: Tournament) -> None:
    html = seen(event, "event_bracket")
    assert re.findall(r"<h2>([^<]+)</h2>", html) == [
        "Firsts",
        "Third place",
        "Seconds",
        "7. and 8. place",
        "Thirds",
        "11. and 12. place",
    ]
    assert html.count('class="bracket__round"') == 6
    assert set(Counter(re.findall(r'id="([^"]+)"', html)).values()) == {1}
    paper = seen(event, "event_bracket", stampa="a4")
    assert (paper.count("bracket-of-place"), paper.count("printed-at")) == (3, 1)


def test_a_bracket_that_is_shown_part_by_part_begins_with_the_first(event: Tournament) -> None:
    assert english().get(reverse("event_bracket", args=[event.slug]), {"part": "1-5"}).status_code == 200
    assert english().get(reverse("event_bracket", args=[event.slug]), {"part": "1-6"}).status_code == 404


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages with room for one bracket of four."""
    monkeypatch.setattr(brackets, "WHOLE_ROUNDS", 3)
    monkeypatch.setattr(brackets, "WINDOW_ROUNDS", 3)


@pytest.mark.usefixtures("narrow")
def test_brackets_that_do_not_fit_on_a_page_have_one_each(event: Tournament) -> None:
    html = seen(event, "event_bracket")
    assert html.count('class="bracket__round"') == 3
    assert re.findall(r'href="[^"]+(\?part=[^"]+)"><b>([^<]+)', html) == [
        ("?part=2-0", "Firsts"),
        ("?part=2-1", "Seconds"),
        ("?part=2-2", "Thirds"),
    ]
    part = seen(event, "event_bracket", part="2-1")
    assert re.findall(r"<h2>([^<]+)</h2>", part) == ["Seconds", "7. and 8. place"]
    assert part.count('class="bracket__round"') == 2


@pytest.mark.usefixtures("narrow")
def test_a_name_is_found_in_any_bracket(event: Tournament) -> None:
    line = event.tables.get(round__number=4, group=3, position=5).lines.order_by("index")[0]
    assert line.entry is not None
    html = seen(event, "event_bracket", q=line.entry.label)
    assert "?part=2-2" in re.split('id="found"', html)[1].split("</ul>")[0]


def test_two_sheets_of_each_bracket_have_names_of_their_own(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bracket, "MOST_ON_A4", 1)
    html = seen(event, "event_bracket", stampa="a4")
    assert html.count('class="bracket ') + html.count('class="bracket"') == 6
    assert set(Counter(re.findall(r'id="([^"]+)"', html)).values()) == {1}


def test_places_below_the_first_bracket_are_played_for_beside_the_others(event: Tournament) -> None:
    shown = brackets.window(2, None, 3)
    assert shown is not None
    found = brackets.bracket(event, replace(shown, before=3), redrawn=False)
    assert [(card.group, card.best_place) for card in found.beside] == [(0, 3), (2, 7), (3, 11)]


def test_a_high_screen_has_the_round_of_each_bracket_under_its_name(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "MOST_HIGH", 4)
    html = seen(event, "screen")
    assert re.findall(r'data-panel="bracket-\d"[^>]* aria-label="([^"]+)"', html) == ["Firsts", "Seconds", "Thirds"]
    assert html.count('class="screen-bracket__round"') == 3


def test_standings_say_in_which_bracket_somebody_is_still_in(event: Tournament) -> None:
    titles = re.findall(r"standings__group><th[^>]*>([^<\n]+)", seen(event, "event_standings"))
    assert titles == [
        "Still in: final",
        "Still in: third place",
        "Still in: final of the seconds",
        "Still in: placement of the seconds",
        "Still in: final of the thirds",
        "Still in: placement of the thirds",
    ]


def test_a_table_is_named_with_its_bracket(event: Tournament) -> None:
    assert "Final of the seconds" in text(english().get(reverse("match", args=[event.slug, table(event, 2).number])))
    third = table(event, 3, "third")
    assert "11. and 12. place" in text(english().get(reverse("match", args=[event.slug, third.number])))
    make.called(event, round=5)
    sheets = text(Desk(event).get("print_sheets", turno="5"))
    assert all(words in sheets for words in ("Seconds", "Thirds", "7. and 8. place", "Third place"))
    assert "Seconds" in text(english().get(reverse("event_tables", args=[event.slug]), {"round": "5"}))


def test_programs_tell_the_final_of_the_seconds_from_the_final(event: Tournament) -> None:
    rows = english().get(f"/api/v1/events/{event.slug}/standings/").json()["results"]
    assert Counter(row["bracket"] for row in rows) == {0: 4, 2: 4, 3: 4}
    make.called(event, round=5)
    api = Asker(key_of(make.boss_of(event).user))
    slips = api.get(f"events/{event.slug}/rounds/5/slips/").json()["tables"]
    assert {each["group"] for each in slips if each["section"] == "main"} == {0, 2, 3}
    state = api.get(f"events/{event.slug}/tables/{table(event, 2).number}/sheet/").json()
    assert (state["section"], state["group"]) == ("main", 2)


def test_the_screen_shows_every_bracket_and_honours_the_winner_of_the_first(event: Tournament) -> None:
    html = seen(event, "screen")
    # Each panel has a column of the final.
    assert [html.count(words) for words in (">Final<", "Final of the seconds", "Final of the thirds")] == [4, 1, 1]
    play_rounds(event, 5)
    places = close(event)
    html = seen(event, "screen")
    first = event.entries.get(pk=next(key for key, place in places.items() if place == 1))
    assert re.search(r"First place.*?" + re.escape(first.label), html, re.S)


def test_brackets_beyond_the_fourths_have_a_number() -> None:
    with override("en"):
        assert [bracket_name(number) for number in (1, 4, 5)] == ["Firsts", "Fourths", "5. of each group"]
        assert [of_bracket(number) for number in (0, 1, 4, 5)] == ["", "", "of the fourths", "of the 5. of each group"]


def test_the_pairing_lists_brackets_that_begin_in_a_later_round() -> None:
    """R-GRP-17: five firsts and five seconds begin in round 4, the four thirds who are left in round 5."""
    event = event_of(GROUPS, BY_PLACE, entries=15)
    play_rounds(event, 1, 2, 3)
    thirds = [row.entry for row in all_standings(event) if row.stage and row.stage.in_group.place == 3]
    boss = make.boss_of(event)
    participation.withdraw_entry(actor=boss, tournament_id=event.pk, entry_id=thirds.pop(), reason="Sta male")
    found = pairing_of(event)
    assert sorted(key for meeting in found.paired.meetings for key in meeting.keys) == sorted(
        event.entries.filter(status="confirmed").values_list("pk", flat=True)
    )
    assert of_thirds(found) == [(5, 3), (5, 3)]
    event = pair(event)
    assert not pairing_of(event).is_other
    assert all("Place 3 of group" in where(event, key) for key in thirds)
    penalties.give_penalty(
        actor=boss, tournament_id=event.pk, entry_id=thirds[0], kind="vp", value=40, reason="Ritardo"
    )
    other = pairing_of(make.fresh(event))
    assert (other.is_other, of_thirds(other)) == (True, [(5, 3), (5, 3)])


def of_thirds(found: Pairing) -> list[tuple[int, int]]:
    return [(meeting.round, meeting.group) for meeting in found.paired.meetings if meeting.group == 3]


def test_a_spreadsheet_of_the_results_says_in_which_bracket_a_table_was(event: Tournament) -> None:
    head, *rows = event_tables.results(event)
    assert head[:3] == ("Turno", "Girone o tabellone", "Tavolo")
    # As everywhere, the bracket of the firsts has no number.
    assert {row[1] for row in rows if row[0] == 5} == {"", 2, 3}
    assert {row[1] for row in rows if row[0] == 1} == {1, 2, 3, 4}
    assert next(iter(event_tables.results(make.called(entries=4))))[:2] == ("Turno", "Tavolo")
