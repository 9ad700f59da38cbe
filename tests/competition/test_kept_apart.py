"""Who should not meet, in a draw: exchanges after it, which the scripts in docs/ find again (R-HND-12)."""

import io
import json
import sys
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.competition.draws import SEED
from tests.competition.fields import some_field, some_sets
from tests.searching import in_short, seeds
from tournaments.competition.draw.document import draw_document, draw_from_seed
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json

DOCS = Path(__file__).parents[2] / "docs"
CODE = {
    path.name: compile(path.read_text(encoding="utf-8"), str(path), "exec") for path in DOCS.glob("verify_*draw.py")
}
KINDS: list[dict[str, Any]] = [
    {"kind": "knockout", "separate_by_group": True},
    {"kind": "knockout", "byes": "lot"},
    {"kind": "tables", "policy": "batterie", "max_table": 6, "separate_by_group": True},
    {"kind": "tables", "policy": "strict4"},
    {"kind": "groups", "size": 5, "separate_by_group": True},
    {"kind": "groups", "size": 4, "fill": "lots"},
    {"kind": "danish", "groups": 2},
    {"kind": "swiss"},
    {"kind": "mitchell"},
    {"kind": "king"},
    {"kind": "heats"},
    {"kind": "heats", "max_table": 5, "heat": 8},
]


def verdict(document: Json, script: str) -> str:
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr(sys, "stdin", io.StringIO(json.dumps(document)))
        try:
            exec(CODE[script], {})
        except SystemExit as ended:
            return str(ended.code)
    return said.getvalue().strip()


def drawn(event_format: Format, field: list[Entrant]) -> Json:
    return draw_document(
        reference=f"serata/{len(field)}",
        seed=SEED,
        event_format=event_format,
        entrants=field,
        names={each.key: f"Coppia {each.key}" for each in field},
        numbers={each.key: 2_000 - each.key for each in field},
    )


def field_of(count: int, *sets: tuple[int, ...], rounds: int = 0, groups: tuple[str, ...] = ()) -> list[Entrant]:
    """Keys from 1; each of the ``sets`` should not meet."""
    return [
        Entrant(
            key,
            None,
            groups[key % len(groups) :][:1] if groups else (),
            tuple((number, rounds) for number, keys in enumerate(sets, 1) if key in keys),
        )
        for key in range(1, count + 1)
    ]


def together(event_format: Format, positions: tuple[int | None, ...], *keys: int) -> int:
    """How many of these meet at the tables of the first round."""
    tables = [{positions[place] for place in table} for table in event_format.meetings(positions)]
    return sum({one, two} <= table for table in tables for one, two in combinations(keys, 2))


# R-HND-12
@pytest.mark.without_coverage
@pytest.mark.parametrize("options", KINDS, ids=lambda options: "-".join(map(str, options.values())))
def test_the_scripts_find_every_exchange_again(options: dict[str, Any]) -> None:
    chance = Random(48)
    event_format = format_of(options)
    moves: Counter[str] = Counter()
    for _turn in range(in_short(15, 100)):
        field = some_field(chance, chance.randint(1, 10), chance.randint(1, 6))
        while len(field) < 24:
            field = some_field(chance, chance.randint(1, 10), chance.randint(1, 6))
        field = some_sets(chance, field[:24] if options["kind"] == "tables" else field)
        document = drawn(event_format, field)
        assert verdict(document, event_format.verifier) == "OK"
        found = draw_from_seed(document["reference"], SEED, field, event_format, None, document["format"])
        moves.update(move.reason_code for move in found.moves)
    assert (moves["should_not_meet"] > 0) == (options["kind"] != "king")


# R-HND-12
@pytest.mark.parametrize("options", KINDS, ids=lambda options: "-".join(map(str, options.values())))
def test_brothers_do_not_meet_in_the_first_round(options: dict[str, Any]) -> None:
    event_format = format_of(options)
    brothers = [(one, one + 1) for one in range(1, 16, 2)]
    found = event_format.draw(field_of(16, *brothers))
    if options["kind"] != "king":
        assert [together(event_format, found.positions, *pair) for pair in brothers] == [0] * 8
    alone = event_format.draw(field_of(16))
    assert Counter(found.positions) == Counter(alone.positions)


# R-HND-12
def test_in_a_bracket_they_are_apart_as_long_as_their_set_says() -> None:
    event_format = format_of({"kind": "knockout"})

    def first_meeting(rounds: int) -> int:
        places = event_format.draw(field_of(16, (1, 2), rounds=rounds)).positions
        return (places.index(1) ^ places.index(2)).bit_length()

    assert [first_meeting(rounds) > (rounds or 3) for rounds in (1, 2, 3, 0)] == [True] * 4


# R-HND-12
def test_in_a_mitchell_they_are_on_one_side_and_never_meet() -> None:
    event_format = format_of({"kind": "mitchell", "rounds": 5})
    places = event_format.draw(field_of(12, (1, 2, 3, 4, 5, 6))).positions
    meetings = event_format.schedule(places)  # type: ignore[union-attr]
    assert [meeting for meeting in meetings if max(meeting.keys) <= 6] == []


# R-HND-12
def test_seeds_at_the_head_stay_and_each_exchange_says_why() -> None:
    field = [replace(each, seed=1 if each.key == 8 else None) for each in field_of(8, (8, 1))]
    event_format = format_of({"kind": "knockout"})
    plain = event_format.draw([replace(each, apart=()) for each in field])
    table = plain.positions.index(8) ^ 1
    mate = plain.positions[table]
    field = [replace(each, apart=((1, 0),) if each.key in (8, mate) else ()) for each in field]
    found = event_format.draw(field)
    assert found.positions.index(8) == plain.positions.index(8)
    moved, room = found.moves[:2]
    assert (moved.key, moved.reason_code, moved.because_of_key, moved.round) == (mate, "should_not_meet", 8, 1)
    assert (room.reason_code, room.because_of_key) == ("made_room", mate)


# R-HND-12
def test_clubs_meet_for_it_only_where_there_is_no_other_way() -> None:
    event_format = format_of({"kind": "knockout", "separate_by_group": True, "separate_rounds": 1})
    for turn in range(20):
        field = field_of(8, (1, 2), groups=("Viù", "Lanzo", "Ceres"))
        Random(turn).shuffle(field)
        places = event_format.draw(field).positions
        clubs = {each.key: each.groups for each in field}
        pairs = [(clubs[one or 0], clubs[two or 0]) for one, two in zip(places[::2], places[1::2], strict=True)]
        assert all(one != two for one, two in pairs)
        assert together(event_format, places, 1, 2) == 0
    # All four of one club: the two who should not meet cannot be parted from it.
    field = field_of(4, (1, 2), groups=("Viù",))
    assert together(event_format, event_format.draw(field).positions, 1, 2) == 0


# R-HND-12
@pytest.mark.without_coverage
@pytest.mark.parametrize("seed", seeds(8))
@pytest.mark.parametrize("kind", ["knockout", "groups", "swiss"])
def test_in_fields_as_clubs_have_them_nobody_of_a_set_meets(kind: str, seed: int) -> None:
    chance = Random(seed)
    event_format = format_of({"kind": kind, **({"size": 4, "fill": "lots"} if kind == "groups" else {})})
    for count in (16, 32, 48):
        sets = [tuple(chance.sample(range(1, count + 1), chance.randint(2, 4))) for _set in range(3)]
        places = event_format.draw(field_of(count, *sets, rounds=1)).positions
        assert [together(event_format, places, *keys) for keys in sets] == [0] * 3


# R-HND-12
def test_where_it_cannot_be_helped_as_few_meet_as_an_exchange_can_make() -> None:
    event_format = format_of({"kind": "swiss"})
    places = event_format.draw(field_of(8, (1, 2, 3, 4, 5, 6))).positions
    assert together(event_format, places, 1, 2, 3, 4, 5, 6) == 2
