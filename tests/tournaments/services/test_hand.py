"""The director's hand: places swapped in a round before its tables have a result, and the others paired anew."""

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.fixed_places import KINDS, fix, hall_of, unfix
from tests.tournaments.services.rounds import drawn, late, pair, play, played_out, resting, script_of, tables
from tests.tournaments.services.stages import DANISH, GROUPS, event_of
from tournaments.backups.verifying.events import violations_of
from tournaments.discipline.writes import penalties
from tournaments.draw.reads.fixed_tables import fixed_tables
from tournaments.draw.writes import draws, hand, pairings
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.events.writes import closing
from tournaments.models import AuditEntry, Club, Entry, OutboxMessage, Table, TableLine, Tournament
from tournaments.standings.reads.pairings import corrected_pairings
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.reads import stages
from tournaments.timing.writes import lateness

pytestmark = pytest.mark.django_db


def swap(event: Tournament, number: int, one: int, other: int, **more: Any) -> None:
    found = hand.preview_swap(tournament=make.fresh(event), number=number, one=one, other=other)
    accepted = " ".join(each.name for each in found.doubts)
    given = {"accepted": accepted, "reason": "Chiesto da tutte e due", **more}
    hand.swap_seats(actor=make.boss_of(event), tournament_id=event.pk, number=number, one=one, other=other, **given)


# R-HND-01, R-HND-06
@pytest.mark.parametrize("options", KINDS, ids=lambda options: options["kind"])
def test_in_every_round_two_swap_places_and_the_script_knows_it(options: dict[str, Any]) -> None:
    options = dict(options)
    event = drawn(options.pop("kind"), entries=10, **options)
    for number in (1, 2, 3):
        if not event.rounds.filter(number=number).exists():
            event = pair(event)
        before = tables(event, number)
        one, other = before[0][0], before[1][0]
        swap(event, number, one, other)
        places = {one: other, other: one}
        assert tables(event, number) == [tuple(places.get(key, key) for key in keys) for keys in before]
        assert script_of(event) == "OK\n"
        play(event, number)
        assert script_of(event) == "OK\n"
    assert list(violations_of(make.fresh(event))) == []


# R-HND-01
def test_who_rests_is_swapped_as_anybody_else() -> None:
    event = pair(played_out(drawn("swiss", entries=7, rounds=3), 1))
    rests = resting(event, 2)
    other = tables(event, 2)[0][0]
    swap(event, 2, rests, other)
    assert resting(event, 2) == other
    table = Table.objects.get(tournament=event, round__number=2, status=Table.Status.BYE)
    assert table.lines.values_list("vp", "place").get(entry=other) == (14, 1)
    play(event, 2)
    assert script_of(event) == "OK\n"


# R-HND-01
def test_a_swap_that_changes_nothing_is_refused() -> None:
    event = pair(played_out(drawn("partners", entries=10, rounds=3), 1))
    one, mate = next(keys for keys in tables(event, 2) if len(keys) == 4)[:2]
    with pytest.raises(RefusedError, match="same_after_swap"):
        swap(event, 2, one, mate)
    resters = [keys[0] for keys in tables(event, 1) if len(keys) == 1]
    with pytest.raises(RefusedError, match="same_after_swap"):
        swap(event, 1, *resters)
    with pytest.raises(RefusedError, match="same_after_swap"):
        as_seated(event, 1, *tables(event, 1)[0][:2])
    assert not stages.exchanges_of(event)


# R-HND-03
def test_in_another_group_an_entry_plays_all_its_rounds() -> None:
    event = drawn("groups", entries=8, size=4)
    first, second = tables(event, 1)[0][0], tables(event, 1)[2][0]
    found = hand.preview_swap(tournament=event, number=2, one=first, other=second)
    assert [each.round for each in found.exchanges] == [1, 2, 3]
    swap(event, 2, first, second)
    assert script_of(event) == "OK\n"
    play(event, 1)
    assert script_of(event) == "OK\n"
    with pytest.raises(RefusedError, match="table_has_result"):
        hand.preview_swap(tournament=make.fresh(event), number=2, one=first, other=second)
    same = tables(event, 2)
    swap(event, 2, same[0][0], same[1][0])
    assert script_of(event) == "OK\n"


# R-HND-03
@pytest.mark.parametrize("entries", [7, 9])
def test_two_who_change_groups_of_different_sizes(entries: int) -> None:
    event = drawn("groups", entries=entries, size=4)
    by_group: dict[int, list[int]] = {}
    for seat in stages.seats_of(event):
        by_group.setdefault(seat.group, []).append(seat.entry)
    first, second = by_group[1][0], by_group[2][0]
    number = next(seat.round for seat in stages.seats_of(event) if seat.entry == first)
    found = hand.preview_swap(tournament=event, number=number, one=first, other=second)
    assert [each.code for each in found.doubts] == []
    swap(event, number, first, second)
    assert script_of(event) == "OK\n"
    assert list(violations_of(make.fresh(event))) == []


# R-HND-02
def test_each_thing_that_should_not_be_has_to_be_confirmed() -> None:
    event = pair(played_out(drawn("swiss", entries=8, rounds=3), 1))
    met = tables(event, 1)[0]
    other = next(key for keys in tables(event, 2) for key in keys if met[0] in keys and key != met[0])
    found = hand.preview_swap(tournament=event, number=2, one=other, other=met[1])
    assert [(each.code, each.one, each.others, each.round) for each in found.doubts][:1] in (
        [("met_before", met[1], (met[0],), 1)],
        [("met_before", other, found.doubts[0].others, 1)],
    )
    with pytest.raises(RefusedError, match="swap_not_confirmed") as refused:
        swap(event, 2, other, met[1], accepted="")
    assert refused.value.params["missing"] == len(found.doubts)
    swap(event, 2, other, met[1])
    kept = AuditEntry.objects.get(tournament=event, verb="seats_swapped")
    assert kept.reason == "Chiesto da tutte e due"
    assert [each["code"] for each in (kept.after or {})["confirmed"]] == [each.code for each in found.doubts]


# R-HND-02
def test_two_of_a_club_are_named_where_there_is_more_than_one_club() -> None:
    event = drawn("danish", entries=4, rounds=2, rematches="allowed")
    keys = [key for table in tables(event, 1) for key in table]
    for at, name in enumerate(("Traves", "Viù", "Traves", "Viù")):
        belongs_to(keys[at], name)
    found = hand.preview_swap(tournament=make.fresh(event), number=1, one=keys[1], other=keys[2])
    assert [each.code for each in found.doubts] == ["same_club", "same_club"]
    for key in keys:
        belongs_to(key, "Traves")
    assert not hand.preview_swap(tournament=make.fresh(event), number=1, one=keys[1], other=keys[2]).doubts


def belongs_to(entry: int, name: str) -> None:
    club, _made = Club.objects.get_or_create(name=name)
    Entry.objects.filter(pk=entry).update(club=club)


# R-HND-01
def test_nobody_is_moved_from_a_table_with_a_result_or_by_somebody_who_read_another_round() -> None:
    event = make.called(drawn("danish", entries=8, rounds=2))
    at = tables(event, 1)
    make.play(make.tables_of(event, 1)[0])
    with pytest.raises(RefusedError, match="table_has_result"):
        swap(event, 1, at[0][0], at[1][0])
    with pytest.raises(RefusedError, match="not_in_round"):
        swap(event, 1, at[1][0], at[1][0])
    with pytest.raises(StaleVersionError):
        swap(event, 1, at[1][0], at[2][0], seen=1)
    with pytest.raises(RefusedError, match="reason_missing"):
        swap(event, 1, at[1][0], at[2][0], reason=" ")


# R-HND-04
def test_at_a_called_table_codes_are_new_and_who_comes_is_called() -> None:
    event = make.called(drawn("danish", entries=8, rounds=2))
    at = tables(event, 1)
    Entry.objects.filter(pk__in=(at[0][0], at[1][0])).update(contact="squadra@example.org")
    OutboxMessage.objects.all().delete()
    before = make.tables_of(event, 1)
    swap(event, 1, at[0][0], at[1][0])
    after = make.tables_of(event, 1)
    assert [table.code_generation - old.code_generation for table, old in zip(after, before, strict=True)] == [
        1,
        1,
        0,
        0,
    ]
    assert OutboxMessage.objects.filter(kind="table_called").count() == 2


# R-HND-06
def test_a_penalty_goes_to_the_table_of_who_has_it() -> None:
    event = make.called(drawn("swiss", entries=7, rounds=3))
    (one, _), (other, _), *_ = tables(event, 1)
    first, second, *_ = make.tables_of(event, 1)
    penalties.give_penalty(
        actor=make.boss_of(event), tournament_id=event.pk, entry_id=one, table_id=first.pk, kind="warning", reason="x"
    )
    swap(event, 1, one, other)
    assert list(first.rulings.all()) == []
    assert [ruling.entry_id for ruling in second.rulings.all()] == [one]
    swap(event, 1, one, resting(event, 1))
    assert list(second.rulings.all()) == []
    assert event.rulings.get().table is None


# R-HND-07
def test_in_an_elimination_only_drawn_places_are_swapped() -> None:
    event = make.drawn(make.closed(entries=7))
    free = [table for table in make.tables_of(event, 1) if table.status != Table.Status.BYE]
    one, other = (table.lines.order_by("index")[0].entry_id for table in free[:2])
    swap(event, 1, one or 0, other or 0)
    assert free[0].lines.order_by("index")[0].entry_id == other
    bye = TableLine.objects.get(table__tournament=event, table__status="bye", entry__isnull=False).entry_id
    with pytest.raises(RefusedError, match="nothing_to_play"):
        swap(event, 1, one or 0, bye or 0)
    make.play_round(event, 1)
    seated = [line.entry_id or 0 for line in TableLine.objects.filter(table__tournament=event, table__round__number=2)]
    with pytest.raises(RefusedError, match="place_by_result"):
        swap(event, 2, seated[0], seated[2])
    assert list(violations_of(make.fresh(event))) == []


# R-HND-07, R-HND-10
def test_in_a_knockout_after_groups_places_are_by_result_and_nobody_has_a_fixed_table() -> None:
    event = event_of({"kind": "groups", "size": 4}, {"kind": "knockout", "from": {"first": 2}}, entries=8)
    at = tables(event, 1)
    fix(event, at[0][0], 2)
    assert hall_of(event, 1)[at[0][0]] == 2
    event = pair(played_out(event, 3))
    (one, _), (other, _), *_ = tables(event, 4)
    with pytest.raises(RefusedError, match="place_by_result"):
        swap(event, 4, one, other)
    before = hall_of(event, 4)
    with pytest.raises(RefusedError, match="fixed_table_in_rounds"):
        fix(event, one, 7)
    assert hall_of(event, 4) == before
    assert sorted(set(before.values())) == [1, 2]


# R-HND-07
def test_in_a_round_that_was_drawn_afresh_each_brings_its_table_along() -> None:
    event = make.drawn(make.closed(entries=8, format={"kind": "knockout", "redraw": True}))
    make.play_round(event, 1)
    make.draw_again(event)
    lines = list(TableLine.objects.filter(table__tournament=event, table__round__number=2).order_by("table", "index"))
    swap(event, 2, lines[0].entry_id or 0, lines[2].entry_id or 0)
    now = {line.entry_id: line.source_id for line in TableLine.objects.filter(pk__in=[line.pk for line in lines])}
    assert now == {line.entry_id: line.source_id for line in lines}
    assert list(violations_of(make.fresh(event))) == []


# R-HND-05
@pytest.mark.parametrize("kind", ["danish", "swiss", "king"])
@pytest.mark.parametrize("entries", [9, 10])
def test_a_table_stays_and_all_others_are_paired_anew(kind: str, entries: int) -> None:
    event = pair(played_out(drawn(kind, entries=entries, rounds=3), 1))
    at = tables(event, 2)
    swap(event, 2, at[1][0], at[3][0])
    together = tables(event, 2)[1]
    others(event, 2, together[0])
    now = tables(event, 2)
    assert now[1] == together
    assert sorted(key for keys in now for key in keys) == sorted(key for keys in at for key in keys)
    assert script_of(event) == "OK\n"
    assert not stages.exchanges_of(event)
    swap(event, 2, now[0][0], now[2][0])
    assert script_of(event) == "OK\n"
    assert not pairings.pairing_of(event).is_other
    play(event, 2)
    event = pair(event)
    assert script_of(event) == "OK\n"


# R-HND-05
@pytest.mark.parametrize(
    ("options", "at"),
    [
        ({"kind": "swiss"}, 3),
        ({"kind": "king"}, 3),
        ({"kind": "danish", "rematches": "not_in_a_row", "groups": 2}, 2),
    ],
    ids=lambda each: each["kind"] if isinstance(each, dict) else str(each),
)
def test_a_table_that_stays_has_its_number_when_somebody_misses_the_round(options: dict[str, Any], at: int) -> None:
    event = pair(played_out(drawn(entries=8, rounds=3, **options), 1))
    together, (one, other), *_ = tables(event, 2)[at], tables(event, 2)[0]
    others(event, 2, together[0])
    for key in (one, other):
        skip(event, 2, key, 0)
        found = hall_of(event, 2)
        assert [found[each] for each in together] == [at + 1, at + 1]
        assert len(set(found.values())) == sum(len(keys) > 1 for keys in tables(event, 2))
        assert script_of(event) == "OK\n"
    let_play(event, 2, one)
    assert hall_of(event, 2)[together[0]] == at + 1
    # Who cannot move has that number all the same.
    fixed = next(keys[0] for keys in tables(event, 2) if len(keys) > 1 and keys != together)
    fix(event, fixed, at + 1)
    there = hall_of(event, 2)[together[0]]
    let_play(event, 2, other)
    assert (hall_of(event, 2)[fixed], hall_of(event, 2)[together[0]]) == (at + 1, there)
    assert script_of(event) == "OK\n"


def others(event: Tournament, number: int, *entries: int, reason: str = "Giocano nella saletta") -> None:
    pairings.pair_others(
        actor=make.boss_of(event), tournament_id=event.pk, number=number, entries=entries, reason=reason
    )


# R-HND-05
def test_only_the_round_that_was_paired_last_is_paired_anew_and_only_before_its_call() -> None:
    event = drawn("danish", entries=8, rounds=3)
    first = tables(event, 1)[0][0]
    with pytest.raises(RefusedError, match="begins_stage"):
        others(event, 1, first)
    play(event, 1)
    event = pair(event)
    with pytest.raises(RefusedError, match="not_in_round"):
        others(event, 2, 10**9)
    with pytest.raises(RefusedError, match="reason_missing"):
        others(event, 2, first, reason=" ")
    make.called(event, round=2)
    with pytest.raises(RefusedError, match="tables_called"):
        others(event, 2, first)
    event = pair(played_out(event_of({"kind": "groups", "size": 3}, {"kind": "knockout", "from": {"best": 4}}), 3))
    with pytest.raises(RefusedError, match="not_paired_around"):
        others(event, 4, tables(event, 4)[0][0])


# R-HND-05, R-HND-09
@pytest.mark.parametrize("kind", ["swiss", "king"])
def test_at_least_two_are_left_to_be_paired(kind: str) -> None:
    event = pair(played_out(drawn(kind, entries=4, rounds=3), 1))
    everybody = [key for keys in tables(event, 2) for key in keys]
    with pytest.raises(RefusedError, match="not_in_round"):
        pairings.pair_others(
            actor=make.boss_of(event), tournament_id=event.pk, number=2, entries=[everybody[0], 10**8], reason="x"
        )
    with pytest.raises(RefusedError, match="too_few_to_pair") as refused:
        pairings.pair_others(actor=make.boss_of(event), tournament_id=event.pk, number=2, entries=everybody, reason="x")
    assert refused.value.params["left"] == 0
    skip(event, 2, everybody[0], 0)
    skip(event, 2, everybody[1], 0)
    with pytest.raises(RefusedError, match="too_few_to_pair") as refused:
        skip(event, 2, everybody[2], 0)
    assert (refused.value.field, refused.value.params["left"]) == ("", 1)
    assert script_of(event) == "OK\n"


# R-HND-05
def test_a_round_that_begins_a_stage_is_not_paired_anew_around_somebody() -> None:
    event = pair(played_out(event_of(GROUPS, DANISH, entries=8), 3))
    first = tables(event, 4)[0][0]
    with pytest.raises(RefusedError, match="begins_stage"):
        others(event, 4, first)
    with pytest.raises(RefusedError, match="begins_stage"):
        skip(event, 4, first, 0)


# R-HND-05, R-HND-09
@pytest.mark.parametrize("entries", [9, 12, 14])
def test_with_rotating_partners_a_table_stays_and_somebody_misses_the_round(entries: int) -> None:
    event = pair(played_out(drawn("partners", entries=entries, rounds=4), 1))
    at = tables(event, 2)
    together, away = at[1], at[0][2]
    before = {row.entry: row.vp for row in all_standings(event)}
    others(event, 2, together[0])
    skip(event, 2, away)
    now = tables(event, 2)
    assert {together, (away,)} <= {*now}
    assert sorted(key for keys in now for key in keys) == sorted(key for keys in at for key in keys)
    assert script_of(event) == "OK\n"
    assert not pairings.pairing_of(event).is_other
    play(event, 2)
    assert {row.entry: row.vp for row in all_standings(event)}[away] == before[away] + 8
    event = pair(make.fresh(event))
    assert away in {key for keys in tables(event, 3) if len(keys) > 1 for key in keys}
    play(event, 3)
    assert script_of(event) == "OK\n"
    assert list(violations_of(make.fresh(event))) == []
    with pytest.raises(RefusedError, match="too_few_to_pair") as refused:
        short = pair(played_out(drawn("partners", entries=5, rounds=2), 1))
        skip(short, 2, tables(short, 2)[0][0], 0)
        skip(short, 2, tables(short, 2)[0][1], 0)
    assert refused.value.params == {"least": 4, "left": 3}


# R-HND-05
@pytest.mark.parametrize("options", [{"kind": "groups", "size": 4}, {"kind": "mitchell", "rounds": 3}], ids=str)
def test_where_all_tables_are_known_it_is_said_what_to_do(options: dict[str, Any]) -> None:
    event = drawn(entries=8, **options)
    for number in (1, 2):
        with pytest.raises(RefusedError, match="tables_known"):
            skip(event, number, tables(event, number)[0][0], 0)
    play(event, 1)
    away, *_others = tables(event, 2)[0]
    page = make.client_of(make.boss_of(event)).get(f"{reverse('organise_hand', args=[event.slug, 2])}?a={away}")
    assert "Chi salta un turno può giocare la partita più tardi" in page.content.decode()
    # The match is played while the next round is already on.
    make.called(event, round=2)
    make.called(event, round=3)
    for table in [*make.tables_of(event, 3), *make.tables_of(event, 2)]:
        make.play(table, 0)
    assert script_of(event) == "OK\n"


# R-HND-06
def test_what_was_changed_goes_with_its_tables() -> None:
    event = pair(played_out(drawn("danish", entries=8, rounds=3), 1))
    at = tables(event, 2)
    swap(event, 2, at[0][0], at[1][0])
    assert {reason.code for reason in stages.reasons_of(event).values()} >= {"changed_by_hand", "neighbours_meet"}
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Un risultato era sbagliato")
    assert not stages.exchanges_of(event)
    event = pair(make.fresh(event))
    assert tables(event, 2) == at
    assert "changed_by_hand" not in {reason.code for reason in stages.reasons_of(event).values()}


# R-HND-06
def test_with_the_draw_its_swaps_are_taken_back() -> None:
    event = drawn("groups", entries=8, size=4)
    at = tables(event, 1)
    swap(event, 1, at[0][0], at[1][0])
    draws.withdraw_draw(actor=make.boss_of(event), tournament_id=event.pk, reason="Una coppia era iscritta due volte")
    assert not stages.exchanges_of(event)


def test_who_has_left_is_not_moved() -> None:
    event = drawn("groups", entries=8, size=4)
    gone = tables(event, 1)[0][0]
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone, reason="Sta male")
    with pytest.raises(RefusedError, match="nothing_to_play"):
        swap(event, 2, gone, next(key for keys in tables(event, 2) for key in keys if gone not in keys))


def as_seated(event: Tournament, number: int, one: int, other: int, **more: Any) -> None:
    given = {"reason": "Tavoli scambiati entrando in sala", "confirmed": True, **more}
    hand.record_as_seated(
        actor=make.boss_of(event), tournament_id=event.pk, number=number, one=one, other=other, **given
    )


# R-HND-08
@pytest.mark.parametrize("options", KINDS, ids=lambda options: options["kind"])
def test_two_who_had_sat_in_each_others_places_have_the_points_of_their_seats(options: dict[str, Any]) -> None:
    options = dict(options)
    event = played_out(drawn(options.pop("kind"), entries=10, **options), 2)
    for number in (2, 1):
        before = [seat for seat in stages.seats_of(event) if seat.round == number and seat.line == 1 and seat.group < 2]
        one, other = before[0], next(seat for seat in before if seat.table != before[0].table)
        as_seated(event, number, one.entry, other.entry)
        now = {(seat.table, seat.line, seat.entry): seat for seat in stages.seats_of(event)}
        assert now[one.table, 1, other.entry].points == one.points
        assert now[other.table, 1, one.entry].vp == other.vp
        assert script_of(event).endswith("OK\n")
        assert list(violations_of(make.fresh(event))) == []
    play(event if event.rounds.filter(number=3).exists() else pair(event), 3)
    assert script_of(event).endswith("OK\n")


# R-HND-08
def test_a_round_that_was_paired_on_it_is_told_as_after_a_correction() -> None:
    event = pair(played_out(drawn("swiss", entries=8, rounds=4), 1))
    at = tables(event, 1)
    winner, loser = min(at[0]), max(at[3])
    found, told = hand.preview_as_seated(tournament=event, number=1, one=winner, other=loser)
    assert [table.hall for table in found.tables] == [1, 4]
    assert [each.round for each in told.pairings] == [2]
    assert {move.entry for move in told.moves} >= {winner, loser}
    as_seated(event, 1, winner, loser)
    assert [each.round for each in corrected_pairings(make.fresh(event))] == [2]
    assert script_of(event).startswith(
        "Note: round 2 was paired by another order, before these steps: played_as_seated"
    )
    as_seated(event, 1, winner, loser)
    assert corrected_pairings(make.fresh(event)) == ()
    # Paired anew it is paired by what is known now.
    as_seated(event, 1, winner, loser)
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Si erano scambiati")
    event = pair(make.fresh(event))
    assert script_of(event) == "OK\n"
    others(event, 2, tables(event, 2)[0][0])
    assert script_of(event) == "OK\n"


# R-HND-08
def test_only_tables_that_were_played_to_their_end_are_recorded_otherwise() -> None:
    event = make.called(drawn("swiss", entries=8, rounds=2))
    at, boss = tables(event, 1), make.boss_of(event)
    first, second, third, _fourth = make.tables_of(event, 1)
    make.play(first)
    with pytest.raises(RefusedError, match="table_not_over"):
        as_seated(event, 1, at[0][0], at[1][0])
    make.play(second)
    with pytest.raises(RefusedError, match="as_seated_not_confirmed"):
        as_seated(event, 1, at[0][0], at[1][0], confirmed=False)
    with pytest.raises(RefusedError, match="reason_missing"):
        as_seated(event, 1, at[0][0], at[1][0], reason="")
    with pytest.raises(StaleVersionError):
        as_seated(event, 1, at[0][0], at[1][0], seen=1)
    penalties.give_penalty(
        actor=boss, tournament_id=event.pk, entry_id=at[2][0], table_id=third.pk, kind="no_show", reason="Non c'era"
    )
    with pytest.raises(RefusedError, match="ruled_here"):
        as_seated(event, 1, at[0][0], at[2][1])
    groups = drawn("groups", entries=8, size=4)
    play(groups, 1)
    with pytest.raises(RefusedError, match="other_group"):
        as_seated(groups, 1, tables(groups, 1)[0][0], tables(groups, 1)[2][0])
    knockout = make.called(make.drawn(make.closed(entries=4)))
    for table in make.tables_of(knockout):
        make.play(table)
    with pytest.raises(RefusedError, match="not_played_in_rounds"):
        as_seated(knockout, 1, tables(knockout, 1)[0][0], tables(knockout, 1)[1][0])


def skip(event: Tournament, number: int, entry: int, vp: int = 8, **more: Any) -> None:
    given = {"reason": "Un impegno di lavoro", **more}
    pairings.skip_round(actor=make.boss_of(event), tournament_id=event.pk, number=number, entry=entry, vp=vp, **given)


def let_play(event: Tournament, number: int, entry: int) -> None:
    pairings.end_skip(actor=make.boss_of(event), tournament_id=event.pk, number=number, entry=entry)


# R-HND-09
@pytest.mark.parametrize("kind", ["danish", "swiss", "king"])
@pytest.mark.parametrize("entries", [9, 10])
def test_who_is_absent_for_a_round_has_what_the_organiser_says_and_comes_back_by_itself(
    kind: str, entries: int
) -> None:
    event = pair(played_out(drawn(kind, entries=entries, rounds=4), 1))
    leader = min(tables(event, 2)[0])
    before = {row.entry: (row.vp, row.stage.tally.wins) for row in all_standings(event) if row.stage}
    skip(event, 2, leader)
    assert (leader,) in tables(event, 2)
    assert sum(len(keys) == 1 for keys in tables(event, 2)) == 1 + (entries % 2 == 0)
    assert script_of(event) == "OK\n"
    assert not pairings.pairing_of(event).is_other
    play(event, 2)
    after = {row.entry: (row.vp, row.stage.tally.wins) for row in all_standings(event) if row.stage}
    assert after[leader] == (before[leader][0] + 8, before[leader][1])
    assert script_of(event) == "OK\n"
    assert Entry.objects.get(pk=leader).status == Entry.Status.CONFIRMED
    event = pair(make.fresh(event))
    assert leader in {key for keys in tables(event, 3) if len(keys) > 1 for key in keys}
    assert script_of(event) == "OK\n"
    assert list(violations_of(make.fresh(event))) == []


# R-HND-09, R-KNG-04
@pytest.mark.parametrize("entries", [8, 9])
@pytest.mark.parametrize("height", [0, 3, -1])
def test_a_king_of_the_table_who_misses_a_round_comes_back_at_the_same_height(entries: int, height: int) -> None:
    event = pair(played_out(drawn("king", entries=entries, rounds=4), 1))
    order = [key for keys in tables(event, 2) for key in keys]
    away = order[height]
    skip(event, 2, away)
    above = [key for keys in tables(event, 2) for key in keys].index(away)
    assert abs(above - order.index(away)) <= 1
    assert script_of(event) == "OK\n"
    stays = next(keys for keys in tables(event, 2) if len(keys) == 2)
    pairings.pair_others(
        actor=make.boss_of(event), tournament_id=event.pk, number=2, entries=[stays[0]], reason="Restano loro"
    )
    assert [key for keys in tables(event, 2) for key in keys].index(away) == above
    assert stays in tables(event, 2)
    assert script_of(event) == "OK\n"
    play(event, 2)
    event = pair(make.fresh(event))
    after = [key for keys in tables(event, 3) for key in keys]
    assert abs(after.index(away) - above) <= 1
    assert script_of(event) == "OK\n"
    assert list(violations_of(make.fresh(event))) == []


# R-HND-09
def test_a_round_that_was_missed_gives_no_table_points() -> None:
    event = pair(played_out(drawn("swiss", entries=8, rounds=3, ranking="three_points"), 1))
    loser = max(tables(event, 2)[-1])
    with pytest.raises(RefusedError, match="absent_has_too_much"):
        skip(event, 2, loser, 1)
    skip(event, 2, loser, 0)
    play(event, 2)
    (row,) = [row.stage for row in all_standings(event) if row.entry == loser]
    assert row is not None
    assert (row.tally.points, row.tally.rests) == (0, 0)
    assert script_of(event) == "OK\n"
    assert list(violations_of(make.fresh(event))) == []


# R-HND-09
def test_until_the_round_is_called_who_was_to_be_absent_plays_after_all() -> None:
    event = pair(played_out(drawn("swiss", entries=8, rounds=3), 1))
    at = tables(event, 2)
    skip(event, 2, at[0][0])
    skip(event, 2, at[1][0], 0)
    assert pairings.absent_in(event, 2) == {at[0][0]: 8, at[1][0]: 0}
    others(event, 2, at[3][0])
    assert pairings.absent_in(event, 2) == {at[0][0]: 8, at[1][0]: 0}
    assert script_of(event) == "OK\n"
    let_play(event, 2, at[1][0])
    let_play(event, 2, at[0][0])
    assert sorted(tables(event, 2)) == sorted(at)
    # The table that was kept has stayed all the time, and a second one is kept beside it.
    others(event, 2, at[1][0])
    (row,) = [each for each in stages.pairings_of(event) if each.round == 2]
    assert sorted(sorted(each["entries"]) for each in row.kept) == sorted(map(sorted, (at[1], at[3])))
    assert script_of(event) == "OK\n"
    with pytest.raises(RefusedError, match="not_absent"):
        let_play(event, 2, at[0][0])
    with pytest.raises(RefusedError, match="not_in_round"):
        skip(event, 2, 10**9)
    with pytest.raises(RefusedError, match="reason_missing"):
        skip(event, 2, at[0][0], reason=" ")
    with pytest.raises(RefusedError, match="absent_has_too_much"):
        skip(event, 2, at[0][0], 39)
    make.called(event, round=2)
    with pytest.raises(RefusedError, match="tables_called"):
        skip(event, 2, at[0][0])


# R-HND-09
def test_nobody_is_swapped_with_who_is_absent_and_who_leaves_and_comes_back_is_absent_still() -> None:
    event = pair(played_out(drawn("danish", entries=8, rounds=4), 1))
    away, other = tables(event, 2)[0][0], tables(event, 2)[2][0]
    skip(event, 2, away, 3)
    with pytest.raises(RefusedError, match="absent_is_not_swapped"):
        swap(event, 2, away, other)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": away}
    participation.withdraw_entry(**where, reason="Sta male")
    participation.reinstate_entry(**where, reason="Sta meglio")
    (line,) = TableLine.objects.filter(entry=away, table__round__number=2)
    assert (line.vp, line.mp, line.is_absent, line.place) == (3, 0, False, None)
    assert list(violations_of(make.fresh(event))) == []
    assert pairings.absent_in(event, 2) == {away: 3}


# R-HND-09, R-STG-13
def test_who_has_left_is_not_absent_for_a_round_as_well() -> None:
    event = pair(played_out(drawn("swiss", entries=8, rounds=4), 1))
    away = tables(event, 2)[1][0]
    skip(event, 2, away, 3)
    gone, foe = next(keys for keys in tables(event, 2) if len(keys) > 1)
    for key in (gone, away):
        participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=key, reason="Sta male")
    now = tables(event, 2)
    with pytest.raises(RefusedError, match="already_withdrawn"):
        skip(event, 2, gone, 8)
    with pytest.raises(RefusedError, match="already_withdrawn"):
        let_play(event, 2, away)
    assert tables(event, 2) == now
    assert TableLine.objects.get(entry=foe, table__round__number=2, table__ending="walkover").place == 1


# R-HND-09
def test_in_public_somebody_is_absent_for_a_round_and_has_not_left() -> None:
    event = pair(played_out(drawn("swiss", entries=8, rounds=3), 1))
    leader = min(tables(event, 2)[0])
    skip(event, 2, leader)
    make.called(event, round=2)
    client = make.client_of()
    where = client.get(f"/e/{event.slug}/dove/{leader}/").content.decode()
    assert "Salti questo turno: 8 VP" in where
    rounds = client.get(f"/e/{event.slug}/turni/?turno=2").content.decode()
    assert "Assenti un turno" in rounds
    assert "itirat" not in where + rounds
    assert "Un impegno di lavoro" not in where + rounds


# R-HND-10
@pytest.mark.parametrize("options", KINDS, ids=lambda options: options["kind"])
def test_somebody_who_cannot_move_plays_at_one_table_in_every_round(options: dict[str, Any]) -> None:
    options = dict(options)
    event = drawn(options.pop("kind"), entries=8, **options)
    at = tables(event, 1)
    entry = at[0][0]
    fix(event, entry, 2)
    assert tables(event, 1) == at
    assert script_of(event) == "OK\n"
    for number in (1, 2):
        if not event.rounds.filter(number=number).exists():
            event = pair(event)
        assert hall_of(event, number).get(entry, 2) == 2
        assert len(set(hall_of(event, number).values())) == len(
            [keys for keys in tables(event, number) if len(keys) > 1]
        )
        play(event, number)
        assert script_of(event) == "OK\n"
    with pytest.raises(RefusedError, match="table_fixed_for"):
        fix(event, at[1][0], 2)
    hand.unfix_table(actor=make.boss_of(event), tournament_id=event.pk, entry=entry)
    with pytest.raises(RefusedError, match="no_fixed_table"):
        hand.unfix_table(actor=make.boss_of(event), tournament_id=event.pk, entry=entry)
    assert list(violations_of(make.fresh(event))) == []


# R-HND-10
def test_two_with_a_fixed_table_meet_at_one_of_them() -> None:
    event = drawn("swiss", entries=8, rounds=3)
    (first, second), _, (third, _fourth), _ = tables(event, 1)
    fix(event, first, 3)
    fix(event, second, 2)
    assert hall_of(event, 1)[first] == 3
    fix(event, third, 9)
    assert hall_of(event, 1)[third] == 9
    moved = hand.preview_swap(tournament=event, number=1, one=first, other=tables(event, 1)[1][0])
    assert [(each.code, each.one) for each in moved.doubts if each.code == "leaves_table"] == [("leaves_table", first)]
    play(event, 1)
    event = pair(make.fresh(event))
    found = hall_of(event, 2)
    assert (found[first], found[second], found[third]) == (3, 2, 9)
    make.called(event, round=2)
    fix(event, first, 4)
    assert hall_of(event, 2) == found


# R-HND-10
def test_who_gets_another_fixed_table_leaves_the_one_before() -> None:
    event = drawn("groups", entries=8, size=4)
    one, foe = tables(event, 1)[0]
    fix(event, one, 4)
    fix(event, foe, 1)
    assert hall_of(event, 1)[one] == 4
    fix(event, one, 2)
    # Where the two meet the number holds that was fixed first.
    assert [hall_of(event, number)[one] for number in (1, 2, 3)] == [1, 2, 2]
    assert [hall_of(event, number)[foe] for number in (1, 2, 3)] == [1, 1, 1]
    assert list(violations_of(make.fresh(event))) == []


# R-HND-10
def test_who_was_swapped_away_from_the_fixed_table_holds_no_other_one() -> None:
    event = drawn("swiss", entries=8, rounds=3)
    (one, _), (other, foe), *_ = tables(event, 1)
    fix(event, one, 6)
    swap(event, 1, one, other)
    here = hall_of(event, 1)[foe]
    assert here == hall_of(event, 1)[one] != 6
    fix(event, foe, 5)
    assert hall_of(event, 1)[foe] == 5


# R-HND-10
@pytest.mark.parametrize("typed", [3, 40])
def test_without_its_fixed_table_an_entry_plays_where_it_would_have_played(typed: int) -> None:
    event = drawn("groups", entries=8, size=4)
    one, foe = tables(event, 1)[0]
    other = tables(event, 1)[3][0]
    before = [hall_of(event, number) for number in (1, 2, 3)]
    fix(event, one, typed)
    unfix(event, one)
    assert [hall_of(event, number) for number in (1, 2, 3)] == before
    # Of two who meet, one has its table still; another one's stays as it is.
    fix(event, one, typed)
    fix(event, foe, 30)
    fix(event, other, 1)
    assert hall_of(event, 1)[foe] == typed
    unfix(event, one)
    assert [hall_of(event, number)[key] for number in (1, 2, 3) for key in (foe, other)] == [30, 1] * 3
    unfix(event, foe)
    unfix(event, other)
    for number, was in zip((1, 2, 3), before, strict=True):
        assert sorted(hall_of(event, number).values()) == sorted(was.values())
    # A round that is called stays as it is.
    fix(event, one, typed)
    make.called(event, round=1)
    unfix(event, one)
    assert hall_of(event, 1)[one] == typed
    assert hall_of(event, 2)[one] <= 4


# R-HND-10
def test_nobody_takes_a_partner_of_a_round_away_from_the_fixed_table() -> None:
    event = drawn("partners", entries=8, rounds=3)
    at = tables(event, 1)
    one, mate, foe = at[0][:3]
    here = hall_of(event, 1)[mate]
    fix(event, mate, here)
    for key in (one, foe):
        fix(event, key, 3 - here if key == one else 7)
        assert hall_of(event, 1)[mate] == here
    fix(event, at[1][0], 8)
    assert hall_of(event, 1)[at[1][1]] == 8


# R-HND-10
@pytest.mark.parametrize("is_called", [False, True])
def test_who_comes_late_plays_at_the_fixed_table_of_who_rested(is_called: bool) -> None:
    event = drawn("swiss", entries=7, rounds=3)
    rests, (far, *_) = resting(event, 1), tables(event, 1)[0]
    fix(event, rests, 2)
    fix(event, far, 40)
    if is_called:
        make.called(event, round=1)
    seat = participation.preview_late(new=make.names(90), **make.where(event))
    assert bool(seat.leaves) is is_called
    new = late(event, table=seat.table)
    found = hall_of(event, 1)
    # The number that is free is that of the table which has gone to 40; a table that was called stays.
    assert (found[rests], found[far]) == (1 if is_called else 2, 40)
    assert found[new.pk] == found[rests]
    assert sorted(set(found.values())) == [1, 2, 3, 40]


# R-HND-10
def test_a_walkover_to_come_gives_its_number_to_who_has_a_fixed_table() -> None:
    event = drawn("groups", entries=8, size=4)
    gone, entry = tables(event, 1)[-1][0], tables(event, 1)[0][0]
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": gone}
    participation.withdraw_entry(**where, reason="Sta male")
    assert [hall_of(event, number)[gone] for number in (1, 2, 3)] == [4, 4, 4]
    fix(event, entry, 4)
    # Who was to meet somebody who has left keeps the number in case of a return.
    foe = next(key for keys in tables(event, 2) for key in keys if gone in keys and key != gone)
    fix(event, foe, 9)
    participation.reinstate_entry(**where, reason="Sta meglio")
    for number in (1, 2, 3):
        found = hall_of(event, number)
        assert (found[entry], found[foe], len(set(found.values()))) == (4, 9, 4)
    assert script_of(event) == "OK\n"


# R-HND-10
def test_the_table_of_somebody_who_has_left_is_free() -> None:
    event = drawn("swiss", entries=8, rounds=3)
    gone, other = tables(event, 1)[0]
    fix(event, gone, 2)
    play(event, 1)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": gone}
    participation.withdraw_entry(**where, reason="Sta male")
    assert not fixed_tables(event)
    participation.reinstate_entry(**where, reason="Sta meglio")
    assert fixed_tables(event) == {gone: 2}
    participation.withdraw_entry(**where, reason="Sta male")
    event = pair(make.fresh(event))
    fix(event, other, 2)
    assert hall_of(event, 2)[other] == 2
    participation.reinstate_entry(**where, reason="Sta meglio")
    assert fixed_tables(event) == {other: 2}


# R-HND-10
def test_who_comes_back_sits_at_the_fixed_table_again() -> None:
    event = drawn("groups", entries=8, size=4)
    gone, other = tables(event, 1)[0][0], tables(event, 1)[-1][0]
    rooms = [{"name": "Sala", "first": 1, "last": 8}, {"name": "Bar", "first": 9, "last": 9}]
    Tournament.objects.filter(pk=event.pk).update(rooms=rooms)
    fix(event, gone, 9)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": gone}
    participation.withdraw_entry(**where, reason="Sta male")
    hand.fix_table(actor=make.boss_of(event), tournament_id=event.pk, entry=other, room="Bar", reason="Non fa le scale")
    assert hall_of(event, 1)[other] == 9
    participation.reinstate_entry(**where, reason="Sta meglio")
    assert fixed_tables(event) == {gone: 9}
    for number in (1, 2, 3):
        found = hall_of(event, number)
        assert (found[gone], len(set(found.values()))) == (9, 4)


def test_a_fixed_table_ends_while_the_event_is_played_and_by_somebody_who_saw_it() -> None:
    event = played_out(drawn("swiss", entries=4, rounds=1), 1)
    one = tables(event, 1)[0][0]
    with pytest.raises(StaleVersionError):
        fix(event, one, 2, seen=1)
    fix(event, one, 2)
    with pytest.raises(StaleVersionError):
        hand.unfix_table(actor=make.boss_of(event), tournament_id=event.pk, entry=one, seen=1)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    with pytest.raises(RefusedError):
        unfix(event, one)
    assert fixed_tables(event) == {one: 2}


# R-HND-10
def test_in_an_elimination_nobody_has_a_fixed_table() -> None:
    event = make.drawn(make.closed(entries=4))
    with pytest.raises(RefusedError, match="fixed_table_in_rounds"):
        fix(event, tables(event, 1)[0][0], 2)
    rounds = drawn("swiss", entries=8, rounds=3)
    with pytest.raises(RefusedError, match="entry_missing"):
        fix(rounds, 10**9, 2)
    with pytest.raises(RefusedError, match="reason_missing"):
        fix(rounds, tables(rounds, 1)[0][0], 2, reason="")


# R-HND-01, R-PEN-06
def test_a_penalty_goes_along_and_nobody_is_waited_for_who_sits_elsewhere() -> None:
    event = make.called(drawn("swiss", entries=8, rounds=3), round=1)
    before = tables(event, 1)
    one, other = before[0][0], before[1][0]
    at = Table.objects.get(tournament=event, lines__entry=one)
    by = {"actor": make.boss_of(event), "tournament_id": event.pk}
    lateness.report_missing(**by, table_id=at.pk, line=at.lines.get(entry=one).index)
    assert event.deadlines.filter(kind="lateness").exists()
    penalties.give_penalty(**by, entry_id=one, table_id=at.pk, kind="warning", reason="Parla")
    swap(event, 1, one, other)
    assert not event.deadlines.filter(kind="lateness").exists()
    assert list(violations_of(make.fresh(event))) == []
