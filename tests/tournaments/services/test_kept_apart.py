"""Who should not meet: the sets that the organiser writes, the rounds that are paired by them, and what is said."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn, pair, play, played_out, script_of, tables
from tests.tournaments.services.stages import event_of
from tournaments.backups.verifying.events import violations_of
from tournaments.draw.reads.apart import ApartSet, apart_sets
from tournaments.draw.reads.drawing import drawing
from tournaments.draw.writes import apart, draws, hand, pairings
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.models import AuditEntry, Draw, Tournament
from tournaments.standings.reads.pairings import paired_rounds
from tournaments.tables.reads import stages

pytestmark = pytest.mark.django_db
BOTH: list[dict[str, Any]] = [
    {"kind": "danish", "rounds": 3, "rematches": "allowed"},
    {"kind": "swiss", "rounds": 3, "version": 2},
]


def keep(event: Tournament, *entries: int, **more: Any) -> None:
    given = {"name": "Famiglia Rossi", "entries": entries, **more}
    apart.keep_apart(actor=make.boss_of(event), tournament_id=event.pk, **given)


def met(event: Tournament, number: int) -> list[set[int]]:
    return [set(keys) for keys in tables(event, number)]


# R-HND-11
@pytest.mark.parametrize("options", BOTH, ids=lambda options: options["kind"])
def test_who_should_not_meet_does_not_and_the_script_knows_it(options: dict[str, Any]) -> None:
    options = dict(options)
    event = played_out(drawn(options.pop("kind"), entries=8, **options), 1)
    paired = pairings.pairing_of(event).paired
    # The better of the two has the reason of their table.
    first, second = sorted(paired.meetings[0].keys, key=paired.order.index)
    keep(event, first, second)
    event = pair(event)
    assert {first, second} not in met(event, 2)
    reasons = stages.reasons_of(event)
    # The better of the two has passed over the other.
    assert "nearest_kept_apart" in {reasons[first].code, reasons[second].code}
    play(event, 2)
    # What was paired stays as it was, also for the script, when they may meet again.
    apart.let_meet(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    assert [each.is_other for each in paired_rounds(make.fresh(event))] == [False]
    assert script_of(event) == "OK\n"
    event = pair(make.fresh(event))
    assert script_of(event) == "OK\n"
    assert list(violations_of(event)) == []


# R-HND-11
def test_where_it_cannot_be_helped_they_meet_and_the_reason_says_so() -> None:
    event = played_out(drawn("danish", entries=4, rounds=3, rematches="allowed"), 1)
    keep(event, *[key for keys in tables(event, 1) for key in keys])
    event = pair(event)
    assert {why.code for why in stages.reasons_of(event).values()} == {"apart_unavoidable"}
    assert script_of(event) == "OK\n"


# R-HND-11
def test_after_their_rounds_they_may_meet() -> None:
    event = played_out(drawn("danish", entries=6, rounds=3, rematches="allowed"), 1)
    plain = pairings.pairing_of(event).paired.meetings
    keep(event, *plain[0].keys, until=1)
    assert pairings.pairing_of(event).paired.meetings == plain
    keep(event, *plain[0].keys, until=2, number=1, name="Sponsor")
    assert pairings.pairing_of(event).paired.meetings != plain
    event = pair(event)
    assert [each["until"] for each in stages.pairings_of(event)[-1].apart] == [2]


# R-HND-11
def test_the_rest_of_a_round_that_is_paired_anew_keeps_them_apart_too() -> None:
    event = pair(played_out(drawn("danish", entries=8, rounds=3, rematches="allowed"), 1))
    (stays, _), (one, other), *_ = tables(event, 2)
    keep(event, one, other)
    pairings.pair_others(
        actor=make.boss_of(event), tournament_id=event.pk, number=2, entries=[stays], reason="Giocano nella saletta"
    )
    assert {one, other} not in met(event, 2)
    assert script_of(event) == "OK\n"


# R-HND-11
def test_a_stage_that_begins_by_the_standings_keeps_them_apart() -> None:
    event = event_of({"kind": "groups", "size": 4}, {"kind": "danish", "rounds": 2, "rematches": "allowed"}, entries=8)
    event = played_out(event, 3)
    one, other = pairings.pairing_of(event).paired.meetings[0].keys
    keep(event, one, other)
    event = pair(event)
    assert {one, other} not in met(event, 4)
    assert script_of(event) == "OK\n"


# R-HND-11
@pytest.mark.parametrize("kind", ["swiss", "groups", "mitchell"])
def test_a_swap_that_makes_them_meet_has_to_be_confirmed(kind: str) -> None:
    event = drawn(kind, entries=8, **({"size": 8} if kind == "groups" else {"rounds": 3}))
    (a, b), (c, _d), *_ = tables(event, 1)
    keep(event, a, c)
    keep(event, b, c, name="Soci del Bridge", until=9)
    found = hand.preview_swap(tournament=make.fresh(event), number=1, one=b, other=c)
    (doubt,) = [each for each in found.doubts if each.code == "kept_apart"]
    assert {doubt.one, *doubt.others} == {a, c}
    assert found.values(doubt)["set"] == "Famiglia Rossi"
    with pytest.raises(RefusedError, match="swap_not_confirmed"):
        hand.swap_seats(
            actor=make.boss_of(event), tournament_id=event.pk, number=1, one=b, other=c, accepted="", reason="Chiesto"
        )
    apart.let_meet(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    found = hand.preview_swap(tournament=make.fresh(event), number=1, one=b, other=c)
    assert [each for each in found.doubts if each.code == "kept_apart"] == []


# R-HND-11
def test_what_a_set_may_be() -> None:
    event = drawn("swiss", entries=50, rounds=3)
    keys = [key for table in tables(event, 1) for key in table]
    keep(event, *keys[:2])
    with pytest.raises(RefusedError, match="set_name_taken"):
        keep(event, *keys[:2], name="famiglia  rossi")
    with pytest.raises(RefusedError, match="bad_size_of_set"):
        keep(event, keys[0], keys[0], name="Uno")
    with pytest.raises(RefusedError, match="bad_size_of_set"):
        keep(event, *keys[:41], name="Troppi")
    with pytest.raises(RefusedError, match="entry_missing"):
        keep(event, keys[0], 10**9, name="Straniero")
    with pytest.raises(RefusedError, match="no_such_set"):
        keep(event, *keys[:2], number=7)
    with pytest.raises(RefusedError, match="no_such_set"):
        apart.let_meet(actor=make.boss_of(event), tournament_id=event.pk, number=7)
    for name in ("Circolo", "Sponsor"):
        keep(event, *keys[:2], name=name)
    with pytest.raises(RefusedError, match="in_enough_sets"):
        keep(event, *keys[1:3], name="Quarto")
    with pytest.raises(StaleVersionError):
        keep(event, *keys[2:4], name="Vecchia pagina", seen=1)
    # To change a set is no other one: its own name and members are free.
    keep(event, *keys[:3], number=1, until=4)
    first, *_others = apart_sets(event)
    assert (first.number, first.name, first.until, first.entries) == (1, "Famiglia Rossi", 4, tuple(keys[:3]))
    apart.let_meet(actor=make.boss_of(event), tournament_id=event.pk, number=3)
    keep(event, *keys[5:7], name="Nuovi")
    assert [each.number for each in apart_sets(event)] == [1, 2, 4]
    for number in range(37):
        keep(event, *keys[7 + number % 40 : 9 + number % 40], name=f"Coppia {number}")
    with pytest.raises(RefusedError, match="too_many_sets"):
        keep(event, *keys[20:22], name="Uno di troppo")


# R-HND-11
def test_after_the_end_nobody_is_kept_apart_any_more() -> None:
    event = make.finished()
    keys = list(event.entries.values_list("pk", flat=True)[:2])
    with pytest.raises(RefusedError, match="not_running"):
        keep(event, *keys)


# R-HND-11
def test_the_log_keeps_the_names_of_the_entries_as_it_keeps_all_names() -> None:
    event = drawn("swiss", entries=4, rounds=3)
    keep(event, *tables(event, 1)[0])
    row = AuditEntry.objects.get(tournament=event, verb="entries_kept_apart")
    assert (row.target, len(row.after["entries"])) == ("Famiglia Rossi", 2)
    keep(event, *tables(event, 1)[0], number=1, name="Fratelli", until=2)
    changed = AuditEntry.objects.filter(tournament=event, verb="entries_kept_apart").latest("seq")
    assert (changed.after["set"], changed.after["until_round"]) == (1, 2)


# R-HND-12
@pytest.mark.parametrize("options", [{"kind": "knockout"}, {"kind": "groups", "size": 4}, {"kind": "danish"}])
def test_a_draw_keeps_apart_who_should_not_meet_and_its_seal_holds_them(options: dict[str, Any]) -> None:
    event, first = make.draft(make.closed(entries=8, preset="online_002", format=options))
    actor, positions = make.boss_of(event), draws.positions_of(first)
    two = {positions[place] or 0 for place in drawing(first).event_format.meetings(positions)[0]}
    keep(event, *two)
    # The draft is of another list now.
    with pytest.raises(RefusedError, match="seal_outdated"):
        draws.announce_draw(actor=actor, tournament_id=event.pk, draw_id=first.pk)
    draws.discard_draw(actor=actor, tournament_id=event.pk, draw_id=first.pk, reason="Due fratelli")
    event = make.drawn(make.fresh(event))
    assert two not in met(event, 1)
    document = Draw.objects.get(tournament=event, status="announced").document or {}
    told = {each["key"]: each["apart"] for each in document["entrants"] if "apart" in each}
    assert told == {key: [[1, 0]] for key in two}
    assert "Famiglia Rossi" not in str(document)


# R-HND-12
def test_a_set_whose_rounds_are_over_says_nothing_of_a_later_draw() -> None:
    event = make.closed(entries=4)
    entries = list(event.entries.order_by("number"))
    sets = [ApartSet(1, "Uno", 1, (entries[0].pk, entries[1].pk)), ApartSet(2, "Due", 3, (entries[0].pk,))]
    assert draws.entrants(entries, sets, 1)[0].apart == ((1, 1), (2, 3))
    assert draws.entrants(entries, sets, 2)[0].apart == ((2, 2),)
