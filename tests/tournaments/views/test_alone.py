"""What an entry does in a round in which it meets nobody: page, paper, file, API and screen say the same."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn, pair, play, played_out, resting
from tests.tournaments.views.public.reading import account_of, main, my_events, own_page, shown, where
from tournaments.draw.writes import pairings
from tournaments.entries.writes import participation
from tournaments.jobs.reads import event_tables
from tournaments.models import Entry, Table, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.reads import stages

pytestmark = pytest.mark.django_db
ABSENT, LEFT = "absent for the round", "withdrawn before the round"


def absent() -> tuple[Tournament, int]:
    """A Swiss whose leader misses round 2, which is not called yet."""
    event = pair(played_out(drawn("swiss", entries=8, rounds=3), 1))
    leader = min(seat.entry for seat in stages.seats_of(event) if seat.round == 2)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    pairings.skip_round(**where, number=2, entry=leader, vp=8, reason="Un impegno di lavoro")
    return make.fresh(event), leader


def withdrawn() -> tuple[Tournament, int]:
    """Groups from which somebody leaves after round 1 whose rest is in the last round."""
    event = drawn("groups", entries=5, size=5)
    play(event, 1)
    entry = resting(event, 5)
    participation.withdraw_entry(
        actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry, reason="Una brutta caduta"
    )
    for number in (2, 3, 4, 5):
        make.called(make.fresh(event), round=number)
        for table in make.tables_of(event, number):
            if not table.is_over and not table.lines.filter(is_absent=True).exists():
                make.play(table)
    return make.fresh(event), entry


def bye_of(event: Tournament, entry: int) -> Table:
    return Table.objects.get(tournament=event, status=Table.Status.BYE, lines__entry=entry)


def get(client: Client, name: str, *args: object, query: str = "") -> str:
    answer = client.get(reverse(name, args=args) + query, headers={"accept-language": "en"})
    return shown(answer.content.decode())


def said_everywhere(event: Tournament, entry: int) -> dict[str, str]:
    """What is said of the round in which the entry meets nobody."""
    table, boss = bye_of(event, entry), make.client_of(make.boss_of(event))
    number = table.round.number
    by_table = get(boss, "print_round", event.slug, query=f"?turno={number}")
    by_name = get(boss, "print_round", event.slug, query=f"?turno={number}&ordine=nome")
    with translation.override("en"):
        rows = [row for row in event_tables.results(event) if row[0] == number and row[-1] and "bye" not in row[-1]]
    listed = boss.get(f"/api/v1/events/{event.slug}/tables/?round={number}").json()["results"]
    lines = [line for each in listed for line in each["lines"] if line["entry"] == entry]
    return {
        "paper by table": by_table,
        "paper by name": by_name,
        "the list of rounds": get(boss, "organise_rounds", event.slug, query=f"?turno={number}"),
        "the table": get(boss, "table_sheet", event.slug, table.number),
        "the file": " ".join(map(str, rows[0])),
        "the API": str([line["alone"] for line in lines]),
        "the way": where(event, entry),
        "my events": my_events(account_of(entry)),
    }


# R-HND-30
def test_who_is_absent_for_a_round_reads_so_everywhere_and_never_as_a_rest() -> None:
    event, entry = absent()
    assert "You miss round 2." in where(event, entry)
    assert "You rest" not in where(event, entry)
    make.called(event, round=2)
    said = said_everywhere(event, entry)
    assert f"Absent for a round : {Entry.objects.get(pk=entry)}" in said["paper by table"]
    assert ABSENT in said["paper by name"]
    assert "Absent for a round" in said["the list of rounds"]
    assert "Absent for a round" in said["the table"]
    assert ABSENT in said["the file"]
    assert said["the API"] == "['absent']"
    assert f"Round 2 · {ABSENT}" in own_page(event, entry)
    assert ABSENT in said["the way"]
    assert "Round 2: you are absent for this round." in said["my events"]
    assert [place for place, words in said.items() if "you rest" in words.lower() or "A rest" in words] == []
    (row,) = [row.stage for row in all_standings(event) if row.entry == entry]
    assert row is not None
    assert (row.tally.losses, row.tally.rests, row.tally.absences) == (0, 0, 1)


# R-HND-30
def test_the_rest_of_somebody_who_had_left_before_it_is_no_rest() -> None:
    event, entry = withdrawn()
    said = said_everywhere(event, entry)
    assert f"Withdrawn before the round : {Entry.objects.get(pk=entry)}" in said["paper by table"]
    assert LEFT in said["paper by name"]
    assert "Withdrawn before the round" in said["the list of rounds"]
    assert "the line had left before this round" in said["the table"]
    assert LEFT in said["the file"]
    assert said["the API"] == "['withdrawn']"
    assert LEFT in said["the way"]
    assert "Round 5: you had withdrawn before it." in said["my events"]
    assert LEFT in main("event_bracket", event)
    rounds = main("event_tables", event, query="?round=5")
    assert "Withdrawn before the round" in rounds
    assert "Resting in this round" not in rounds
