"""Evenings as Italian clubs hold them, by their regulations, from the entries to the final places.

The events are those of ``script/regulations.py``, where each says what it leaves out; the exam of
the referees is played in ``tests/e2e/test_exam.py``. A match on paper is written by its total.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from script.regulations import BY_KEY, REGULATIONS
from tests.tournaments import factories as make
from tests.tournaments.services.played_evenings import close, of_scala40, of_scopa, play, ranks, seated, timed
from tests.tournaments.services.rounds import pair
from tests.tournaments.services.rulings import given
from tournaments.clubs.writes import clubs
from tournaments.entries.writes import entries, participation
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import RefusedError
from tournaments.games.contract import Json
from tournaments.models import Entry, EntryMember, Table, Tournament
from tournaments.seasons import writes as circuits
from tournaments.seasons.reads import season_table
from tournaments.standings.reads.level import open_levels
from tournaments.standings.reads.standings import StandingRow, all_standings
from tournaments.standings.writes import record_order
from tournaments.tables.writes import corrections
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db


def drawn(key: str, number: int = 0, *, clubs: bool = False) -> Tournament:
    evening = BY_KEY[key].evenings[number]
    event = make.knockout(entries=0, **evening.settings)
    make.with_entries(event, evening.entries, clubs=clubs)
    return make.drawn(make.closed(event))


def beaten(winner: int, loser_points: int, target: int = 21) -> Json:
    """A match that a line wins with as many points as it needs, in deals of three."""
    deals = [[3, int(number < loser_points)] for number in range(target // 3)]
    sheets = [make.points_sheet(deal if winner == 0 else deal[::-1]) for deal in deals]
    return {"games": [{"deals": sheets, "time_called": False}], "forfeit": None}


def on_paper(winner: int, won: int, lost: int) -> Json:
    """A match of which the slip has the total only."""
    points = [won, lost] if winner == 0 else [lost, won]
    game = {"deals": [{"depth": "totals", "points": points}], "time_called": False, "total_only": True}
    return {"games": [game], "forfeit": None}


def meetings(event: Tournament, number: int) -> list[set[int]]:
    """Who sits together in a round; one alone rests."""
    tables = event.tables.filter(round__number=number).order_by("number")
    return [{key for key in seated(table) if key} for table in tables]


def groups_of(event: Tournament) -> dict[int, int]:
    """The group of each entry."""
    rows = event.tables.filter(group__gt=0).values_list("lines__entry", "group")
    return {key: group for key, group in rows if key}


def in_group(row: StandingRow) -> int:
    assert row.stage is not None
    return row.stage.in_group.place


def at_boards(first: Sequence[int], second: Sequence[int]) -> Json:
    """A match of two teams: what each has at the boards, in their order."""
    boards = {str(board): {"points": list(points)} for board, points in enumerate(zip(first, second, strict=True), 1)}
    return make.sheet({"depth": "boards", "tiebreak": 0, "boards": boards})


def test_every_regulation_is_played_here_or_says_what_is_missing() -> None:
    assert [each.key for each in REGULATIONS if not each.evenings] == []


def test_bisenzio_three_clubs_meet_at_a_table_of_each_game() -> None:
    event = drawn("bisenzio")
    best, middle, last = sorted(event.entries.values_list("pk", flat=True))
    # Scopa to 21, briscola of 120 points, 21 by the hands won: two boards to one, three to none, two draws.
    results = {
        (best, middle): ((21, 70, 0), (17, 50, 3)),
        (best, last): ((21, 61, 3), (9, 59, 1)),
        (middle, last): ((21, 60, 1), (21, 60, 0)),
    }

    def at_three(table: Table) -> Json:
        one, other = seated(table)
        written = results[min(one, other), max(one, other)]
        return at_boards(*written) if one < other else at_boards(*reversed(written))

    event = play(event, at_three)
    assert event.rounds.count() == 3
    rows = close(event)
    assert [(row.entry, row.place) for row in rows] == [(best, 1), (middle, 2), (last, 3)]
    tallies = [row.stage.tally for row in rows if row.stage]
    # A rest is a win of this ranking; what the boards gave is the points scored.
    assert [(tally.wins, tally.scored) for tally in tallies] == [(2, 10), (1, 6), (0, 2)]


def test_lonate_the_two_worst_of_each_heat_are_out() -> None:
    """R-HEA-08."""
    event = drawn("lonate")
    assert (event.round_minutes, event.rules["out_at"]) == (60, 201)

    def badly(table: Table) -> Json:
        """The second table of each heat has five times the penalties of the first one."""
        here = event.tables.filter(round=table.round, group=table.group).order_by("number")
        return timed([rank * (50 if table != here[0] else 10) for rank in ranks(table)])

    sizes = [(3, [4] * 6), (3, [3] * 6), (2, [3] * 4), (1, [4, 4]), (1, [3, 3])]
    for number, (heats, tables) in enumerate(sizes, 1):
        assert [len(each) for each in meetings(event, number)] == tables
        assert event.tables.filter(round__number=number).values("group").distinct().count() == heats
        now = event.tables.filter(round__number=number).order_by("number")
        out = {key for table in list(now)[1::2] for key in sorted(seated(table))[-2:]}
        event = pair(play(event, badly))
        assert set.union(*meetings(event, number)) - set.union(*meetings(event, number + 1)) == out
    assert [len(each) for each in meetings(event, 6)] == [4]
    rows = close(play(event, of_scala40))
    assert [row.place for row in rows[:8]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (len(rows), {row.entry for row in rows[:4]}) == (24, meetings(event, 6)[0])


@pytest.mark.parametrize(("number", "tables"), [(0, 7), (1, 28), (2, 12)], ids=["knockout", "groups", "danish"])
def test_fisca_three_movements_of_scala_40(number: int, tables: int) -> None:
    event = play(drawn("fisca", number), of_scala40)
    while event.format["kind"] == "danish" and event.rounds.count() < 3:
        event = play(pair(event), of_scala40)
    assert event.tables.count() == tables
    rows = close(event)
    assert rows[0].entry == min(row.entry for row in rows)
    if event.format["kind"] == "groups":
        assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_portomatto_singles_become_pairs_and_one_danish_round_follows_the_groups() -> None:
    event = make.knockout(entries=0, **BY_KEY["portomatto"].evenings[0].settings)
    make.with_entries(event, 6)
    boss = make.boss_of(event)
    alone = [NewEntry((PersonName(name),)) for name in ("Vigo", "Rolla", "Musso", "Canova", "Drago")]
    last = entries.import_entries(actor=boss, tournament_id=event.pk, rows=alone)[-1]
    entries.withdraw_before_draw(actor=boss, tournament_id=event.pk, entry_id=last.pk)
    assert len(entries.pair_by_lot(actor=boss, tournament_id=event.pk)) == 2

    event = play(make.drawn(make.closed(event)))
    assert (event.rounds.count(), set(Counter(groups_of(event).values()).values())) == (3, {4})
    before = {row.entry: row.vp for row in all_standings(event)}
    event = pair(event)
    order = [row.entry for row in sorted(all_standings(event), key=lambda row: (-row.vp, -row.mp, row.place))]
    assert {order[0], order[1]} in meetings(event, 4)
    rows = close(play(event))
    assert sum(row.vp for row in rows) == sum(before.values()) + 4 * 20
    assert [row.vp for row in rows] == sorted((row.vp for row in rows), reverse=True)


def test_portomatto_an_odd_last_one_waits_until_somebody_leaves() -> None:
    """R-STG-32: nine pairs have entered; the second one leaves before the draw, and then another."""
    event = make.knockout(entries=0, **BY_KEY["portomatto"].evenings[0].settings)
    pairs = [entry.pk for entry in make.with_entries(event, 9)]
    event = make.closed(event)
    boss = make.boss_of(event)
    waiting = Entry.objects.filter(tournament=event, status="waiting").order_by("number")
    assert list(waiting.values_list("pk", flat=True)) == pairs[8:]
    entries.withdraw_before_draw(actor=boss, tournament_id=event.pk, entry_id=pairs[1])
    assert list(waiting.values_list("pk", flat=True)) == []
    entries.withdraw_before_draw(actor=boss, tournament_id=event.pk, entry_id=pairs[2])
    assert list(waiting.values_list("pk", flat=True)) == pairs[8:]
    event = make.drawn(event)
    assert {len(table) for table in meetings(event, 1)} == {1, 2}  # Six in two groups of three: one of each rests.
    assert len({key for table in meetings(event, 1) for key in table}) == 6


def test_alia_three_of_each_group_cross_and_the_last_matches_are_longer() -> None:
    event = drawn("alia")
    assert event.rules["cards_each"] == 9
    event = play(event)
    places = {row.entry: in_group(row) for row in all_standings(event)}
    groups = groups_of(event)
    event = pair(event)
    met = meetings(event, 4)
    assert Counter(tuple(sorted(places[key] for key in table)) for table in met) == {(1, 3): 4, (2, 2): 2}
    assert all(len({groups[key] for key in table}) == 2 for table in met)
    assert [set(round_.tables.values_list("best_of", flat=True)) for round_ in event.rounds.order_by("number")] == [
        {1},
        {1},
        {1},
        {1},
        {1},
        {3},
        {5},
    ]
    rows = close(play(event))
    assert [places[row.entry] for row in rows[12:]] == [4, 4, 4, 4]


def test_valliadi_difference_decides_among_three_who_beat_each_other() -> None:
    event = drawn("valliadi")
    members: dict[int, list[int]] = defaultdict(list)
    for key, group in sorted(groups_of(event).items()):
        members[group].append(key)
    assert [len(each) for each in members.values()] == [3, 3, 3, 3]
    # The winner of each pair, and the points of the other one: the differences are 15, -25 and 10.
    cycle = {(0, 1): (0, 0), (1, 2): (1, 25), (0, 2): (2, 15)}

    def in_a_circle(table: Table) -> Json:
        keys, found = seated(table), members[table.group]
        one, other = sorted(map(found.index, keys))
        winner, points = cycle[one, other]
        return on_paper(keys.index(found[winner]), 1_500, points)

    assert event.rules["target"] == 1_500
    make.called(event)
    assert clocks.start_clock(**make.where(event), number=1).clock_minutes == 75
    event = play(event, in_a_circle)
    rows = [row.stage for row in all_standings(event) if row.stage]
    assert {(row.tally.wins, row.tally.points) for row in rows} == {(1, 6)}  # Each has rested once, for 3 points.
    assert [row.tally.difference for row in rows] == [15] * 4 + [10] * 4 + [-25] * 4
    event = pair(event)
    # In the order of the tables: the firsts of all groups, the seconds, the thirds.
    by_place = [sorted(found[at] for found in members.values()) for at in (0, 2, 1)]
    semifinals = meetings(event, 4)
    assert [sorted(semifinals[at] | semifinals[at + 1]) for at in (0, 2, 4)] == by_place
    # Semifinals and finals take an hour and a half: the organiser says so at the clock.
    for number in (4, 5):
        make.called(event, round=number)
        assert clocks.start_clock(**make.where(event), number=number, minutes=90).clock_minutes == 90
        for table in make.tables_of(event, number):
            make.enter(table, of_scopa(table))
    rows_at_end = close(event)
    assert [row.place for row in rows_at_end] == list(range(1, 13))
    assert [sorted(row.entry for row in rows_at_end[at : at + 4]) for at in (0, 4, 8)] == by_place
    assert [row.entry for row in rows_at_end[::4]] == [min(keys) for keys in by_place]


def test_valliadi_seconds_play_on_after_a_corrected_semifinal_and_a_withdrawal() -> None:
    event = pair(play(drawn("valliadi")))
    boss = make.boss_of(event)
    make.called(event, round=4)
    semifinals = make.tables_of(event, 4)
    for table in semifinals:
        make.enter(table, of_scopa(table))
    wrong, other = [event.tables.get(pk=table.pk) for table in semifinals[2:4]]
    beaten_first, winner = sorted(seated(wrong), reverse=True)
    corrections.correct_score(
        actor=boss,
        tournament_id=event.pk,
        table_id=wrong.pk,
        seen=wrong.version,
        content=make.content_for(wrong, seated(wrong).index(beaten_first)),
        reason="Punti scambiati",
    )
    final = event.tables.get(round__number=5, section="main", group=2)
    assert beaten_first in seated(final)
    assert winner in seated(event.tables.get(round__number=5, section="third", group=2))
    # The other finalist of the seconds leaves: the corrected winner has won their final.
    participation.withdraw_entry(actor=boss, tournament_id=event.pk, entry_id=min(seated(other)), reason="Malore")
    rows = close(play(event))
    assert [row.entry for row in rows[4:6]] == [beaten_first, min(seated(other))]
    assert [row.place for row in rows] == list(range(1, 13))


def test_valliadi_the_highest_card_decides_among_three_level_in_everything() -> None:
    event = drawn("valliadi")
    first = event.tables.filter(group=1)
    members = sorted({key for table in first for key in seated(table) if key})

    def level(table: Table) -> Json:
        keys = seated(table)
        winner = max(keys) if set(keys) == {members[0], members[2]} else min(keys)
        return on_paper(keys.index(winner), 1_500, 1_200)

    event = play(event, level)
    rows = [row for row in all_standings(event) if row.entry in members]
    assert [in_group(row) for row in rows] == [1, 1, 1]
    # The lot would take the first of them; the card that was drawn takes the last.
    highest = rows[-1].entry
    for each in open_levels(event):
        order = sorted(each.keys, key=lambda key: key != highest)
        record_order(actor=make.boss_of(event), tournament_id=event.pk, by="highest_card", entry_ids=order)
    firsts = pair(event).tables.filter(round__number=4, group=0)
    assert set(members).intersection(key for table in firsts for key in seated(table)) == {highest}


def test_alpini_one_club_does_not_meet_in_the_first_match() -> None:
    event = drawn("alpini", clubs=True)
    clubs = dict(Entry.objects.filter(tournament=event).values_list("pk", "club"))
    assert all(len({clubs[key] for key in table}) == 2 for table in meetings(event, 1))
    rows = close(play(event))
    # Third and fourth have the same prize.
    assert [row.place for row in rows] == [1, 2, 3, 3, *[5] * 4, *[9] * 8]


def test_alpini_the_first_of_each_evening_play_the_final_one() -> None:
    """R-SEA-09."""
    boss = make.organiser()
    circuit = circuits.create_circuit(actor=boss, name="Alpini")
    heat, final_one = BY_KEY["alpini"].evenings
    seeds: list[list[str]] = [[], [], [], []]
    for number in range(3):
        event = make.event(boss, **heat.settings)
        make.with_entries(event, 8, first=1 + 8 * number)
        event = play(make.drawn(make.closed(event)))
        for row in close(event):
            if row.place and row.place <= 4:
                seeds[row.place - 1].append(Entry.objects.get(pk=row.entry).label)
        circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=event.pk)
    final = make.event(boss, **final_one.settings)
    where = {"actor": boss, "tournament_id": final.pk}
    with pytest.raises(RefusedError) as refusal:
        entries.take_qualified(**where, first=2)
    assert refusal.value.code == "nobody_qualified"
    circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=final.pk)
    taken = entries.take_qualified(**where, first=2)
    assert [(entry.seed, entry.label) for entry in taken] == [*enumerate([*seeds[0], *seeds[1]], start=1)]
    # The people are those of the evenings, and third and fourth share their place.
    assert (
        EntryMember.objects.filter(entry__in=taken, person__memberships__entry__final_place=1).distinct().count() == 6
    )
    more = entries.take_qualified(**where, first=3)
    assert ([entry.seed for entry in more], len({*more})) == ([7, 8, 9, 10, 11, 12], 6)
    with pytest.raises(RefusedError):
        entries.take_qualified(**where, first=3)
    rows = close(play(make.drawn(make.closed(make.with_boss(make.fresh(final), event)))))
    assert len(rows) == 12


def test_mcl_three_games_of_five_win_a_match_and_who_does_not_come_is_out() -> None:
    event = make.called(drawn("mcl"))
    table = make.tables_of(event)[0]
    absent, present = seated(table)
    given(event, "no_show", absent, table_id=table.pk, reason="Dieci minuti")
    event = play(event, lambda table: on_paper(ranks(table).index(0), 3, sum(seated(table)) % 3))
    later = [table for number in (2, 3) for table in make.tables_of(event, number)]
    assert {max(table.lines.values_list("points", flat=True)) for table in later} == {3}
    last = event.discipline["ladder"][-1]
    assert (last["after"], last["kind"]) == (10, "no_show")
    assert any(present in meeting for meeting in meetings(event, 2))
    rows = close(event)
    assert rows[0].entry == min(row.entry for row in rows if row.entry != absent)
    assert next(row.place for row in rows if row.entry == absent) == 8


def test_fisca_pairs_win_a_match_by_three_hands_or_by_more_of_them_at_time() -> None:
    def by_hands(table: Table) -> Json:
        winner = ranks(table).index(0)
        if table.round.number > 1:
            return on_paper(winner, 3, sum(seated(table)) % 3)
        content = on_paper(winner, 2, 1)
        content["games"][0]["time_called"] = True
        return content

    event = play(drawn("fisca", 3), by_hands)
    assert (event.entry_size, event.tables.count()) == (2, 7)
    hands = [(table.round.number, max(table.lines.values_list("points", flat=True))) for table in event.tables.all()]
    assert {(number > 1, won) for number, won in hands} == {(False, 2), (True, 3)}
    rows = close(event)
    assert rows[0].entry == min(row.entry for row in rows)


def test_turin_time_ends_the_matches_of_two_groups_and_points_then_difference_order_them() -> None:
    def at_time(table: Table) -> Json:
        content = on_paper(ranks(table).index(0), 20, 50)
        content["games"][0]["time_called"] = True
        return content

    event = play(drawn("turin"), at_time)
    assert (event.entry_size, event.rules["target"], event.rules["wins"]) == (2, 101, "fewest")
    assert (event.rounds.count(), event.tables.count(), event.round_minutes) == (3, 12, 30)
    rows = [row.stage for row in all_standings(event) if row.stage]
    assert [(row.in_group.place, row.tally.points) for row in rows] == [
        (place, points) for place, points in ((1, 9), (2, 6), (3, 3), (4, 0)) for _group in (1, 2)
    ]
    assert [row.tally.difference for row in rows[:2]] == [90, 90]
    close(event)


def test_burraco_an_evening_of_the_nine_counts_double_in_the_circuit() -> None:
    event = play(drawn("burraco"))
    assert event.rounds.count() == 3
    event = play(pair(event))
    rows = close(event)
    assert sum(row.vp for row in rows) == 4 * 4 * 20
    boss = make.boss_of(event)
    circuit = circuits.create_circuit(actor=boss, name="Nove serate")
    circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=event.pk)
    circuit = circuits.change_season(actor=boss, circuit_id=circuit.pk, scoring="vp", best=7, twice=[event.slug])
    table = season_table(circuit)
    assert table is not None
    assert table.rows[0].points == 2 * rows[0].vp


def won_in_turns(event: Tournament, turn: int) -> Callable[[Table], Json]:
    """The results of an evening by the strength of its entries, which another evening turns on."""
    keys = list(event.entries.order_by("pk").values_list("pk", flat=True))
    strength = {key: (at + turn) % len(keys) for at, key in enumerate(keys)}

    def better(table: Table) -> Json:
        at = seated(table)
        return on_paper(at.index(min(at, key=strength.__getitem__)), 2_005, 100 * (sum(at) % 20))

    return better


@pytest.mark.full
def test_burraco_of_nine_evenings_the_best_seven_count_and_two_of_them_double() -> None:
    """Everybody plays each evening with the partner of the last one, and who wins changes."""
    boss = make.organiser()
    circuit = circuits.create_circuit(actor=boss, name="Nove serate")
    evening, club = BY_KEY["burraco"].evenings[0], clubs.found_club(actor=boss, name="Burraco")
    earned: dict[str, list[int]] = defaultdict(list)
    double: list[str] = []
    for number in range(1, 10):
        event = make.event(boss, club=club, **evening.settings)
        make.with_entries(event, evening.entries)
        event = make.drawn(make.closed(event))
        better = won_in_turns(event, 3 * number)
        event = play(pair(play(event, better)), better)
        for row in close(event):
            for member in EntryMember.objects.filter(entry=row.entry).select_related("person"):
                earned[str(member.person)].append(row.vp * (2 if number in (5, 9) else 1))
        circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=event.pk)
        if number in (5, 9):
            double.append(event.slug)
    change = {"scoring": "vp", "best": 7, "twice": double, "lots": True}
    circuit = circuits.change_season(actor=boss, circuit_id=circuit.pk, **change)
    table = season_table(circuit)
    assert table is not None
    counted = {name: sum(sorted(values)[-7:]) for name, values in earned.items()}
    assert {table.people[row.person]: row.points for row in table.rows} == counted
    # Lots part those who are level: nobody shares a place.
    assert [row.place for row in table.rows] == list(range(1, 17))


def test_cruise_two_danish_rounds_go_on_with_the_vp_of_the_mitchell() -> None:
    event = play(drawn("cruise"))
    assert event.rounds.count() == 2
    for number in (3, 4):
        before = {row.entry: row.vp for row in all_standings(event)}
        event = pair(event)
        best = list(before)[:2]
        met = any(set(best) <= table for table in meetings(event, number - 1))
        assert (set(best) in meetings(event, number)) is not met
        event = play(event)
        assert all(row.vp >= before[row.entry] for row in all_standings(event))
    rows = close(event)
    assert sum(row.vp for row in rows) == 4 * 6 * 20


@pytest.mark.parametrize("evenings", [2, pytest.param(5, marks=pytest.mark.full)])
def test_cruise_one_ranking_adds_up_the_vp_of_all_evenings(evenings: int) -> None:
    """R-SEA-01: everybody plays each evening with the partner of the last one, and who wins changes."""
    boss = make.organiser()
    circuit = circuits.create_circuit(actor=boss, name="Crociera")
    circuits.change_season(actor=boss, circuit_id=circuit.pk, scoring="vp")
    evening, club = BY_KEY["cruise"].evenings[0], clubs.found_club(actor=boss, name="Crociera")
    earned: Counter[str] = Counter()
    for number in range(evenings):
        event = make.event(boss, club=club, **evening.settings)
        make.with_entries(event, evening.entries)
        event = make.drawn(make.closed(event))
        better = won_in_turns(event, 5 * number)
        event = play(event, better)
        for _round in range(2):
            event = play(pair(event), better)
        rows = close(event)
        assert event.rounds.count() == 4
        for row in rows:
            for person in EntryMember.objects.filter(entry=row.entry).select_related("person"):
                earned[str(person.person)] += row.vp
        circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=event.pk)
    circuit.refresh_from_db()
    table = season_table(circuit)
    assert table is not None
    assert {table.people[row.person]: row.points for row in table.rows} == earned
    assert len(table.rows) == 2 * evening.entries
    assert {row.evenings for row in table.rows} == {evenings}
    assert [row.points for row in table.rows] == sorted(earned.values(), reverse=True)


def test_fibur_the_organiser_types_the_table_of_the_score_sheet() -> None:
    """R-PTI-27, with figures that no club has."""
    settings, steps = BY_KEY["fibur"].evenings[0].settings, [40, 90, 200, 310, 420, 600, 777, 905, 1100, 1350]
    event = make.knockout(entries=12, **{**settings, "rules": {"vp": "typed", "vp_steps": steps}})
    event = make.drawn(make.closed(event))

    def far(table: Table) -> Json:
        return on_paper(ranks(table).index(0), 1_500, 1_500 - 5 * (7 * sum(seated(table)) % 300))

    event = play(event, far)
    for _round in range(5):
        event = play(pair(event), far)
    assert event.rounds.count() == 11
    for table in event.tables.filter(status=Table.Status.DONE):
        best, other = sorted(table.lines.all(), key=lambda line: line.place or 0)
        won = 10 + sum(best.points - other.points >= step for step in steps)
        assert (best.vp, other.vp) == (won, 20 - won)
    rows = close(event)
    assert [in_group(row) for row in rows] == [1, 2, 3, 1, 2, 3, 1, 2, 1, 2, 1, 2]


def per_match(row: StandingRow) -> tuple[Fraction, Fraction]:
    """Points and difference of a match; three points are a win."""
    assert row.stage is not None
    tally = row.stage.tally
    return Fraction(3 * tally.wins, tally.played), Fraction(tally.difference, tally.played)


@pytest.mark.full
def test_ticino_one_cut_through_groups_of_four_and_of_three() -> None:
    event = play(drawn("ticino"), lambda table: beaten(ranks(table).index(0), sum(seated(table)) % 6, 18))
    assert Counter(Counter(groups_of(event).values()).values()) == {4: 7, 3: 2}
    # Three matches each: those of the two groups of three have an extra one, against the other of these groups.
    assert {row.stage.tally.played for row in all_standings(event) if row.stage} == {3}
    extra = [set(seated(table)) for table in event.tables.filter(group=0)]
    of = groups_of(event)
    assert [len({of[key] for key in table}) for table in extra] == [2, 2, 2]
    assert not event.tables.filter(status=Table.Status.BYE).exists()
    worth = {row.entry: per_match(row) for row in all_standings(event)}
    event = pair(event)
    going_on = set.union(*meetings(event, 4))
    assert len(going_on) == 16
    groups = groups_of(event)
    worst = min(worth[key] for key in going_on)
    better = [key for key in worth if key not in going_on and worth[key] > worst]
    # Nobody goes on before a better one of the same group.
    assert all(any(groups[key] == groups[other] for other in going_on) for key in better)
    rows = close(play(event))
    assert [row.place for row in rows][:4] == [1, 2, 3, 3]


@pytest.mark.full
def test_uici_fifteen_pairs_meet_each_other_once_in_one_group() -> None:
    event = drawn("uici")
    assert event.rules["cards_each"] == 10

    def best_two_draw(table: Table) -> Json:
        if set(seated(table)) == {first, second}:
            level = {"deals": [make.points_sheet([3, 3]) for _deal in range(7)], "time_called": False}
            return {"games": [level], "forfeit": None}
        return beaten(ranks(table).index(0), 4)

    first, second, *_others = sorted(event.entries.values_list("pk", flat=True))
    event = play(event, best_two_draw)
    assert (event.rounds.count(), event.tables.exclude(status=Table.Status.BYE).count()) == (15, 105)
    rows = close(event)
    assert [row.entry for row in rows][2:] == sorted(row.entry for row in rows)[2:]
    # Each rests once, for 3 points; the two best have won thirteen and drawn one.
    points = [43, 43, 39, 36, 33, 30, 27, 24, 21, 18, 15, 12, 9, 6, 3]
    assert [row.stage.tally.points for row in rows if row.stage] == points


@pytest.mark.full
def test_salon_home_and_away_by_the_points_scored() -> None:
    event = play(drawn("salon"), lambda table: beaten(ranks(table).index(0), sum(seated(table)) % 5, 15))
    assert event.rounds.count() == 10
    met = Counter(tuple(seated(table)) for number in range(1, 11) for table in make.tables_of(event, number))
    assert set(met.values()) == {1}
    assert all((other, one) in met for one, other in met)
    rows = list(all_standings(event))
    scored: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        assert row.stage is not None
        scored[row.stage.group].append(row.stage.tally.scored)
    assert all(points == sorted(points, reverse=True) for points in scored.values())
    event = pair(event)
    assert set.union(*meetings(event, 11)) == {row.entry for row in rows if in_group(row) <= 4}
    event = play(event)
    assert {len(table.note["games"]) for table in event.tables.filter(round__number__gt=10)} == {2}
    close(event)
