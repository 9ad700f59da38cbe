"""Entries that are level at the end of a stage: their order is recorded by hand, counts, and is taken back."""

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.level import evening, record
from tests.tournaments.services.rounds import pair
from tests.tournaments.services.stages import event_of
from tournaments.backups.verifying.events import violations_of
from tournaments.draw.writes import pairings
from tournaments.errors import RefusedError
from tournaments.events.words.by_format import stage_of
from tournaments.events.writes import closing
from tournaments.models import AuditEntry, Ruling, Tournament
from tournaments.standings.reads import level
from tournaments.standings.reads.standings import all_standings
from tournaments.standings.words.stage_tables import stage_tables
from tournaments.standings.writes import take_order_back

pytestmark = pytest.mark.django_db
GROUPS = {"kind": "groups", "size": 3, "ranking": "valliadi"}
TO_FINAL = {"kind": "knockout", "from": {"first": 1}}


def take_back(event: Tournament, ruling: Ruling, reason: str = "Carte scambiate") -> None:
    take_order_back(actor=make.boss_of(event), tournament_id=event.pk, ruling_id=ruling.pk, reason=reason)


def places(event: Tournament) -> list[tuple[int | None, int]]:
    return [(row.place, row.entry) for row in all_standings(make.fresh(event))]


def test_the_recorded_order_parts_those_who_are_level_and_the_standings_say_by_what() -> None:
    """R-TIE-12"""
    event = evening()
    [winners, losers] = [each.keys for each in level.open_levels(event)]
    assert places(event) == [(1, winners[0]), (1, winners[1]), (3, losers[0]), (3, losers[1])]
    assert not any(row.is_certain for row in all_standings(event))
    record(event, winners[1], winners[0])
    assert [row.is_certain for row in all_standings(make.fresh(event))] == [True, True, False, False]
    assert [each.keys for each in level.open_levels(event)] == [losers]
    assert places(event)[:2] == [(1, winners[1]), (2, winners[0])]
    stage = stage_of(event)
    assert stage is not None
    [table] = stage_tables(event, stage, all_standings(make.fresh(event)))
    assert table.reasons[0].endswith("Avanti per la carta più alta.")
    assert "Non hanno pescato la carta più alta." in table.reasons[-1]
    row = AuditEntry.objects.get(verb="order_recorded")
    numbers = dict(event.entries.values_list("pk", "number"))
    assert row.target == "R1"
    assert row.after["criterion"] == "highest_card"
    assert [number for number, _label in row.after["entries"]] == [numbers[winners[1]], numbers[winners[0]]]
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
    assert event.entries.get(pk=winners[0]).final_place == 2


def test_a_recorded_order_is_taken_back_with_a_reason() -> None:
    """R-TIE-17"""
    event = evening()
    keys = level.open_levels(event)[0].keys
    ruling = record(event, *reversed(keys))
    with pytest.raises(RefusedError, match="reason_missing"):
        take_back(event, ruling, " ")
    take_back(event, ruling)
    assert level.open_levels(event)[0].keys == keys
    assert AuditEntry.objects.get(verb="order_taken_back").reason == "Carte scambiate"
    with pytest.raises(RefusedError, match="ruling_missing"):
        take_back(event, ruling)


def test_only_all_those_who_are_level_are_ordered_and_only_as_the_ranking_says() -> None:
    """R-TIE-17"""
    event = evening()
    [winners, losers] = [each.keys for each in level.open_levels(event)]
    for keys in (winners[:1], (*winners, losers[0]), (winners[0], losers[0]), (*winners, winners[0]), (0, 1)):
        with pytest.raises(RefusedError, match="not_level"):
            record(event, *keys)
    with pytest.raises(RefusedError, match="not_decided_so"):
        record(event, *winners, by="extra_deal")
    record(event, *winners)
    with pytest.raises(RefusedError, match="not_level"):
        record(event, *winners)


def test_nobody_is_level_while_a_round_is_to_come_where_a_lot_decides_or_where_nothing_was_played() -> None:
    """R-TIE-17"""
    assert level.open_levels(evening(rounds=2)) == []
    assert level.open_levels(evening(ranking="three_points")) == []
    assert level.open_levels(make.drawn()) == []
    assert level.open_levels(make.closed(entries=4, format={"kind": "groups", "ranking": "valliadi"})) == []
    event = evening()
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert level.open_levels(make.fresh(event)) == []


def test_an_order_is_recorded_once_a_stage_is_over_and_until_the_next_begins() -> None:
    """R-TIE-17: who goes on follows from it."""
    assert level.open_levels(event_of(GROUPS, TO_FINAL, entries=6)) == []
    event = level_groups()
    found = level.open_levels(event)
    assert [len(each.keys) for each in found] == [3, 3]
    wanted = [each.keys[-1] for each in found]
    rulings = [record(event, *reversed(each.keys)) for each in found]
    event = pair(event)
    final = event.tables.get(round__stage=2, section="main", status="planned")
    assert sorted(final.lines.values_list("entry_id", flat=True)) == sorted(wanted)
    assert level.open_levels(event) == []
    with pytest.raises(RefusedError, match="next_stage_begun"):
        take_back(event, rulings[0])
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Carte scambiate")
    take_back(event, rulings[0])
    assert [each.keys for each in level.open_levels(make.fresh(event))] == [found[0].keys]


def level_groups(**overrides: Any) -> Tournament:
    """Two groups of three who have all beaten one other: who goes on is open until a card is drawn."""
    event = event_of(GROUPS, TO_FINAL, entries=6, **overrides)
    for number in (1, 2, 3):
        cycle(event, number)
    return make.fresh(event)


def test_the_next_stage_waits_for_those_who_are_level_or_for_a_word() -> None:
    """R-TIE-19"""
    event = level_groups()
    assert {row.outlook and row.outlook.fate for row in all_standings(event)} == {"open"}
    with pytest.raises(RefusedError, match="level_before_stage") as refused:
        pair(event)
    first, second = [each.keys for each in level.open_levels(event)]
    assert refused.value.params["names"] == ", ".join(str(event.entries.get(pk=key)) for key in first)
    assert not event.rounds.filter(stage=2).exists()
    record(event, *reversed(first))
    rows = {row.entry: row for row in all_standings(make.fresh(event))}
    fates = [rows[key].outlook for key in first]
    assert [each and each.fate for each in fates] == ["out", "out", "through"]
    assert {each and each.fate for each in (rows[key].outlook for key in second)} == {"open"}
    pairings.pair_round(actor=make.boss_of(event), tournament_id=event.pk, by_lot=True)
    final = event.tables.get(round__stage=2, section="main", status="planned")
    assert first[-1] in final.lines.values_list("entry_id", flat=True)
    assert AuditEntry.objects.get(verb="round_paired").after["by_lot"] is True


def test_the_page_asks_who_is_level_before_it_begins_the_next_stage() -> None:
    """R-TIE-19"""
    event = level_groups()
    boss = make.client_of(make.boss_of(event))
    for address in ("organise", "organise_pairing"):
        page = boss.get(reverse(address, args=[event.slug])).content.decode()
        assert "Decidi le parità" in page
        assert "Comincia e lascia decidere il sorteggio" in page
    standings = make.client_of().get(reverse("event_standings", args=[event.slug])).content.decode()
    assert "passa" not in standings.partition("<main")[2].partition("</main>")[0].replace("passate", "")
    shown = boss.get(reverse("organise_pairing", args=[event.slug])).context["event"].version
    refused = boss.post(reverse("organise_pairing", args=[event.slug]), {"seen": shown})
    assert refused.status_code == 422
    assert "Sono in parità: " in refused.content.decode()
    assert boss.post(reverse("organise_pairing", args=[event.slug]), {"seen": shown, "by_lot": "1"}).status_code == 303
    assert event.rounds.filter(stage=2).exists()


def cycle(event: Tournament, number: int) -> None:
    """Of three in a group the first beats the second, the second the third, the third the first."""
    make.called(event, round=number)
    for table in make.tables_of(event, number):
        if table.is_over:
            continue
        group = sorted(
            event.tables.filter(group=table.group, lines__entry__isnull=False)
            .values_list("lines__entry", flat=True)
            .distinct()
        )
        one, other = (group.index(key) for key in table.lines.order_by("index").values_list("entry_id", flat=True))
        make.play(table, 0 if (other - one) % 3 == 1 else 1)


@pytest.mark.django_db(transaction=True)
def test_a_recorded_order_comes_along_in_an_archive() -> None:
    event = evening()
    for each in level.open_levels(event):
        record(event, *reversed(each.keys))
    names = [row.name for row in all_standings(event)]
    other = archives.brought(archives.bring(archives.archive_of(event)))
    assert [row.name for row in all_standings(other)] == names
    assert [row.place for row in all_standings(other)] == [1, 2, 3, 4]
    assert list(violations_of(other, is_ours=False)) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "changes",
    [
        {"cause": "lot"},
        {"details": []},
        {"details": {"round": 1}},
        {"details": {"round": "1", "order": [1, 2]}},
        {"details": {"round": 1, "order": 2}},
        {"details": {"round": 1, "order": [1]}},
        {"details": {"round": 1, "order": [1, 1]}},
    ],
)
def test_an_order_that_is_none_is_refused_with_its_archive(changes: dict[str, Any]) -> None:
    event = evening()
    record(event, *level.open_levels(event)[0].keys)

    def change(rows: archives.Rows) -> None:
        rows["tournaments.ruling"][0]["fields"].update(changes)

    data = archives.forged(archives.archive_of(event), change)
    assert archives.refusal(archives.bring(data))[1]["name"] == "details"
