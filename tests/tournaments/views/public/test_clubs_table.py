"""The table of clubs: chosen by the organiser, shown below the standings, printed, and as a table for programs."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.searching import short_of
from tests.tournaments import factories as make
from tests.tournaments.services.rounds import pair, play
from tests.tournaments.services.stages import DANISH, GROUPS, KNOCKOUT
from tests.tournaments.spreadsheets import read_csv
from tests.tournaments.views.counted import fresh
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import shown as filled
from tests.tournaments.views.public.reading import english, main, shown
from tournaments.competition.stages.ranking import RANKINGS, ranking_to_json
from tournaments.jobs.reads.spreadsheets import tables_of, to_csv
from tournaments.models import Club, Tournament
from tournaments.standings.reads.club_standings import club_standings

pytestmark = pytest.mark.django_db


def ranked(name: str = "vp", best: int = 0) -> dict[str, Any]:
    return {**ranking_to_json(RANKINGS[name]), "clubs": {"best": best}}


def swiss(best: int = 0, *, entries: int = 6, rounds: int = 2, clubs: int = 2) -> Tournament:
    """A Swiss after its first round; the entries are of these clubs in turn, the last one of none."""
    return played({"kind": "swiss", "rounds": rounds, "ranking": ranked(best=best)}, entries, clubs, 1)


def played(event_format: dict[str, Any], entries: int, clubs: int, rounds: int) -> Tournament:
    open_ = make.knockout(entries=entries, preset="online_002", format=event_format)
    found = [Club.objects.get_or_create(name=f"Circolo {number}")[0] for number in range(1, clubs + 1)]
    for at, entry in enumerate(open_.entries.order_by("number")[: entries - 1]):
        entry.club = found[at % clubs]
        entry.save(update_fields=["club"])
    event = make.drawn(make.closed(open_))
    for number in range(1, rounds + 1):
        play(event, number)
    return make.fresh(event)


def totals(event: Tournament) -> dict[str, int]:
    found = club_standings(event)
    assert found is not None
    return {row.name: int(row.total) for row in found.rows}


def expected(event: Tournament, best: int = 0) -> dict[str, int]:
    own: dict[str, list[int]] = {}
    for entry in event.entries.exclude(club=None).select_related("club"):
        lines = entry.lines.filter(table__status__in=("done", "bye"), table__round__number__lte=3)
        own.setdefault(str(entry.club), []).append(sum(line.vp or 0 for line in lines))
    return {name: sum(sorted(vp, reverse=True)[: best or None]) for name, vp in own.items()}


def test_clubs_stand_below_the_standings_with_the_entries_that_count() -> None:
    """R-CLB-01, R-CLB-02."""
    event = swiss(best=2)
    assert totals(event) == expected(event, 2)
    html = main("event_standings", event)
    table = html[html.index('id="clubs"') :]
    assert "A club has the sum of what its best 2 entries have." in table
    assert [int(total) for total in re.findall(r'<td class="num">(\d+)</td>', table)] == list(totals(event).values())
    assert table.count("(does not count)") == 1
    assert 'id="clubs"' not in main("event_standings", make.called(make.drawn(entries=4)))


def test_of_several_stages_those_count_that_everybody_plays() -> None:
    """R-CLB-04."""
    groups = {**GROUPS, "ranking": ranked()}
    event = played({"kind": "stages", "stages": [groups, KNOCKOUT]}, 8, 2, 3)
    before = totals(event)
    assert before == expected(event)
    event = pair(event)
    play(event, 4)
    assert totals(make.fresh(event)) == before
    event = played({"kind": "stages", "stages": [groups, DANISH]}, 8, 2, 3)
    before = totals(event)
    event = pair(event)
    play(event, 4)
    assert sum(totals(make.fresh(event)).values()) > sum(before.values())


def test_programs_paper_and_spreadsheets_have_the_clubs() -> None:
    event = swiss()
    found = english().get(f"/api/v1/events/{event.slug}/standings/").json()["clubs"]
    assert {row["name"]: int(row["total"]) for row in found} == totals(event)
    assert {each["counts"] for row in found for each in row["entries"]} == {True}
    paper = text(Desk(event).get("print_standings"))
    assert "A club has the sum of what all its entries have." in paper
    _head, *rows = read_csv(to_csv(tables_of(event)["clubs"].rows(event)))
    assert {row[1]: int(row[2]) for row in rows} == totals(event)
    other = make.called(make.drawn(entries=4))
    assert english().get(f"/api/v1/events/{other.slug}/standings/").json()["clubs"] is None
    assert "clubs" not in tables_of(other)


@pytest.mark.parametrize("kind", short_of(["swiss", "groups", "heats"], "heats"))
def test_an_organiser_chooses_how_many_entries_of_a_club_count(kind: str, penalty: str) -> None:
    game = {"game": penalty, "preset": "club"} if kind == "heats" else {}
    desk = Desk(make.event(format={"kind": kind}, **game))
    fields = filled(desk, "organise_rules")
    assert fields["clubs"] == ""
    desk.follow("organise_rules", **{**fields, "clubs": "3"})
    assert desk.fresh().format["ranking"]["clubs"] == {"best": 3}
    assert filled(desk, "organise_rules")["clubs"] == "3"
    assert "A club has the sum of what its best 3 entries have." in shown(text(desk.get("event_rules")))
    desk.follow("organise_rules", **{**filled(desk, "organise_rules"), "clubs": "all"})
    assert desk.fresh().format["ranking"]["clubs"] == {"best": 0}
    desk.follow("organise_rules", **{**filled(desk, "organise_rules"), "clubs": ""})
    assert "clubs" not in desk.fresh().format["ranking"]


def test_clubs_are_kept_beside_a_ranking_of_its_own() -> None:
    own = {"chain": {"criteria": ["vp", "lot"]}, "clubs": {"best": 2}}
    desk = Desk(make.event(format={"kind": "swiss", "ranking": own}))
    desk.follow("organise_rules", **{**filled(desk, "organise_rules"), "clubs": "4"})
    kept = desk.fresh().format["ranking"]
    assert (kept["chain"]["criteria"], kept["clubs"]) == (["vp", "lot"], {"best": 4})


def test_the_clubs_cost_the_same_queries_for_three_as_for_one() -> None:
    one, three = swiss(clubs=1), swiss(entries=12, clubs=3)
    assert fresh("event_standings", one) == fresh("event_standings", three)
    assert reverse("club", args=[Club.objects.earliest("pk").pk]) in main("event_standings", one)
