"""What the public pages show of double elimination and of a consolation."""

import re
from itertools import pairwise

import pytest

from tests.tournaments import factories as make
from tests.tournaments.views.public.reading import english, page
from tournaments.backups.verifying.events import violations_of
from tournaments.events.writes import closing
from tournaments.games import registry
from tournaments.models import Entry, Table, TableLine

pytestmark = pytest.mark.django_db

DOUBLE = {"second_chance": "double"}


def titles(html: str) -> list[str]:
    return re.findall(r'bracket__title">\s*<span>([^<]+)<', html)


def test_the_second_bracket_stands_below_the_main_one() -> None:
    html = page(english(), "event_bracket", make.drawn(entries=8, format=DOUBLE))
    main, second = html.split('id="second"')
    assert titles(main) == ["Round 1", "Round 2", "Round 3", "Final"]
    assert titles(second) == ["Round 2", "Round 3", "Round 4", "Round 5"]
    assert "winner of match 1, round 3" in main
    assert "winner of table 1 of round 5" in main
    assert "sheet" not in second
    assert "Third place" not in html


def test_the_second_bracket_of_a_large_event_is_shown_with_the_last_rounds() -> None:
    event = make.drawn(make.knockout(entries=70), format={})
    assert 'id="second"' not in page(english(), "event_bracket", event)
    large = make.drawn(make.knockout(entries=70, format=DOUBLE))
    html = page(english(), "event_bracket", large)
    main, second = html.split('id="second"')
    assert "?part=4-7" in main
    assert titles(main)[-1] == "Final"
    assert titles(second)[-1] == "Round 13"
    assert 'id="second"' not in page(english(), "event_bracket", large, "?part=4-4")


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_consolation_has_its_final_on_the_last_column(rounds: int) -> None:
    wanted = {"second_chance": "repechage", "second_chance_rounds": rounds, "third_place": True}
    html = page(english(), "event_bracket", make.drawn(entries=16, format=wanted))
    main, second = html.split('id="second"')
    assert titles(main)[-1] == "Final"
    assert main.count("Third place") == 1
    assert len(titles(second)) == 2 + rounds


def test_each_page_names_rounds_and_tables_of_the_second_bracket() -> None:
    event = make.drawn(entries=8, format=DOUBLE)
    for number in (1, 2, 3):
        make.play_round(event, number)
    tables = page(english(), "event_tables", event, "?round=3")
    assert "Second bracket, round 3" in tables
    standings = page(english(), "event_standings", event)
    assert standings.count("Out: second bracket") == 1
    assert "Out: round" not in standings
    rules = page(english(), "event_rules", event)
    assert "Who loses a match goes on in the second bracket; who loses there is out." in rules
    assert 'class="print-a4"' in page(english(), "event_bracket", event, "?stampa=a4")


def test_hall_numbers_of_a_round_count_both_brackets() -> None:
    event = make.drawn(entries=8, format=DOUBLE)
    second = Table.objects.filter(tournament=event, round__number=2).order_by("hall_number")
    assert list(second.values_list("hall_number", "section")) == [
        (1, "main"),
        (2, "main"),
        (3, "second"),
        (4, "second"),
    ]


def test_final_places_of_double_elimination_go_by_the_second_defeat() -> None:
    event = make.finished(entries=6, format=DOUBLE)
    places = dict(Entry.objects.filter(tournament=event).values_list("pk", "final_place"))
    lost = TableLine.objects.filter(table__tournament=event, place=2, table__status="done").order_by("table__round")
    out = {line.entry_id: line.table.round.number for line in lost.select_related("table__round")}
    order = sorted(out, key=lambda key: places[key] or 0)
    assert places[order[-1]] == 6
    assert all(out[ahead] >= out[behind] for ahead, behind in pairwise(order[1:]))


@pytest.mark.parametrize(("wins", "points"), [((0,), [2, 0]), ((1, 0), [2, 1]), ((1, 1), [1, 2])])
def test_in_a_second_final_who_has_not_lost_is_beaten_twice(wins: tuple[int, ...], points: list[int]) -> None:
    """R-DBL-11"""
    event = make.drawn(entries=4, format={**DOUBLE, "second_final": True})
    for number in (1, 2, 3):
        make.play_round(event, number)
    make.called(event, round=4)
    [final] = make.tables_of(event, 4)
    assert "A has to win once, B twice" in english().get(f"/e/{event.slug}/partite/{final.number}/").content.decode()
    [upper] = Table.objects.filter(tournament=event, round__number=2, section="main")
    assert final.lines.get(index=0).entry == upper.lines.get(place=1).entry
    won = [make.won_game(registry.game(event.game), event.rules, each) for each in wins]
    for played in range(1, len(won) + 1):
        final = make.enter(final, {"games": won[:played], "forfeit": None})
    assert final.is_over
    assert list(final.lines.values_list("points", flat=True)) == points
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
    assert final.lines.get(index=wins[-1]).entry == event.entries.get(final_place=1)
    rules = page(english(), "event_rules", event)
    assert "Who has not lost before has to be beaten twice there." in rules


def test_the_screen_shows_the_main_bracket_of_double_elimination() -> None:
    event = make.drawn(entries=8, format=DOUBLE)
    html = page(english(), "screen", event)
    assert "Round 2, match 1" in html
