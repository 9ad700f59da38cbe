"""docs/architecture.md says what the tree and the machine say."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from script import places

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
CONTRACTS = [each for each in places.project()["tool"]["importlinter"]["contracts"] if each["type"] == "layers"]

FLOORS = {"reads", "writes", "operations", "forms", "words", "shown", "pages", "api"}


def part(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_directions_of_import_are_those_that_the_machine_checks() -> None:
    lines = [
        f"{each['containers'][0]}: {' > '.join(each['layers'])}" if "containers" in each else floor_of(each)
        for each in CONTRACTS
    ]
    assert part("Directions of import").split("```")[1].strip().splitlines() == lines


def floor_of(contract: Mapping[str, Any]) -> str:
    """The layers of the rooms on one floor, by their names."""
    rows = [re.findall(r"tournaments\.(\w+)\.(\w+)", row) for row in contract["layers"]]
    ((floor,),) = {tuple({name for _room, name in row}) for row in rows}
    return f"tournaments.*.{floor}: {' > '.join(' | '.join(room for room, _name in row) for row in rows)}"


def test_the_rooms_that_the_page_names_are_those_of_the_tree() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| [^|]+\|$", part("Rooms and floors"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    (rooms,) = (row.split(" : ") for row in CONTRACTS[0]["layers"] if "entries : " in row)
    assert named == {"frame", *rooms, *FLOORS}


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:tournaments/|docs/|tests/|script/|scopa/)[\w./-]+)`", PAGE)))
)
def test_what_the_page_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()
