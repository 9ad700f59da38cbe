"""What the public pages say, and to who."""

import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.competition.draws import relabelled
from tests.tournaments import factories as make
from tests.tournaments.views.public.reading import english, page
from tournaments.draw.pages.draw import check
from tournaments.draw.writes import draws
from tournaments.entries.writes import entries, participation
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.events.writes import rounds, tournaments
from tournaments.frame.policies import Role
from tournaments.games.contract import Json
from tournaments.jobs.reads import event_tables
from tournaments.models import Person, Scoresheet, Table
from tournaments.tables.writes import scoresheets
from tournaments.templatetags.evening import breakable, day_and_time
from tournaments.timing.reads import clock_of_round, ends_at
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db

EVENT_PAGES = (
    "event",
    "event_bracket",
    "event_tables",
    "event_standings",
    "event_entries",
    "event_rules",
    "event_draw",
    "event_find",
    "screen",
)


def alike(answer: HttpResponse, slug: str) -> str:
    """A page without its own address and without the token of its forms."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode()).replace(slug, "")


def counted_deal(cards: tuple[int, int] = (22, 18)) -> Json:
    """A deal counted in full: primiera 78 to 72."""
    return {
        "depth": "counts",
        "cards": list(cards),
        "coins": [6, 4],
        "settebello": 0,
        "best": [["7d", "7c", "6s", "Fb"], ["6d", "6c", "7s", "7b"]],
        "sweeps": [2, 1],
        "tiebreak": 0,
        "last_capture": None,
    }


def record(table: Table, content: Json) -> None:
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    scoresheets.enter_score(
        actor=make.boss_of(table.tournament),
        tournament_id=table.tournament_id,
        table_id=table.pk,
        content=content,
        seen=table.version,
    )


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_every_page_of_an_event_names_it_at_every_stage(name: str) -> None:
    event = make.knockout(entries=5)
    for stage in (lambda e: e, make.drawn, make.called, make.finished):
        event = stage(event)
        assert event.name in page(english(), name, event)


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_a_draft_is_for_its_officials_and_missing_for_everybody_else(name: str) -> None:
    event = make.knockout(entries=3, open_=False)
    address = reverse(name, args=(event.slug,))
    referee, scorer = make.with_role(event, Role.REFEREE), make.with_role(event, Role.SCORER)
    for official in (make.boss_of(event).user, referee, scorer):
        assert make.client_of(official).get(address).status_code == 200
    player = make.user()
    entry = event.entries.first()
    assert entry is not None
    Person.objects.filter(pk=entry.members.first().person_id).update(user=player)
    for stranger in (player, make.user(), None):
        hidden = make.client_of(stranger).get(address)
        missing = make.client_of(stranger).get(reverse(name, args=("nothing-here",)))
        assert hidden.status_code == missing.status_code == 404
        assert alike(hidden, event.slug) == alike(missing, "nothing-here")


def test_only_officials_are_shown_the_way_to_their_desk() -> None:
    event = make.drawn(entries=4)
    desk, organise = reverse("referee_desk", args=(event.slug,)), reverse("organise", args=(event.slug,))
    referee = make.with_role(event, Role.REFEREE)
    seen = {
        "organiser": page(make.client_of(make.boss_of(event)), "event", event),
        "referee": page(make.client_of(referee), "event", event),
        "scorer": page(make.client_of(make.with_role(event, Role.SCORER)), "event", event),
        "stranger": page(make.client_of(make.user()), "event", event),
        "anonymous": page(make.client_of(), "event", event),
    }
    assert {who for who, html in seen.items() if desk in html} == {"organiser", "referee"}
    assert {who for who, html in seen.items() if organise in html} == {"organiser"}


def test_names_are_text_on_every_page() -> None:
    event = make.knockout(entries=2, name="<script>alert(1)</script>", venue='"><img src=x onerror=alert(1)>')
    evil = NewEntry(
        people=(PersonName("<b>Rossi</b>", "<i>Ada</i>"), PersonName("'\"><svg onload=alert(1)>")), club="<u>Traves</u>"
    )
    entries.enter_at_desk(actor=make.boss_of(event), tournament_id=event.pk, new=evil)
    event = make.called(make.drawn(event))
    table = next(table for table in make.tables_of(event))
    make.play(table)
    person = Person.objects.get(given_name="<i>Ada</i>")
    addresses = [reverse(name, args=(event.slug,)) for name in EVENT_PAGES]
    addresses += [
        reverse("home"),
        reverse("player", args=(person.pk,)),
        reverse("match", args=(event.slug, table.number)),
    ]
    for client in (make.client_of(), make.client_of(make.user())):
        for address in addresses:
            html = client.get(address).content.decode()
            for forbidden in ("<script>alert", "<img src=x", "<b>Rossi", "<svg onload", "<u>Traves", "<i>Ada"):
                assert forbidden not in html, (address, forbidden)


def test_the_home_page_sorts_events_and_takes_a_table_code() -> None:
    running, coming = make.drawn(entries=4, name="Corre"), make.knockout(entries=1, name="Verra")
    over = make.finished(make.drawn(entries=4, name="Finito"))
    make.event(name="Nascosto")
    html = english().get(reverse("home")).content.decode()
    order = [html.index(f">{event.name}<") for event in (running, coming, over)]
    assert order == sorted(order)
    assert "Nascosto" not in html
    assert f'action="{reverse("enter_code")}"' in html
    assert "csrfmiddlewaretoken" in html


def test_an_empty_home_page_says_what_to_do() -> None:
    html = english().get(reverse("home")).content.decode()
    assert "No event yet" in html
    assert reverse("event_create") in html


def test_an_open_event_offers_the_sign_up_and_counts_the_places() -> None:
    event = make.knockout(entries=3, capacity=8)
    html = page(english(), "event", event)
    assert "5 places left" in html
    assert reverse("sign_up", args=(event.slug,)) in html
    at_desk = make.knockout(entries=0, public_sign_up=False)
    assert reverse("sign_up", args=(at_desk.slug,)) not in page(english(), "event", at_desk)


def test_the_list_of_entries_shows_who_waits_but_not_who_is_to_be_reviewed() -> None:
    event = make.knockout(entries=2, capacity=2)
    make.with_entries(event, 1, first=5)
    late = NewEntry(people=(PersonName("Segreto"), PersonName("Nascosto")))
    entries.sign_up(actor=make.organiser(), tournament_id=event.pk, new=late)
    html = page(english(), "event_entries", event)
    assert html.index("Waiting list") < html.index("5A")
    assert "Segreto" not in html


@pytest.mark.parametrize(
    ("size", "headings"), [(1, ["No.", "Player", "Club"]), (2, ["No.", "Pair", "Players", "Club"])]
)
def test_the_list_of_entries_names_a_single_player_once(size: int, headings: list[str]) -> None:
    event = make.knockout(entries=1, entry_size=size)
    person = event.entries.get().members.first().person
    html = page(english(), "event_entries", event)
    rows = html[html.index('id="event-entries"') :]
    assert re.findall(r'<th scope="col">([^<]+)', rows) == headings
    link = f'<a href="{reverse("player", args=(person.pk,))}">{person.given_name} {person.family_name}</a>'
    assert rows.count(link) == 1
    assert rows.count(person.family_name) == size


def test_the_standings_put_those_still_in_before_those_who_are_out() -> None:
    event = make.called(make.drawn(entries=4))
    first, second = make.tables_of(event)
    make.play(first, winner=0)
    labels = {line.index: line.entry.label for line in first.lines.select_related("entry") if line.entry}
    html = page(english(), "event_standings", event)
    assert "3 pairs still in. Below: eliminated, by round" in html
    assert html.index(labels[0]) < html.index(labels[1])
    assert html.index("Still in: final") < html.index(labels[0]) < html.index("Still in: semifinals")
    # Of the two who leave at the semifinals nobody knows yet who is third.
    out = html.index("<tr class=standings__group><th colspan=6 scope=rowgroup>Out: semifinals")
    assert html[out:].count("<tr class=is-out><td>–<th scope=row><a") == 1
    make.play(second)
    html = page(english(), "event_standings", event)
    assert re.findall(r"<tr class=is-out><td>(\S+)<th", html) in (["3", "4"], ["3=", "3="])


def test_who_plays_for_third_place_stands_apart_from_the_final_and_from_open_semifinals() -> None:
    event = make.called(make.drawn(make.knockout(entries=4, format={"third_place": True})))
    first, second = make.tables_of(event)
    groups = re.compile(r"standings__group><th[^>]*>([^<\n]+)")
    make.play(first)
    assert groups.findall(page(english(), "event_standings", event)) == [
        "Still in: final",
        "Still in: semifinals",
        "Still in: third place",
    ]
    make.play(second)
    assert groups.findall(page(english(), "event_standings", event)) == ["Still in: final", "Still in: third place"]


def test_when_everything_is_played_the_standings_wait_for_the_closing() -> None:
    event = make.played_out(make.drawn(entries=4))
    html = page(english(), "event_standings", event)
    assert "Everything is played. The standings are final once the organiser has closed the event." in html
    assert "0 pairs" not in html
    # Who has won the final is not out.
    assert re.findall(r"standings__group><th[^>]*>([^<\n]+)", html) == ["Final", "Semifinals"]


def test_final_standings_name_everybody_once_from_1_to_n() -> None:
    event = make.finished(make.drawn(entries=6, format={"third_place": True}))
    html = page(english(), "event_standings", event)
    assert "Final standings" in html
    for entry in event.entries.all():
        assert html.count(f">{entry.label}<") == 1
    assert "<tr class=is-prize><td>1<th" in html


def test_the_bracket_shows_byes_rounds_and_who_is_waited_for() -> None:
    event = make.called(make.drawn(entries=5))
    html = page(english(), "event_bracket", event)
    assert html.index("Quarterfinals") < html.index("Semifinals") < html.index(">Final<")
    assert html.count("match--bye") == 3
    assert html.count("winner of quarterfinal") == 1
    assert "winner of semifinal 1" in html
    assert "winner of table" not in html


@pytest.mark.parametrize("game", ["scopa", "scala40"])
def test_the_mark_of_a_seed_is_explained_where_it_stands(game: str) -> None:
    event = make.called(entries=8) if game == "scopa" else make.called(make.tables("scala40", preset="torneo_003"))
    for name in ("event_bracket", "event_tables"):
        body = make.client_of().get(reverse(name, args=[event.slug])).content.decode()
        assert "Il numero piccolo accanto a un nome è la testa di serie." in body or "A destra il totale;" in body, name


def test_a_large_bracket_is_shown_in_parts_that_lead_to_every_name() -> None:
    event = make.drawn(make.knockout(entries=70))
    html = page(english(), "event_bracket", event)
    assert "Round of 32" in html
    assert "Round 1<" not in html
    assert "?part=4-0" in html
    assert "?part=4-7" in html
    name = Table.objects.get(tournament=event, round__number=1, position=37).lines.first().entry.label
    found = page(english(), "event_bracket", event, f"?q={name}")
    assert 'href="' + reverse("event_bracket", args=(event.slug,)) + '?part=4-4"' in found
    assert name in page(english(), "event_bracket", event, "?part=4-4")
    for wrong in ("?part=4-8", "?part=9-0", "?part=x", "?part=4-"):
        assert english().get(reverse("event_bracket", args=(event.slug,)) + wrong).status_code == 404


def test_the_bracket_can_be_put_on_paper() -> None:
    event = make.drawn(entries=4)
    assert 'class="print-a3"' in page(english(), "event_bracket", event, "?stampa=a3")
    assert 'class="print-a4"' in page(english(), "event_bracket", event, "?stampa=a4")
    assert "print-" not in page(english(), "event_bracket", event, "?stampa=<x>").partition("<main")[0]


def test_the_tables_of_a_round_stand_under_their_hall_numbers() -> None:
    event = make.called(make.drawn(entries=6))
    html = page(english(), "event_tables", event)
    assert html.count('class="tables__number"') == 2
    assert "Resting in this round" in html
    assert "This round has not been called yet." in page(english(), "event_tables", event, "?round=2")
    assert english().get(reverse("event_tables", args=(event.slug,)) + "?page=2").status_code == 404


def test_the_rules_are_told_in_words_with_the_scale() -> None:
    html = page(english(), "event_rules", make.knockout(entries=0, format={"third_place": True}))
    assert "A match goes to 21 points." in html
    assert "The losers of the semifinals play for the third place." in html
    assert "the line that made the last capture loses" in html
    assert "20 or more" in html
    assert "20 – 0" in html


def test_an_online_event_says_so_on_its_pages_and_in_its_rules() -> None:
    event = make.knockout(entries=0, mode="online", online={"bank_minutes": None, "grace_minutes": 5})
    assert "Scopa online, in pairs" in page(english(), "event", event)
    html = page(english(), "event_rules", event)
    assert "There are 30 seconds for each play." in html
    assert "minutes for a whole match" not in html
    assert "A player who has not come 5 minutes after the table opened loses the match." in html
    assert "The next round opens by itself" in html
    both = make.knockout(entries=0, mode="both", online={"robots": True, "opens": "word"})
    assert "In the hall and online" in page(english(), "event", both)
    html = page(english(), "event_rules", both)
    assert "A robot plays for a player who has not come 10 minutes after the table opened." in html
    assert "The organiser opens each round." in html
    assert "online-rules" not in page(english(), "event_rules", make.knockout(entries=0))


def test_a_match_tells_the_reason_of_every_point() -> None:
    event = make.called(make.drawn(entries=4))
    table = make.tables_of(event)[0]
    record(table, {"games": [{"deals": [counted_deal()], "time_called": False}], "forfeit": None})
    html = english().get(reverse("match", args=(event.slug, table.number))).content.decode()
    assert "Primiera 70 to 78" in html
    assert "Cards 22 to 18" in html
    assert "B +1" in html
    assert "In play" in html


def test_a_match_decided_by_the_last_capture_says_so() -> None:
    event = make.called(make.drawn(entries=2))
    table = make.tables_of(event)[0]
    level = [make.points_sheet((4, 4))] * 4 + [make.points_sheet((5, 5))]
    ties = [make.points_sheet((1, 1), tiebreak=n, last_capture=0) for n in (1, 2, 3)]
    record(table, {"games": [{"deals": [*level, *ties], "time_called": False}], "forfeit": None})
    html = english().get(reverse("match", args=(event.slug, table.number))).content.decode()
    assert "tie-breaks 1–1, 1–1, 1–1: last capture" in html
    assert html.count("Level; the last capture was line A&#x27;s.") == 3
    assert Scoresheet.objects.get(table=table).outcome["places"] == [2, 1]


def test_the_match_of_a_bye_and_one_that_is_not_there_are_missing() -> None:
    event = make.drawn(entries=3)
    bye = Table.objects.get(tournament=event, status=Table.Status.BYE)
    for number in (bye.number, 999):
        assert english().get(reverse("match", args=(event.slug, number))).status_code == 404


def test_the_draw_is_published_step_by_step_and_verifies_itself() -> None:
    event = make.closed(make.knockout(entries=6))
    assert "No draw yet" in page(english(), "event_draw", event)
    boss = make.boss_of(event)
    draw = draws.prepare_draw(actor=boss, tournament_id=event.pk)
    html = page(english(), "event_draw", event)
    assert draw.commitment in html
    assert draw.seed not in html
    make.draw_from(draw, boss)
    assert draw.seed in page(english(), "event_draw", event)
    draws.show_whole(actor=boss, tournament_id=event.pk, draw_id=draw.pk)
    draws.swap_places(actor=boss, tournament_id=event.pk, draw_id=draw.pk, a=2, b=6, reason="Due fratelli")
    draws.announce_draw(actor=boss, tournament_id=event.pk, draw_id=draw.pk)
    html = page(english(), "event_draw", event)
    assert draw.seed in html
    assert ">OK<" in html
    names = dict(event.entries.values_list("pk", "label"))
    draw.refresh_from_db()
    swapped = [names.get(draw.document["positions"][place], "a bye") for place in (2, 6)]
    assert f"{swapped[0]} and {swapped[1]}: Due fratelli" in html
    assert "This seal was shown before the hall said «7 di denari»; both together make the draw." in html
    assert "Only the swaps below were made by hand." in html
    assert draw.list_digest in html
    for moment in (draw.committed_at, draw.drawn_at, draw.announced_at):
        assert f"{timezone.localtime(moment):%H:%M:%S}</time>" in html


def test_a_draw_thrown_away_stays_on_the_page_with_its_reason() -> None:
    event, draw = make.draft(entries=4)
    draws.discard_draw(actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk, reason="Mancava una coppia")
    html = page(english(), "event_draw", event)
    assert "Mancava una coppia" in html
    assert draw.seed in html


def test_a_seal_that_was_opened_before_anything_was_drawn_stays_on_the_page() -> None:
    event = make.closed(entries=4)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    draw = draws.prepare_draw(**where)
    assert "The hall names another one, and only both together make the draw." in page(english(), "event_draw", event)
    draws.discard_draw(draw_id=draw.pk, reason="Si rifà", **where)
    html = page(english(), "event_draw", event)
    assert "This seal was opened before anything was drawn." in html
    assert draw.seed in html


def test_everybody_who_a_rule_moved_has_a_sentence() -> None:
    event = make.knockout(entries=0, name="Always the same lots", format={"separate_by_group": True})
    make.with_entries(event, 16, clubs=True)
    event = make.drawn(event, seed="a" * 64)
    moves = event.draws.get().moves
    html = page(english(), "event_draw", event)
    assert html.count(" moves from position ") == len(moves) > 0


def test_the_document_of_a_draw_passes_the_script_that_anybody_can_run() -> None:
    event = make.drawn(make.knockout(entries=13, format={"separate_by_group": True}))
    draw = event.draws.get()
    address = reverse("event_draw_document", args=(event.slug, draw.pk))
    answer = english().get(address)
    script = Path(__file__).parents[4] / "docs" / "verify_draw.py"
    run = subprocess.run([sys.executable, str(script)], input=answer.content, capture_output=True, check=False)
    assert run.stdout == b"OK\n"
    document = json.loads(answer.content)
    assert check(document).is_ok
    assert check(relabelled(document)).same_list is False
    document["positions"][0], document["positions"][1] = document["positions"][1], document["positions"][0]
    assert check(document).same_positions is False
    assert check(document | {"commitment": "0" * 64}).keeps_promise is False
    assert english().get(reverse("event_draw_document", args=(make.drawn(entries=2).slug, draw.pk))).status_code == 404


def test_a_player_page_lists_public_events_only() -> None:
    event = make.finished(make.drawn(entries=4))
    person = Person.objects.filter(memberships__entry__tournament=event).first()
    assert person is not None
    html = english().get(reverse("player", args=(person.pk,))).content.decode()
    assert event.name in html
    assert "match--done" in html
    assert "<b>Semifinals</b>" in html
    hidden = make.knockout(entries=0, open_=False)
    make.with_entries(hidden, 1, first=77)
    unknown = Person.objects.get(family_name__startswith="Rocchietti77A")
    assert english().get(reverse("player", args=(unknown.pk,))).status_code == 404


def test_the_big_screen_calls_tables_counts_the_missing_and_shows_the_address() -> None:
    event = make.called(make.drawn(entries=8))
    first = make.tables_of(event)[0]
    make.play(first)
    html = page(english(), "screen", event)
    assert "3 tables missing" in html
    assert html.count("please") == 3
    # While somebody is called, the called tables stay.
    assert re.findall(r'data-panel="([a-z0-9-]+)"', html) == ["tables-1"]
    assert f"/e/{event.slug}/" in html
    assert "<svg" in html
    assert "style=" not in html


def test_the_finished_screen_begins_with_the_winners_and_names_the_third_place() -> None:
    event = make.finished(make.drawn(make.knockout(entries=4, format={"third_place": True})))
    html = page(english(), "screen", event)
    assert re.findall(r'data-panel="([a-z0-9-]+)"', html) == ["winners", "tables-1", "bracket-1", "standings"]
    winners = html[html.index('class="screen-winners') : html.index('class="screen-tables')]
    found = re.findall(r'__place">([^<]+)</span> <b>([^<]+)</b>( <span class="num">\d+–\d+)?', winners)
    places = ("First place", "Second place", "Third place", "Fourth place")
    assert [found_[:2] for found_ in found] == [
        (place, event.entries.get(final_place=number).label) for number, place in enumerate(places, start=1)
    ]
    assert [bool(found_[2]) for found_ in found] == [True, False, True, False]
    assert f"/e/{event.slug}/classifica" in html.replace("<wbr>", "")
    final = event.tables.get(section="main", round__number=2)
    assert (final.hall_number, event.tables.get(section="third").hall_number) == (1, 2)


def of_third_place(html: str) -> str:
    """What the list of tables shows of the game for the third place."""
    (item,) = [item for item in re.findall(r"<li>.*?</li>", html, re.DOTALL) if "Third place" in item]
    return item


def test_the_game_for_the_third_place_is_named_among_the_tables() -> None:
    event = make.called(make.drawn(make.knockout(entries=4, format={"third_place": True})))
    make.play_round(event)
    rounds.announce_round(actor=make.boss_of(event), tournament_id=event.pk, number=2)
    assert "Third place · called" in of_third_place(page(english(), "event_tables", event))


def test_a_walkover_has_no_points() -> None:
    event = make.called(make.drawn(make.knockout(entries=4, format={"third_place": True})))
    make.play_round(event)
    gone = event.tables.get(section="third").lines.get(index=0).entry
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Malata")
    html = page(english(), "event_tables", event, "?round=2")
    assert re.findall(r'match__points">([^<]*)<', of_third_place(html)) == ["", ""]


def test_who_has_withdrawn_is_marked_in_the_standings_and_counted_alike_on_all_pages() -> None:
    event = make.called(make.drawn(make.knockout(entries=8)))
    gone = make.tables_of(event)[0].lines.get(index=0).entry
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Malata")
    pages = {name: page(english(), name, event) for name in ("event", "event_standings", "event_entries")}
    for name in ("event_standings", "event_entries"):
        assert re.search(rf'{gone.label}(</a>)? <span class="pill">withdrawn</span>', pages[name])
        assert re.search(rf'{gone.label}(</a>)? <span class="pill">ritirati</span>', page(Client(), name, event))
    assert all("7 pairs" in html and "8 pairs" not in html for html in pages.values())
    assert "6 pairs still in" not in pages["event_standings"]
    assert "7 pairs still in" in pages["event_standings"]
    Table.objects.filter(tournament=event, status=Table.Status.CALLED).update(status=Table.Status.PLAYING)
    on_screen = re.findall(r"<li.*?</li>", page(english(), "screen", event))
    assert [gone.label in row for row in on_screen if '<span class="pill">withdrawn</span>' in row] == [True]
    head, *rows = event_tables.final_standings(event)
    assert head[-1] == "Withdrawn"
    assert [row[1] for row in rows if row[-1] == "yes"] == [gone.label]


def test_a_file_of_results_says_in_words_how_a_match_ended() -> None:
    event = make.called(make.drawn(make.knockout(entries=3)))
    with override("it"):
        assert {row[-1] for row in event_tables.results(event)} == {"Fine", "", "riposo"}


def test_many_tables_take_several_panels_of_the_screen() -> None:
    event = make.called(make.drawn(make.knockout(entries=52)))
    html = page(english(), "screen", event)
    # Three pages of calls, then everybody by name.
    assert html.count('class="screen-table ') == 18
    found = re.findall(r'data-panel="([a-z]+)-\d+"', html)
    assert found.count("hall") == 3
    assert set(found) == {"hall", "names"}
    assert html.count('class="screen-names__table"') == 80


def test_a_running_clock_says_when_it_ends() -> None:
    event = make.called(make.drawn(entries=4))
    assert 'data-state="waiting"' in page(english(), "event", event)
    started = clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    due = ends_at(clock_of_round(started))
    assert due is not None
    html = page(english(), "event", event)
    assert f'data-ends-at="{int(due.timestamp() * 1000)}"' in html
    assert "data-remaining-ms" not in html
    assert english().get(reverse("event", args=(event.slug,)))["Server-Timing"].startswith('now;desc="')


def test_a_hidden_event_disappears_from_the_kept_pages_too() -> None:
    event = make.knockout(entries=0)
    client = english()
    page(client, "event", event)
    tournaments.hide_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert client.get(reverse("event", args=(event.slug,))).status_code == 404


def test_the_primiera_calculator_explains_the_deal_and_refuses_what_cannot_be() -> None:
    typed = {
        "depth": "counts",
        "cards_a": "22",
        "cards_b": "18",
        "coins_a": "6",
        "coins_b": "4",
        "settebello": "a",
        "sweeps_a": "2",
        "sweeps_b": "1",
        "best_a_d": "7",
        "best_a_c": "7",
        "best_a_s": "6",
        "best_a_b": "F",
        "best_b_d": "6",
        "best_b_c": "6",
        "best_b_s": "7",
        "best_b_b": "7",
    }
    address = reverse("calculator_deal")
    html = english().get(address, typed).content.decode()
    assert "Primiera 70 to 78" in html
    refused = english().get(address, typed | {"cards_b": "19"})
    assert refused.status_code == 422
    assert "Cards of line A: 22, of line B: 19; together they must make 40." in refused.content.decode()
    assert 'value="19"' in refused.content.decode()


@pytest.mark.parametrize(
    ("points", "fault", "shown"),
    [
        pytest.param((21, 17), "", ("13 VP", "+4 MP", "7 VP", "−4 MP"), id="R-VP-03 played"),
        pytest.param((21, 17), "A", ("0 VP", "−20 MP", "14 VP", "+6 MP"), id="R-VP-06 the leader is at fault"),
        pytest.param((11, 7), "A", ("0 VP", "−20 MP", "14 VP", "+6 MP", "11 to 12"), id="R-VP-06 overtaken"),
    ],
)
def test_the_vp_calculator_gives_each_line_its_own(points: tuple[int, int], fault: str, shown: tuple[str, ...]) -> None:
    typed = {"scale": "21pt", "a": str(points[0]), "b": str(points[1]), "fault": fault}
    html = english().get(reverse("calculator_vp"), typed).content.decode()
    for each in shown:
        assert each.replace(" MP", "") in html
    wrong = english().get(reverse("calculator_vp"), typed | {"a": "-1"})
    assert wrong.status_code == 422


def test_the_vp_calculator_gives_away_what_is_open_where_a_line_is_at_fault() -> None:
    """R-VP-06, R-SCO-40: the three cases of the regulation on its table up to 11."""
    for points, after, victim in (((3, 6), "3 to 11", ("17 VP", "+8")), ((10, 3), "10 to 8", ("14 VP", "+4"))):
        typed = {"scale": "11pt", "a": str(points[0]), "b": str(points[1]), "fault": "A"}
        html = english().get(reverse("calculator_vp"), typed).content.decode()
        for each in (after, "0 VP", "−14", *victim):
            assert each in html


def test_text_pages_stand() -> None:
    assert "Valliadi 2022, Traves" in english().get(reverse("rules")).content.decode()
    assert "Affero" in english().get(reverse("about")).content.decode()
    assert reverse("calculator_vp") in english().get(reverse("calculators")).content.decode()


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_an_event_that_is_drawn_anew_each_round_has_all_its_pages(name: str) -> None:
    event = make.drawn(make.knockout(entries=6, format={"redraw": True}))
    assert "Quarterfinals" in page(english(), "event_bracket", event)
    make.play_round(event)
    html = page(english(), name, make.fresh(event))
    assert event.name in html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ada@example.org", "ada@<wbr>example.<wbr>org"),
        ("https://a.example.org/x-y", "https://<wbr>a.<wbr>example.<wbr>org/<wbr>x-<wbr>y"),
        ("Ritiro: 3.5 < 4", "Ritiro: 3.5 &lt; 4"),
    ],
)
def test_an_address_may_break_at_its_signs_and_nothing_else_changes(text: str, shown: str) -> None:
    assert str(breakable(text)) == shown


def test_a_day_is_that_of_the_language_and_the_zone_in_which_it_is_read() -> None:
    late = datetime(2026, 11, 20, 23, 5, tzinfo=UTC)
    rome, utc = ZoneInfo("Europe/Rome"), ZoneInfo("UTC")
    told = []
    for language, zone in (("it", rome), ("en", rome), ("it", utc), ("it", rome)):
        with override(language), timezone.override(zone):
            told.append(day_and_time(late))
    assert told == [
        "sabato 21 novembre 2026, 00:05",
        "Saturday 21 November 2026, 00:05",
        "venerdì 20 novembre 2026, 23:05",
        "sabato 21 novembre 2026, 00:05",
    ]
