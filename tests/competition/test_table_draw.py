"""Who sits at which table of the first round, and the published draw of it."""

import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stdout
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests.competition.draws import SEED, relabelled
from tests.competition.fields import entrants, some_field
from tournaments.competition.draw.document import draw_document, draw_from_seed
from tournaments.competition.formats.bracket import TablesFormat
from tournaments.competition.pairing.positions import CIRCLE, CLUB, Moved, Positions, Swap
from tournaments.competition.pairing.table_draw import draw_tables
from tournaments.competition.pairing.table_options import LARGEST_TABLES, POLICIES, TablesOptions
from tournaments.competition.pairing.table_sizes import is_playable, sizes
from tournaments.competition.pairing.tables import first_round
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json, RefusedError

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_tables_draw.py"


def seated(positions: Positions, options: TablesOptions) -> list[tuple[int | None, ...]]:
    return [positions[table.start : table.stop] for table in first_round(len(positions), options)]


def meetings(field: Sequence[Entrant], positions: Positions, options: TablesOptions, level: int = CLUB) -> int:
    """Pairs of one group at one table."""
    group = {each.key: each.groups[level] if len(each.groups) > level else "" for each in field}
    pairs = (pair for table in seated(positions, options) for pair in combinations(table, 2))
    return sum(group[one or 0] == group[other or 0] != "" for one, other in pairs)


# R-TAB-13
def test_without_seeds_the_lots_are_dealt_out_to_and_fro() -> None:
    drawn = draw_tables(entrants(16), TablesOptions())
    assert drawn.moves == ()
    assert seated(drawn.positions, TablesOptions()) == [
        (1, 8, 9, 16),
        (4, 5, 12, 13),
        (2, 7, 10, 15),
        (3, 6, 11, 14),
    ]


# R-TAB-13
def test_seeds_head_tables_as_far_apart_as_can_be() -> None:
    field = [Entrant(key, key if key <= 4 else None) for key in range(32, 0, -1)]
    tables = seated(draw_tables(field, TablesOptions()).positions, TablesOptions())
    heads = [table[0] for table in tables]
    assert [heads.index(seed) for seed in (1, 2, 3, 4)] == [0, 4, 6, 2]
    assert sizes(32, TablesOptions()) == (4,) * 8


# R-TAB-13
def test_more_seeds_than_tables_fill_the_next_chairs_from_the_last_table_back() -> None:
    field = [Entrant(key, key) for key in range(1, 9)]
    assert seated(draw_tables(field, TablesOptions()).positions, TablesOptions()) == [(1, 4, 5, 8), (2, 3, 6, 7)]


# R-TAB-14
def test_byes_go_to_the_best_seeds() -> None:
    options = TablesOptions()
    tables = seated(draw_tables(entrants(22, seeds=3), options).positions, options)
    assert {key for table in tables if len(table) == 2 for key in table} == {20, 21, 22, 1}


# R-TAB-14
def test_byes_by_lot_go_to_the_first_lots() -> None:
    options = TablesOptions(byes="lot")
    tables = seated(draw_tables(entrants(22, seeds=3), options).positions, options)
    assert {key for table in tables if len(table) == 2 for key in table} == {1, 2, 3, 4}
    assert {tables[0][0], tables[4][0]} >= {20}
    # Seeds head the larger tables: nobody who is seeded gains by a smaller one.
    small = draw_tables(entrants(30, seeds=2), options)
    assert all(len(table) == 4 for table in seated(small.positions, options) if {29, 30} & set(table))


# R-TAB-15
def test_two_of_a_club_are_parted_and_the_exchange_is_explained() -> None:
    field = [Entrant(key, None, ("Traves",) if key in (1, 4) else ()) for key in range(1, 9)]
    assert draw_tables(field, TablesOptions()).positions == (1, 4, 5, 8, 2, 3, 6, 7)
    drawn = draw_tables(field, TablesOptions(separate_by_group=True))
    assert drawn.positions == (2, 4, 5, 8, 1, 3, 6, 7)
    assert drawn.moves == (Moved(1, 0, 4, "same_group", 4), Moved(2, 4, 0, "made_room", 1))


# R-TAB-15
def test_a_seed_at_the_head_of_a_table_stays() -> None:
    field = [Entrant(1, 1, ("Traves",)), *(Entrant(key, None, ("Traves",)[: key == 4]) for key in range(2, 9))]
    drawn = draw_tables(field, TablesOptions(separate_by_group=True))
    assert drawn.positions == (1, 2, 5, 8, 4, 3, 6, 7)


# R-TAB-15
@pytest.mark.parametrize("clubs", [3, 5, 8, 20, 50])
@pytest.mark.parametrize("count", [61, 128, 300])
def test_a_club_is_spread_as_evenly_as_tables_can_be(count: int, clubs: int) -> None:
    chance = Random(count * clubs)
    options = TablesOptions(separate_by_group=True)
    field = [Entrant(key, None, (f"club {chance.randrange(clubs)}",)) for key in range(1, count + 1)]
    tables = len(sizes(count, options))
    least = 0
    for members in Counter(each.groups[CLUB] for each in field).values():
        each, more = divmod(members, tables)
        least += more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2
    assert meetings(field, draw_tables(field, options).positions, options) == least


def improvements(field: Sequence[Entrant], positions: Positions, options: TablesOptions) -> list[tuple[int, int]]:
    """Exchanges of two who may move, by which one of a club meets fewer of it and the other no more of his own."""
    by_key = {each.key: each for each in field}
    club = [(*by_key[key or 0].groups, "")[0] for key in positions]
    tables = first_round(len(positions), options)
    at = {chair: table for table in tables for chair in table}
    free = [chair for chair in at if chair != at[chair].start or by_key[positions[chair] or 0].seed is None]

    def meets(mover: int, to: int) -> int:
        return sum(club[chair] == club[mover] != "" for chair in at[to] if chair != to)

    return [
        (one, other)
        for one in free
        for other in free
        if (len(at[one]) == 2) == (len(at[other]) == 2)
        and meets(one, other) < meets(one, one)
        and meets(other, one) <= meets(other, other)
    ]


# R-TAB-15
@pytest.mark.without_coverage
def test_no_exchange_is_left_that_parts_two_of_a_club() -> None:
    chance = Random(15)
    options = TablesOptions(separate_by_group=True)
    parted = 0
    for _ in range(60):
        # Circles are left out: a club only.
        field = [Entrant(each.key, each.seed, each.groups[:1]) for each in some_field(chance, chance.randint(1, 9), 1)]
        if len(field) < 4:
            continue
        drawn = draw_tables(field, options)
        parted += len(drawn.moves)
        assert improvements(field, drawn.positions, options) == []
        before = draw_tables(field, TablesOptions()).positions
        assert meetings(field, drawn.positions, options) <= meetings(field, before, options)
    assert parted > 300


# R-TAB-16
def test_circles_are_parted_without_a_new_meeting_of_a_club() -> None:
    chance = Random(16)
    options = TablesOptions(separate_by_group=True)
    gained = 0
    for _ in range(60):
        field = some_field(chance, 6, 4)
        if len(field) < 4:
            continue
        clubs_only = [Entrant(each.key, each.seed, each.groups[:1]) for each in field]
        before, after = draw_tables(clubs_only, options).positions, draw_tables(field, options).positions
        assert meetings(field, after, options) <= meetings(field, before, options)
        gained += meetings(field, before, options, CIRCLE) - meetings(field, after, options, CIRCLE)
    assert gained > 100


# R-TAB-02
def test_a_field_that_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(RefusedError) as refusal:
        draw_tables(entrants(3), TablesOptions())
    assert refusal.value.code == "three_have_no_final"
    with pytest.raises(RefusedError) as refusal:
        draw_tables([*entrants(4), Entrant(1)], TablesOptions())
    assert refusal.value.code == "entrant_twice"


def document(number: int, field: list[Entrant], options: TablesOptions, swaps: tuple[Swap, ...] = ()) -> Json:
    return draw_document(
        reference=f"serata/{number}",
        seed=SEED,
        event_format=TablesFormat(options),
        entrants=field,
        names={each.key: "" for each in field},
        swaps=swaps,
        hall=(None, "7", "re di denari €")[number % 3],
        numbers={each.key: each.key for each in field} if number % 2 else None,
    )


def verdict(document: Json) -> str:
    run = subprocess.run(
        [sys.executable, "-I", str(SCRIPT)], input=json.dumps(document), capture_output=True, text=True, check=False
    )
    return (run.stdout + run.stderr).strip()


# R-DRW-05, R-DRW-06, R-DRW-02
def test_the_script_confirms_tables_and_says_what_differs() -> None:
    field = entrants(23, seeds=4, groups=("a", "b", "a", ""))
    options = TablesOptions(separate_by_group=True)
    honest = document(1, field, options, (Swap(0, 9, "father and son"),))
    assert verdict(honest) == "OK"
    assert verdict({**honest, "swaps": []}) == "Differs: position 0, position 9"
    assert verdict({**honest, "commitment": "0" * 64}) == "Differs: seed"
    assert verdict({**honest, "positions": honest["positions"][:-1]}) == "Differs: position 22"
    assert verdict(relabelled(document(1, entrants(23), TablesOptions()))) == "Differs: list"


@pytest.mark.without_coverage
# R-DRW-05, R-TAB-03, R-TAB-09, R-TAB-10, R-TAB-11, R-TAB-12, R-TAB-16
def test_the_script_agrees_on_hundreds_of_draws_of_tables() -> None:
    chance = Random(41)
    script = compile(SCRIPT.read_text(encoding="utf-8"), str(SCRIPT), "exec")
    reasons: Counter[str] = Counter()
    policies: Counter[str] = Counter()
    for number in range(600):
        field = some_field(chance, chance.randint(1, 12), chance.randint(1, 6))
        options = TablesOptions(
            policy=chance.choice(POLICIES),
            max_table=chance.choice(LARGEST_TABLES),
            byes=chance.choice(("seeds", "lot")),
            separate_by_group=chance.random() < 0.8,
        )
        if len(field) < 4 or not is_playable(len(field), options):
            continue
        drawn = document(number, field, options)
        said = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
            patch.setattr(sys, "stdin", io.StringIO(json.dumps(drawn)))
            exec(script, {})
        assert said.getvalue() == "OK\n", number
        policies[options.policy] += 1
        moves = draw_from_seed(drawn["reference"], SEED, field, TablesFormat(options), drawn.get("hall")).moves
        reasons.update(move.reason_code for move in moves)
    assert min(reasons["same_group"], reasons["same_circle"]) > 500
    assert set(policies) == set(POLICIES)


# R-DRW-05
def test_the_script_for_tables_is_short_and_stands_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 94
    imports = [line for line in text.splitlines() if line.startswith(("import", "from"))]
    assert imports == ["import hashlib, hmac, itertools, json, sys  # noqa: E401, I001"]
